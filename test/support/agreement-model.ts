import * as fc from "fast-check";
import {
  createAgreementWorld,
  firstTexts,
  UNTOUCHED,
  type MergeMethod,
  type PlayedWorld,
  type RunSeen,
} from "./agreement-world.ts";
import { embeddedSite } from "./embedded-site.ts";
import { unlimited } from "./open-test-service.ts";
import { createMemoryWorld, type MemoryWorldOptions } from "./memory/memory-world.ts";

/**
 * A repository, a service and runs between the two, driven by random commands of people and servers. The oracle knows what
 * people wrote and what both sides showed, and nothing of how the engine decides.
 */
interface Situation {
  readonly reads: "this repository" | "its own repository";
  readonly conflicts: "service" | "repository" | "fail";
  readonly forge: "plain" | "github";
  /** How the last pull request is merged. */
  readonly last: MergeMethod;
}

type MemorySituation = Situation & Pick<MemoryWorldOptions, "service" | "lines">;

const LANGUAGES = ["cs", "de", "fr"] as const;
type Language = (typeof LANGUAGES)[number];

/** What developers change in translations goes to the service, also where it does not read the repository. */
const SENDS = "push: { translations: changed }\n";

/** One string of one language. */
interface Trace {
  /** What both sides had when they last had the same. */
  base: string | undefined;
  /** The last text by a person; where it was undone by what is no text (a force-push, a language that went), what may stay. */
  newest: readonly (string | undefined)[];
  /** Both sides changed it since they agreed, and a run saw that. */
  isDisputed: boolean;
  isListed: boolean;
}

type Side = Readonly<Record<string, string>>;
type Seen = ReadonlyMap<Language, { readonly git: Side; readonly service: Side }>;

class Oracle {
  readonly world: PlayedWorld;
  readonly #traces = new Map<string, Trace>();
  /** Languages that somebody removed from the service: what git has of them stays there. */
  readonly removed = new Set<string>();
  /** Texts that git alone took back: a service that takes uploads keeps them, for no upload but of a whole file removes. */
  readonly undone = new Set<string>();
  /** Texts of developers on the pull request's branch. */
  readonly onBranch = new Set<string>();
  /** Texts that git has had, with their language. */
  readonly #ofGit = new Set<string>();
  #count = 0;
  /** Keys of the source as they are now, oldest first. */
  keys: string[] = Object.keys(firstTexts["locales/en.json"] ?? {});
  steps = 0;

  readonly takesUploads: boolean;
  /** New names of keys that no run has seen. */
  readonly unseenRenames = new Set<string>();
  /** New name → the one before, by which the service knows a string until it has heard of the new one. */
  readonly #formerNames = new Map<string, string>();

  constructor(world: PlayedWorld, { reads }: Pick<Situation, "reads">) {
    this.world = world;
    this.takesUploads = reads === "its own repository";
    for (const language of LANGUAGES) {
      const texts = firstTexts[`locales/${language}.json`] ?? {};
      for (const key of this.keys) this.trace(language, key).base = texts[key];
    }
  }

  /** A text or a name that nobody had before. */
  fresh(): string {
    this.#count += 1;
    return `text ${String(this.#count)}`;
  }

  trace(language: string, key: string): Trace {
    const id = `${language} ${key}`;
    const known = this.#traces.get(id) ?? { base: undefined, newest: [], isDisputed: false, isListed: false };
    this.#traces.set(id, known);
    return known;
  }

  written(language: string, key: string, text: string | undefined): void {
    this.trace(language, key).newest = [text];
  }

  /** A key that got another name and another source text between two runs is a new string: nothing tells that it was the old one. */
  sourceChanged(key: string): void {
    if (!this.unseenRenames.has(key)) return;
    for (const language of LANGUAGES) this.trace(language, key).newest = [];
  }

  rename(from: string, to: string): void {
    for (const language of LANGUAGES) {
      const trace = this.trace(language, from);
      this.#traces.set(`${language} ${to}`, { ...trace });
    }
    this.keys = this.keys.map((key) => (key === from ? to : key));
    this.unseenRenames.add(to);
    this.#formerNames.set(to, from);
  }

