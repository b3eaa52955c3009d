import { compare } from "../catalog/difference.ts";
import { defined } from "../core/defined.ts";
import { InterlinearError } from "../core/errors.ts";
import { TREE_TRAILER } from "../forge/forge.ts";
import type { Git, PathVersion } from "../git/git.ts";
import { componentName } from "../mapping/binding.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../service-client/translation-service.ts";
import type { FileObservation } from "./heal.ts";
import { readerOf } from "./reader-of.ts";

/** Upstream at the merge commit, as git has it. */
export interface Upstream {
  /** Path → blob id. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * Path → blob ids that upstream has had there since our last commit of it: what the service may have read and not moved
   * on from. One from before that commit is what somebody went back to. Empty where git's HEAD is not upstream's history.
   */
  readonly older: ReadonlyMap<string, ReadonlySet<string>>;
}

/** How far back a file's history is followed, in commits over all files. */
const HISTORY_LIMIT = 5_000;

/** @param commit on upstream's branch; git has it */
export async function readUpstream(git: Git, commit: string, paths: readonly string[]): Promise<Upstream> {
  const entries = await git.files(commit);
  const files = new Map(entries.map(({ path, blob }) => [path, blob]));
  return { files, older: await olderVersions(git, commit, paths) };
}

/** Git tells the history of HEAD: of use only where HEAD is upstream's, at the commit or before it. */
async function olderVersions(
  git: Git,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const head = await git.head();
  if (head === undefined || (await git.mergeBase(head, commit)) !== head) return new Map();
  try {
    const history = await git.history(paths, HISTORY_LIMIT);
    return new Map([...history].map(([path, versions]) => [path, sinceOurs(versions, commit)]));
  } catch (error) {
    // A shallow clone whose rest cannot be had: less is proved then, and in doubt nothing is reset.
    if (error instanceof InterlinearError) return new Map();
    throw error;
  }
}

/** @param merge commit that brought files of ours, even if its message does not say so */
export function sinceOurs(versions: readonly PathVersion[], merge: string): ReadonlySet<string> {
  const ours = versions.findIndex(({ commit, trailers }) => commit === merge || trailers[TREE_TRAILER] !== undefined);
  const since = ours < 0 ? versions : versions.slice(0, ours + 1);
  return new Set(since.flatMap(({ blob }) => blob ?? []));
}

/** Every file of a component beside upstream's; downloads only those that differ by bytes. */
export async function compareFiles(
  { service, git }: { readonly service: Pick<TranslationService, "download">; readonly git: Pick<Git, "read"> },
  component: ServiceComponent,
  translations: readonly ServiceTranslation[],
  { files, older }: Upstream,
): Promise<readonly FileObservation[]> {
  // Without a name there is no file: a source that is kept in the translations.
  const stored = translations.filter(({ filename }) => filename !== "");
  return Promise.all(
    stored.map(async (translation): Promise<FileObservation> => {
      const { filename: path, language, revision } = translation;
      const about = { component: componentName(component.path), language, path };
      const blob = files.get(path);
      if (revision === "") return { ...about, relation: "unread" };
      if (blob === undefined) return { ...about, relation: "missing" };
      if (blob === revision) return { ...about, relation: "equal" };
      if (older.get(path)?.has(revision) === true) return { ...about, relation: "older" };
      const [theirs, ours] = await Promise.all([service.download(translation), git.read(blob)]);
      const strings = differentStrings(component, translation, ours, theirs);
      if (strings === 0) return { ...about, relation: "same-strings" };
      return { ...about, relation: "differs", ...defined({ strings }) };
    }),
  );
}

/** Undefined where the format has no reader, or one of the files does not parse. */
function differentStrings(
  { fileFormat }: ServiceComponent,
  { isSource, language, filename: path }: ServiceTranslation,
  ours: Uint8Array,
  theirs: Uint8Array,
): number | undefined {
  const format = readerOf(fileFormat);
  if (format === undefined) return undefined;
  try {
    const side = isSource && format.kind === "bilingual" ? "source" : "target";
    return compare(format.read(ours, { path, language }), format.read(theirs, { path, language }), side).length;
  } catch (error) {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  }
}
