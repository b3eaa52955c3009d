/**
 * A list with one more item, in the same array where it is long. An array that grows keeps room for sixteen more, which
 * millions of lists of one or two items cannot afford; small ones are written out, since `concat` costs more than all the rest.
 */
export function appended<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined || list.length === 0) return [item];
  const first = list[0];
  const second = list[1];
  if (list.length === 1 && first !== undefined) return [first, item];
  if (list.length === 2 && first !== undefined && second !== undefined) return [first, second, item];
  if (list.length < FEW) return list.concat([item]);
  list.push(item);
  return list;
}

const FEW = 4;
