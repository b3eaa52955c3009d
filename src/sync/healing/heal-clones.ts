import type { TimerClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type ResolvedMapping } from "../../mapping/binding.ts";
import type {
  OperationResult,
  RepositoryStatus,
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { AgreementRecord, type Agreed } from "../agreement/agreement.ts";
import { factsOf } from "../observe/component-facts.ts";
import { finishHealing, NOTHING_FINISHED, reasonsOf, uploadAgain } from "./finish-healing.ts";
import { compareFiles, readUpstream, type ComparedFile, type Upstream } from "./heal-files.ts";
import { clonePlan, counted, plannedEnd, planWords, type ClonePlan, type PlannedEnd } from "./heal-plan.ts";
import {
  healingElsewhere,
  HealIntents,
  isOnlyToTell,
  type HealIntent,
  type HealTurn,
  type LeftOfHealing,
  type TurnTaken,
} from "./heal-intents.ts";
import { mayReset, type FileObservation, type ResetObservation } from "./heal.ts";
import {
  cut,
  healed,
  healingLockLeft,
  lockLeft,
  notHealed,
  notUploadedAgain,
  resetInDoubt,
  worstFirst,
  wouldHeal,
  type HealthFinding,
} from "../health/health.ts";
import type { Conflict } from "../plan.ts";
import {
  holdLocks,
  lockOf,
  lockWords,
  namesOf,
  newestChange,
  releaseLocks,
  type HeldLocks,
  type ReleaseFailure,
} from "../health/service-lock.ts";

export interface HealDependencies {
  readonly service: TranslationService;
  readonly git: Git;
  readonly clock: TimerClock;
  /** Every address under which the repository we are in can be cloned. */
  readonly repositoryUrls: () => Promise<readonly string[]>;
  /** Told the names of what is locked for a while: see `RunDependencies.onLocked`. */
  readonly onLocked?: (names: readonly string[]) => void | Promise<void>;
}

/** Which clones, and how far. */
export interface HealRequest {
  /** Components that follow another branch are left alone. */
  readonly branch: string;
  /** On that branch; git has its objects. */
  readonly commit: string;
  /** Owners of clones (`acme/website`); all that read this repository without it. */
  readonly owners?: ReadonlySet<string>;
  /** Projects whose clones are looked at where their own state asks for it. */
  readonly onlyBehind?: boolean;
  /** Of those, owners that have pulled, and whose files still are what git had before. */
  readonly unmoved?: ReadonlySet<string>;
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean;
}

/**
 * - `in-step`: the service has all of upstream.
 * - `reset`: it could not merge, and was reset; what only the service had was uploaded again.
 * - `reset-not-uploaded`: it was reset, and the record of agreement keeps what the service did not take again yet.
 * - `would-pull`: in a dry run: it has not taken over the newest commits, and would be told to; only if that fails, it would be reset.
 * - `would-reset`: in a dry run: it could not merge, and would be reset.
 * - `left`: it could not merge, and a person's action ends it.
 * - `elsewhere`: another run is at it.
 */
export interface HealedClone {
  /** `acme/website`: the owner of the clone. */
  readonly owner: string;
  readonly outcome: "in-step" | "reset" | "reset-not-uploaded" | "would-pull" | "would-reset" | "left" | "elsewhere";
  /** What would be done, or is in the way: where a dry run found something. */
  readonly plan?: ClonePlan;
}

export interface Healing {
  readonly clones: readonly HealedClone[];
  readonly health: readonly HealthFinding[];
  /** Strings that both sides changed and that a reset decided for the repository. */
  readonly conflicts: readonly Conflict[];
  /** In a dry run: what earlier runs began, and the next one ends. */
  readonly unfinished: readonly PlannedEnd[];
  /** Owners of clones whose healing the run ends when people can read of it; absent: none. */
  readonly open?: readonly string[];
}

const NOTHING: Healing = { clones: [], health: [], conflicts: [], unfinished: [] };

/**
 * Components that read this very repository are told to pull. Where the service cannot merge, since a squash or rebase has
 * made other commits of what it committed itself, its clone is reset to upstream behind a lock, and what only the service
 * has is uploaded again. What is about to be done is written into the record of agreement first, so that the next run ends
 * what this one began. Done twice, the second time finds all in step.
 *
 * @throws {RemoteError} where the service does not answer; what it refuses is a finding
 */
export async function healClones(
  dependencies: HealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  request: HealRequest,
  opened?: AgreementRecord,
): Promise<Healing> {
  const record = opened ?? (await AgreementRecord.open(dependencies.git, request.branch));
  const isDry = request.dryRun === true;
  const isInRun = opened !== undefined;
  const intents = new HealIntents(record);
  const begun = await intents.unfinished();
  // A run has ended them before, and has said whose turn it is.
  const isEnding = !isDry && !isInRun && begun.length > 0;
  const finished = isEnding ? await finishHealing(dependencies, intents, begun) : NOTHING_FINISHED;
  const turns = begun.flatMap((intent) => {
    const turn = intents.turnOfOthers(intent, dependencies.clock.now());
    return turn === undefined ? [] : [{ intent, turn }];
  });
  const turnAt = new Map(
    turns.flatMap(({ intent, turn }) => (isOnlyToTell(intent) ? [] : [[intent.owner, turn] as const])),
  );
  const others = [...turnAt].map(([owner, turn]) => healingElsewhere(owner, turn));
  const elsewhere = new Set([...turnAt.keys(), ...finished.elsewhere]);
  const left = isDry ? begun.filter((each) => !turns.some(({ intent }) => intent === each)) : [];
  const unfinished = left.map(plannedEnd);
  const said = isDry ? others : finished.health;
  const clones = await clonesReading(dependencies, mapping, request);
  if (clones.length === 0) return { ...NOTHING, unfinished, conflicts: finished.conflicts, health: said };
  const heals = clones.map((clone) => new Heal(dependencies, record, mapping, clone, { ...request, isInRun }));
  // One after the other: each writes its intent into the one record.
  const done: Done[] = [];
  for (const heal of heals) {
    const turn = isInRun && !isDry ? turnAt.get(heal.name) : undefined;
    done.push(elsewhere.has(heal.name) ? heal.elsewhere(turn) : await heal.run());
  }
  const open = done.flatMap(({ owner, conflicts }) => (isInRun && conflicts.length > 0 ? [owner] : []));
  return {
    clones: done.map(({ owner, outcome, plan }) => ({
      owner,
      outcome: outcome === "in-step" && finished.kept.includes(owner) ? "reset-not-uploaded" : outcome,
      ...defined({ plan }),
    })),
    health: worstFirst([...said, ...done.flatMap(({ health }) => health)]),
    conflicts: [...finished.conflicts, ...done.flatMap(({ conflicts }) => conflicts)],
    unfinished,
    ...(open.length === 0 ? {} : { open }),
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
  { branch, owners: wanted }: HealRequest,
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
      .map(({ owner }) => owner)
      .filter((owner) => wanted === undefined || wanted.has(owner)),
  );
  return [...owners].flatMap((name) => {
    const owner = known.find(({ path }) => componentName(path) === name);
    const members = facts.filter((each) => each.owner === name).map(({ component }) => component);
    return owner === undefined ? [] : [{ owner, members }];
  });
}

interface Done extends HealedClone {
  readonly health: readonly HealthFinding[];
  readonly conflicts: readonly Conflict[];
}

/** Failed merge and rebase, beside what comes after a good one (facts §1.1). */
const MERGES = [19, 20, 21, 22, 23];

interface ServedList {
  readonly component: ServiceComponent;
  readonly translations: readonly ServiceTranslation[];
}

class Heal {
  readonly #dependencies: HealDependencies;
  readonly #record: AgreementRecord;
  readonly #intents: HealIntents;
  readonly #mapping: Pick<ResolvedMapping, "bindings">;
  readonly #clone: Clone;
  readonly #request: HealRequest & { readonly isInRun: boolean };
  readonly name: string;
  /** From the reset on: what is still to be uploaded again, which the record keeps until it is. */
  #toUpload: readonly ComparedFile[] | undefined;
  #hasUploaded = false;
  /** What the reset decided. */
  #decided: readonly Conflict[] = [];
  /** What an earlier run wrote down, and the service did not take again yet. */
  #kept: Undone = { files: [] };
  /** What the record keeps of it, should it end here. */
  #unfinished: Undone = this.#kept;
  /** `lost`: it was another run's meanwhile, which took our locks back first. */
  #turn: "unwritten" | "ours" | "lost" = "unwritten";
  /** Names of what may be locked by us, for the record. */
  #locked: readonly string[] = [];
  /** Locks that could not be taken back: an earlier run's, and ours. */
  #lockFailures: readonly ReleaseFailure[] = [];

  constructor(
    dependencies: HealDependencies,
    record: AgreementRecord,
    mapping: Pick<ResolvedMapping, "bindings">,
    clone: Clone,
    request: HealRequest & { readonly isInRun: boolean },
  ) {
    this.#dependencies = dependencies;
    this.#record = record;
    this.#intents = new HealIntents(record);
    this.#mapping = mapping;
    this.#clone = clone;
    this.#request = request;
    this.name = componentName(clone.owner.path);
  }

  async run(): Promise<Done> {
    const done = await this.#run();
    // A record that cannot be written names no lock.
    const lockFinding = this.#record.problem === undefined ? healingLockLeft : lockLeft;
    return { ...done, health: [...done.health, ...this.#lockFailures.map(lockFinding)] };
  }

  async #run(): Promise<Done> {
    let words = "";
    try {
      if (this.#request.dryRun === true) return await this.#look();
      if (this.#request.onlyBehind === true && !(await this.#status()).needsMerge) return this.#done("in-step", []);
      const pull = await this.#operate("pull");
      const { needsMerge, remoteCommit } = await this.#status();
      if (!needsMerge && !isRefused(pull)) {
        return (await this.#isUnmoved(remoteCommit)) ? await this.#resetBehindLocks() : this.#done("in-step", []);
      }
      words = await this.#words(pull);
      if (!needsMerge) {
        return this.#left(words, [
          "the service could not fetch the repository, and a reset would not help: whoever set its address up there mends it",
        ]);
      }
      return await this.#resetBehindLocks(words);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.status === undefined) throw error;
      const reasons = reasonsOf(error);
      if (this.#toUpload === undefined) return this.#left(words, reasons);
      const { owner } = this.#clone;
      const missing = uploadWords(this.#toUpload);
      const finding =
        missing === undefined && !this.#hasUploaded
          ? resetInDoubt(owner, words, reasons)
          : notUploadedAgain(owner, words, missing, reasons);
      const outcome = missing === undefined ? "reset" : "reset-not-uploaded";
      return { ...this.#done(outcome, [finding]), conflicts: this.#decided };
    }
  }

  /** What a run would do, as far as it can be told without a lock: somebody may be saving. */
  async #look(): Promise<Done> {
    const { needsMerge, remoteCommit } = await this.#status();
    const newest = needsMerge ? await this.#newestMerge() : undefined;
    const hasFailed = newest?.action === 22 || newest?.action === 23;
    const isBehind = needsMerge || (this.#request.onlyBehind !== true && !(await this.#hasSeenAll(remoteCommit)));
    if (!isBehind) return this.#done("in-step", []);
    const lists = await this.#lists();
    const upstream = await this.#upstreamAt(hasFailed ? await this.#seenUpstream() : this.#request.commit, lists);
    const files = await this.#files(upstream, lists);
    // What an earlier run locked and did not live to unlock, this one unlocks first.
    const begun = await this.#intents.unfinished();
    const observation = await this.#observe(files, new Set(begun.flatMap(({ locked }) => locked)));
    const plan = clonePlan(observation, files);
    if (!hasFailed) return { ...this.#done("would-pull", []), plan };
    const decision = mayReset({
      ...observation,
      components: observation.components.map((component) => ({ ...component, isLocked: true, needsCommit: false })),
    });
    const words = cut(newest.target);
    if (!decision.mayReset) return { ...this.#left(words, decision.reasons), plan };
    const again = files.flatMap(({ news }) => news?.upload.strings ?? []).reduce((sum, strings) => sum + strings, 0);
    const finding = wouldHeal(this.#clone.owner, words, files.length, again);
    return { ...this.#done("would-reset", [{ ...finding, details: planWords(plan) }]), plan };
  }

  /** The service's upstream, as it saw it last, holds our commit. */
  async #hasSeenAll(remoteCommit: string | undefined): Promise<boolean> {
    const { git } = this.#dependencies;
    const seen = remoteCommit === undefined ? undefined : await git.commit(remoteCommit);
    const { commit } = this.#request;
    // A commit that this clone lacks is newer than ours, or cannot be told.
    return seen === undefined || seen === commit || (await git.mergeBase(seen, commit)) === commit;
  }

  /** Only a service that has seen the commit in question can be said to lag behind it. */
  async #isUnmoved(remoteCommit: string | undefined): Promise<boolean> {
    const { unmoved, commit } = this.#request;
    if (unmoved?.has(this.name) !== true || remoteCommit === undefined) return false;
    const { git } = this.#dependencies;
    return (await git.commit(remoteCommit)) !== undefined && (await git.mergeBase(commit, remoteCommit)) === commit;
  }

  /** @param words of the merge that failed; undefined: none did, and the clone has commits of its own on top of upstream */
  async #resetBehindLocks(failure?: string): Promise<Done> {
    // Locks too are written down before they are taken: whoever dies with them could tell nobody.
    const members = this.#clone.members.map(({ path }) => componentName(path));
    const { others, before, isWritten } = await this.#takeTurn([], (there) => {
      this.#locked = [...new Set([...members, ...(there?.locked ?? [])])];
      return { files: [], ...there, locked: this.#locked };
    });
    if (others !== undefined) return this.elsewhere(others);
    if (before !== undefined) this.#kept = this.#unfinished = before;
    if (isWritten) this.#turn = "ours";
    let isToldByUs = false;
    using _turn = this.#intents.keepTurn(this.name, this.#dependencies.clock);
    try {
      const done = await this.#lockAndReset(before?.locked ?? [], failure);
      isToldByUs = this.#request.isInRun && done.conflicts.length > 0;
      return done;
    } finally {
      const left = { ...this.#unfinished, locked: this.#locked };
      if (this.#turn !== "lost") await this.#intents.finish(this.name, left, isToldByUs);
    }
  }

  /** Whether another run may have taken this one for dead. */
  async #hasLostTurn(): Promise<boolean> {
    const { clock } = this.#dependencies;
    if (this.#turn === "ours" && !(await this.#intents.hasTurn(this.name, clock.now()))) this.#turn = "lost";
    return this.#turn === "lost";
  }

  /** @param before names of locks that an earlier run could not take back */
  async #lockAndReset(before: readonly string[], failure: string | undefined): Promise<Done> {
    const { service, onLocked } = this.#dependencies;
    const paths = this.#clone.members.map(({ path }) => path);
    const stuck = await releaseLocks(service, before);
    let ours: readonly string[] = [];
    let locks: HeldLocks | undefined;
    try {
      locks = await holdLocks(service, paths, (names) => {
        ours = names;
        return onLocked?.(names);
      });
      return await this.#resetLocked(locks, namesOf(stuck), failure);
    } finally {
      const isTaken = await this.#hasLostTurn();
      const failures = isTaken ? [] : await (locks?.release() ?? releaseLocks(service, ours));
      this.#lockFailures = [...stuck.filter(({ component }) => !ours.includes(component)), ...failures];
      this.#locked = namesOf(this.#lockFailures);
    }
  }

  #takeTurn(
    contents: readonly Uint8Array[],
    next: Parameters<HealIntents["takeTurn"]>[3],
  ): ReturnType<HealIntents["takeTurn"]> {
    return this.#intents.takeTurn(this.name, contents, this.#dependencies.clock.now(), next);
  }

  async #resetLocked(locks: HeldLocks, stuck: readonly string[], failure: string | undefined): Promise<Done> {
    const words = failure ?? "";
    const { service } = this.#dependencies;
    await this.#operate("commit");
    const lists = await this.#lists();
    const upstream = await this.#upstreamAt(await this.#seenUpstream(), lists);
    // A list of before the commit would call equal what somebody saved, and the reset would throw it away.
    const files = await this.#files(upstream, lists, true);
    const isAnyOlder = files.some(({ observation: { relation } }) => relation === "older" || relation === "differs");
    if (failure === undefined && !isAnyOlder) return this.#done("in-step", []);
    // Last, right before the reset: a lock that others held may have gone while the files were compared.
    const decision = mayReset(await this.#observe(files, new Set(locks.names)));
    if (!decision.mayReset)
      return failure === undefined ? this.#done("in-step", []) : this.#left(words, decision.reasons);
    const withNews = files.filter(({ news }) => news !== undefined);
    const conflicts = files.flatMap((file) => file.conflicts);
    const isNeeded = withNews.length + conflicts.length > 0;
    const { others, isWritten } = isNeeded
      ? await this.#begin(withNews, [...stuck, ...locks.names], conflicts)
      : NOT_NEEDED;
    if (others !== undefined) return this.elsewhere(others);
    if (!isWritten && withNews.length > 0) {
      const reasons = withNews.map(({ observation }) => observation);
      const again = mayReset({ components: [], files: reasons, noRecord: this.#record.problem ?? "it was refused" });
      return this.#left(words, again.mayReset ? [] : again.reasons.slice(1));
    }
    if (await this.#hasLostTurn()) return this.#lost();
    const reset = await this.#operate("reset");
    if (isRefused(reset)) this.#unfinished = this.#kept;
    else {
      this.#toUpload = withNews;
      this.#decided = conflicts;
    }
    const doubts = await this.#doubts(reset, upstream, files);
    if (await this.#hasLostTurn()) return this.#lost();
    await locks.release();
    for (const [at, file] of withNews.entries()) {
      // Whoever took this run for dead uploads what the record keeps.
      if (await this.#hasLostTurn()) return this.#lost();
      await this.#uploadAgain(file);
      this.#hasUploaded = true;
      this.#toUpload &&= withNews.slice(at + 1);
      this.#unfinished = { ...this.#unfinished, files: this.#unfinished.files.slice(1) };
    }
    if (withNews.length > 0) await service.operateComponent(this.#clone.owner.path, "commit");
    // Who heals and does nothing else tells it at once.
    if (!this.#request.isInRun) this.#unfinished = this.#kept;
    if (doubts.length > 0) {
      const reasons = [...doubts, cut(reset.detail ?? "")].filter(Boolean);
      if (isRefused(reset)) return this.#left(words, reasons);
      return { ...this.#done("left", [resetInDoubt(this.#clone.owner, words, reasons)]), conflicts };
    }
    await this.#record.remember(await this.#agreed(files), upstream.commit);
    const finding = healed(this.#clone.owner, failure, files.length, stringsIn(withNews));
    return { ...this.#done("reset", [finding]), conflicts };
  }

  async #begin(
    files: readonly ComparedFile[],
    locked: readonly string[],
    conflicts: readonly Conflict[],
  ): Promise<TurnTaken> {
    const { git } = this.#dependencies;
    const contents: Uint8Array[] = [];
    const intended: HealIntent["files"][number][] = [];
    for (const { observation, news, blob } of files) {
      if (news === undefined) continue;
      const { component, language, path } = observation;
      contents.push(news.upload.content, ...(blob === undefined ? [] : [await git.read(blob)]));
      intended.push({ component, language, path, service: git.hash(news.upload.content), upstream: blob });
    }
    // The newest first: what is uploaded then is newer than what was kept before.
    const all = [...conflicts, ...(this.#kept.conflicts ?? [])];
    const unfinished = { files: [...intended, ...this.#kept.files], ...(all.length === 0 ? {} : { conflicts: all }) };
    const taken = await this.#takeTurn(contents, (there) =>
      this.#turn === "ours" && there?.turn?.run !== this.#record.run ? undefined : { ...unfinished, locked },
    );
    if (taken.isWritten) this.#unfinished = unfinished;
    return taken;
  }

  async #uploadAgain({ component, translation, news, blob }: ComparedFile): Promise<void> {
    if (news === undefined) return;
    await uploadAgain(this.#dependencies.service, component.path, translation, news.upload, blob === undefined);
  }

  /**
   * After the reset both have upstream's version; a file that strings went up to again stays as it was agreed before, and a proposal that was
   * merged is looked through by a run first: a key may have got another name while it waited.
   */
  async #agreed(files: readonly ComparedFile[]): Promise<readonly Agreed[]> {
    const agreed: Agreed[] = [];
    for (const { observation, blob, news, translation } of files) {
      const { component, path } = observation;
      if (blob === undefined || news !== undefined || translation.isSource) continue;
      const known = (await this.#record.pairsOf(component)).get(path) ?? [];
      if (known.some((pair) => pair.blob === blob && pair.since !== undefined)) continue;
      agreed.push({ component, path, pair: { blob, service: blob, merged: false }, standing: "settled" });
    }
    return agreed;
  }

  /** @param turn of whose nobody was told yet */
  elsewhere(turn?: HealTurn): Done {
    return this.#done("elsewhere", turn === undefined ? [] : [healingElsewhere(this.name, turn)]);
  }

  async #lost(): Promise<Done> {
    const there = (await this.#intents.unfinished()).find(({ owner }) => owner === this.name);
    return this.elsewhere(there?.turn);
  }

  #done(outcome: HealedClone["outcome"], health: readonly HealthFinding[]): Done {
    return { owner: this.name, outcome, health, conflicts: [] };
  }

  #left(words: string, reasons: readonly string[]): Done {
    return this.#done("left", [notHealed(this.#clone.owner, words, reasons)]);
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

  #newestMerge() {
    return newestChange(this.#dependencies.service, this.#clone.owner.path, MERGES);
  }

  /** `merge_failure` is empty as soon as the service has locked the component after it: its log has the words. */
  async #words({ detail }: OperationResult): Promise<string> {
    const newest = await this.#newestMerge();
    const failed = newest?.action === 22 || newest?.action === 23 ? newest.target : "";
    return cut([detail ?? "", failed].filter(Boolean).join(" "));
  }

  /** What the service saw of upstream last, if this clone has it: commits that nobody pushed are not upstream. */
  async #seenUpstream(): Promise<string> {
    const { git } = this.#dependencies;
    const { remoteCommit } = await this.#status();
    const seen = remoteCommit === undefined ? undefined : await git.commit(remoteCommit);
    const isPushed = seen !== undefined && (await git.mergeBase(seen, this.#request.commit)) === seen;
    return isPushed ? seen : this.#request.commit;
  }

  /** What the service has of each component that shares the clone, at this moment. */
  #lists(): Promise<readonly ServedList[]> {
    const { service } = this.#dependencies;
    return Promise.all(
      this.#clone.members.map(async (component) => ({
        component,
        translations: await service.translations(component.path),
      })),
    );
  }

  async #upstreamAt(commit: string, lists: readonly ServedList[]): Promise<Upstream> {
    const paths = lists.flatMap(({ translations }) => translations.map(({ filename }) => filename));
    return readUpstream(this.#dependencies.git, commit, [...new Set(paths.filter((path) => path !== ""))]);
  }

  async #observe(files: readonly ComparedFile[], ours: ReadonlySet<string>): Promise<ResetObservation> {
    const { service } = this.#dependencies;
    const components = await Promise.all(
      this.#clone.members.map(async ({ path }) => {
        const [isLocked, { needsCommit }] = await Promise.all([
          service.isLocked(path),
          service.componentRepository(path),
        ]);
        const name = componentName(path);
        const lock = isLocked && !ours.has(name) ? await lockOf(service, path) : undefined;
        // What the service locked by itself it unlocks after the reset.
        const lockedBy = lock === undefined || lock.isAutomatic ? undefined : lockWords(lock);
        return { name, isLocked, needsCommit, ...(lockedBy !== undefined && { lockedBy }) };
      }),
    );
    const { problem } = this.#record;
    return {
      components,
      files: files.map(({ observation }) => observation),
      ...(problem !== undefined && { noRecord: problem }),
    };
  }

  async #files(
    upstream: Upstream,
    lists: readonly ServedList[],
    isListDoubted = false,
  ): Promise<readonly ComparedFile[]> {
    const { service, git } = this.#dependencies;
    const ports = { service, git, record: this.#record };
    const compared = await Promise.all(
      lists.map(({ component, translations }) => {
        const name = componentName(component.path);
        const binding = this.#mapping.bindings.find((bound) => componentName(bound.component) === name);
        return compareFiles(ports, component, binding, translations, upstream, isListDoubted);
      }),
    );
    return compared.flat();
  }

  /** What speaks against the reset being done: a state that is not upstream's, files and languages that are not. */
  async #doubts(
    reset: OperationResult,
    upstream: Upstream,
    before: readonly ComparedFile[],
  ): Promise<readonly string[]> {
    const { needsMerge, remoteCommit } = await this.#status();
    if (needsMerge || isRefused(reset)) return [NOT_DONE];
    // Upstream has moved on meanwhile: what it has now is for the service to read.
    if (remoteCommit !== undefined && remoteCommit !== upstream.commit) return [];
    const after = await this.#files(upstream, await this.#lists());
    const equal = new Set(
      after.flatMap(({ observation }) => (observation.relation === "equal" ? [nameOf(observation)] : [])),
    );
    return before
      .filter(({ observation, blob }) => blob !== undefined && !equal.has(nameOf(observation)))
      .map(({ observation }) => `${nameOf(observation)}: not the repository's after the reset`);
  }
}

/** What of an intent a clone still lacks. */
type Undone = Pick<LeftOfHealing, "files" | "conflicts">;

const NOT_NEEDED: TurnTaken = { isWritten: true };

const NOT_DONE =
  "the service was asked to reset its clone, and is not where its upstream is: whoever looks after it there finds the reason on the component's repository page";

function stringsIn(files: readonly ComparedFile[]): number {
  return files.reduce((sum, { news }) => sum + (news?.upload.strings ?? 0), 0);
}

/** `2 strings`, or of languages that nobody translated anything in: `1 language`; undefined where nothing is left. */
function uploadWords(files: readonly ComparedFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const strings = stringsIn(files);
  return strings === 0 ? counted(files.length, "language") : counted(strings, "string");
}

function nameOf({ path, component, language }: FileObservation): string {
  return `${path} (${component}, ${language})`;
}

/** `result: false` stands for "nothing to do" as well as for a failure; only with a reason is it one for certain (probe §4). */
function isRefused({ result, detail }: OperationResult): boolean {
  return result === false && detail !== undefined && detail !== "";
}
