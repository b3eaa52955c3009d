import { errorAt } from "./source-text.ts";

const MARKERS = ["<<<<<<< ", "=======", ">>>>>>> "] as const;
const NUL = 0;
/** The first line of what Git LFS leaves in the place of a file. */
const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/**
 * Refuses what some format would read and nobody means: a merge that was not finished, a pointer of Git LFS, and UTF-16 that does
 * not say so.
 *
 * @param isWide the encoding is named, or the format finds it out by itself
 * @throws {FormatError} with line and column
 */
export function refuseUnmeant(bytes: Uint8Array, path: string | undefined, isWide: boolean): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [first, second] = bytes;
  // One zero alone, too: whatever is written behind it looks like that.
  const isUtf16 = (first === NUL) !== (second === NUL);
  if (isUtf16 && !isWide) {
    throw errorAt(
      "",
      0,
      "the file looks like UTF-16 and does not say so; save it as UTF-8, or with a byte order mark",
      path,
    );
  }
  if (known.has(bytes)) return;
  if (view.subarray(0, LFS_POINTER.length).toString("latin1") === LFS_POINTER) {
    throw errorAt(
      "",
      0,
      "this is a pointer of Git LFS, not the file: translation files belong into git itself (`git lfs untrack`, then `git add --renormalize`)",
      path,
    );
  }
  refuseMarkers(view, path);
  known.add(bytes);
}

/** What was read is changed next. */
const known = new WeakSet<Uint8Array>();

function refuseMarkers(view: Buffer, path: string | undefined): void {
  let place: number | undefined;
  let from = 0;
  for (const marker of MARKERS) {
    const at =
      view.subarray(from, from + marker.length).toString("latin1") === marker
        ? from
        : view.indexOf(`\n${marker}`, from);
    if (at === -1) return;
    from = at === 0 ? marker.length : at + 1 + marker.length;
    place ??= at === 0 ? 0 : at + 1;
  }
  const before = view.subarray(0, (place ?? 0) + MARKERS[0].length).toString("latin1");
  throw errorAt(before, place ?? 0, "conflict markers of git: a merge of this file was not finished", path);
}
