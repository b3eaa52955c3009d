import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { realServiceProgram } from "../test/real/real-service-program.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { allStages, type IsChosen } from "./chosen-stages.ts";
import { failedOnce, passedOnce, runStage, skippedOnce, testStage, type Stage, type StageResult } from "./stage.ts";

const MINUTE = 60_000;
const INSTALL_LIMIT = 12 * MINUTE;
/** For what hangs alone: its migrations take minutes beside other tests on a slow machine. */
const START_LIMIT = 20 * MINUTE;

/** Those of them that tell something; bringing the service up belongs to whatever needs it. */
export const realServiceStageNames = ["real service", "real service in full"];

/**
 * Tests against a real service that is installed for them, see test/real/.
 * @param tier `quick`: one test of each kind; `full`: all
 */
export async function realServiceStages(
  tier: "quick" | "full",
  isChosen: IsChosen = allStages,
): Promise<readonly StageResult[]> {
  await using reports = await temporaryDirectory();
  const projects = [
    ["real service", "real"],
    ...(tier === "full" ? [["real service in full", "real-full"] as const] : []),
  ] as const;
  const chosen = projects.filter(([name]) => isChosen(name));
  if (chosen.length === 0) return [];
  return await onRealService((announced) =>
    chosen.map(([name, project]) => testStage(name, ["--project", project], reports.path, announced)),
  );
}

/** @param stagesFor with the addresses and tokens of the service, as environment variables */
async function onRealService(
  stagesFor: (announced: Readonly<Record<string, string>>) => readonly Stage[],
): Promise<readonly StageResult[]> {
  const service = await realServiceProgram();
  console.log("Testing against a real service; the first time it is installed, which takes some minutes");
  let missing: string | undefined;
  const up = await runStage({
    name: "real service up",
    run: async () => {
      missing = await bringUp(service);
      return missing === undefined
        ? { tally: passedOnce, output: "", note: `at 127.0.0.1:${service.port}` }
        : { tally: skippedOnce, output: missing, note: `skipped: ${missing}` };
    },
  });
  try {
    if (missing !== undefined) return [up];
    const seeded = await runStage(seedStage(service));
    const results = [up, seeded];
    if (seeded.tally.failed > 0) return results;
    for (const stage of stagesFor(await service.announced())) results.push(await runStage(stage));
    return results;
  } finally {
    await service.run("stop", MINUTE);
  }
}

type RealService = Awaited<ReturnType<typeof realServiceProgram>>;

/** Why this machine cannot have a real service; undefined when it is up. */
async function bringUp(service: RealService): Promise<string | undefined> {
  if (process.platform !== "linux") return `it is installed on Debian's Linux only, this is ${process.platform}`;
  if (!existsSync("/usr/bin/apt-get")) return "there is no apt-get to install it with";
  if (userInfo().uid !== 0) return "installing its database and cache needs root";
  await service.startAfresh();
  for (const [subcommand, limit] of [
    ["install", INSTALL_LIMIT],
    ["start", START_LIMIT],
  ] as const) {
    const { exitCode, output } = await service.run(subcommand, limit);
    if (exitCode !== 0) return `${subcommand} failed: ${output.trim().split("\n").at(-1) ?? ""}`;
  }
  return undefined;
}

function seedStage(service: RealService): Stage {
  return {
    name: "seed",
    run: async () => {
      const { exitCode, output } = await service.run("seed", START_LIMIT);
      return { tally: exitCode === 0 ? passedOnce : failedOnce, output };
    },
  };
}
