import type { Clock } from "../core/clock.ts";
import { RemoteError } from "../core/errors.ts";
import type { Git } from "../git/git.ts";
import { componentName, type ResolvedMapping } from "../mapping/binding.ts";
import type {
  OperationResult,
  RepositoryStatus,
  ServiceComponent,
  TranslationService,
} from "../service-client/translation-service.ts";
import { factsOf } from "./component-facts.ts";
import { compareFiles, readUpstream, type Upstream } from "./heal-files.ts";
import { mayReset, type FileObservation, type ResetObservation } from "./heal.ts";
import { cut, healed, lockLeft, notHealed, worstFirst, type HealthFinding } from "./health.ts";
import { holdLocks, newestChange } from "./service-lock.ts";

export interface HealDependencies {
  readonly service: TranslationService;
  readonly git: Git;
  readonly clock: Clock;
  /** Every address under which the repository we are in can be cloned. */
  readonly repositoryUrls: () => Promise<readonly string[]>;
  /** Told the names of what is locked for a while: see `RunDependencies.onLocked`. */
  readonly onLocked?: (names: readonly string[]) => void | Promise<void>;
}

/** What was merged, and where. */
export interface Merged {
  /** The branch it was merged into; components that follow another one are left alone. */
  readonly branch: string;
  /** On that branch; git has its objects. */
  readonly mergeCommit: string;
}

/**
 * - `in-step`: the service has all of upstream.
 * - `reset`: it could not merge, and was reset after proof that nothing gets lost.
 * - `left`: it could not merge, and holds what upstream lacks, or may: a person decides.
 */
export interface HealedClone {
  /** `acme/website`: the owner of the clone. */
  readonly owner: string;
  readonly outcome: "in-step" | "reset" | "left";
}

export interface Healing {
  readonly clones: readonly HealedClone[];
  readonly health: readonly HealthFinding[];
}

/**
 * After a pull request of ours was merged, by whichever method: components that read this very repository are told to
 * pull. Where the service cannot merge, since a squash or rebase has made other commits of what it committed itself, its
 * clone is reset, but only if that provably loses nothing. Done twice, the second time finds all in step.
 *
 * @throws {RemoteError} where the service does not answer; what it refuses is a finding
 */
export async function healAfterMerge(
  dependencies: HealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  merged: Merged,
): Promise<Healing> {
  const clones = await clonesReading(dependencies, mapping, merged.branch);
  const done = await Promise.all(clones.map((clone) => new Heal(dependencies, clone, merged.mergeCommit).run()));
  return {
    clones: done.map(({ owner, outcome }) => ({ owner, outcome })),
    health: worstFirst(done.flatMap(({ health }) => health)),
  };
}

interface Clone {
  readonly owner: ServiceComponent;
  /** All that live in it, the owner too, bound in the mapping or not. */
  readonly members: readonly ServiceComponent[];
}

async function clonesReading(
  { service, repositoryUrls }: HealDependencies,
  { bindings }: Pick<ResolvedMapping, "bindings">,
  branch: string,
): Promise<readonly Clone[]> {
  const projects = [...new Set(bindings.map(({ component }) => component.project))];
  const [urls, ...lists] = await Promise.all([repositoryUrls(), ...projects.map((slug) => service.components(slug))]);
  const known = lists.flat();
  const facts = known.flatMap((component) => factsOf(known, component.path, urls) ?? []);
  const bound = new Set(bindings.map(({ component }) => componentName(component)));
  const owners = new Set(
    facts
      .filter(({ component }) => bound.has(componentName(component.path)))
      .filter(({ component, readsThisRepository }) => readsThisRepository && (component.branch ?? branch) === branch)
      .map(({ owner }) => owner),
  );
  return [...owners].flatMap((name) => {
    const owner = known.find(({ path }) => componentName(path) === name);
    const members = facts.filter((each) => each.owner === name).map(({ component }) => component);
    return owner === undefined ? [] : [{ owner, members }];
  });
}

interface Done extends HealedClone {
  readonly health: readonly HealthFinding[];
}

/** Failed merge and rebase, beside what comes after a good one (facts §1.1). */
const MERGES = [19, 20, 21, 22, 23];

class Heal {
  readonly #dependencies: HealDependencies;
  readonly #clone: Clone;
  readonly #commit: string;
  readonly #name: string;

  constructor(dependencies: HealDependencies, clone: Clone, commit: string) {
    this.#dependencies = dependencies;
    this.#clone = clone;
    this.#commit = commit;
    this.#name = componentName(clone.owner.path);
  }

