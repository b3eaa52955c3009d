import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccounts } from "../../src/service/open-accounts.ts";
import { openService } from "../../src/service/open-service.ts";
import { SessionLocks } from "../../src/store/postgres/session-locks.ts";
import { bringTranslationsHome, sendChangedSources } from "../scenarios/round-trip.ts";
import { startCli, type RunningCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { PASSWORD, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import {
  beginComponent,
  callService,
  createComponent,
  saveTranslation,
  serviceFile,
  unitOf,
  type ServiceUnderTest,
} from "../support/service-api.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld } from "../support/world.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

interface Server extends ServiceUnderTest, AsyncDisposable {
  readonly program: RunningCli;
}

/** Servers of one database and one data folder, each a process of its own. */
class Team implements AsyncDisposable {
  readonly database: string;
  readonly #folder: TemporaryDirectory;
  readonly #servers: Server[] = [];

  constructor(database: string, folder: TemporaryDirectory) {
    this.database = database;
    this.#folder = folder;
  }

  async start(): Promise<Server> {
    const data = join(this.#folder.path, "data");
    const program = startCli(["serve", "--port", "0", "--data", data], {
      cwd: this.#folder.path,
      environment: { DATABASE_URL: this.database },
    });
    const ready = await program.line((line) => line.startsWith("The service is ready: "));
    const url = ready.replace("The service is ready: ", "");
    await program.line((line) => line.startsWith("Ctrl-C"));
    // Shown once, by whoever was first.
    const shown = /admin token +(\S+)/.exec(program.output())?.[1];
    const adminToken = shown ?? this.#servers[0]?.adminToken ?? "";
    const server = { program, url, adminToken, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
    this.#servers.push(server);
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
    for (const { program } of this.#servers) expect(program.output()).not.toContain(PASSWORD);
    await this.#folder[Symbol.asyncDispose]();
  }
}

async function openTeam(): Promise<Team> {
  return new Team(await postgres.createDatabase(), await temporaryDirectory());
}

const WEB = "demo/web";

const fieldsOf = ({ remoteUrl, branch }: TestRepository) => ({
  name: "Web",
  slug: "web",
  file_format: "json-nested",
  filemask: "locales/*.json",
  template: "locales/en.json",
  repo: remoteUrl,
  push: remoteUrl,
  branch,
});

async function addComponent(server: Server, repository: TestRepository): Promise<void> {
  await createComponent(server, "demo", fieldsOf(repository));
}

const files = {
  "locales/en.json": '{\n  "title": "Hello",\n  "save": "Save"\n}\n',
  "locales/cs.json": '{\n  "title": "Ahoj"\n}\n',
};

function operate(server: Server, operation: string): Promise<{ readonly result: boolean }> {
  return callService(server, "POST", `/api/components/${WEB}/repository/`, { body: { operation } });
}

/** Opens pages as somebody who is signed in there. */
async function signedIn({ url }: Server, token: string): Promise<(path: string) => Promise<string>> {
  const headers = { accept: "text/html", "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams({ token, next: "/" });
  const answer = await fetch(new URL("/accounts/login/", url), { method: "POST", redirect: "manual", headers, body });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return async (path) => (await fetch(new URL(path, url), { headers: { ...headers, cookie } })).text();
}

describe("servers that share a database and a folder", () => {
  test("what a translator saves on one is downloaded from the other", async () => {
    await using team = await openTeam();
    const first = await team.start();
    const second = await team.start();
    await using upstream = await createRepository(files);
    await addComponent(first, upstream);

    await saveTranslation(first, first.adminToken, { component: WEB, language: "cs", unit: "save" }, ["Uložit"]);

    expect(JSON.parse(await serviceFile(second, WEB, "cs"))).toEqual({ title: "Ahoj", save: "Uložit" });
    expect(await operate(second, "push")).toEqual(expect.objectContaining({ result: true }));
    expect(await upstream.remoteGit("show", "main:locales/cs.json")).toContain("Uložit");
  });

  test("who has a string open on one is told so on the other", async () => {
    await using team = await openTeam();
    const first = await team.start();
    const second = await team.start();
    await using upstream = await createRepository(files);
    await addComponent(first, upstream);
    await using accounts = await openAccounts({ data: "", databaseUrl: team.database });
    const { token } = await accounts.createUser({ username: "max" });
    const { id } = await unitOf(first, WEB, "cs", "save");
    const page = `/translate/${WEB}/cs/?unit=${String(id)}`;

    await (
      await signedIn(first, token)
    )(page);

    expect(await (await signedIn(second, first.adminToken))(page)).toMatch(/<bdi>max<\/bdi>\s+has this string open\./);
  });

  test("two that start at once on an empty database agree on who prepares it", async () => {
    await using team = await openTeam();

    const servers = await Promise.all([team.start(), team.start()]);

    const tokens = servers.filter(({ program }) => program.output().includes("admin token"));
    expect(tokens).toHaveLength(1);
    const owner = tokens[0];
    for (const { url } of servers) {
      const project = await callService({ url, adminToken: owner?.adminToken ?? "" }, "GET", "/api/projects/demo/");
      expect(project).toMatchObject({ slug: "demo" });
    }
  });

  test("operations on one clone wait for each other, whichever server they came to", async () => {
    await using team = await openTeam();
    const first = await team.start();
    const second = await team.start();
    await using upstream = await createRepository(files);
    await addComponent(first, upstream);
    for (const [index, server] of [first, second, first, second].entries()) {
      await upstream.write({ "locales/de.json": `{\n  "title": "Hallo ${String(index)}"\n}\n` });
      await upstream.publish(`Change ${String(index)}`);
      const target = [`Uložit ${String(index)}`];
      await saveTranslation(server, server.adminToken, { component: WEB, language: "cs", unit: "save" }, target);

      const results = await Promise.all([operate(first, "pull"), operate(second, "pull"), operate(server, "commit")]);

      expect(results.map(({ result }) => result)).toEqual([true, true, true]);
    }

    expect(await unitOf(second, WEB, "de", "title")).toMatchObject({ target: ["Hallo 3"] });
    expect(JSON.parse(await serviceFile(first, WEB, "cs"))).toMatchObject({ save: "Uložit 3" });
    expect(await operate(second, "push")).toEqual(expect.objectContaining({ result: true }));
    await upstream.remoteGit("fsck", "--strict");
  });

  test("a clone that another process holds for long is answered with 423", async () => {
    await using team = await openTeam();
    const server = await team.start();
    await using upstream = await createRepository(files);
    await addComponent(server, upstream);
    const elsewhere = new SessionLocks(team.database);
    expect(await elsewhere.tryAcquire(1)).toBe(true);

    await expect(operate(server, "pull")).rejects.toThrow(/answered 423.*repository-locked/s);
    await elsewhere.close();

    expect(await operate(server, "pull")).toMatchObject({ result: true });
  });

  test("a task whose process is killed in the middle of it is finished by another", async () => {
    await using team = await openTeam();
    const first = await team.start();
    await using upstream = await createRepository(manyFiles());
    await using held = await heldTable(team.database, "unit");
    await beginComponent(first, "demo", fieldsOf(upstream));
    const task = await taskOfComponent(first);
    await held.isWaitedFor();
    const second = await team.start();

    await first.program.stop("SIGKILL");
    await held.release();

    expect(task).toBeDefined();
    expect(await taskOfComponent(second)).toBe(task);
    await expect.poll(() => taskOfComponent(second), { interval: 500 }).toBeUndefined();
    const { count } = await callService<{ count: number }>(second, "GET", `/api/components/${WEB}/translations/`);
    expect(count).toBe(LANGUAGES.length + 1);
    const last = LANGUAGES.at(-1) ?? "";
    expect(await unitOf(second, WEB, last, `key${String(STRINGS - 1)}`)).toMatchObject({ target: [`${last} text`] });
    expect(await operate(second, "pull")).toMatchObject({ result: true });
  });
});

const LANGUAGES = ["cs", "da", "de", "es", "fi", "fr", "hu", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "uk"];
const STRINGS = 100;

interface HeldTable extends AsyncDisposable {
  /** Resolves when somebody wants to write to it, and cannot. */
  isWaitedFor(): Promise<void>;
  release(): Promise<void>;
}

/** A table that can be read and not written: whoever wants to write is stopped in the middle of its work. */
async function heldTable(database: string, table: string): Promise<HeldTable> {
  const client = new Client(database);
  await client.connect();
  await client.query(`begin; lock table interlinear.${table} in exclusive mode`);
  const release = (): Promise<void> => client.end();
  return {
    release,
    isWaitedFor: async () => {
      await expect.poll(() => writersWaiting(client), { interval: 50 }).toBeGreaterThan(0);
    },
    [Symbol.asyncDispose]: release,
  };
}

async function writersWaiting(client: Client): Promise<number | null> {
  const { rowCount } = await client.query("select 1 from pg_locks where not granted and locktype = 'relation'");
  return rowCount;
}

function manyFiles(): Record<string, string> {
  const texts = (language: string): string => {
    const entries = Array.from({ length: STRINGS }, (_, index) => [`key${String(index)}`, `${language} text`]);
    return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  };
  return Object.fromEntries(["en", ...LANGUAGES].map((language) => [`locales/${language}.json`, texts(language)]));
}

/** Address of the task that is at work on the component, below the server. */
async function taskOfComponent(server: Server): Promise<string | undefined> {
  const { task_url: url } = await callService<{ task_url: string | null }>(server, "GET", `/api/components/${WEB}/`);
  return url === null ? undefined : new URL(url).pathname;
}

describe("the service on PostgreSQL", () => {
  test("leaves the folder of a SQLite database alone", async () => {
    await using folder = await temporaryDirectory();
    await (await openService({ data: folder.path })).close();
    await rm(join(folder.path, "database"));

    const opening = openService({ data: folder.path, databaseUrl: await postgres.createDatabase() });

    await expect(opening).rejects.toMatchObject({ code: "IL-E05" });
  });

  test("a saved translation comes home in one pull request, and the next run writes nothing", async () => {
    await using site = await embeddedSite({ databaseUrl: await postgres.createDatabase() });
    await using world = await createWorld(site);
    await bringTranslationsHome(world);
  });

  test("changed source files are uploaded, each by the method that fits its component", async () => {
    await using site = await embeddedSite({ databaseUrl: await postgres.createDatabase() });
    await using world = await createWorld(site);
    await sendChangedSources(world);
  });
});