  #onService(service: Side, key: string): string | undefined {
    const names = [key];
    for (let name = this.#formerNames.get(key); name !== undefined && !names.includes(name);) {
      names.push(name);
      name = this.#formerNames.get(name);
    }
    return names.map((name) => service[name]).find((text) => text !== undefined);
  }

  async look(): Promise<Seen> {
    const languages = LANGUAGES.map(async (language) => {
      const [git, service] = await Promise.all([
        this.world.inGit(`locales/${language}.json`),
        this.world.onService(language),
      ]);
      for (const text of Object.values(git)) this.#ofGit.add(`${language} ${text}`);
      return [language, { git, service }] as const;
    });
    return new Map(await Promise.all(languages));
  }

  /** Where both sides have the same text, that is what they agree on. */
  agree(seen: Seen): void {
    for (const [language, { git, service }] of seen) {
      for (const key of this.keys) if (git[key] === service[key]) this.trace(language, key).base = git[key];
    }
  }

  /** What both sides changed, as a run is about to see it. */
  async dispute(): Promise<void> {
    for (const [language, { git, service }] of await this.look()) {
      for (const key of this.keys) {
        const trace = this.trace(language, key);
        const { base } = trace;
        const theirs = this.#onService(service, key);
        if (git[key] !== theirs && git[key] !== base && theirs !== base) trace.isDisputed = true;
      }
    }
  }

  /** Something was done to the repository as a whole: its texts are what they are now. */
  async developed(change: () => Promise<unknown>, judge: "written" | "thrown away"): Promise<void> {
    const before = await this.look();
    const keysBefore = new Set(this.keys);
    await change();
    const after = await this.look();
    const formerly = await this.#readKeys(keysBefore);
    for (const [language, { git, service }] of after) {
      const had = before.get(language)?.git ?? {};
      // A deletion that was thrown away after the service had pulled it: it says that it lacks the language, and who adds it there.
      if (isNothing(had) && isNothing(service) && !isNothing(git)) this.removed.add(language);
      for (const key of this.keys) {
        const former = formerly?.to === key ? formerly.from : key;
        const isBack = !keysBefore.has(former) && judge === "thrown away";
        const theirs = service[key];
        // Git's own text was thrown away together with what took it back: the service alone has it still.
        const isLeft = judge === "thrown away" && theirs !== git[key] && this.#ofGit.has(`${language} ${theirs ?? ""}`);
        if (git[key] === before.get(language)?.git[former] && !isBack && !isLeft) continue;
        const trace = this.trace(language, key);
        if (git[key] === undefined) this.undone.add(`${language} ${key}`);
        const isWritten = judge === "written" && git[key] !== undefined;
        // What both sides had is no news of git: the service's text is the newest then.
        if (isWritten) trace.newest = [git[key] === trace.base ? (service[key] ?? git[key]) : git[key]];
        else {
          trace.newest = [git[key], service[key], ...trace.newest];
          trace.isDisputed = true;
        }
      }
    }
  }

  /** Those of the source. Where one key went and one came, what was done to the one holds for the other. */
  async #readKeys(before: ReadonlySet<string>): Promise<{ readonly from: string; readonly to: string } | undefined> {
    this.keys = Object.keys(await this.world.inGit("locales/en.json")).filter((key) => !key.startsWith(UNTOUCHED));
    const gone = [...before].filter((key) => !this.keys.includes(key));
    const fresh = this.keys.filter((key) => !before.has(key));
    const [from, ...more] = gone;
    const [to, ...others] = fresh;
    if (from === undefined || to === undefined || more.length + others.length > 0) return undefined;
    for (const language of LANGUAGES) this.#traces.set(`${language} ${to}`, { ...this.trace(language, from) });
    this.#formerNames.set(to, from);
    return { from, to };
  }

  /** Every run ends; nothing is locked after it; what it calls a conflict is one. */
  async run(kind: "sync" | "push" | "plan" = "sync"): Promise<Awaited<ReturnType<PlayedWorld["run"]>>> {
    await this.dispute();
    const before = await this.world.status();
    const seen = await this.world.run(kind);
    const { isLocked } = await this.world.status();
    // A plan changes nothing, so it leaves the lock of a run that was killed.
    if (isLocked && !(kind === "plan" && before.isLocked))
      throw new Error(`the component is locked after a run: ${JSON.stringify(seen.result.health)}`);
    if (kind === "sync") this.unseenRenames.clear();
    this.expectConflicts(seen);
    this.agree(await this.look());
    return seen;
  }

  /** What is called a conflict is one. */
  expectConflicts(seen: RunSeen): void {
    for (const { language, key, repository, service } of seen.result.conflicts) {
      const trace = this.trace(language, key);
      trace.isListed = true;
      if (trace.isDisputed) continue;
      const texts = `${repository?.[0] ?? "nothing"} and ${service?.[0] ?? "nothing"}`;
      throw new Error(`${language} ${key}: ${texts} are called a conflict; both sides had ${trace.base ?? "nothing"}`);
    }
  }

  /** What comes into git by a merge was the service's before, unless a developer wrote it on the branch. */
  async merge(method: MergeMethod): Promise<Awaited<ReturnType<PlayedWorld["merge"]>>> {
    const before = await this.look();
    const keysBefore = new Set(this.keys);
    const merged = await this.world.merge(method);
    if (merged !== "merged") return merged;
    // A branch that stands on commits that were thrown away brings them back, names of keys too.
    const formerly = await this.#readKeys(keysBefore);
    for (const [language, { git }] of await this.look()) {
      for (const key of this.keys) {
        const text = git[key];
        if (text === before.get(language)?.git[formerly?.to === key ? formerly.from : key]) continue;
        const trace = this.trace(language, key);
        // So is what somebody merged where the newest text was undone already by what is no text.
        const isUndone = trace.newest.length > 1;
        if (text !== undefined && (this.onBranch.has(text) || isUndone)) trace.newest = [text, ...trace.newest];
        if (text === undefined || !this.onBranch.has(text)) trace.base = text;
      }
    }
    this.onBranch.clear();
    return merged;
  }

  async expectSurvivors(): Promise<void> {
    // A run that was killed after it had opened a pull request said it there.
    const said = await this.world.saidInProposals();
    for (const [language, { git, service }] of await this.look()) {
      for (const key of this.keys) {
        const trace = this.trace(language, key);
        const isKept = this.takesUploads && git[key] === undefined && this.undone.has(`${language} ${key}`);
        if (git[key] !== service[key] && !this.removed.has(language) && !isKept) {
          const texts = `${git[key] ?? "nothing"} in git and ${service[key] ?? "nothing"} on the service`;
          throw new Error(`${language} ${key} is ${texts}`);
        }
        if (trace.newest.length === 0 || trace.newest.includes(git[key])) continue;
        const [newest] = trace.newest;
        const isSaid = trace.isListed || (newest !== undefined && said.includes(newest));
        if (trace.isDisputed && isSaid) continue;
        const lost = `${newest ?? "nothing"} was written last, and is in no conflict`;
        throw new Error(`${language} ${key} is ${git[key] ?? "nothing"}; ${lost}`);
      }
    }
  }
}

