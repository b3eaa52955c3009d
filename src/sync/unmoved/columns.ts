/** What all values of a column begin and end with, and what each has in between: addresses differ in a code alone. */
export type AffixColumn = readonly [begin: string, end: string, between: readonly string[]];

/** Each value once, and of each row which one it is: languages and components come again and again. */
export type NamedColumn = readonly [values: readonly string[], rows: readonly number[]];

export function affixColumn(values: readonly string[]): AffixColumn {
  const [first = "", ...others] = values;
  let begin = first;
  for (const value of others) while (!value.startsWith(begin)) begin = begin.slice(0, -1);
  let end = first.slice(begin.length);
  for (const value of others) while (!value.slice(begin.length).endsWith(end)) end = end.slice(1);
  return [begin, end, values.map((value) => value.slice(begin.length, value.length - end.length))];
}

/** None for what is no such column. */
export function affixedValues(column: unknown): readonly string[] {
  if (!Array.isArray(column)) return [];
  const [begin, end, between]: readonly unknown[] = column;
  if (typeof begin !== "string" || typeof end !== "string" || !isTexts(between)) return [];
  return between.map((part) => `${begin}${part}${end}`);
}

export function namedColumn(values: readonly string[]): NamedColumn {
  const places = new Map<string, number>();
  const rows = values.map((value) => {
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return [[...places.keys()], rows];
}

/** None for what is no such column. */
export function namedValues(column: unknown): readonly string[] {
  if (!Array.isArray(column)) return [];
  const [values, rows]: readonly unknown[] = column;
  if (!isTexts(values) || !Array.isArray(rows)) return [];
  const found = rows.map((place: unknown) => (typeof place === "number" ? values[place] : undefined));
  return found.every((value) => value !== undefined) ? found : [];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}
