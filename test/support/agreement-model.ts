import fc from "fast-check";
import { createAgreementWorld, firstTexts, type AgreementWorld, type MergeMethod } from "./agreement-world.ts";
import { unlimited } from "./open-test-service.ts";
import { embeddedSite } from "./embedded-site.ts";
import type { Site } from "./world.ts";

/**
 * A repository, a service and runs between the two, driven by random steps of people and servers. The oracle knows what
 * people wrote, and nothing of how the engine decides.
 */
export type Step =
  | { readonly kind: "save" | "edit"; readonly language: Language; readonly key: number }
  | { readonly kind: "source" | "add" | "rename"; readonly key: number }
  | { readonly kind: "run" | "delete-branch" | "commit-on-branch" }
  | { readonly kind: "killed"; readonly requests: number }
  | { readonly kind: "merge"; readonly method: MergeMethod };

type Language = "cs" | "de";

export interface Play {
  readonly reads: "this repository" | "its own repository";
  readonly conflicts: "service" | "repository";
  /** How the last pull request is merged. */
  readonly last: MergeMethod;
  readonly steps: readonly Step[];
}

const language = fc.constantFrom<Language>("cs", "de");
const key = fc.nat({ max: 3 });
const method = fc.constantFrom<MergeMethod>("merge", "squash", "titled", "rebase");

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("save" as const), language, key }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit" as const), language, key }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("source" as const, "add" as const, "rename" as const), key }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("run" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("killed" as const), requests: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge" as const), method }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("delete-branch" as const, "commit-on-branch" as const) }) },
);

export const plays = (steps: number): fc.Arbitrary<Play> =>
  fc.record({
    reads: fc.constantFrom("this repository" as const, "its own repository" as const),
    conflicts: fc.constantFrom("service" as const, "repository" as const),
    last: method,
    steps: fc.array(step, { minLength: 1, maxLength: 2 * steps, size: "max" }),
  });

/** A text that a person wrote over another one that they saw. */
interface Written {
  readonly text: string;
  readonly over: string | undefined;
}

/** One string: what people wrote on each side, the newest last. */
interface Trace {
  readonly git: Written[];
  readonly service: Written[];
  newest: string | undefined;
  isDisputed: boolean;
}

class Oracle {
  readonly #world: AgreementWorld;
  readonly #traces = new Map<string, Trace>();
  #count = 0;
  /** Keys of the source as they are now, oldest first. */
  readonly keys: string[] = Object.keys(firstTexts["locales/en.json"] ?? {});

  constructor(world: AgreementWorld) {
    this.#world = world;
  }

  fresh(): string {
    this.#count += 1;
    return `text ${String(this.#count)}`;
  }

  trace(language: string, name: string): Trace {
    const id = `${language} ${name}`;
    const known = this.#traces.get(id) ?? { git: [], service: [], newest: undefined, isDisputed: false };
    this.#traces.set(id, known);
    return known;
  }

