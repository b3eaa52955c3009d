/** What all values of a column begin and end with, and what each has in between: addresses differ in a code alone. */
export type AffixColumn = readonly [begin: string, end: string, between: readonly string[]];

/** Each value once, and of each row which one it is: languages and components come again and again. */
export type NamedColumn = readonly [values: readonly string[], rows: readonly number[]];

export function affixColumn(values: readonly string[]): AffixColumn {
  const [first = ""] = values;
  let begin = first.length;
  for (const value of values) begin = sameUntil(begin, (at) => value.charCodeAt(at) === first.charCodeAt(at));
  const last = (value: string, at: number): number => value.charCodeAt(value.length - 1 - at);
  let end = Math.min(...values.map(({ length }) => length - begin), first.length);
  for (const value of values) end = sameUntil(end, (at) => last(value, at) === last(first, at));
  const between = values.map((value) => value.slice(begin, value.length - end));
  return [first.slice(0, begin), end === 0 ? "" : first.slice(-end), between];
}

function sameUntil(most: number, isSame: (at: number) => boolean): number {
  let at = 0;
  while (at < most && isSame(at)) at += 1;
  return at;
}

/** Of one piece: whatever looks into a text of several makes another one of it, and keeps both. */
export function affixedValue([begin, end, between]: AffixColumn, row: number): string {
  return [begin, between[row], end].join("");
}

export function isAffixColumn(column: unknown): column is AffixColumn {
  if (!Array.isArray(column)) return false;
  const [begin, end, between]: readonly unknown[] = column;
  return typeof begin === "string" && typeof end === "string" && isTexts(between);
}

/** One value where all rows have the same. */
export type EvenColumn<Value> = readonly Value[];

export function evenColumn<Value>(values: readonly Value[]): EvenColumn<Value> {
  return values.every((value) => value === values[0]) ? values.slice(0, 1) : values;
}

export function evenValue<Value>(column: EvenColumn<Value>, row: number): Value | undefined {
  return column[column.length === 1 ? 0 : row];
}

/** None for what is no such column. */
export function affixedValues(column: unknown): readonly string[] {
  return isAffixColumn(column) ? column[2].map((_, row) => affixedValue(column, row)) : [];
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
