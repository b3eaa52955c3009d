/** A file of a bundle, as far as its weight goes. */
export interface BundledFile {
  readonly fileName: string;
  readonly code: string;
  /** Names of the files that it cannot be loaded without. */
  readonly imports: readonly string[];
}

export interface BundleSize {
  /** Bytes of all files. */
  readonly all: number;
  /** Bytes that are read before the first line of the entry runs. */
  readonly start: number;
}

export function bundleSize(files: readonly BundledFile[], entry: string): BundleSize {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const needed = new Set([entry]);
  // A set that grows while it is walked through is walked to its end.
  for (const name of needed) for (const other of byName.get(name)?.imports ?? []) needed.add(other);
  const bytes = (some: readonly BundledFile[]): number =>
    some.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  return { all: bytes(files), start: bytes(files.filter(({ fileName }) => needed.has(fileName))) };
}

/** @returns a sentence for every limit that is passed, with the largest files */
export function outgrown(files: readonly BundledFile[], entry: string, most: BundleSize): string[] {
  const size = bundleSize(files, entry);
  const largest = files
    .map(({ fileName, code }) => ({ fileName, bytes: Buffer.byteLength(code) }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 5)
    .map(({ fileName, bytes }) => `${fileName} ${String(bytes)}`);
  return (["all", "start"] as const)
    .filter((kind) => size[kind] > most[kind])
    .map(
      (kind) =>
        `The bundle has ${String(size[kind])} bytes ${kind === "all" ? "in all" : "that every run of it reads"}; ` +
        `${String(most[kind])} are allowed. Largest: ${largest.join(", ")}.`,
    );
}