  async run(): Promise<Done> {
    let words = "";
    try {
      const pull = await this.#operate("pull");
      const { needsMerge } = await this.#status();
      if (!needsMerge && !isRefused(pull)) return { owner: this.#name, outcome: "in-step", health: [] };
      words = await this.#words(pull);
      if (!needsMerge) return this.#left(words, ["the service could not fetch it: a reset would not help"]);
      return await this.#resetBehindLocks(words);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.status === undefined) throw error;
      return this.#left(words, [error.message]);
    }
  }

  async #resetBehindLocks(words: string): Promise<Done> {
    const { service, onLocked } = this.#dependencies;
    const { members } = this.#clone;
    await using locks = await holdLocks(
      service,
      members.map(({ path }) => path),
      onLocked,
    );
    await this.#operate("commit");
    const upstream = await this.#upstream();
    const observation = await this.#observe(upstream);
    const decision = mayReset(observation);
    if (!decision.mayReset) return this.#left(words, decision.reasons);
    const reset = await this.#operate("reset");
    const doubts = await this.#doubts(reset, upstream, observation.files);
    const left = await locks.release();
    if (doubts.length > 0) return this.#left(words, [...doubts, cut(reset.detail ?? "")].filter(Boolean));
    const health = [healed(this.#clone.owner, words, observation.files.length), ...left.map(lockLeft)];
    return { owner: this.#name, outcome: "reset", health };
  }

  #left(words: string, reasons: readonly string[]): Done {
    return { owner: this.#name, outcome: "left", health: [notHealed(this.#clone.owner, words, reasons)] };
  }

  async #operate(operation: "pull" | "commit" | "reset"): Promise<OperationResult> {
    const { service } = this.#dependencies;
    const result = await service.operateComponent(this.#clone.owner.path, operation);
    await Promise.all(this.#clone.members.map(({ path }) => service.settled(path)));
    return result;
  }

  async #status(): Promise<RepositoryStatus> {
    return this.#dependencies.service.componentRepository(this.#clone.owner.path);
  }

  /** `merge_failure` is empty as soon as the service has locked the component after it: its log has the words. */
  async #words({ detail }: OperationResult): Promise<string> {
    const { service } = this.#dependencies;
    const newest = await newestChange(service, this.#clone.owner.path, MERGES);
    const failed = newest?.action === 22 || newest?.action === 23 ? newest.target : "";
    return cut([detail ?? "", failed].filter(Boolean).join(" "));
  }

  async #upstream(): Promise<Upstream> {
    const { service, git } = this.#dependencies;
    const lists = await Promise.all(this.#clone.members.map(({ path }) => service.translations(path)));
    const paths = lists.flat().flatMap(({ filename }) => (filename === "" ? [] : [filename]));
    return readUpstream(git, this.#commit, [...new Set(paths)]);
  }

  async #observe(upstream: Upstream): Promise<ResetObservation> {
    const { service } = this.#dependencies;
    const files = await this.#files(upstream);
    // Last, right before the reset: a lock that others held may have gone while the files were compared.
    const components = await Promise.all(
      this.#clone.members.map(async ({ path }) => {
        const [isLocked, { needsCommit }] = await Promise.all([
          service.isLocked(path),
          service.componentRepository(path),
        ]);
        return { name: componentName(path), isLocked, needsCommit };
      }),
    );
    return { components, files };
  }

  async #files(upstream: Upstream): Promise<readonly FileObservation[]> {
    const { service } = this.#dependencies;
    const lists = await Promise.all(
      this.#clone.members.map(async (component) =>
        compareFiles(this.#dependencies, component, await service.translations(component.path), upstream),
      ),
    );
    return lists.flat();
  }

  /** What speaks against the reset being done: a state that is not upstream's, files and languages that are not. */
  async #doubts(
    reset: OperationResult,
    upstream: Upstream,
    before: readonly FileObservation[],
  ): Promise<readonly string[]> {
    const { needsMerge, remoteCommit } = await this.#status();
    if (needsMerge || isRefused(reset)) return [NOT_DONE];
    // Upstream has moved on since the merge: what it has now is for the service to read.
    if (remoteCommit !== undefined && remoteCommit !== this.#commit) return [];
    const after = await this.#files(upstream);
    const equal = new Set(after.filter(({ relation }) => relation === "equal").map(nameOf));
    return before
      .filter((file) => !equal.has(nameOf(file)))
      .map((file) => `${nameOf(file)}: not the repository's after the reset`);
  }
}

const NOT_DONE = "the service was asked to reset its clone, and is not where its upstream is";

function nameOf({ path, component, language }: FileObservation): string {
  return `${path} (${component}, ${language})`;
}

/** `result: false` stands for "nothing to do" as well as for a failure; only with a reason is it one for certain (probe §4). */
function isRefused({ result, detail }: OperationResult): boolean {
  return result === false && detail !== undefined && detail !== "";
}
