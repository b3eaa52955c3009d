import { compare } from "../../catalog/difference.ts";
import { findRenames, type KeyRename } from "../../catalog/renames.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { Git, PathVersion } from "../../git/git.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import type { AgreementRecord } from "../agreement/agreement.ts";
import { pairsOfFile, withFormerPlaces } from "../agreement/former-places.ts";
import { readFileVersions, relate, type AskedOfGit, type FileVersions } from "../agreement/file-versions.ts";
import type { FileObservation } from "./heal.ts";
import type { Conflict, KnownBase } from "../plan.ts";
import { servedChanges } from "../download/served-changes.ts";
import { readBase } from "../reconcile/read-base.ts";
import { readerOf } from "../observe/reader-of.ts";
import { newsOfService } from "../reconcile/reconcile.ts";

/** Upstream at the commit that a clone is reset to, as git has it. */
export interface Upstream {
  readonly commit: string;
  /** Path → blob id. */
  readonly files: ReadonlyMap<string, string>;
  /** Path → versions, newest first; empty where git's HEAD is not upstream's history. */
  readonly history: ReadonlyMap<string, readonly PathVersion[]>;
}

/** A file of the service, and what it has that upstream lacks. */
export interface ComparedFile {
  readonly observation: FileObservation;
  readonly component: ServiceComponent;
  readonly translation: ServiceTranslation;
  /** Blob id in upstream. */
  readonly blob: string | undefined;
  /** Only where the service has strings that upstream lacks. */
  readonly news?: { readonly upload: Upload };
  /** Strings that both sides changed, and that a reset decides for the repository, as the mapping wants it. */
  readonly conflicts: readonly Conflict[];
}

/** What brings strings back to the service. */
export interface Upload {
  readonly content: Uint8Array;
  readonly strings: number;
  readonly keys: readonly string[];
  readonly needsEditing: boolean;
}

export interface ComparePorts {
  readonly service: Pick<TranslationService, "download" | "changes">;
  readonly git: Pick<Git, "read" | "history" | "movedFrom" | "mergeBase" | "blobAt" | "hash">;
  readonly record?: Pick<AgreementRecord, "pairsOf" | "served"> | undefined;
}

/** How far back a file's history is followed, in commits over all files. */
const HISTORY_LIMIT = 5_000;

/** @param commit on upstream's branch; git has it */
export async function readUpstream(git: Git, commit: string, paths: readonly string[]): Promise<Upstream> {
  const entries = await git.files(commit);
  const files = new Map(entries.map(({ path, blob }) => [path, blob]));
  return { commit, files, history: await historyOf(git, commit, paths) };
}

/** Git tells the history of HEAD: of use only where HEAD is upstream's, at the commit or before it. */
async function historyOf(git: Git, commit: string, paths: readonly string[]): Promise<Upstream["history"]> {
  const head = await git.head();
  if (head === undefined || (await git.mergeBase(head, commit)) === undefined) return new Map();
  try {
    return await git.history(paths, HISTORY_LIMIT);
  } catch (error) {
    // A shallow clone whose rest cannot be had: less is proved then, and in doubt nothing is reset.
    if (error instanceof InterlinearError) return new Map();
    throw error;
  }
}

/**
 * Every file of a component beside upstream's, by the engine's own merge; downloads only those that differ by bytes.
 * @param binding how the mapping binds the component; undefined: it only shares the clone
 * @param isListDoubted the list may be older than a commit that was just made: files that it calls equal are looked at
 */
