import { RemoteError, InterlinearError } from "../../core/errors.ts";
import type { Clock } from "../../core/clock.ts";
import { collectNow } from "../../core/small-heap.ts";
import { defined } from "../../core/defined.ts";
import type { Logger } from "../../core/logger.ts";
import { VERSION } from "../../core/version.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import type { NewestChanges, TranslationService } from "../../service-client/translation-service.ts";
import type { Observation } from "../observe/observation.ts";
import type { RunResult } from "../plan.ts";
import { keptLook, printLook, readLook, type KeptLook } from "./kept-look.ts";
import { ADD_ONS_ARE_DONE, standpointId, type Feed, type Standpoint } from "./standpoint.ts";

/** Where full looks that found nothing to do are kept, each under the id of its standpoint. */
const PLACE = "refs/interlinear/in-step";

/** Those of the entries of an index that a mapping is bound to. */
export type BoundFiles = (
  entries: readonly IndexEntry[],
  mapping: ResolvedMapping,
) => readonly IndexEntry[] | Promise<readonly IndexEntry[]>;

type UnmovedGit = Pick<Git, "index" | "head" | "ownRefs" | "note" | "writeNote">;

interface UnmovedDependencies {
  readonly git: UnmovedGit;
  readonly service: Pick<TranslationService, "newestChanges">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly boundFiles?: BoundFiles;
}

/** What a run was told. */
interface UnmovedOptions {
  readonly command: RunResult["command"];
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  readonly frozen?: string;
  /** A part of what there is, or of what was planned: given or not. */
  readonly components?: unknown;
  readonly languages?: unknown;
  readonly planned?: unknown;
  readonly standings?: unknown;
}

/** What a run stands on, before it has looked at the service's files. */
interface Known {
  readonly dependencies: UnmovedDependencies;
  readonly standpoint: Omit<Standpoint, "head" | "record">;
  /** Of the mapping, if it is not the one at the usual place. */
  readonly beside: string | undefined;
  /** Refs of ours on the remote. */
  readonly refs: ReadonlyMap<string, string>;
  readonly head: string | undefined;
  /** Of each project. */
  readonly newest: readonly { readonly project: string; readonly newest: NewestChanges }[];
}

/**
 * Whether anything moved since a run looked at everything and had nothing to do: one question a project. Nobody trusts it further than
 * that: it names all that a run's outcome follows from, and a standpoint that was never seen has no name there.
 */
export class Unmoved {
  readonly #known: Known;

  private constructor(known: Known) {
    this.#known = known;
  }

  /**
   * Undefined where nothing can be proved: parts of a run, mappings whose components follow branches, a service that does not tell.
   * @param refs asked of the remote while the service is asked; undefined: nobody knows
   */
  static async stand(
    dependencies: UnmovedDependencies,
    mapping: ResolvedMapping,
    options: UnmovedOptions,
    { branch, refs }: { readonly branch: string; readonly refs: Promise<ReadonlyMap<string, string> | undefined> },
  ): Promise<Unmoved | undefined> {
    if (!isProvable(mapping, options)) return undefined;
    const { git, service, clock, logger } = dependencies;
    const projects = [...new Set(mapping.bindings.map(({ component }) => component.project))].toSorted();
    let entries: readonly { readonly project: string; readonly newest: NewestChanges | undefined }[];
    try {
      entries = await Promise.all(
        projects.map(async (project) => ({ project, newest: await service.newestChanges(project) })),
      );
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      logger.debug(`Whether anything moved on the service is not told: ${error.message}`);
      return undefined;
    }
    const known = await refs;
    if (known === undefined) return undefined;
    const all = entries.flatMap(({ project, newest }) => (newest === undefined ? [] : [{ project, newest }]));
    if (all.length < projects.length) return undefined;
    const feeds = all.map(({ project, newest }): Feed => ({
      project,
      id: newest.entries[0].id,
      timestamp: newest.entries[0].timestamp,
      count: newest.count,
    }));
    const { allowRemovals, frozen } = options;
    const standpoint = {
      version: VERSION,
      branch,
      mapping,
      options: { allowRemovals, ...defined({ frozen }) },
      day: clock.now().toISOString().slice(0, 10),
      files: await filesOf(dependencies, mapping),
      feeds,
    };
    const { beside } = mapping;
    return new Unmoved({ dependencies, standpoint, beside, refs: known, head: await git.head(), newest: all });
  }

