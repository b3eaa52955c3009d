/** Half of a character, which no text has that is stored: stands for an object while its row is written. */
const PLACE = "\ud800";
const WRITTEN_PLACE = JSON.stringify(PLACE);

/** What was written of objects that stand in several rows, as forty translations have one component in them. */
export type WrittenObjects = Map<object, string>;

/**
 * Rows as `JSON.stringify` writes them, without the brackets of their list; an object in several of them is written once.
 * @param written what was written of rows before
 */
export function writtenRows(rows: readonly unknown[], written: WrittenObjects): string {
  const objects: string[] = [];
  const own = rows.map((row) => withPlaces(row, (object) => objects.push(writtenOnce(object, written))));
  const pieces = JSON.stringify(own).slice(1, -1).split(WRITTEN_PLACE);
  if (pieces.length !== objects.length + 1) return JSON.stringify(rows).slice(1, -1);
  return pieces.map((piece, index) => piece + (objects[index] ?? "")).join("");
}

/** The row with a mark in place of each object in it; lists stay. */
function withPlaces(row: unknown, place: (object: object) => void): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    copy ??= { ...row };
    copy[name] = PLACE;
    place(value);
  }
  return copy ?? row;
}

function writtenOnce(object: object, written: WrittenObjects): string {
  const known = written.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  written.set(object, text);
  return text;
}
