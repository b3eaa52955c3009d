import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCli } from "../support/cli.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { createRepository } from "../support/repository.ts";
import { callService, createComponent, serviceFile, unitOf } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const WRITERS = 6;
const WEB = "demo/web";

test("a restart of PostgreSQL costs whoever asks a 503, nothing that was acknowledged, and two lines of the log", async () => {
  await using folder = await temporaryDirectory();
  const keys = Array.from({ length: WRITERS }, (_, index) => `key${String(index)}`);
  const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({ "locales/en.json": `${english}\n`, "locales/cs.json": "{}\n" });
  await using program = startCli(["serve", "--port", "0", "--data", folder.path], {
    cwd: folder.path,
    environment: { DATABASE_URL: await postgres.createDatabase(), INTERLINEAR_API_RATELIMIT_USER: "off" },
  });
  const ready = await program.line((line) => line.startsWith("The service is ready: "));
  const url = ready.replace("The service is ready: ", "");
  await program.line((line) => line.startsWith("Ctrl-C"));
  const server = { url, adminToken: /admin token +(\S+)/.exec(program.output())?.[1] ?? "" };
  const { remoteUrl, branch } = upstream;
  const fields = { file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json" };
  await createComponent(server, "demo", {
    name: "Web",
    slug: "web",
    ...fields,
    repo: remoteUrl,
    push: remoteUrl,
    branch,
  });
  const units = await Promise.all(keys.map((key) => unitOf(server, WEB, "cs", key)));

  const acknowledged = new Map<number, string>();
  const answers: string[] = [];
  const over = new AbortController();
  const writers = units.map(async ({ id }) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const target = `Text ${String(round)}`;
      const response = await fetch(`${url}/api/units/${String(id)}/`, {
        method: "PATCH",
        headers: { authorization: `Token ${server.adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ target: [target], state: 20 }),
      });
      await response.text();
      answers.push(`${String(response.status)} ${response.headers.get("retry-after") ?? ""}`);
      if (response.ok) acknowledged.set(id, target);
      else await setTimeout(50);
    }
  });
  const asked: Record<string, string[]> = {};
  const ask = async (name: string, path: string, init: RequestInit = {}): Promise<void> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Token ${server.adminToken}`);
    while (!over.signal.aborted) {
      const response = await fetch(`${url}${path}`, { ...init, headers });
      await response.text();
      (asked[name] ??= []).push(`${String(response.status)} ${response.headers.get("retry-after") ?? ""}`);
      await setTimeout(10);
    }
  };
  const push = { ref: `refs/heads/${branch}`, repository: { clone_url: remoteUrl } };
  const askers = [
    ask("list", "/api/projects/"),
    ask("page", "/projects/demo/", { headers: { accept: "text/html" } }),
    ask("metrics", "/api/metrics/"),
    ask("hook", "/hooks/gitea/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(push),
    }),
  ];
  const saved = (): number => answers.filter((answer) => answer.startsWith("200")).length;
  const savedMore = async (): Promise<void> => {
    const before = saved();
    await expect.poll(saved).toBeGreaterThan(before + WRITERS);
  };
  const said = (words: string): number => program.output().split(words).length - 1;
  const restarts = ["fast", "immediate", "fast"] as const;
  for (const [round, mode] of restarts.entries()) {
    await savedMore();
    await postgres.restart(() => setTimeout(1000), mode);
    await expect.poll(() => said("The database can be used again.")).toBe(round + 1);
  }
  await savedMore();
  over.abort();
  await Promise.all([...writers, ...askers]);

  expect(said("warning   The database cannot be used just now")).toBe(restarts.length);
  const kinds = Object.entries(asked).map(([name, each]) => [name, [...new Set(each)].toSorted()]);
  expect(Object.fromEntries(kinds)).toEqual({
    list: ["200 ", "503 5"],
    page: ["200 ", "503 5"],
    metrics: ["200 ", "503 5"],
    hook: ["200 ", "503 5"],
  });

  expect([...new Set(answers)].toSorted()).toEqual(["200 ", "503 5"]);
  const now = await Promise.all(keys.map((key) => unitOf(server, WEB, "cs", key)));
  expect(now.map(({ id, target }) => [id, target])).toEqual(now.map(({ id }) => [id, [acknowledged.get(id)]]));
  const file: unknown = JSON.parse(await serviceFile(server, WEB, "cs"));
  expect(file).toEqual(Object.fromEntries(now.map(({ context, target }) => [context, target[0]])));
  // Jobs are done again too: their queue has found its database.
  const operation = { body: { operation: "push" } };
  expect(await callService(server, "POST", `/api/components/${WEB}/repository/`, operation)).toMatchObject({
    result: true,
  });
});

test("an archive that PostgreSQL's restart interrupts is broken off, never one that looks whole, and costs one line of the log", async () => {
  await using folder = await temporaryDirectory();
  const catalogue = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr ""\n';
  // More than sockets hold between a server and who does not read.
  const long = Array.from({ length: 12_000 }, () => `# ${randomBytes(750).toString("base64")}\n`).join("");
  await using first = await createRepository({ "po/x.pot": `${long}${catalogue}`, "po/cs.po": catalogue });
  await using second = await createRepository({ "po/x.pot": catalogue, "po/cs.po": catalogue });
  await using program = startCli(["serve", "--port", "0", "--data", folder.path], {
    cwd: folder.path,
    environment: { DATABASE_URL: await postgres.createDatabase() },
  });
  const ready = await program.line((line) => line.startsWith("The service is ready: "));
  const url = ready.replace("The service is ready: ", "");
  await program.line((line) => line.startsWith("Ctrl-C"));
  const server = { url, adminToken: /admin token +(\S+)/.exec(program.output())?.[1] ?? "" };
  for (const [slug, { remoteUrl: repo, branch }] of Object.entries({ app: first, web: second })) {
    const fields = { file_format: "po", filemask: "po/*.po", new_base: "po/x.pot" };
    await createComponent(server, "demo", { name: slug, slug, ...fields, repo, branch });
  }
  const before = program.output();
  const headers = { authorization: `Token ${server.adminToken}` };
  const request = get(`${url}/api/projects/demo/file/`, { headers });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this event brings
  const [answer] = (await once(request, "response")) as [IncomingMessage];

  let error: unknown;
  await postgres.restart(async () => {
    answer.on("error", (reason) => (error = reason)).resume();
    await expect.poll(() => answer.closed).toBe(true);
  });

  expect([answer.statusCode, answer.complete]).toEqual([200, false]);
  expect(error).toMatchObject({ code: "ECONNRESET" });
  const told = program.output().slice(before.length).trim().split("\n");
  expect(told).toEqual([expect.stringMatching(/^warning +The database cannot be used just now: /)]);
});