  rename(from: string, to: string): void {
    for (const [id, trace] of [...this.#traces]) {
      const [language = "", name] = id.split(" ");
      if (name !== from) continue;
      this.#traces.delete(id);
      this.#traces.set(`${language} ${to}`, trace);
    }
    this.keys[this.keys.indexOf(from)] = to;
  }

  /** Every run ends; nothing is locked after it; what it calls a conflict is one. */
  async run(): Promise<Awaited<ReturnType<AgreementWorld["run"]>>> {
    const seen = await this.#world.run();
    const { isLocked } = await this.#world.status();
    if (isLocked) throw new Error(`the component is locked after a run: ${JSON.stringify(seen.result.health)}`);
    for (const { language, key: name, repository, service } of seen.result.conflicts) {
      const trace = this.trace(language, name);
      trace.isDisputed = true;
      const ours = trace.git.findLast(({ text }) => text === repository?.[0]);
      const theirs = trace.service.findLast(({ text }) => text === service?.[0]);
      if (theirs !== undefined && theirs.over === repository?.[0])
        throw new Error(
          `${language} ${name}: ${theirs.text} was written over git's own text, and is called a conflict`,
        );
      if (ours !== undefined && ours.over === service?.[0])
        throw new Error(
          `${language} ${name}: ${ours.text} was written over the service's own text, and is called a conflict`,
        );
    }
    return seen;
  }

  async expectSurvivors(): Promise<void> {
    for (const code of ["cs", "de"]) {
      const [inGit, onService] = await Promise.all([
        this.#world.inGit(`locales/${code}.json`),
        this.#world.onService(code),
      ]);
      for (const name of this.keys) {
        const trace = this.trace(code, name);
        if (inGit[name] !== onService[name])
          throw new Error(
            `${code} ${name} is ${inGit[name] ?? "nothing"} in git and ${onService[name] ?? "nothing"} on the service`,
          );
        if (trace.newest === undefined || inGit[name] === trace.newest) continue;
        const isWritten = [...trace.git, ...trace.service].some(({ text }) => text === inGit[name]);
        if (!trace.isDisputed || !isWritten)
          throw new Error(
            `${code} ${name} is ${inGit[name] ?? "nothing"}; ${trace.newest} was written last, and is in no conflict`,
          );
      }
    }
  }
}

/** Plays all of it; throws with what went wrong. */
export async function playAgreement(site: Site, slug: string, { reads, conflicts, last, steps }: Play): Promise<void> {
  await using world = await createAgreementWorld(site, { reads, conflicts, slug });
  const oracle = new Oracle(world);
  for (const each of steps) await take(world, oracle, each);
  await oracle.run();
  let merged = await world.merge(last);
  if (merged === "in-conflict") {
    // Somebody's commits are on the branch: the run said so, and closing it is the action that it named.
    await world.deleteBranch();
    await oracle.run();
    merged = await world.merge(last);
  }
  const second = await oracle.run();
  if (second.deliveries.length > 0) {
    // What a translator's texts and a developer's needed of each other came to light in the first merge.
    throw new Error(
      `two runs and a merge (${merged}) do not lead to in step: ${JSON.stringify(second.result.files)}`,
    );
  }
  if (second.exitCode !== 0) {
    throw new Error(
      `exit code ${String(second.exitCode)}: ${JSON.stringify([second.result.health, second.result.plan.findings])}`,
    );
  }
  await oracle.expectSurvivors();
  const third = await world.run();
  const moved = third.result.steps.filter(({ outcome, step: { kind } }) => outcome === "done" && kind !== "download");
  if (third.result.files.length > 0 || third.result.conflicts.length > 0 || moved.length > 0)
    throw new Error(`a run with nothing to do moves something: ${JSON.stringify(third.result.steps)}`);
}

async function take(world: AgreementWorld, oracle: Oracle, each: Step): Promise<void> {
  switch (each.kind) {
    case "save": {
      const name = oracle.keys[each.key] ?? "";
      const before = await world.onService(each.language);
      const text = oracle.fresh();
      try {
        await world.save(each.language, name, text);
      } catch (error) {
        // The service does not know a new key yet, or an earlier run was killed while it held the lock.
        if (error instanceof Error && /has no string|answered 403/.test(error.message)) return;
        throw error;
      }
      const trace = oracle.trace(each.language, name);
      trace.service.push({ text, over: before[name] });
      trace.newest = text;
      return;
    }
    case "edit": {
      const name = oracle.keys[each.key] ?? "";
      const path = `locales/${each.language}.json`;
      const before = await world.inGit(path);
      const text = oracle.fresh();
      await world.edit(path, { [name]: text });
      const trace = oracle.trace(each.language, name);
      trace.git.push({ text, over: before[name] });
      trace.newest = text;
      return;
    }
    case "source":
      return world.edit("locales/en.json", { [oracle.keys[each.key] ?? ""]: oracle.fresh() });
    case "add": {
      const name = `k${oracle.fresh().slice(5)}`;
      oracle.keys.push(name);
      return world.edit("locales/en.json", { [name]: oracle.fresh() });
    }
    case "rename": {
      const from = oracle.keys[each.key] ?? "";
      const to = `r${oracle.fresh().slice(5)}`;
      const source = await world.inGit("locales/en.json");
      await world.rename(from, to, source[from] ?? "");
      oracle.rename(from, to);
      return;
    }
    case "run":
      await oracle.run();
      return;
    case "killed":
      return world.runKilled(each.requests);
    case "merge":
      await world.merge(each.method);
      return;
    case "delete-branch":
      return world.deleteBranch();
    case "commit-on-branch":
      return world.commitOnBranch();
  }
}

/** So many random plays of so many steps; says the seed, and the shortest play that fails. */
export async function checkAgreement(
  count: number,
  steps: number,
  seed = Number(process.env["SEED"] ?? Date.now() % 1e9),
): Promise<void> {
  const replayed = process.env["PLAY"];
  await using site = await embeddedSite({ settings: { rateLimits: unlimited } });
  if (replayed !== undefined) return await playAgreement(site, "web", JSON.parse(replayed));
  let number = 0;
  process.stdout.write(`agreement: seed ${String(seed)}, ${String(count)} plays of ${String(steps)} steps\n`);
  await fc.assert(
    fc.asyncProperty(plays(steps), async (play) => {
      number += 1;
      await playAgreement(site, `web${String(number)}`, play);
    }),
    { seed, numRuns: count, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: false },
  );
}
