const FEW = 4;

/**
 * A list with one more item, in the same array where it is long. An array that grows keeps room for sixteen more, which
 * millions of lists of one or two items cannot afford.
 */
export function appended<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined || list.length === 0) return [item];
  if (list.length < FEW) return list.concat([item]);
  list.push(item);
  return list;
}
