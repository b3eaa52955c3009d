import { once } from "../../core/once.ts";
import { VERSION } from "../../core/version.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import type { RepositoryStatus, ServiceChange, TranslationService } from "../../service-client/translation-service.ts";
import { listedFolder, type AgreementRecord, type KeptFiles } from "../agreement/agreement.ts";
import type { Listings, Stale } from "../observe/listings.ts";
import type { Observation } from "../observe/observation.ts";
import type { StepOutcome } from "../plan.ts";
import { isRecord, jsonIn } from "../../core/json.ts";
import { printListing, readListing, type KeptListing } from "./kept-listing.ts";
import { moversAmong, type Listed } from "./moved-components.ts";
import { newsSince, recent } from "./news.ts";
import { ADD_ONS_ARE_DONE, COMMITTED, CONTENT, type Feed } from "./standpoint.ts";
import type { Unmoved } from "./unmoved.ts";

/** A project as a run saw it. */
interface KeptProject extends Omit<Feed, "project"> {
  /** Of its repositories, after the run, as far as ours go: elsewhere something may be pending. Null where nobody asked. */
  readonly status: RepositoryStatus | null;
  /** Components whose newest entry was young: add-ons may have been at work still. Name → time of the entry (ISO 8601). */
  readonly restless: Readonly<Record<string, string>>;
}

/** What a run looked at, for later ones of the same day. */
interface KeptLook {
  readonly version: string;
  readonly service: string;
  /** UTC: of the run that looked at everything. */
  readonly day: string;
  readonly projects: Readonly<Record<string, KeptProject>>;
}

/** What earlier runs listed, and what the service's list of changes tells since. */
export interface KnownBefore {
  readonly day: string;
  readonly listings: ReadonlyMap<string, KeptListing>;
  readonly stale: Stale;
  /** States of projects' repositories that follow from the entries. */
  readonly repositories: ReadonlyMap<string, RepositoryStatus>;
  /** Addresses of languages in which somebody wrote, and nobody committed since. */
  readonly pending: ReadonlySet<string>;
  /** New entries of each project, newest first. */
  readonly entries: ReadonlyMap<string, readonly ServiceChange[]>;
  readonly restless: ReadonlyMap<string, KeptProject["restless"]>;
}

/** When a run looks, and at the beginning of which lists of changes. */
type Beginning = Pick<Unmoved, "day" | "newest" | "now" | "beside">;

interface KnownDependencies {
  readonly service: Pick<TranslationService, "url" | "recentChanges">;
  readonly record: Pick<AgreementRecord, "kept">;
  readonly listings: Pick<Listings, "inProject">;
}

/**
 * What was known before, where the list of changes tells all that moved since. It spares requests and decides nothing: whatever a file
 * is made of is looked at now. Undefined: all is listed anew.
 */
export async function knownBefore(
  { service, record, listings: asked }: KnownDependencies,
  unmoved: Beginning,
  bindings: readonly Binding[],
): Promise<KnownBefore | undefined> {
  const places = placesOf(unmoved.beside);
  const look = readLook((await record.kept([places.look])).get(places.look));
  if (look?.version !== VERSION || look.service !== service.url || look.day !== unmoved.day) return undefined;
  const names = bindings.map(({ component }) => componentName(component));
  const files = await record.kept(names.map(places.of));
  const listings = new Map<string, KeptListing>();
  for (const name of names) {
    const listing = readListing(files.get(places.of(name)));
    // What came to a component that was not bound before was passed over.
    if (listing === undefined) return undefined;
    listings.set(name, listing);
  }
  const addresses = new Map<string, string>();
  const sources = new Set<string>();
  for (const [name, { translations: languages }] of listings) {
    for (const { url, isSource } of languages) {
      addresses.set(url, name);
      if (isSource) sources.add(url);
    }
  }
  const listed: Listed = { addresses: () => Promise.resolve(addresses), inProject: asked.inProject.bind(asked) };
  const components = new Set<string>();
  const translations = new Map<string, string>();
  const pending = new Set<string>();
  const repositories = new Map<string, RepositoryStatus>();
  const restless = new Map<string, KeptProject["restless"]>();
  const entries = new Map<string, readonly ServiceChange[]>();
  for (const { project, newest } of unmoved.newest) {
    const kept = look.projects[project];
    const news = kept && (await newsSince(service, { project, ...kept }, newest));
    const movers = news && (await moversAmong(news, project, listed));
    if (kept === undefined || news === undefined || movers === undefined) return undefined;
    restless.set(project, kept.restless);
    for (const name of Object.keys(kept.restless)) components.add(name);
    let isTold = kept.status !== null && !kept.status.needsCommit;
    const written = new Set<string>();
    for (const { change, name, language } of movers.toReversed()) {
      // New texts of a source move all languages.
      if (language === undefined || sources.has(language)) components.add(name);
      else translations.set(language, name);
      if (language === undefined) continue;
      if (change.action === COMMITTED) written.delete(language);
      else if (CONTENT.has(change.action)) written.add(language);
      else isTold = false;
    }
    for (const address of written) pending.add(address);
    if (isTold && kept.status !== null) repositories.set(project, { ...kept.status, needsCommit: written.size > 0 });
    entries.set(project, news);
  }
  for (const [address, name] of translations) if (components.has(name)) translations.delete(address);
  return {
    day: look.day,
    listings,
    stale: { components, translations },
    repositories,
    pending,
    entries,
    restless,
  };
}