function isNothing(side: Side): boolean {
  return Object.keys(side).length === 0;
}

/** fast-check's model is the oracle, and the system the world; what is possible is asked of both while it is played. */
type Command = fc.AsyncCommand<Oracle, PlayedWorld>;

function command(name: string, effect: (oracle: Oracle, world: PlayedWorld) => Promise<unknown>): Command {
  return {
    check: () => true,
    run: async (oracle, world) => {
      oracle.steps += 1;
      await effect(oracle, world);
    },
    toString: () => name,
  };
}

const anyLanguage = fc.constantFrom<Language>(...LANGUAGES);
const anyKey = fc.nat({ max: 3 });
const anyMethod = fc.constantFrom<MergeMethod>("merge", "squash", "titled", "edited", "rebase");

function save(language: Language, at: number): Command {
  return command(`save(${language}, ${String(at)})`, async (oracle, world) => {
    const key = oracle.keys[at] ?? "";
    const text = oracle.fresh();
    try {
      await world.save(language, key, text);
    } catch (error) {
      // The service does not know a new key or language yet, or an earlier run was killed while it held the lock.
      if (error instanceof Error && /has no string|answered 40[34]/.test(error.message)) return;
      throw error;
    }
    oracle.written(language, key, text);
  });
}

function edit(language: Language, at: number): Command {
  return command(`edit(${language}, ${String(at)})`, async (oracle, world) => {
    const key = oracle.keys[at];
    if (key === undefined) return;
    const text = oracle.fresh();
    await world.edit(`locales/${language}.json`, { [key]: text });
    oracle.written(language, key, text);
  });
}

