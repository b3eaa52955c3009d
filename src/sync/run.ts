import { InterlinearError } from "../core/errors.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { recordCommit } from "./agreement/agreement.ts";
import { resultOf } from "./empty-result.ts";
import type { Run, RunDependencies, RunOptions } from "./run-types.ts";
import type { KeptLook } from "./unmoved/kept-look.ts";
import { Unmoved } from "./unmoved/unmoved.ts";

/**
 * One run of the engine. Where nothing has moved since one that had nothing to do, what that one saw is the result, and what all other
 * runs need is not even loaded. Nothing in the repository is written here: the caller hands the files to a forge or the working tree.
 */
export async function runComponents(
  given: RunDependencies,
  mapping: ResolvedMapping,
  options: RunOptions,
): Promise<Run> {
  const start = given.clock.now().getTime();
  const branch = given.base?.branch ?? (await given.git.branch());
  const asked = options.command === "stats" ? undefined : ownRefs(given.git);
  // Where the service fails first, nobody waits for it any more.
  asked?.catch(() => undefined);
  const unmoved =
    branch === undefined || asked === undefined
      ? undefined
      : await Unmoved.stand(given, mapping, options, { branch, refs: asked });
  const refs = await asked;
  const known = options.full === true ? undefined : await unmoved?.seen(recordCommit(refs, branch));
  if (known !== undefined) return unmovedRun(given, options, start, known);
  const { runWhole } = await import("./whole-run.ts");
  return runWhole(given, mapping, options, { start, branch, refs, unmoved });
}

/** The record says itself why it cannot be read. */
async function ownRefs(git: RunDependencies["git"]): Promise<ReadonlyMap<string, string> | undefined> {
  return git.ownRefs().catch((error: unknown) => {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  });
}

/** What a full look found, while nothing has moved since. */
function unmovedRun(
  { service, clock }: RunDependencies,
  { command }: RunOptions,
  start: number,
  { inStep, findings, statistics }: KeptLook,
): Run {
  const traffic = { ...service.traffic(), milliseconds: clock.now().getTime() - start };
  const plan = { steps: [], findings, inStep };
  return {
    result: resultOf({ command, service: service.url, plan, statistics, traffic, isUnmoved: true }),
    files: [],
    trailers: [],
    delivered: [],
    agreed: [],
  };
}
