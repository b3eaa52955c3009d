/** `npm run test:real`: the scenarios again, against a real service that is installed for them. See test/real/. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { realServiceProgram } from "../test/real/real-service-program.ts";
import { startPostgres, TEST_SERVER } from "../test/support/postgres.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { failedOnce, passedOnce, runStage, skippedOnce, testStage } from "./stage.ts";
import { addTallies, tallyLine, type Tally } from "./tally.ts";

const MINUTE = 60_000;
const INSTALL_LIMIT = 12 * MINUTE;
const START_LIMIT = 5 * MINUTE;

const service = await realServiceProgram();

/** Why this machine cannot have a real service; undefined when it is up. */
async function bringUp(): Promise<string | undefined> {
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

async function testAgainstIt(): Promise<Tally> {
  const seeded = await runStage({
    name: "seed",
    run: async () => {
      const { exitCode, output } = await service.run("seed", START_LIMIT);
      return { tally: exitCode === 0 ? passedOnce : failedOnce, output };
    },
  });
  if (seeded.failed > 0) return seeded;
  Object.assign(process.env, await service.announced());
  const reports = await mkdtemp(join(tmpdir(), "interlinear-real-"));
  const tested = await runStage(testStage("real service", ["--project", "real"], join(reports, "real.json")));
  await rm(reports, { recursive: true, force: true });
  return addTallies(seeded, tested);
}

/** The tests of the embedded service and of the bot again, on PostgreSQL instead of SQLite. */
async function testOnPostgres(): Promise<Tally> {
  await using postgres = await startPostgres();
  await using reports = await temporaryDirectory();
  process.env[TEST_SERVER] = await postgres.createDatabase();
  const stage = testStage(
    "service and bot on PostgreSQL",
    ["--project", "unit", "src/service", "src/records", "src/bot", "src/admin"],
    join(reports.path, "unit.json"),
  );
  return await runStage(stage);
}

console.log("Testing against a real service; the first time it is installed, which takes some minutes");
let missing: string | undefined;
const up = await runStage({
  name: "real service up",
  run: async () => {
    missing = await bringUp();
    return missing === undefined
      ? { tally: passedOnce, output: "", note: `at 127.0.0.1:${service.port}` }
      : { tally: skippedOnce, output: missing, note: `skipped: ${missing}` };
  },
});
let total = up;
try {
  if (missing === undefined) total = addTallies(up, await testAgainstIt(), await testOnPostgres());
} finally {
  await service.run("stop", MINUTE);
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What the service leaves of its streams must not hold this process.
process.exit();
