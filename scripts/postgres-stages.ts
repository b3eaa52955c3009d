import { existsSync } from "node:fs";
import { POSTGRES_PROGRAMS, startPostgres } from "../test/support/postgres.ts";
import { TEST_SERVER } from "../test/support/test-database.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { allStages, type IsChosen } from "./chosen-stages.ts";
import { runStage, skippedOnce, testStage, type Stage, type StageResult } from "./stage.ts";

export const postgresStageNames = ["PostgreSQL in full", "on PostgreSQL"];

/** What needs PostgreSQL and no real service: test/postgres/, and everything that has a database again on it. */
export async function postgresStages(isChosen: IsChosen = allStages): Promise<readonly StageResult[]> {
  await using reports = await temporaryDirectory();
  const stages: readonly Stage[] = [
    testStage("PostgreSQL in full", ["--project", "postgres-full"], reports.path),
    {
      name: "on PostgreSQL",
      run: async () => {
        await using postgres = await startPostgres();
        const environment = { [TEST_SERVER]: await postgres.createDatabase() };
        const folders = ["src/service", "src/records", "src/bot", "src/admin"];
        return await testStage("on PostgreSQL", ["--project", "unit-*", ...folders], reports.path, environment).run();
      },
    },
  ];
  const results: StageResult[] = [];
  for (const stage of stages) {
    if (isChosen(stage.name)) results.push(await runStage(existsSync(POSTGRES_PROGRAMS) ? stage : skipped(stage)));
  }
  return results;
}

function skipped({ name }: Stage): Stage {
  const missing = `there is no PostgreSQL in ${POSTGRES_PROGRAMS}`;
  return { name, run: async () => ({ tally: skippedOnce, output: missing, note: `skipped: ${missing}` }) };
}
