import { componentName, type Binding } from "../mapping/binding.ts";
import { MappingError, type MappingProblem } from "../mapping/errors.ts";
import { loadMapping } from "../mapping/load.ts";
import { bindMapping } from "../mapping/resolve.ts";
import type { Blobs } from "./blobs.ts";
import { translationsOf, type BoundCommit, type Versions } from "./touched-components.ts";

/** What a mapping makes of a commit's files, and what is wrong with it there. */
export interface CheckedMapping {
  readonly bindings: readonly Binding[];
  readonly problems: readonly MappingProblem[];
}

/** Nobody writes more by hand, and YAML takes its time. */
export const MOST_MAPPING_BYTES = 1_000_000;
const TOO_LARGE = `has more than ${String(MOST_MAPPING_BYTES / 1_000_000)} MB, and was not read`;

/** Each commit's own version of the mapping; undefined where the change leaves it as it is, or it is not there. */
export async function ownMappings(
  { prefetch, read }: Blobs,
  path: string,
  { before, after }: { readonly before: BoundCommit; readonly after: BoundCommit },
): Promise<Versions<CheckedMapping>> {
  const blobs = [before, after].flatMap(({ files }) => files.get(path) ?? []);
  if (before.files.get(path) === after.files.get(path)) return { before: undefined, after: undefined };
  await prefetch(blobs);
  const ownOf = async ({ files }: BoundCommit): Promise<CheckedMapping | undefined> => {
    const blob = files.get(path);
    return blob === undefined ? undefined : checked(await read(blob, MOST_MAPPING_BYTES), path, [...files.keys()]);
  };
  return { before: await ownOf(before), after: await ownOf(after) };
}

function checked(bytes: Uint8Array | undefined, path: string, files: readonly string[]): CheckedMapping {
  if (bytes === undefined) {
    return { bindings: [], problems: [{ code: "IL-M02", message: TOO_LARGE, place: { file: path } }] };
  }
  try {
    return bindMapping(loadMapping(Buffer.from(bytes).toString("utf8"), path), files);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return { bindings: [], problems: error.problems };
  }
}

/**
 * A change may move files and say so in the mapping: what the trusted mapping finds no more at a commit, and what it does
 * not know, is where that commit's own version says. Only places are taken from it, no settings of a component that is known.
 * @param elsewhere components as the trusted mapping finds them at the other commit
 */
export function withOwnPlaces<Commit extends BoundCommit>(
  commit: Commit,
  own: CheckedMapping | undefined,
  elsewhere: BoundCommit,
): Commit {
  if (own === undefined) return commit;
  const here = byName(commit.bindings);
  const there = byName(elsewhere.bindings);
  const [translatedHere, translatedThere] = [translated(commit), translated(elsewhere)];
  const merged = new Map(here);
  // Another name for files that are known is no new component: they are counted once.
  const sources = new Set(commit.bindings.map(({ source }) => source));
  for (const [name, binding] of byName(own.bindings)) {
    const [known, other] = [here.get(name), there.get(name)];
    const trusted = known ?? other;
    if (trusted === undefined) {
      if (!sources.has(binding.source)) merged.set(name, binding);
    } else if (known === undefined || (!translatedHere.has(known) && translatedThere.has(other))) {
      const { source, translations } = binding;
      const aliases = { ...trusted.languages.aliases, ...binding.languages.aliases };
      merged.set(name, { ...trusted, source, translations, languages: { ...trusted.languages, aliases } });
    }
  }
  return { ...commit, bindings: [...merged.values()] };
}

/** Those of which the commit has some translation. */
function translated({ bindings, files }: BoundCommit): ReadonlySet<Binding | undefined> {
  return new Set([...translationsOf(bindings, files)].flatMap(([binding, { size }]) => (size > 0 ? binding : [])));
}

function byName(bindings: readonly Binding[]): ReadonlyMap<string, Binding> {
  return new Map(bindings.map((binding) => [componentName(binding.component), binding]));
}
