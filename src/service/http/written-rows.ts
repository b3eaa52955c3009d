/** Half of a character, which no text has that is stored: stands for an object while its row is written. */
const PLACE = "\ud800";
const WRITTEN_PLACE = Buffer.from(JSON.stringify(PLACE));

/** What was written of objects that stand in several rows, as forty translations have one component in them. */
export type WrittenObjects = Map<object, Buffer<ArrayBuffer>>;

/**
 * Rows as `JSON.stringify` writes them, without the brackets of their list; an object in several of them is written once.
 * @param written what was written of rows before
 */
export function writtenRows(rows: readonly unknown[], written: WrittenObjects): Buffer<ArrayBuffer> {
  const objects: Buffer[] = [];
  const own = rows.map((row) => withPlaces(row, (object) => objects.push(writtenOnce(object, written))));
  const text = listed(own);
  return objects.length === 0 ? text : (filled(text, objects) ?? listed(rows));
}

function listed(rows: readonly unknown[]): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify(rows).slice(1, -1));
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

/** The text with an object in each place; undefined: there are more places than objects, as a row has the mark itself. */
function filled(text: Buffer, objects: readonly Buffer[]): Buffer<ArrayBuffer> | undefined {
  const places = objects.length * WRITTEN_PLACE.length;
  const whole = Buffer.allocUnsafe(text.length - places + objects.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  let to = 0;
  for (const object of objects) {
    const place = text.indexOf(WRITTEN_PLACE, from);
    to += text.copy(whole, to, from, place);
    to += object.copy(whole, to);
    from = place + WRITTEN_PLACE.length;
  }
  if (text.includes(WRITTEN_PLACE, from)) return undefined;
  text.copy(whole, to, from);
  return whole;
}

function writtenOnce(object: object, written: WrittenObjects): Buffer<ArrayBuffer> {
  const known = written.get(object);
  if (known !== undefined) return known;
  const text = Buffer.from(JSON.stringify(object));
  written.set(object, text);
  return text;
}