  /** UTC, `2026-11-23`. */
  get day(): string {
    return this.#known.standpoint.day;
  }

  /** The mapping's name, if it is not the one at the usual place: what is kept of a look is its own. */
  get beside(): string | undefined {
    return this.#known.beside;
  }

  /** Each project's newest entries before anything was looked at. */
  get newest(): Known["newest"] {
    return this.#known.newest;
  }

  /** Milliseconds since 1970, by the clock that a project's entries are written by: where it does not tell, by ours. */
  now(project: string): number {
    const { newest, dependencies } = this.#known;
    return newest.find((each) => each.project === project)?.newest.now ?? dependencies.clock.now().getTime();
  }

  /** Whether all that the newest entries started is over. */
  get #isCalm(): boolean {
    return this.#known.newest.every(
      ({ project, newest: { entries } }) => this.now(project) - Date.parse(entries[0].timestamp) > ADD_ONS_ARE_DONE,
    );
  }

  /** The newest entries before anything was looked at. */
  get feeds(): readonly Feed[] {
    return this.#known.standpoint.feeds;
  }

  /** What the earlier look found; undefined where something moved, or nobody looked. */
  async seen(record: string | undefined): Promise<KeptLook | undefined> {
    const { dependencies, refs, head } = this.#known;
    for (const at of [undefined, head]) {
      const ref = this.#ref({ record, head: at });
      const id = refs.get(ref);
      if (id === undefined) continue;
      const content = await dependencies.git.note(ref, id).catch(ofGit);
      const look = content && readLook(content);
      if (look !== undefined) return look;
    }
    return undefined;
  }

  /**
   * Keeps what a run found, if it looked at everything and had nothing to do. Costs nothing otherwise.
   * @param isEqual whether all blob ids in git are the service's revisions
   * @param record its commit as it is now
   */
  async keep(result: RunResult, isEqual: boolean, record: string | undefined): Promise<void> {
    const { dependencies, refs, head } = this.#known;
    const look = this.#isCalm ? keptLook(result) : undefined;
    if (look === undefined) return;
    const ref = this.#ref({ record, head: isEqual ? undefined : head });
    const place = this.#place();
    const outdated = [...refs.keys()].filter(
      (other) => other.startsWith(place) && !other.includes("/", place.length) && other !== ref,
    );
    collectNow();
    const isKept = await dependencies.git.writeNote(ref, printLook(look), outdated).catch(ofGit);
    if (isKept !== true) dependencies.logger.debug("That nothing has to be done could not be written down.");
  }

  #place(): string {
    const { standpoint, beside } = this.#known;
    return `${PLACE}/${standpoint.branch}${beside === undefined ? "" : `@${beside}`}/`;
  }

  #ref(more: Pick<Standpoint, "head" | "record">): string {
    return `${this.#place()}${standpointId({ ...this.#known.standpoint, ...more })}`;
  }
}

/** What tells files of a mapping is loaded where nobody told them before. */
async function filesOf(
  { git, boundFiles }: UnmovedDependencies,
  mapping: ResolvedMapping,
): Promise<Standpoint["files"]> {
  const entries = await git.index();
  if (boundFiles !== undefined) return boundFiles(entries, mapping);
  return (await import("./bound-files.ts")).boundFiles(entries, mapping.bindings);
}

/** A refusal of git costs the proof, never the run. */
function ofGit(error: unknown): undefined {
  if (error instanceof InterlinearError) return undefined;
  throw error;
}

/** Components that follow branches come and go with these, locks that a killed run left are taken away after hours, and a plan that somebody looked at is taken as it is. */
function isProvable({ branches, withLock }: ResolvedMapping, options: UnmovedOptions): boolean {
  const { command, dryRun, components, languages, planned, standings } = options;
  const isWhole = [components, languages, planned, standings].every((part) => part === undefined);
  return command === "sync" && !dryRun && isWhole && branches.length === 0 && !withLock;
}

/** Whether the ids alone tell that both sides are the same, without git's history. */
export function isEqualById({ components }: Pick<Observation, "components">): boolean {
  return components.every(({ source, translations }) =>
    [
      ...(source.translation === undefined || source.path === undefined || source.isAsSent === true
        ? []
        : [{ blob: source.blob, translation: source.translation }]),
      ...translations,
    ].every(({ blob, translation }) => blob === undefined || blob === translation.revision),
  );
}
