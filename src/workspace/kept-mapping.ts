import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord, jsonIn } from "../core/json.ts";
import type { Git, IndexEntry } from "../git/git.ts";
import { bindableBetween, type PathEnds } from "../mapping/bindable-path.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";

/*
 * What a mapping came to be when it was read, checked and bound to the files of git's index, in git's folder of this clone: the next run
 * of the day takes it from there, and loads nothing that reads mappings. It is what reading would come to again, or nobody takes it.
 */

/** A mapping as it is written, and who reads it when. */
export interface WrittenMapping {
  readonly path: string;
  readonly text: string;
  /** Of this program. */
  readonly version: string;
  /** UTC: once a day it is read again, whatever was kept. */
  readonly day: string;
}

/** A mapping among the files of a clone. */
export interface BoundMapping {
  readonly mapping: ResolvedMapping;
  /** Tells paths that it cannot be bound to; undefined: it may be to every one. */
  readonly isBindable: ((path: string) => boolean) | undefined;
}

interface KeptMapping {
  /** Of all that it was made of but files. */
  readonly made: string;
  /** Of the paths that it could have been bound to. */
  readonly paths: string;
  readonly ends: readonly PathEnds[] | null;
  /** Those paths that are neither a source nor a translation. */
  readonly others: readonly string[];
  readonly mapping: ResolvedMapping;
}

type IndexGit = Pick<Git, "folder" | "index">;

/** The mapping as an earlier run bound it, and which entries of the index are its files; undefined where anything may be otherwise now. */
export async function keptMapping(
  git: IndexGit,
  written: WrittenMapping,
): Promise<
  (BoundMapping & { readonly filesAmong: (entries: readonly IndexEntry[]) => readonly IndexEntry[] }) | undefined
> {
  const kept = readKept(git.folder, written.path);
  if (kept?.made !== madeOf(written)) return undefined;
  const isBindable = bindableBetween(kept.ends ?? undefined);
  if (kept.paths !== idOfPaths(await git.index(isBindable))) return undefined;
  const others = new Set(kept.others);
  return {
    mapping: kept.mapping,
    isBindable,
    filesAmong: (entries) => entries.filter(({ path }) => !others.has(path)),
  };
}

/**
 * Keeps what a mapping was bound to, if these are entries of the index, as a view of it has others. It spares time and decides nothing:
 * where it cannot be written, nothing is kept.
 * @param entries that the mapping could be bound to, and `files`, those among them that it is bound to
 */
export async function keepMapping(
  git: IndexGit,
  written: WrittenMapping,
  { mapping, isBindable, ends }: BoundMapping & { readonly ends: readonly PathEnds[] | undefined },
  { entries, files }: { readonly entries: readonly IndexEntry[]; readonly files: readonly IndexEntry[] },
): Promise<void> {
  const paths = idOfPaths(await git.index(isBindable));
  if (git.folder === undefined || paths !== idOfPaths(entries)) return;
  const bound = new Set(files);
  const others = entries.filter((entry) => !bound.has(entry)).map(({ path }) => path);
  const kept: KeptMapping = { made: madeOf(written), paths, ends: ends ?? null, others, mapping };
  const place = placeOf(git.folder, written.path);
  try {
    mkdirSync(dirname(place), { recursive: true });
    // Whoever reads meanwhile reads the whole of the one or of the other.
    writeFileSync(`${place}.${String(process.pid)}`, JSON.stringify(kept));
    renameSync(`${place}.${String(process.pid)}`, place);
  } catch {
    // A folder that nobody may write to keeps nothing.
  }
}

/** A name for all but the files: another program, day or path makes another mapping of the same text. */
function madeOf({ path, text, version, day }: WrittenMapping): string {
  return sha1(JSON.stringify([version, day, path, text]));
}

function idOfPaths(entries: readonly IndexEntry[]): string {
  return sha1(entries.map(({ path }) => path).join("\0"));
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** A repository may have several mappings. */
function placeOf(folder: string, path: string): string {
  return join(folder, "interlinear", `mapping-${sha1(path).slice(0, 12)}.json`);
}

function readKept(folder: string | undefined, path: string): KeptMapping | undefined {
  if (folder === undefined) return undefined;
  try {
    const said = jsonIn(readFileSync(placeOf(folder, path)));
    return isKept(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is one of ours: who may write it may write the mapping. */
function isKept(said: unknown): said is KeptMapping {
  if (!isRecord(said) || !isRecord(said["mapping"])) return false;
  const { made, paths, ends, others, mapping } = said;
  return (
    [made, paths, mapping["service"]].every((part) => typeof part === "string") &&
    (ends === null || Array.isArray(ends)) &&
    [others, mapping["bindings"]].every((part) => Array.isArray(part))
  );
}
