import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { realForgeProgram, type RealForgeProgram } from "../test/forge/real-forge-program.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { writeForgeWorks } from "./forge-works.ts";
import { allStages, type IsChosen } from "./chosen-stages.ts";
import { passedOnce, runStage, skippedOnce, testStage, type StageResult } from "./stage.ts";

const MINUTE = 60_000;
const INSTALL_LIMIT = 60 * MINUTE;
const START_LIMIT = 20 * MINUTE;

/** Those of them that tell something; bringing the server up belongs to whatever needs it. */
export const realForgeStageNames = ["real forge", "real forge in full"];

/**
 * Tests against a real Gitea with a real runner, which are built for them, see test/forge/.
 * @param tier `quick`: a sample of less than two minutes, skipped where they are not built yet; `full`: all
 */
export async function realForgeStages(
  tier: "quick" | "full",
  isChosen: IsChosen = allStages,
): Promise<readonly StageResult[]> {
  await using reports = await temporaryDirectory();
  const every = [
    ["real forge", "forge"],
    ...(tier === "full" ? [["real forge in full", "forge-full"] as const] : []),
  ] as const;
  const chosen = every.filter(([name]) => isChosen(name));
  if (chosen.length === 0) return [];
  const forge = await realForgeProgram();
  console.log(
    `Testing against a real Gitea${tier === "full" ? "; the first time it is built, which takes some minutes" : ""}`,
  );
  let missing: string | undefined;
  const up = await runStage({
    name: "real forge up",
    run: async () => {
      const isLeftOut = tier === "quick" && !forge.isBuilt;
      missing = isLeftOut ? "it is not built here; npm run test:forge builds it, once" : await bringUp(forge);
      return missing === undefined
        ? { tally: passedOnce, output: "", note: `at 127.0.0.1:${forge.port}` }
        : { tally: skippedOnce, output: missing, note: `skipped: ${missing}` };
    },
  });
  try {
    if (missing !== undefined) return [up];
    const announced = await forge.announced();
    const results = [up];
    for (const [name, project] of chosen) {
      results.push(await runStage(testStage(name, ["--project", project], reports.path, announced)));
    }
    const isWhole = tier === "full" && chosen.length === every.length;
    if (isWhole && results.every(({ tally }) => tally.failed === 0)) {
      await writeForgeWorks(await serverName(`http://127.0.0.1:${forge.port}`), reports.path);
    }
    return results;
  } finally {
    await forge.run(["stop"], MINUTE);
  }
}

/** `Gitea 1.26.0`, or of the program that somebody put in its place. */
async function serverName(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/version`);
  const { version }: { readonly version: string } = JSON.parse(await answer.text());
  const [own = "", compatible] = version.split("+gitea-");
  return `${compatible === undefined ? "Gitea" : "Forgejo"} ${own}`;
}

/** Why this machine cannot have a real forge; undefined when it is up. */
async function bringUp(forge: RealForgeProgram): Promise<string | undefined> {
  if (process.platform !== "linux") return `it is built on Linux only, this is ${process.platform}`;
  if (userInfo().uid !== 0) return "running it as a user of its own needs root";
  for (const tool of ["go", "gcc", "setpriv"]) {
    const argument = tool === "go" ? "version" : "--version";
    if (spawnSync(tool, [argument]).status !== 0) return `there is no ${tool}, which building and running it takes`;
  }
  await forge.run(["stop"], MINUTE);
  for (const [subcommand, limit] of [
    ["install", INSTALL_LIMIT],
    ["start", START_LIMIT],
    ["runner", START_LIMIT],
  ] as const) {
    const { exitCode, output } = await forge.run([subcommand], limit);
    if (exitCode !== 0) return `${subcommand} failed: ${output.trim().split("\n").at(-1) ?? ""}`;
  }
  return undefined;
}
