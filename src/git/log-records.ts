/** A commit as `git log -z` shows it. */
interface LogRecord {
  /** As many as the format has. */
  readonly fields: readonly string[];
  /** What `--name-only` or `--raw` says of its files, without empty pieces. */
  readonly files: readonly string[];
}

/**
 * Reads `git log` with {@link recordOptions}: by places alone. A message may hold every character but NUL, and with any other one
 * between commits it could make one up.
 */
export function logRecords(output: string, fields: number): readonly LogRecord[] {
  const pieces = output.split("\0");
  const records: LogRecord[] = [];
  // Nothing, the fields, nothing (the end of the format), then files, which have a line feed before the first: up to the next nothing.
  for (let at = 0; at !== -1 && at + fields + 1 < pieces.length;) {
    const begin = at + fields + 2;
    const end = pieces.indexOf("", begin);
    records.push({
      fields: pieces.slice(at + 1, at + 1 + fields),
      files: pieces
        .slice(begin, end === -1 ? undefined : end)
        .map((piece, index) => (index === 0 ? piece.slice(1) : piece)),
    });
    at = end;
  }
  return records;
}

/**
 * Options with which {@link logRecords} can read what `git log` prints, whatever is configured: a signature, for one, would stand before its
 * commit.
 * @param fields of git's own, `%an`
 */
export function recordOptions(fields: readonly string[]): readonly string[] {
  const format = `--format=%x00${fields.map((field) => `${field}%x00`).join("")}`;
  return ["-z", "--no-show-signature", "--no-notes", "--no-color", "--encoding=UTF-8", format];
}
