import { isDeepStrictEqual } from "node:util";
import { disturb, faults, watch, type Fault } from "./faults.ts";
import { stages, type Stage, type StageWorld } from "./stages.ts";

type Case = { readonly kind: "fault"; readonly fault: Fault; readonly request: string } | Kill;

/** Where a process is killed: at a request, before the server sees it, or at a push, before and after the remote took it. */
interface Kill {
  readonly kind: "kill";
  readonly at: number;
  readonly of: "requests" | "pushes";
}

interface Undisturbed {
  readonly cases: readonly Case[];
  readonly outcome: unknown;
}

export interface FaultsChecked {
  /** That there are. */
  readonly cases: number;
  readonly played: number;
  /** What went wrong, a line each. */
  readonly failures: readonly string[];
}

/** Stages are played side by side: half of the time, a run waits. */
const LANES = 2;
/** In a sample, of so many stages one is opened, and one case of it is played. */
const SAMPLED_STAGE = 4;
const SAMPLED_CASE = 499;
/** A limit for what hangs. */
const RUN_MILLISECONDS = 300_000;

/** Stages that {@link checkFaults} would play something of. */
export function isAskedFor({ name }: Stage, only = ""): boolean {
  return name.includes(readOnly(only).stageName);
}

/** Stages of which one case each is enough to see that faults are met. */
export const sampledStages: readonly Stage[] = stages.filter((_, at) => at % SAMPLED_STAGE === 1);

/**
 * Every request of a run meets every fault, and the process is killed at every boundary: the next run without faults has to
 * end as one that was never disturbed.
 * @param extent a sample is one case of each stage
 * @param only cases whose words hold that, as `heal: 502`
 */
export async function checkFaults(
  chosen: readonly Stage[],
  extent: "all" | "sample",
  only = "",
): Promise<FaultsChecked> {
  let cases = 0;
  let played = 0;
  const failures: string[] = [];
  for (const stage of chosen) {
    const done = await checkStage(stage, extent, readOnly(only).words);
    cases += done.cases;
    played += done.played;
    failures.push(...done.failures);
    say(
      `${stage.name}: ${String(done.played)} of ${String(done.cases)} cases played, ${String(done.failures.length)} failed`,
    );
  }
  return { cases, played, failures };
}

function readOnly(only: string): { readonly stageName: string; readonly words: string } {
  const [stageName = "", words = ""] = only.split(": ");
  return { stageName, words };
}

function say(words: string): void {
  process.stdout.write(`faults: ${words}\n`);
}

async function checkStage(stage: Stage, extent: "all" | "sample", words: string): Promise<FaultsChecked> {
  const lanes = await Promise.all(
    Array.from({ length: extent === "all" ? LANES : 1 }, async (_, lane) => {
      await using world = await stage.open();
      const { cases, outcome } = await undisturbed(world);
      const mine = cases
        .filter((_case, at) => (extent === "all" ? at % LANES === lane : at === SAMPLED_CASE % cases.length))
        .filter((each) => wordsOf(each).includes(words));
      const failures: string[] = [];
      for (const each of mine) {
        const failure = await play(world, each, outcome);
        if (failure === undefined) continue;
        failures.push(`${stage.name}: ${wordsOf(each)}: ${failure}`);
        say(`FAILED ${stage.name}: ${wordsOf(each)}: ${failure}`);
      }
      return { cases: cases.length, played: mine.length, failures };
    }),
  );
  return {
    cases: lanes[0]?.cases ?? 0,
    played: lanes.reduce((sum, { played }) => sum + played, 0),
    failures: lanes.flatMap(({ failures }) => failures),
  };
}

function wordsOf(each: Case): string {
  if (each.kind === "fault") return `${each.fault.name} for ${each.request}`;
  return `kill -9 at ${each.of === "requests" ? "request" : "boundary of a push"} ${String(each.at)}`;
}

async function undisturbed(world: StageWorld): Promise<Undisturbed> {
  await world.restore();
  await world.pushes.forget();
  for (const proxy of world.proxies) proxy.clear();
  const seen = await watch(world.disturbed, () => world.run());
  const requests = world.proxies.reduce((sum, { requests: asked }) => sum + asked.length, 0);
  const boundaries = await world.pushes.passed();
  await world.run();
  const outcome = await world.outcome();
  const met = seen.flatMap((answer) =>
    faults
      .filter(({ matters }) => matters?.(answer) ?? true)
      .map((fault): Case => ({ kind: "fault", fault, request: answer.request })),
  );
  const kills = (count: number, of: Kill["of"]): readonly Case[] =>
    Array.from({ length: count }, (_, at): Case => ({ kind: "kill", at: at + 1, of }));
  return { cases: [...met, ...kills(requests, "requests"), ...kills(boundaries, "pushes")], outcome };
}

/** @returns what went wrong */
async function play(world: StageWorld, each: Case, expected: unknown): Promise<string | undefined> {
  await world.restore();
  // How a disturbed run ends is its own matter, as long as it ends.
  const ended = each.kind === "fault" ? await runDisturbed(world, each) : await runKilled(world, each);
  if (ended !== undefined) return ended;
  let exitCode: number;
  try {
    exitCode = await world.run();
  } catch (error) {
    return `the next run failed: ${String(error)}`;
  }
  if (exitCode !== 0) return `the next run ended with ${String(exitCode)}`;
  const outcome = await world.outcome();
  if (isDeepStrictEqual(outcome, expected)) return undefined;
  return `it left ${JSON.stringify(outcome)} instead of ${JSON.stringify(expected)}`;
}

async function runDisturbed(world: StageWorld, each: Extract<Case, { kind: "fault" }>): Promise<string | undefined> {
  let ended = true;
  const hasMet = await disturb(world.disturbed, each, async () => {
    ended = await within(
      RUN_MILLISECONDS,
      world.run().catch(() => undefined),
    );
  });
  if (!ended) return "it did not end";
  return hasMet ? undefined : "the request did not come";
}

async function runKilled(world: StageWorld, { at, of }: Kill): Promise<string | undefined> {
  await world.pushes.forget();
  let requests = 0;
  let pid = 0;
  if (of === "requests") {
    for (const proxy of world.proxies) {
      proxy.decide(() => {
        requests += 1;
        if (requests !== at) return requests < at ? "pass" : "refuse";
        process.kill(pid, "SIGKILL");
        return "refuse";
      });
    }
  }
  const started = (id: number): void => {
    pid = id;
    if (of === "pushes") void world.pushes.killAt(at, id);
  };
  const ended = await within(RUN_MILLISECONDS, world.runProcess(started));
  for (const proxy of world.proxies) proxy.decide(undefined);
  await world.pushes.passed();
  await world.pushes.forget();
  return ended ? undefined : "it did not end";
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, milliseconds);
  });
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
