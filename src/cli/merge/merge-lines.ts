import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "../../git/run.ts";

/** Three versions of one file. */
export interface ThreeVersions {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

export interface LineMerge {
  readonly bytes: Uint8Array;
  /** Number of places where both sides changed the same lines. */
  readonly conflicts: number;
}

export interface LineMergeOptions {
  readonly markerSize: number;
  /** What stands where both sides changed the same lines; without it both, between markers, with the base. */
  readonly favour?: "ours";
}

/** `git merge-file` says how many conflicts there are by its exit code, up to this. */
const MOST_CONFLICTS = 127;
const UNKNOWN_OPTION = 129;
const files = ["ours", "base", "theirs"] as const;
const labels = files.flatMap((name) => ["-L", name]);
const codes = Array.from({ length: 256 }, (_, code) => code);

/**
 * Merges by line, as git does. Undefined where git takes the files for binary.
 * @throws {LocalError} where there is no git
 */
export async function mergeLines(
  versions: ThreeVersions,
  { markerSize, favour }: LineMergeOptions,
): Promise<LineMerge | undefined> {
  return inUtf8(versions, async (folder) => run(folder, markerSize, favour === undefined ? withBase : [`--${favour}`]));
}

/**
 * Marks every place where ours and theirs differ: whoever takes one side of all marks has that version, byte for byte.
 * Undefined where git takes the files for binary.
 * @param versions equal but for what is to be marked
 */
export async function markDifferences(versions: ThreeVersions, markerSize: number): Promise<Uint8Array | undefined> {
  const marked = await inUtf8(versions, async (folder, { ours, theirs }) => {
    const shown = await run(folder, markerSize, withBase);
    const isWhole =
      isSame(oneSide(shown.bytes, "ours", markerSize), ours) &&
      isSame(oneSide(shown.bytes, "theirs", markerSize), theirs);
    if (isWhole) return shown;
    // Lines that come often can be told apart in more than one way: without a base, all that differs is marked.
    await writeFile(join(folder, "base"), "");
    return run(folder, markerSize, []);
  });
  return marked?.bytes;
}

/** The second one before git 2.35. */
const withBase = ["--zdiff3", "--diff3"];

async function inUtf8(
  versions: ThreeVersions,
  work: (folder: string, versions: ThreeVersions) => Promise<LineMerge>,
): Promise<LineMerge | undefined> {
  const encoding = encodingOf(versions.ours);
  const { base, ours, theirs } = versions;
  const decoded = { base: encoding.toUtf8(base), ours: encoding.toUtf8(ours), theirs: encoding.toUtf8(theirs) };
  const folder = await mkdtemp(join(tmpdir(), "interlinear-merge-"));
  try {
    for (const name of files) await writeFile(join(folder, name), decoded[name]);
    const { bytes, conflicts } = await work(folder, decoded);
    return conflicts > MOST_CONFLICTS ? undefined : { bytes: encoding.fromUtf8(bytes), conflicts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param styles options of git's, of which the first one it knows is taken */
async function run(folder: string, markerSize: number, styles: readonly string[]): Promise<LineMerge> {
  const [style, ...others] = styles;
  const options = [
    "--stdout",
    "--quiet",
    ...(style === undefined ? [] : [style]),
    `--marker-size=${String(markerSize)}`,
  ];
  const { code, stdout } = await runGit(
    // What stands in a person's configuration is for their own merges.
    ["-c", "merge.conflictStyle=merge", "merge-file", ...options, ...labels, ...files],
    { cwd: folder, allow: codes },
  );
  return code === UNKNOWN_OPTION && others.length > 0
    ? run(folder, markerSize, others)
    : { bytes: stdout, conflicts: code };
}

/** The lines of one side of all conflicts, and those that are in none. */
function oneSide(bytes: Uint8Array, side: "ours" | "theirs", markerSize: number): Uint8Array {
  const next = new Map<string, string>([
    [`${"<".repeat(markerSize)} ours`, "ours"],
    [`${"|".repeat(markerSize)} base`, "base"],
    ["=".repeat(markerSize), "theirs"],
    [`${">".repeat(markerSize)} theirs`, "none"],
  ]);
  let part = "none";
  const lines = Buffer.from(bytes)
    .toString("latin1")
    .split(/(?<=\n)/)
    .filter((line) => {
      const mark = next.get(line.replace(/\r?\n$/, ""));
      part = mark ?? part;
      return mark === undefined && (part === "none" || part === side);
    });
  return Buffer.from(lines.join(""), "latin1");
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

interface Encoding {
  toUtf8(bytes: Uint8Array): Uint8Array;
  fromUtf8(bytes: Uint8Array): Uint8Array;
}

const asItIs: Encoding = { toUtf8: (bytes) => bytes, fromUtf8: (bytes) => bytes };

/** Every second byte of most UTF-16 is 0, by which git knows binary files. */
const utf16le: Encoding = {
  toUtf8: (bytes) => Buffer.from(Buffer.from(bytes).toString("utf16le")),
  fromUtf8: (bytes) => Buffer.from(Buffer.from(bytes).toString(), "utf16le"),
};

const utf16be: Encoding = {
  toUtf8: (bytes) => utf16le.toUtf8(Buffer.from(bytes).swap16()),
  fromUtf8: (bytes) => Buffer.from(utf16le.fromUtf8(bytes)).swap16(),
};

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes.length % 2 !== 0) return asItIs;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16le;
  return bytes[0] === 0xfe && bytes[1] === 0xff ? utf16be : asItIs;
}