export async function compareFiles(
  ports: ComparePorts,
  component: ServiceComponent,
  binding: Pick<Binding, "conflicts"> | undefined,
  translations: readonly ServiceTranslation[],
  upstream: Upstream,
  isListDoubted = false,
): Promise<readonly ComparedFile[]> {
  const name = componentName(component.path);
  const pairs = await ports.record?.pairsOf(name);
  // Without a name there is no file: a source that is kept in the translations.
  const stored = translations.filter(({ filename }) => filename !== "");
  const renamed = await renamedSince(ports, component, stored, upstream);
  const bound = stored.map(({ filename }) => filename);
  const places = await withFormerPlaces(ports.git, upstream.history, bound, pairs);
  const asked: AskedOfGit = new Map();
  return Promise.all(
    stored.map(async (translation): Promise<ComparedFile> => {
      const { filename: path, language } = translation;
      const blob = upstream.files.get(path);
      const plain = (relation: FileObservation["relation"], strings?: number): ComparedFile => ({
        observation: { component: name, language, path, relation, ...(strings !== undefined && { strings }) },
        component,
        translation,
        blob,
        conflicts: [],
      });
      if (translation.revision === "") return plain("unread");
      const isClaimedEqual = blob === translation.revision;
      if (isClaimedEqual && !isListDoubted) return plain("equal");
      const seen = isClaimedEqual ? await ports.service.download(translation) : undefined;
      const revision = seen === undefined ? translation.revision : ports.git.hash(seen);
      if (blob === revision) return plain("equal");
      const history = places.get(path) ?? [];
      const versions = await readFileVersions(ports.git, path, history, pairsOfFile(pairs, path, history), asked);
      // Both took the language away: what a service still lists of it is nobody's news.
      if (blob === undefined && versions.blobs.includes(revision)) return plain("older");
      const relation = blob === undefined ? undefined : relate(blob, revision, versions);
      if (relation !== undefined && relation.kind !== "behind") return plain("older");
      const format = await readerOf(component);
      if (format === undefined) return plain("differs");
      const served = seen ?? (await ports.service.download(translation));
      const ours = blob === undefined ? undefined : await ports.git.read(blob);
      if (translation.isSource)
        return plain(...(await relateSource(ports, format, translation, { ours, served, versions })));
      const template = upstream.files.get(component.template);
      const input: Parameters<typeof newsOfService>[1] = {
        path,
        language,
        service: served,
        repository: ours,
        base: await readBase(ports, name, relation?.base ?? olderOf(versions)),
        template: template === undefined ? undefined : await ports.git.read(template),
        sourceLanguage: component.sourceLanguage,
        renamed,
        // A text that nobody may win stays on both sides.
        policy: binding?.conflicts === "repository" ? "repository" : "service",
      };
      const first = newsOfService(format, input);
      const hasLeftovers = typeof first !== "string" && first.hasLeftovers;
      const isDisputed = typeof first !== "string" && first.conflicts.some((each) => each.renamed === undefined);
      const more = {
        ...(hasLeftovers ? { formerTemplates: await formerSources(ports.git, component, upstream) } : {}),
        ...(isDisputed ? { served: await servedChanges(ports.service, translation) } : {}),
      };
      const news = hasLeftovers || isDisputed ? newsOfService(format, { ...input, ...more }) : first;
      if (typeof news === "string") return plain("differs");
      const decided = binding?.conflicts === "repository" ? news.conflicts : [];
      const conflicts = decided.map((conflict) => ({ ...conflict, component: name, language, path }));
      // Nobody translated anything in a language that somebody added there: it is added again.
      const isAdded = blob === undefined && versions.blobs.length === 0;
      if (news.units.length === 0 && !isAdded) {
        return { ...plain(news.isRepositoryNewer || conflicts.length > 0 ? "older" : "same-strings"), conflicts };
      }
      const upload = uploadOf(format, news.units, language, ours ?? served);
      const found = plain(blob === undefined ? "missing" : "news", news.units.length);
      return { ...found, news: { upload }, conflicts };
    }),
  );
}

/** Keys that upstream's source has under another name than the service's: their translations wait there under the former one. */
async function renamedSince(
  { service, git }: ComparePorts,
  component: ServiceComponent,
  translations: readonly ServiceTranslation[],
  upstream: Upstream,
): Promise<readonly KeyRename[]> {
  const source = translations.find(({ isSource, revision }) => isSource && revision !== "");
  const blob = upstream.files.get(component.template);
  if (source === undefined || blob === undefined || blob === source.revision) return [];
  const format = await readerOf(component);
  if (format?.kind !== "monolingual") return [];
  const options = { path: component.template, language: component.sourceLanguage };
  try {
    const before = format.read(await service.download(source), options);
    return findRenames(before, format.read(await git.read(blob), options));
  } catch (error) {
    // A source that does not parse tells no renames; it is judged by itself.
    if (error instanceof InterlinearError) return [];
    throw error;
  }
}

