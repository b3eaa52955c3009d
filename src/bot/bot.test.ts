import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { databaseOfTests, onPostgres } from "../../test/support/test-database.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { silentLogger } from "../core/logger.ts";
import { requestRun } from "../records/deliveries/request-run.ts";
import { openRecords } from "../records/open-records.ts";
import { keepRepository } from "../records/repositories/repositories.ts";
import { writeSettings } from "../records/settings/current-settings.ts";
import { defaultSettings } from "../records/settings/settings.ts";
import { inTransaction } from "../store/database.ts";
import { openBot } from "./bot.ts";

it("puts back at its end what takes too long, for the next start to do", async () => {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const asked = Promise.withResolvers<void>();
  // A forge that takes every request and never answers.
  const forge = createServer(() => {
    asked.resolve();
  });
  forge.listen(0, "127.0.0.1");
  await once(forge, "listening");
  resources.defer(() => {
    forge.closeAllConnections();
    forge.close();
  });
  const address = forge.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const records = resources.use(
    await openRecords({ data: folder.path, databaseUrl: await databaseOfTests(), logger: silentLogger }),
  );
  const codeberg = {
    kind: "forgejo",
    serverUrl: `http://127.0.0.1:${String(address.port)}`,
    token: "token",
    webhookSecret: "hook-secret",
    repositories: ["acme/*"],
  } as const;
  await inTransaction(records.database, (queries) =>
    writeSettings(queries, records.seal, { ...defaultSettings, forges: { codeberg } }),
  );
  const { id } = await keepRepository(records, { forge: "codeberg", name: "acme/app", defaultBranch: "main" });
  const bot = await openBot({ records, data: folder.path, logger: silentLogger, worker: "here", patience: 50 });
  await records.jobs.start(bot.jobs, bot.recurring);
  await requestRun(records, id, "sync", 1);
  await asked.promise;

  await bot.close();

  const deliveries = await records.database.selectFrom("delivery").select(["state", "attempts"]).execute();
  expect(deliveries).toEqual([{ state: "waiting", attempts: 0 }]);
  const runs = await records.database.selectFrom("run").select(["state", "outcome"]).execute();
  expect(runs).toEqual([{ state: "failed", outcome: "the bot was stopped in the middle of the run" }]);
  if (onPostgres) return;
  const jobs = await records.database.selectFrom("job").select("kind").where("key", "=", String(id)).execute();
  expect(jobs).toEqual([{ kind: "repository" }]);
});
