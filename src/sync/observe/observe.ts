import { RemoteError, UserError } from "../../core/errors.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import { boundPaths, type BoundPath } from "../../mapping/bound-paths.ts";
import { languagePaths } from "../../mapping/resolve.ts";
import type {
  RepositoryStatus,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { Listings } from "./listings.ts";
import { isWanted } from "../decide/wanted-language.ts";
import { isKeptInTranslations, readServedSource } from "./served-source.ts";
import { readerOf, readerOfFile } from "./reader-of.ts";
import { assertSeparatePaths } from "./separate-paths.ts";
import { componentsOf, factsOf } from "./component-facts.ts";
import { compareScattered } from "./compare-scattered.ts";
import { compareSource } from "./compare-source.ts";
import { asSent, mayBeSentAsAnother } from "./as-sent.ts";
import { olderSources } from "./older-sources.ts";
import { wantsFill, wantsKept } from "../decide/decide.ts";
import type { AgreedPair, AgreementRecord } from "../agreement/agreement.ts";
import type { Intent } from "../decide/intent.ts";
import { pairsOfFile, withFormerPlaces } from "../agreement/former-places.ts";
import { readFileVersions, relate, type AskedOfGit, type FileVersions } from "../agreement/file-versions.ts";
import type {
  ComponentFacts,
  ComponentObservation,
  Observation,
  ProjectObservation,
  SourceComparison,
  SourceObservation,
  TranslationObservation,
  UnservedFile,
} from "./observation.ts";

export interface ObserveDependencies {
  /** What is remembered of earlier agreements. */
  readonly record?: Pick<AgreementRecord, "pairsOf" | "proposedPairsOf"> | undefined;
  /** Path → what an earlier run left in the working tree that nobody committed yet. */
  readonly pulled?: ReadonlyMap<string, AgreedPair> | undefined;
  readonly service: TranslationService;
  /** What was listed already, in this run. */
  readonly listings?: Pick<Listings, "of" | "beginAll">;
  /** States of projects' repositories that are known without asking. */
  readonly repositories?: ReadonlyMap<string, RepositoryStatus> | undefined;
  readonly git: Git;
  /** Every address under which the repository we are in can be cloned. */
  readonly repositoryUrls: () => Promise<readonly string[]>;
}

/** How far back a file's history is followed, in commits over all files that differ. */
const HISTORY_LIMIT = 5_000;

/**
 * Looks at both sides. Costs one request a component and one a project while nothing differs: blob ids from git's index
 * against the service's revisions; no file is read. What differs is then looked at closer: git's history, the component's
 * own facts, and (for a source that could be sent) both source files.
 */
export async function observe(
  { service, listings = new Listings(service), repositories, git, repositoryUrls, record, pulled }: ObserveDependencies,
  bindings: readonly Binding[],
  intent: Intent,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Observation> {
  const [entries, branch] = await Promise.all([git.index(), git.branch()]);
  const index: BoundIndex = {
    entries: byPath(entries),
    bound: boundPaths(
      bindings,
      entries.map(({ path }) => path),
    ),
  };
  listings.beginAll(
    bindings.map(({ component }) => component),
    translationsIn(index),
  );
  let done = 0;
  const listed = (components: ComponentObservation): ComponentObservation => {
    done += 1;
    progress(done, bindings.length);
    return components;
  };
  const [projects, components] = await Promise.all([
    observeProjects({ service, repositories }, bindings, intent),
    Promise.all(bindings.map((binding) => listTranslations({ service, listings }, binding, index).then(listed))),
  ]);
  assertSeparatePaths(components);
  const withHistory = await addVersions(git, components, { record, pulled });
  return { branch, projects, components: await addFacts({ service, git, repositoryUrls }, withHistory, intent) };
}

function byPath(entries: readonly IndexEntry[]): ReadonlyMap<string, IndexEntry> {
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/** Git's index, and the files there of each binding. */
interface BoundIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly bound: ReadonlyMap<Binding, readonly BoundPath[]>;
}

function translationsIn({ bound }: BoundIndex): number {
  let count = 0;
  for (const [{ source }, files] of bound) count += files.filter(({ path }) => path !== source).length;
  return count;
}

async function observeProjects(
  { service, repositories }: Pick<ObserveDependencies, "service" | "repositories">,
  bindings: readonly Binding[],
  intent: Intent,
): Promise<readonly ProjectObservation[]> {
  const slugs = [...new Set(bindings.map((binding) => binding.component.project))];
  return Promise.all(
    slugs.map(async (slug) => ({
      slug,
      repository:
        intent.pull && !intent.settled
          ? (repositories?.get(slug) ?? (await projectStatus(service, slug)))
          : ("not-asked" as const),
    })),
  );
}

async function projectStatus(service: TranslationService, project: string): Promise<RepositoryStatus | "hidden"> {
  try {
    return await service.projectRepository(project);
  } catch (error) {
    // 404 is told apart where the components are listed, with the nearest name.
    if (error instanceof RemoteError && (error.status === 403 || error.status === 404)) return "hidden";
    throw error;
  }
}

async function listTranslations(
  { service, listings }: Pick<Required<ObserveDependencies>, "service" | "listings">,
  binding: Binding,
  { entries: index, bound }: BoundIndex,
): Promise<ComponentObservation> {
  const all = await listings.of(binding.component).catch(async (error: unknown) => {
    const { explainMissing } = await import("./explain-missing.ts");
    return explainMissing(service, binding, error);
  });
  const source = all.find((translation) => translation.isSource);
  const targets = all.filter((translation) => !translation.isSource && isWanted(binding, translation.language));
  const { paths, problems } = languagePaths(
    binding,
    targets.map(({ language, languageCode }) => ({ code: language, languageCode })),
  );
  if (problems.length > 0) {
    throw new UserError(problems.join("\n"), {
      code: "IL-P02",
      place: binding.place,
      hint: "Give one of them an alias under `languages.aliases`, or leave it out with `languages.except`.",
    });
  }
  const translations = targets.flatMap((translation): TranslationObservation[] => {
    const path = paths.get(translation.language);
    const entry = index.get(path ?? "");
    return path === undefined ? [] : [{ translation, path: entry?.path ?? path, blob: entry?.blob, mode: entry?.mode }];
  });
  for (const path of [binding.source ?? "", ...translations.map((observed) => observed.path)])
    assertRegular(index.get(path), binding);
  return {
    name: componentName(binding.component),
    binding,
    source: { path: binding.source, blob: index.get(binding.source ?? "")?.blob ?? "", translation: source },
    translations,
    served: all.length,
    unserved: unservedFiles(binding, index, bound.get(binding) ?? [], { translations, source }),
  };
}

/** A link's blob is its target's path: comparing or replacing it would be wrong, following it could leave the bindings. */
function assertRegular(entry: IndexEntry | undefined, binding: Binding): void {
  if (entry === undefined || entry.mode.startsWith("100")) return;
  throw new UserError(
    `${entry.path} is a ${entry.mode === "120000" ? "symbolic link" : "submodule"} in git, not a file`,
    {
      code: "IL-P06",
      place: binding.place,
      hint: "Bind the file itself, or leave the language out with `languages.except`.",
    },
  );
}

function unservedFiles(
  binding: Binding,
  index: BoundIndex["entries"],
  files: readonly BoundPath[],
  served: {
    readonly translations: readonly TranslationObservation[];
    readonly source: ServiceTranslation | undefined;
  },
): readonly UnservedFile[] {
  const taken = new Set([binding.source, ...served.translations.map(({ path }) => path)]);
  return files.flatMap(({ path, language }): UnservedFile[] => {
    const isServed = taken.has(path) || language === undefined || language === served.source?.language;
    const entry = isServed || !isWanted(binding, language) ? undefined : index.get(path);
    return entry === undefined || language === undefined ? [] : [{ ...entry, language }];
  });
}

async function addVersions(
  git: Git,
  components: readonly ComponentObservation[],
  { record, pulled }: Pick<ObserveDependencies, "record" | "pulled">,
): Promise<readonly ComponentObservation[]> {
  const differs = ({ blob, translation }: TranslationObservation): boolean =>
    blob !== undefined && translation.revision !== "" && blob !== translation.revision;
  const proposals = await Promise.all(components.map((component) => outdatedProposals(git, component, record)));
  const outdated = new Set(proposals.flat());
  const isAsked = (observed: TranslationObservation): boolean => differs(observed) || outdated.has(observed);
  const paths = components.flatMap(({ binding, translations, unserved }) => [
    ...translations.filter(isAsked).map(({ path }) => path),
    ...(binding.pull.prune === "apply" ? unserved.map(({ path }) => path) : []),
  ]);
  if (paths.length === 0) return components;
  const history = await git.history(paths, HISTORY_LIMIT);
  const wanted = new Set(paths);
  const asked: AskedOfGit = new Map();
  return Promise.all(
    components.map(async (component) => {
      const { translations, unserved } = component;
      if (![...translations, ...unserved].some(({ path }) => wanted.has(path))) return component;
      const pairs = await record?.pairsOf(component.name);
      const bound = [...translations, ...unserved].map(({ path }) => path);
      const places = await withFormerPlaces(git, history, bound, pairs);
      const hasNewSource = onceEach((commit) => isAnotherSource(git, component.source, commit));
      const hasNewNames = onceEach((commit) => hasRenamedKeys(git, component, commit));
      const versionsOf = async (path: string, blob?: string): Promise<FileVersions> => {
        const known = places.get(path) ?? [];
        const agreed = pairsOfFile(pairs, path, known);
        const own = pulled?.get(path);
        if (own === undefined || own.blob !== blob) {
          const versions = await readFileVersions(git, path, known, agreed, asked);
          const { since } = versions.agreed ?? {};
          if (versions.agreed === undefined || since === undefined || !(await hasNewSource(since))) return versions;
          return { ...versions, agreed: { ...versions.agreed, isOutdated: true } };
        }
        const uncommitted = { commit: "", tree: "", blob, time: 0, trailers: {} };
        return readFileVersions(git, path, [uncommitted, ...known], [own, ...agreed], asked);
      };
      return {
        ...component,
        unserved: await Promise.all(
          unserved.map(async (file) =>
            history.has(file.path) ? { ...file, versions: await versionsOf(file.path) } : file,
          ),
        ),
        translations: await Promise.all(
          translations.map(async (observed): Promise<TranslationObservation> => {
            if (!isAsked(observed)) return observed;
            const { path, blob, translation } = observed;
            const proposal = pairs?.get(path)?.find(({ service }) => service === translation.revision);
            const isOutdated = proposal?.since !== undefined && (await hasNewNames(proposal.since));
            return {
              ...observed,
              versions: await versionsOf(path, blob),
              ...(isOutdated ? { hasNewNames: true as const } : {}),
            };
          }),
        ),
      };
    }),
  );
}

/** One answer for all files that ask about one commit. */
function onceEach(ask: (commit: string) => Promise<boolean>): (commit: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (commit) => {
    const answer = answers.get(commit) ?? ask(commit);
    answers.set(commit, answer);
    return answer;
  };
}

/**
 * Files that are the same on both sides since a proposal was merged, and that were proposed when the source was another one: a key that got
 * another name while its translation waited has its text under the former one, on both sides.
 */
async function outdatedProposals(
  git: Git,
  component: ComponentObservation,
  record: Pick<AgreementRecord, "proposedPairsOf"> | undefined,
): Promise<readonly TranslationObservation[]> {
  const pairs = await record?.proposedPairsOf(component.name);
  if (pairs === undefined || pairs.size === 0) return [];
  const proposed = component.translations.flatMap((observed) => {
    const { path, blob, translation } = observed;
    const pair = pairs.get(path)?.find((known) => known.blob === blob);
    const isSame = blob !== undefined && blob === translation.revision;
    return isSame && pair?.since !== undefined ? [{ observed, since: pair.since }] : [];
  });
  const commits = [...new Set(proposed.map(({ since }) => since))];
  const known = await Promise.all(
    commits.map(async (commit) => [commit, await hasRenamedKeys(git, component, commit)] as const),
  );
  const isOutdated = new Map(known);
  return proposed.flatMap(({ observed, since }) => (isOutdated.get(since) === true ? [observed] : []));
}

/**
 * Whether a key of the source has another name now than at a commit, as that version tells, or one that came between the two where its text
 * was changed as well. Where keys are the texts themselves, none is looked for.
 */
async function hasRenamedKeys(
  git: Pick<Git, "blobAt" | "history" | "prefetch" | "read">,
  { source, facts }: ComponentObservation,
  commit: string,
): Promise<boolean> {
  const { path, blob } = source;
  if (path === undefined || blob === "") return false;
  const before = await git.blobAt(commit, path);
  if (before === undefined || before === blob) return false;
  await git.prefetch([before, blob]);
  const [former, present] = await Promise.all([git.read(before), git.read(blob)]);
  const format = await readerOfFile(facts?.component, path, present);
  if (format?.kind !== "monolingual") return false;
  const { findRenames } = await import("../../catalog/renames.ts");
  try {
    const now = format.read(present);
    const kept = new Set(now.units.map(({ key }) => key));
    const then = format.read(former);
    const gone = new Set(then.units.flatMap(({ key }) => (kept.has(key) ? [] : [key])));
    if (gone.size === 0) return false;
    if (findRenames(then, now).length > 0) return true;
    const between = await olderSources(git, source);
    return between.some((bytes) => findRenames(format.read(bytes), now).some(({ from }) => gone.has(from)));
  } catch {
    // Whoever reads the source to send it says what is wrong with it.
    return false;
  }
}

/** Whether the source is another one now than at a commit; one that git does not have tells nothing. */
async function isAnotherSource(
  git: Pick<Git, "blobAt">,
  { path, blob }: SourceObservation,
  commit: string,
): Promise<boolean> {
  if (path === undefined) return false;
  const before = await git.blobAt(commit, path);
  return before !== undefined && before !== blob;
}

async function addFacts(
  dependencies: ObserveDependencies,
  components: readonly ComponentObservation[],
  intent: Intent,
): Promise<readonly ComponentObservation[]> {
  const asked = components.filter((component) => needsFacts(component, intent));
  if (asked.length === 0) return components;
  const known = await componentsOf(dependencies.service, asked);
  const urls = await dependencies.repositoryUrls();
  return Promise.all(
    components.map(async (component) => {
      const facts = asked.includes(component) ? factsOf(known, component.binding.component, urls) : undefined;
      if (facts === undefined) return component;
      const withFacts = await compareAsSent(dependencies.git, { ...component, facts });
      return wantsComparison(withFacts, intent) ? addComparison(dependencies, withFacts, facts) : withFacts;
    }),
  );
}

function needsFacts(component: ComponentObservation, intent: Intent): boolean {
  if (!intent.push && !intent.pull) return false;
  const { source, translations, unserved, binding } = component;
  const sourceDiffers = source.translation !== undefined && source.translation.revision !== source.blob;
  const isAhead = translations.some(
    ({ blob, translation, versions }) =>
      blob !== undefined && versions !== undefined && relate(blob, translation.revision, versions).kind === "ahead",
  );
  const mayAdd = intent.push && binding.push.translations !== "never";
  const keeps =
    intent.push && translations.some((observed) => wantsKept(component, observed) || mayKeep(component, observed));
  return (
    sourceDiffers ||
    isAhead ||
    keeps ||
    (intent.push && mayHaveNewTexts(component)) ||
    (intent.push && unserved.length > 0) ||
    (mayAdd && translations.some((observed) => wantsFill(component, observed)))
  );
}

/** Without a source file, a translation that git has in another version may bring new source texts. */
function mayHaveNewTexts({ binding, translations }: ComponentObservation): boolean {
  return (
    binding.source === undefined &&
    translations.some(
      ({ blob, translation, versions }) =>
        blob !== undefined &&
        translation.revision !== "" &&
        blob !== translation.revision &&
        relate(blob, translation.revision, versions ?? { blobs: [blob] }).kind !== "in-step",
    )
  );
}

/** Both sides may have changed it, and what git has newer is to be sent. */
function mayKeep({ binding }: ComponentObservation, { blob, translation, versions }: TranslationObservation): boolean {
  if (binding.push.translations !== "changed" || blob === undefined || versions === undefined) return false;
  return relate(blob, translation.revision, versions).kind === "behind";
}

/** A source that differs in nothing but what a run adds to it is in step, whichever way this run goes. */
async function compareAsSent(
  git: Pick<Git, "read" | "hash">,
  component: ComponentObservation,
): Promise<ComponentObservation> {
  const { source, facts } = component;
  const { path, blob, translation } = source;
  if (path === undefined || blob === "" || translation === undefined || translation.revision === blob) return component;
  if (!mayBeSentAsAnother(facts?.component)) return component;
  const sent = await asSent(await git.read(blob), facts?.component);
  if (git.hash(sent) !== translation.revision) return component;
  return { ...component, source: { ...source, isAsSent: true } };
}

function wantsComparison(component: ComponentObservation, intent: Intent): boolean {
  const { source, facts } = component;
  if (facts === undefined || source.translation === undefined) return false;
  // A service that reads this repository finds new texts in the translations.
  if (source.path === undefined) {
    return intent.push && !facts.readsThisRepository && mayHaveNewTexts(component);
  }
  if (source.translation.revision === source.blob || source.isAsSent === true) return false;
  if (isKeptInTranslations(source)) return true;
  // A service that fetches the source itself is only asked which keys it would lose.
  return facts.readsThisRepository ? !intent.settled && facts.component.template !== "" : intent.push;
}

async function addComparison(
  dependencies: ObserveDependencies,
  component: ComponentObservation,
  { component: described }: ComponentFacts,
): Promise<ComponentObservation> {
  const { git } = dependencies;
  const { source } = component;
  const { path } = source;
  const { fileFormat } = described;
  if (path === undefined) {
    const served = await readServedSource(dependencies, component);
    const found = await compareScattered(git, await readerOf(described), { ...component, fileFormat }, served);
    return found === undefined ? component : { ...component, source: { ...source, ...found } };
  }
  const repository = await git.read(source.blob);
  const served = await readServedSource(dependencies, component);
  const format = await readerOf(described);
  const compareWith = (older: readonly Uint8Array[]): SourceComparison =>
    compareSource(format, fileFormat, path, repository, served, older);
  const comparison = compareWith([]);
  const isLosing = comparison.kind === "compared" && comparison.removed.length > 0;
  const older = isLosing ? await olderSources(git, { path, blob: source.blob }) : [];
  return { ...component, source: { ...source, comparison: older.length === 0 ? comparison : compareWith(older) } };
}
