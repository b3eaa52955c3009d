import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { startServer, type RunningServer } from "../../server/start-server.ts";
import { DATABASE_FILE } from "../../service/clone/folder-owner.ts";
import { runCli, type Surroundings } from "../run-cli.ts";

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: RunningServer;

beforeAll(async () => {
  folder = await temporaryDirectory();
  server = await startServer({ data: join(folder.path, "data"), project: "demo" });
});
afterAll(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

async function admin(...args: readonly string[]) {
  return played(args);
}

async function played(
  args: readonly string[],
  clock?: Surroundings["clock"],
  printed: { stdout: string; stderr: string } = { stdout: "", stderr: "" },
) {
  const sink = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runCli(["serve", "admin", ...args], {
    environment: {},
    directory: folder.path,
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    untilEnding: () => Promise.resolve(undefined),
    clock,
  });
  return { code, ...printed };
}

const here = ["--data", "data"] as const;

async function json(...args: readonly string[]) {
  const { code, stdout, stderr } = await admin(...args, ...here, "--json");
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function statusOf(path: string, token: string): Promise<number> {
  return (await fetch(`${server.api}${path}`, { headers: { authorization: `Token ${token}` } })).status;
}

describe("serve admin, beside the running service", () => {
  it("adds a person whose token works at once", async () => {
    const { stdout } = await admin("create-user", "ada", "--email", "ada@example.org", "--superuser", ...here);
    const token = /svu_[A-Za-z0-9]{36}/.exec(stdout)?.[0] ?? "";

    const users = await json("users");

    expect(stdout).toContain("(shown once)");
    expect(await statusOf("users/admin/", token)).toBe(200);
    expect(users).toContainEqual({
      username: "ada",
      fullName: "ada",
      email: "ada@example.org",
      isSuperuser: true,
      isActive: true,
      isBot: false,
      lastLogin: null,
    });
  });

  it("adds a bot that may do what its roles say, in one project", async () => {
    const bot = await json("create-bot", "demo", "reader", "--role", "Bot: download translations");

    expect(bot.username).toBe("bot-demo-reader");
    expect(await statusOf("projects/demo/file/", bot.token)).toBe(200);
    expect(await statusOf("projects/demo/repository/", bot.token)).toBe(403);
  });

  it("gives tokens, lists them without themselves, and ends them", async () => {
    const { token } = await json("token", "admin", "--name", "laptop", "--expires", "2999-12-31");
    const { stdout } = await admin("tokens", "admin", ...here);
    const listed: { id: number; name: string }[] = await json("tokens", "admin");
    const id = listed.find(({ name }) => name === "laptop")?.id;
    const before = await statusOf("", token);

    await json("revoke", String(id));

    expect(stdout).toMatch(/laptop/);
    expect(stdout).toMatch(/2999-12-31/);
    expect(stdout + JSON.stringify(listed)).not.toMatch(/svu_|svp_|hash/);
    expect([before, await statusOf("", token)]).toEqual([200, 401]);
  });

  it("grants a role in a project", async () => {
    const { token } = await json("create-user", "bea");
    const before = await statusOf("projects/demo/repository/", token);
    await json("grant", "bea", "Manage repository", "demo");
    const operation = async (): Promise<number> => {
      const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
      const body = JSON.stringify({ operation: "commit" });
      return (await fetch(`${server.api}projects/demo/repository/`, { method: "POST", headers, body })).status;
    };

    expect([before, await operation()]).toEqual([200, 200]);
  });

  it("notes that an agreement was signed, where there is one", async () => {
    const content = new TextEncoder().encode('{"title": "Hello"}');
    const fields = { name: "App", slug: "app", file_format: "json", template: "en.json", agreement: "Be kind." };
    await server.admin.createComponent(
      "demo",
      { ...fields, filemask: "*.json", vcs: "local", repo: "local:" },
      { kind: "document", name: "en.json", content },
    );

    expect(await json("sign-agreement", "admin", "demo/app")).toEqual({ username: "admin", component: "demo/app" });
  });
});

describe("serve admin refuses", () => {
  it.each([
    [["create-user", "ada", "lovelace"], "serve admin create-user takes USER"],
    [["create-user"], "serve admin create-user takes USER"],
    [["destroy"], 'there is no action "destroy"'],
    [[], 'there is no action ""'],
    [["users", "ada"], "serve admin users takes no words"],
    [["revoke", "first"], '"first" is not the number of a token'],
    [["revoke", "99999"], "There is no token 99999."],
    [["token", "nobody"], "There is no user “nobody”."],
    [["tokens", "nobody"], "There is no user “nobody”."],
    [["token", "admin", "--expires", "tomorrow"], '--expires is "tomorrow"'],
    [["token", "admin", "--expires", "2001-01-01"], "which is over"],
    [["users", "--superuser"], "--superuser means nothing to serve admin users"],
    [["create-bot", "none"], "There is no project “none”."],
    [["create-bot", "demo", "x", "--role", "Boss"], "There is no role “Boss”. Roles: Administration"],
    [["create-user", "a b"], "username: Username may only contain"],
    [["create-user", "admin"], "A user with that username already exists."],
    [["sign-agreement", "admin", "demo/none"], "There is no component “demo/none”."],
  ] as const)("%j", async (args, message) => {
    const { code, stderr } = await admin(...args, ...here);

    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("a folder in which no service ever ran", async () => {
    const { code, stderr } = await admin("users", "--data", "nowhere");

    expect([code, stderr]).toEqual([1, expect.stringContaining("IL-E04")]);
  });
});

it("says what it waits for where another program keeps the database, and goes on when that has ended", async () => {
  const clock = manualClock();
  const printed = { stdout: "", stderr: "" };
  using database = new DatabaseSync(join(folder.path, "data", DATABASE_FILE));
  database.exec("begin immediate");
  const running = played(["create-user", "late", ...here], clock, printed);
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(printed.stderr).toBe("");

  clock.advance(2000);
  await expect.poll(() => printed.stderr).toContain("Waiting for the database.");
  database.exec("rollback");
  const { code, stdout } = await running;

  expect(code).toBe(0);
  expect(stdout).toContain("late  svu_");
});

it("has a help that lists its actions", async () => {
  const { stdout } = await admin("--help");

  expect(stdout).toContain("Usage: interlinear serve admin ACTION [NAME …] [options]");
  expect(stdout).toMatch(/^ {4}create-bot PROJECT \[NAME\]\s+add a bot/m);
});