/** So many older versions of a source are read to tell which key had which name. */
const SOURCES_READ = 10;

function formerSources(
  git: Pick<Git, "read">,
  { template }: ServiceComponent,
  { history }: Upstream,
): Promise<readonly Uint8Array[]> {
  const blobs = (history.get(template) ?? []).flatMap(({ blob }) => blob ?? []);
  return Promise.all([...new Set(blobs)].slice(0, SOURCES_READ).map((blob) => git.read(blob)));
}

function olderOf({ blobs }: FileVersions): KnownBase {
  return { kind: "history", blobs: blobs.slice(0, 20) };
}

/** A file with these strings alone; `like` lends header and plural forms. */
export function uploadOf(format: Format, units: readonly Unit[], language: string, like: Uint8Array): Upload {
  const catalogue = format.read(like, { language });
  return {
    content: format.create({ ...catalogue, units }, { language }, like),
    strings: units.length,
    keys: units.map(({ key }) => key),
    needsEditing: units.some(({ state }) => state === unitStates.needsEditing),
  };
}

/**
 * Sources come from git alone. Whoever edited one on the service has to bring it into git: nothing of ours does, and an
 * upload would ask for rights that hardly any token has.
 */
async function relateSource(
  { git, service }: ComparePorts,
  format: Format,
  translation: ServiceTranslation,
  {
    ours,
    served,
    versions,
  }: { readonly ours: Uint8Array | undefined; readonly served: Uint8Array; readonly versions: FileVersions },
): Promise<[FileObservation["relation"], number?]> {
  if (ours === undefined) return ["missing"];
  const { filename: path, language } = translation;
  const side = format.kind === "bilingual" ? "source" : "target";
  try {
    const theirs = format.read(served, { path, language });
    const current = format.read(ours, { path, language });
    if (compare(current, theirs, side).length === 0) return ["same-strings"];
    const older = await Promise.all(versions.blobs.slice(0, 20).map((blob) => git.read(blob)));
    const known = new Set(
      [ours, ...older].flatMap((bytes) => {
        try {
          return format.read(bytes, { path, language }).units.map((unit) => sourceTextOf(unit, side));
        } catch (error) {
          if (error instanceof InterlinearError) return [];
          throw error;
        }
      }),
    );
    const strange = theirs.units.filter((unit) => !known.has(sourceTextOf(unit, side)));
    const brought = strange.length === 0 ? new Set() : await textsOfRepository(service, translation);
    const own = strange.filter((unit) => !brought.has((side === "source" ? unit.source : unit.target).join("\u001e")));
    return own.length === 0 ? ["older"] : ["differs", own.length];
  } catch (error) {
    if (error instanceof InterlinearError) return ["differs"];
    throw error;
  }
}

/** Log entries of strings that came, or changed, by the repository (facts §1.1). */
const BY_REPOSITORY = [59, 71, 90];
/** How many of them are read at most. */
const CHANGES_LIMIT = 1_000;

/** Texts that the service has by its log from the repository: also from commits that somebody threw away since. */
async function textsOfRepository(
  service: Pick<TranslationService, "changes">,
  translation: ServiceTranslation,
): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  let read = 0;
  for await (const { target } of service.changes(translation, BY_REPOSITORY)) {
    texts.add(target.split(/\u001e+/).join("\u001e"));
    read += 1;
    if (read >= CHANGES_LIMIT) break;
  }
  return texts;
}

function sourceTextOf({ key, source, target }: Unit, side: "source" | "target"): string {
  return JSON.stringify([key, side === "source" ? source : target]);
}
