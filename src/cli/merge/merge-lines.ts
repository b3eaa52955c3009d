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
export async function mergeLines(versions: ThreeVersions, options: LineMergeOptions): Promise<LineMerge | undefined> {
  const encoding = encodingOf(versions.ours);
  const folder = await mkdtemp(join(tmpdir(), "interlinear-merge-"));
  try {
    for (const name of files) {
      await writeFile(join(folder, name), encoding.toUtf8(versions[name]));
    }
    const { code, stdout } = await run(folder, options);
    return code > MOST_CONFLICTS ? undefined : { bytes: encoding.fromUtf8(stdout), conflicts: code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(folder: string, { markerSize, favour }: LineMergeOptions) {
  const style = favour === undefined ? "--zdiff3" : `--${favour}`;
  const merge = (how: string) =>
    runGit(["merge-file", "--stdout", "--quiet", how, `--marker-size=${String(markerSize)}`, ...labels, ...files], {
      cwd: folder,
      allow: codes,
    });
  const result = await merge(style);
  // Before git 2.35.
  return result.code === UNKNOWN_OPTION && style === "--zdiff3" ? merge("--diff3") : result;
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