const commands: readonly fc.WeightedArbitrary<Command>[] = [
  { weight: 12, arbitrary: fc.tuple(anyLanguage, anyKey).map(([language, key]) => save(language, key)) },
  { weight: 8, arbitrary: fc.tuple(anyLanguage, anyKey).map(([language, key]) => edit(language, key)) },
  {
    weight: 2,
    arbitrary: anyKey.map((at) =>
      command(`source(${String(at)})`, (oracle, world) => {
        const key = oracle.keys[at] ?? "title";
        oracle.sourceChanged(key);
        return world.edit("locales/en.json", { [key]: oracle.fresh() });
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      command("add()", async (oracle, world) => {
        const name = `k${oracle.fresh().slice(5)}`;
        oracle.keys.push(name);
        await world.edit("locales/en.json", { [name]: oracle.fresh() });
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: anyKey.map((at) =>
      command(`rename(${String(at)})`, async (oracle, world) => {
        const from = oracle.keys[at];
        if (from === undefined) return;
        const to = `r${oracle.fresh().slice(5)}`;
        const source = await world.inGit("locales/en.json");
        await world.rename(from, to, source[from] ?? "");
        oracle.rename(from, to);
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      command("revert()", async (oracle, world) => {
        await oracle.developed(() => world.revert(), "written");
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 3 })
      .map((commits) =>
        command(`forcePush(${String(commits)})`, (oracle, world) =>
          oracle.developed(() => world.forcePush(commits), "thrown away"),
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: anyLanguage.map((language) =>
      command(`addLanguage(${language})`, (_, world) => world.addLanguage(language)),
    ),
  },
  {
    weight: 1,
    arbitrary: anyLanguage.map((language) =>
      command(`removeLanguage(${language})`, async (oracle, world) => {
        const [before, texts] = await Promise.all([world.onService(language), world.inGit(`locales/${language}.json`)]);
        await world.removeLanguage(language);
        oracle.removed.add(language);
        for (const key of oracle.keys) {
          const trace = oracle.trace(language, key);
          trace.newest = [undefined, before[key], texts[key], ...trace.newest];
          trace.isDisputed = true;
        }
      }),
    ),
  },
  { weight: 8, arbitrary: fc.constant(command("run()", (oracle) => oracle.run())) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("push" as const, "plan" as const)
      .map((kind) => command(`run(${kind})`, (oracle) => oracle.run(kind))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      command("heal()", async (oracle, world) => {
        await oracle.dispute();
        const { conflicts } = await world.heal();
        for (const { language, key } of conflicts) oracle.trace(language, key).isListed = true;
        oracle.agree(await oracle.look());
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 40 }).map((boundary) =>
      command(`killed(${String(boundary)})`, async (oracle, world) => {
        await oracle.dispute();
        const seen = await world.runKilled(boundary);
        if (seen !== undefined) oracle.expectConflicts(seen);
        oracle.agree(await oracle.look());
      }),
    ),
  },
  { weight: 6, arbitrary: anyMethod.map((method) => command(`merge(${method})`, (oracle) => oracle.merge(method))) },
  { weight: 1, arbitrary: fc.constant(command("deleteBranch()", (_, world) => world.deleteBranch())) },
  { weight: 1, arbitrary: fc.constant(command("close()", (_, world) => world.close())) },
  { weight: 1, arbitrary: fc.constant(command("commitOnBranch()", (_, world) => world.commitOnBranch())) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyLanguage, anyKey).map(([language, at]) =>
      command(`editOnBranch(${language}, ${String(at)})`, async (oracle, world) => {
        const text = oracle.fresh();
        oracle.onBranch.add(text);
        await world.commitOnBranch(`locales/${language}.json`, { [oracle.keys[at] ?? ""]: text });
      }),
    ),
  },
];

/** Under `fail` both texts stay where they are, and every run says so until a person takes git's over on the service. */
async function settleOpen(oracle: Oracle, policy: Situation["conflicts"], { result }: RunSeen): Promise<boolean> {
  if (policy !== "fail" || result.conflicts.length === 0) return false;
  for (const { language, key, repository } of result.conflicts) {
    const text = repository?.[0] ?? oracle.fresh();
    await oracle.world.save(language, key, text);
    oracle.written(language, key, text);
    if (repository === undefined) await oracle.world.edit(`locales/${language}.json`, { [key]: text });
  }
  return true;
}

/** After the last action of a person, at most two runs and one merge lead to "in step". */
async function expectInStep(oracle: Oracle, { last, conflicts }: Situation): Promise<void> {
  const { world } = oracle;
  const first = await oracle.run();
  if (await settleOpen(oracle, conflicts, first)) await oracle.run();
  let merged = await oracle.merge(last);
  const isLeftAlone = [...first.deliveries, ...first.withdrawals].some(({ outcome }) => outcome === "left-alone");
  if (merged === "in-conflict" || isLeftAlone) {
    // Somebody's commits are on the branch: the run said so, and deleting it is the action that it named.
    await world.deleteBranch();
    const again = await oracle.run();
    // A person closed what would be proposed: that is a no, until somebody writes something newer.
    const declined = again.deliveries.some(({ outcome }) => outcome === "left-alone") ? again.result.files : [];
    for (const { language, differences } of declined) {
      // Of a language that somebody emptied, all that was declined is gone: they begin it anew.
      const all = [...differences];
      const key = (all.find(({ kind }) => kind !== "removed") ?? all[0])?.key;
      if (key === undefined) continue;
      const text = oracle.fresh();
      await world.save(language, key, text);
      oracle.written(language, key, text);
    }
    if (declined.length > 0) await oracle.run();
    merged = await oracle.merge(last);
  }
  // Somebody's own text on the branch may be what the conflict is about: then it came with the merge.
  let second = await oracle.run();
  if (await settleOpen(oracle, conflicts, second)) second = await oracle.run();
  if (second.deliveries.length > 0) {
    throw new Error(`two runs and a merge (${merged}) do not lead to in step: ${JSON.stringify(second.result.files)}`);
  }
  if (second.exitCode !== 0) {
    const { health, plan, conflicts: listed, steps } = second.result;
    const failed = steps.filter(({ outcome }) => outcome === "failed");
    throw new Error(`exit code ${String(second.exitCode)}: ${JSON.stringify([health, plan.findings, listed, failed])}`);
  }
  await oracle.expectSurvivors();
  const third = await world.run();
  // Pulls that bring nothing are asked for as long as the service lacks a language that git has.
  const moved = third.result.steps.filter(
    ({ outcome, step: { kind } }) => outcome === "done" && kind !== "download" && kind !== "pull-repository",
  );
  if (third.result.files.length > 0 || third.result.conflicts.length > 0 || moved.length > 0) {
    throw new Error(`a run with nothing to do moves something: ${JSON.stringify(third.result.steps)}`);
  }
}

interface Extent {
  /** About so many are taken in all. */
  readonly steps: number;
  /** Commands of a play, at most. */
  readonly length: number;
  readonly seed: number;
}

const situations = {
  reads: fc.constantFrom<Situation["reads"]>("this repository", "its own repository"),
  conflicts: fc.constantFrom<Situation["conflicts"]>("service", "repository", "fail"),
  forge: fc.constantFrom<Situation["forge"]>("plain", "github"),
  last: anyMethod,
};

/**
 * Plays random commands on git, a service and a forge of their own; says the seed, and the shortest play that fails, with its path for
 * `AGREEMENT_PATH`.
 */
export async function checkAgreement(extent: Extent): Promise<void> {
  await using site = await embeddedSite({ settings: { rateLimits: unlimited } });
  let number = 0;
  await checkPlays(extent, fc.record<Situation>(situations), ({ reads, conflicts, forge }) => {
    number += 1;
    const slug = `web${String(number)}`;
    return createAgreementWorld(site, { reads, conflicts, forge, slug, settings: SENDS });
  });
}

/** The same in memory, where a step takes milliseconds. */
export async function checkAgreementInMemory(extent: Extent): Promise<void> {
  const service = fc.constantFrom<MemorySituation["service"]>("real", "embedded");
  const lines = fc.constantFrom<MemorySituation["lines"]>("close", "far");
  await checkPlays(extent, fc.record<MemorySituation>({ ...situations, service, lines }), (situation) =>
    createMemoryWorld({ ...situation, settings: SENDS }),
  );
}

async function checkPlays<Kind extends Situation>(
  { steps, length, seed }: Extent,
  situation: fc.Arbitrary<Kind>,
  createWorld: (situation: Kind) => Promise<PlayedWorld>,
): Promise<void> {
  const path = process.env["AGREEMENT_PATH"];
  let plays = 0;
  let played = 0;
  process.stdout.write(`agreement: seed ${String(seed)}, ${String(steps)} steps\n`);
  const list = fc.commands(
    commands.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary)),
    { maxCommands: length, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(situation, list, async (chosen, taken) => {
      plays += 1;
      await using world = await createWorld(chosen);
      const oracle = new Oracle(world, chosen);
      await fc.asyncModelRun(() => ({ model: oracle, real: world }), taken);
      await expectInStep(oracle, chosen);
      played += oracle.steps;
    }),
    {
      seed,
      numRuns: Math.ceil(steps / (length / 2)),
      ...(path !== undefined && { path }),
    },
  );
  process.stdout.write(`agreement: ${String(played)} steps in ${String(plays)} plays\n`);
}
