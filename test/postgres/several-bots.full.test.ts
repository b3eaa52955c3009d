import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBotGitHubApp } from "../support/bot-github-app.ts";
import { BotProcess } from "../support/bot-process.ts";
import { freePort } from "../support/free-port.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { startGitHubHost } from "../support/github/host.ts";
import { PASSWORD, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { createRepository } from "../support/repository.ts";
import { createComponents, webComponent } from "../support/sample-components.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const REPOSITORIES = 6;
const KEY = Buffer.alloc(32, 5).toString("base64");

type Row = Readonly<Record<string, unknown>>;

/** Three bots on one database, and GitHub that tells the first of them. */
async function createTeam() {
  await using resources = new AsyncDisposableStack();
  const database = await postgres.createDatabase();
  const site = resources.use(await embeddedSite());
  const folder = resources.use(await temporaryDirectory());
  const mapping = [
    "version: 1",
    `service: ${site.proxy.url}`,
    "project: acme",
    "components:",
    "  - component: web",
    "    source: locales/en.json",
    "    translations: locales/{language}.json",
    "",
  ].join("\n");
  const files = { ...sampleFiles, ".github/interlinear.yml": mapping };
  const repositories = await Promise.all(
    Array.from({ length: REPOSITORIES }, async () => resources.use(await createRepository(files))),
  );
  const [first] = repositories;
  if (first === undefined) throw new Error("there is no repository");
  await createComponents(site, first, [webComponent]);
  const gitHubApp = createBotGitHubApp();
  const ports = [await freePort(), await freePort(), await freePort()];
  const host = resources.use(
    await startGitHubHost({
      basePath: "/api/v3",
      app: gitHubApp.app,
      repositories: repositories.map(({ remotePath }, at) => ({
        repository: `acme/app-${String(at)}`,
        bareRepository: remotePath,
      })),
      hook: {
        url: `http://127.0.0.1:${String(ports[0])}/webhooks/github/github`,
        secret: gitHubApp.webhookSecret,
        events: ["push"],
      },
    }),
  );
  const bots: BotProcess[] = [];
  for (const port of ports) {
    const data = join(folder.path, `bot-${String(port)}`);
    await mkdir(data);
    const bot = resources.use(
      new BotProcess({
        isProcess: true,
        data,
        port,
        environment: {
          DATABASE_URL: database,
          INTERLINEAR_BOT_KEY: KEY,
          ...gitHubApp.environment(host.serverUrl),
          INTERLINEAR_BOT_REPOSITORIES: "acme/*",
          INTERLINEAR_SERVICE_URL: site.proxy.url,
          INTERLINEAR_TOKEN: site.botToken,
        },
      }),
    );
    bots.push(bot);
  }
  // All at once: one makes tables, templates and the administrator, the others find them.
  await Promise.all(bots.map((bot) => bot.start()));
  const client = new Client(database);
  await client.connect();
  resources.defer(() => client.end());
  const owned = resources.move();
  return {
    site,
    host,
    bots,
    database,
    push: async (at: number, text: string) => {
      const repository = repositories[at];
      await repository?.write({ "README.md": text });
      await repository?.publish("Change the README");
      await host.notice(`acme/app-${String(at)}`);
    },
    rows: async (query: string): Promise<readonly Row[]> =>
      (await client.query<Row>(query.replaceAll("bot.", "interlinear_bot."))).rows,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

type Team = Awaited<ReturnType<typeof createTeam>>;

async function settled({ rows, host, bots }: Team, seconds = 120): Promise<void> {
  await host.hook.sender.idle();
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const open = await rows("select id, state, reason from bot.delivery where state in ('waiting', 'running')");
    if (open.length === 0) return;
    if (Date.now() > end) throw new Error(`${JSON.stringify(open)}\n${bots.map((bot) => bot.output()).join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("several bots share the work of a database: each delivery once, each repository by one at a time", async () => {
  await using team = await createTeam();
  const { bots, rows } = team;

  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < REPOSITORIES; at += 1) await team.push(at, `# ${String(round)}\n`);
  }
  await settled(team);

  const deliveries = await rows("select state, count(*)::int as count from bot.delivery group by state");
  expect(deliveries).toEqual([{ state: "done", count: 3 * REPOSITORIES }]);
  expect(await rows("select state from bot.run where state <> 'done'")).toEqual([]);
  expect(
    await rows(`select one.id from bot.run one join bot.run other on one.repository_id = other.repository_id
      and one.id < other.id and other.started < one.finished`),
  ).toEqual([]);
  expect((await rows("select distinct worker from bot.run")).length).toBeGreaterThan(1);
  expect(bots.filter(({ administrator }) => administrator !== undefined)).toHaveLength(1);
  expect(bots.map((bot) => bot.output()).join("\n")).not.toContain(PASSWORD);
});

test("what a killed bot was in the middle of is done by another", async () => {
  await using team = await createTeam();
  const [, victim] = team.bots;
  const killed = victim?.pid ?? 0;

  for (let at = 0; at < REPOSITORIES; at += 1) await team.push(at, "# Killed\n");
  await victim?.kill9();
  await settled(team);

  expect(killed).toBeGreaterThan(0);
  const states = await team.rows("select distinct state from bot.delivery");
  expect(states).toEqual([{ state: "done" }]);
  expect(await team.rows("select id from bot.run where state = 'running'")).toEqual([]);
});

test("a bot with another key does not start on the database of others", async () => {
  await using team = await createTeam();
  await using folder = await temporaryDirectory();
  const stranger = new BotProcess({
    isProcess: true,
    data: folder.path,
    port: await freePort(),
    environment: { DATABASE_URL: team.database, INTERLINEAR_BOT_KEY: Buffer.alloc(32, 6).toString("base64") },
  });

  await expect(stranger.start()).rejects.toThrow("IL-K01");
});