/** Projects whose commit shows in the languages that it was about: nobody has to be asked whether it worked. */
export function provedCommits(
  known: KnownBefore | undefined,
  before: Observation,
  after: Observation,
  outcomes: readonly StepOutcome[],
): ReadonlySet<string> {
  if (known === undefined || known.pending.size === 0) return new Set();
  const revisions = revisionsOf(before);
  const now = revisionsOf(after);
  const committed = outcomes.filter(({ step, outcome }) => step.kind === "commit" && step.whole && outcome === "done");
  return new Set(
    committed.flatMap(({ step: { component: project } }) => {
      const names = after.components.filter(({ binding }) => binding.component.project === project);
      const urls = new Set(names.flatMap(({ translations }) => translations.map(({ translation: { url } }) => url)));
      const written = [...known.pending].filter((url) => urls.has(url));
      const isShown = written.length > 0 && written.every((url) => now.get(url) !== revisions.get(url));
      return isShown && known.repositories.has(project) ? [project] : [];
    }),
  );
}

function revisionsOf({ components }: Observation): ReadonlyMap<string, string> {
  return new Map(
    components.flatMap(({ translations }) =>
      translations.map(({ translation: { url, revision } }) => [url, revision] as const),
    ),
  );
}

/** What the run found. */
export interface Looked {
  readonly listings: Listings;
  /** State of each project's repositories after the run; none where it may be another one. */
  readonly repositories: ReadonlyMap<string, RepositoryStatus>;
}

/**
 * The files that later runs begin with, by their path in the record; undefined where something may be under way that nobody tells of.
 */
export async function filesToKeep(
  service: KnownDependencies["service"],
  unmoved: Beginning,
  known: KnownBefore | undefined,
  { listings, repositories }: Looked,
): Promise<KeptFiles | undefined> {
  const projects: Record<string, KeptProject> = {};
  const listed: Listed = {
    addresses: once(() => listings.addresses()),
    inProject: listings.inProject.bind(listings),
  };
  for (const { project, newest } of unmoved.newest) {
    const since = unmoved.now(project) - ADD_ONS_ARE_DONE;
    const restless = await restlessIn(service, project, since, { newest, known, listed });
    if (restless === undefined) return undefined;
    const { count, entries } = newest;
    const [{ id, timestamp }] = entries;
    projects[project] = { id, timestamp, count, status: repositories.get(project) ?? null, restless };
  }
  const look: KeptLook = { version: VERSION, service: service.url, day: known?.day ?? unmoved.day, projects };
  const places = placesOf(unmoved.beside);
  const files = new Map<string, () => Uint8Array>([
    [places.look, () => new TextEncoder().encode(`${JSON.stringify(look)}\n`)],
  ]);
  for (const [name, listing] of await listings.kept()) files.set(places.of(name), () => printListing(listing));
  return { folder: places.folder, files };
}

/** Components with an entry that is younger; undefined where one may have moved anything, or there are too many. */
async function restlessIn(
  service: KnownDependencies["service"],
  project: string,
  since: number,
  {
    newest,
    known,
    listed,
  }: {
    readonly newest: Unmoved["newest"][number]["newest"];
    readonly known: KnownBefore | undefined;
    readonly listed: Listed;
  },
): Promise<KeptProject["restless"] | undefined> {
  const isYoung = ({ timestamp }: Pick<ServiceChange, "timestamp">): boolean => !(Date.parse(timestamp) <= since);
  const restless = new Map(
    Object.entries(known?.restless.get(project) ?? {}).filter(([, timestamp]) => isYoung({ timestamp })),
  );
  const isAll = known !== undefined || newest.entries.length >= newest.count || !newest.entries.every(isYoung);
  const young = isAll
    ? [...(known?.entries.get(project) ?? newest.entries)].filter(isYoung)
    : (await recent(service, project, isYoung))?.entries;
  const movers = young && (await moversAmong(young, project, listed));
  if (movers === undefined) return undefined;
  for (const { change, name } of movers) {
    if ((restless.get(name) ?? "") < change.timestamp) restless.set(name, change.timestamp);
  }
  return Object.fromEntries([...restless].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Where the record keeps them, for a mapping of that name. */
function placesOf(beside: string | undefined) {
  const folder = listedFolder(beside);
  return {
    folder,
    look: `${folder}/look`,
    of: (component: string): string => `${folder}/of/${encodeURIComponent(component)}`,
  };
}

/** Whoever may push to the repository can write it; undefined for what is none of ours. */
function readLook(bytes: Uint8Array | undefined): KeptLook | undefined {
  const said = bytes && jsonIn(bytes);
  return isLook(said) ? said : undefined;
}

function isLook(said: unknown): said is KeptLook {
  if (!isRecord(said)) return false;
  const { version, service, day, projects } = said;
  return (
    [version, service, day].every((text) => typeof text === "string") &&
    isRecord(projects) &&
    Object.values(projects).every(isProject)
  );
}

function isProject(value: unknown): value is KeptProject {
  if (!isRecord(value)) return false;
  const { id, timestamp, count, status, restless } = value;
  return (
    typeof id === "number" &&
    typeof timestamp === "string" &&
    typeof count === "number" &&
    (status === null || isStatus(status)) &&
    isRecord(restless) &&
    Object.values(restless).every((time) => typeof time === "string")
  );
}

function isStatus(value: unknown): value is RepositoryStatus {
  if (!isRecord(value)) return false;
  const { needsCommit, needsMerge, needsPush } = value;
  return [needsCommit, needsMerge, needsPush].every((flag) => typeof flag === "boolean");
}
