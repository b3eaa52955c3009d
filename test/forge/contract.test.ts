import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRecord } from "../../src/core/json.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { forgejoSetUp } from "../../src/forge/forgejo/set-up.ts";
import { startForgejo, type Forgejo } from "../support/forgejo/forgejo.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { startWebhookReceiver, type ReceivedHook } from "../support/webhook-receiver.ts";
import { differencesOfForgejo, differencesOfGitea } from "./differences.ts";
import { ask, eventually, forge, isForgejo, personsAddress, tell, tokenWith } from "./lab.ts";
import { questions, type Question } from "./questions.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A server with the repository that is asked about. */
interface Host {
  readonly api: string;
  readonly repository: string;
  tokenOf(scopes: readonly string[], by?: "owner"): Promise<string>;
  /** What stands for a placeholder of a question. */
  readonly known: Readonly<Record<string, string>>;
}

let clone: TestRepository;
let standIn: Forgejo;
let real: Host;
let pretended: Host;

beforeAll(async () => {
  clone = await createRepository({ "a.txt": "a\n" });
  await clone.git("checkout", "--quiet", "-b", "topic");
  await clone.write({ "a.txt": "b\n" });
  await clone.git("commit", "--quiet", "--all", "--message", "Change");
  await clone.git("push", "--quiet", "origin", "topic");
  const commits = {
    topic: await clone.git("rev-parse", "topic"),
    main: await clone.git("rev-parse", "main"),
  };
  standIn = await startForgejo({
    repository: "dev/site",
    bareRepository: clone.remotePath,
    settings: { login: "bot" },
  });
  pretended = await pretend(commits);
  real = await hostOn(commits);
});
afterAll(async () => {
  await standIn[Symbol.asyncDispose]();
  await clone[Symbol.asyncDispose]();
});

async function pretend(commits: Readonly<Record<string, string>>): Promise<Host> {
  const { world, apiUrl, token, settings } = standIn;
  const call = (path: string, body: object): Promise<Response> =>
    fetch(`${apiUrl}/repos/dev/site${path}`, {
      method: "POST",
      headers: { authorization: `token ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await call("/pulls", { head: "topic", base: "main", title: "Topic" });
  world.comments.push({ id: world.nextId(), issue: 1, user: "dev", body: "First" });
  return {
    api: apiUrl,
    repository: "dev/site",
    known: { ...commits, comment: String(world.comments[0]?.id) },
    tokenOf: (scopes, by) => {
      settings.isAdministrator = by === "owner";
      settings.scopes = Object.fromEntries(scopes.map((scope) => [scope.split(":")[1], scope.split(":")[0]]));
      return Promise.resolve(token);
    },
  };
}

async function hostOn(commits: Readonly<Record<string, string>>): Promise<Host> {
  const dev = forge.tokenOf("dev");
  const repository = `dev/site-${randomUUID().slice(0, 8)}`;
  await tell(dev, "POST", "/user/repos", { name: repository.split("/")[1], default_branch: "main", private: true });
  await tell(dev, "PUT", `/repos/${repository}/collaborators/bot`, { permission: "write" });
  await clone.git("push", "--quiet", personsAddress("dev", repository), "main", "topic");
  await eventually("the server knows the branch", async () => {
    const { status } = await ask(dev, "GET", `/repos/${repository}/branches/topic`);
    return status === 200 ? true : undefined;
  });
  await tell(forge.tokenOf("bot"), "POST", `/repos/${repository}/pulls`, {
    head: "topic",
    base: "main",
    title: "Topic",
  });
  const comment: { readonly id: number } = await tell(dev, "POST", `/repos/${repository}/issues/1/comments`, {
    body: "First",
  });
  const tokens = new Map<string, Promise<string>>();
  return {
    api: `${forge.url}/api/v1`,
    repository,
    known: { ...commits, comment: String(comment.id) },
    tokenOf: (scopes, by) => {
      const name = [by, ...scopes].join();
      const token = tokens.get(name) ?? tokenWith(scopes, by === "owner" ? "dev" : "bot");
      tokens.set(name, token);
      return token;
    },
  };
}

async function answerOf(host: Host, asked: Question): Promise<Answer> {
  const { api, repository, known } = host;
  const path = asked.path.replace(/:([a-z]+)/g, (_, name: string) => known[name] ?? name);
  const token =
    asked.token === "wrong" ? "c0ffee" : asked.token === "none" ? undefined : await host.tokenOf(asked.token, asked.by);
  const answer = await fetch(`${api}${path === "/user" ? "" : `/repos/${repository}`}${path}`, {
    method: asked.method,
    headers: {
      ...(token !== undefined && { authorization: `token ${token}` }),
      ...(asked.body && { "content-type": "application/json" }),
    },
    ...(asked.body && { body: JSON.stringify(asked.body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** "" where the stand-in says what the server says: the same status and words, and no field that the server does not have. */
function difference(server: Answer, other: Answer): string {
  if (server.status !== other.status) return `${said(server)} ≠ ${said(other)}`;
  if (server.status >= 400) return said(server) === said(other) ? "" : `${said(server)} ≠ ${said(other)}`;
  const invented = inventedIn(other.body, server.body, "");
  return invented.length === 0 ? "" : `not of the server: ${invented.join(", ")}`;
}

function said({ status, body }: Answer): string {
  const words = status >= 400 && isRecord(body) ? ` ${String(body["message"])}` : "";
  return `${String(status)}${words.replaceAll(/dev\/site-[0-9a-f]{8}/g, "dev/site").replaceAll(/\d+/g, "N")}`;
}

/** Paths of fields that the stand-in sends and the server does not, or sends as another kind of value. */
function inventedIn(ours: unknown, theirs: unknown, path: string): readonly string[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.length === 0 || theirs.length === 0 ? [] : inventedIn(ours[0], theirs[0], `${path}[]`);
  }
  if (!isRecord(ours)) return kindOf(ours) === kindOf(theirs) || theirs === null ? [] : [path];
  if (!isRecord(theirs)) return [path];
  return Object.entries(ours).flatMap(([name, value]) =>
    name in theirs ? inventedIn(value, theirs[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}

it("the stand-in answers as the real server does, but for what the table of differences says", async () => {
  const found: Record<string, string> = {};
  for (const asked of questions) {
    const [server, other] = [await answerOf(real, asked), await answerOf(pretended, asked)];
    const differing = difference(server, other);
    if (differing !== "") found[asked.title] = differing;
  }

  expect(found).toEqual((await isForgejo()) ? differencesOfForgejo : differencesOfGitea);
});

/** Names of events → what is told of each; of several the first, in the order that they were made. */
type Told = Readonly<Record<string, unknown>>;

/** The same history on both: a push, a pull request, a second push to it, labels, a comment, a branch that goes. */
async function history(
  git: TestRepository,
  remote: string,
  call: (method: string, path: string, body: object) => Promise<unknown>,
  told: () => Promise<unknown>,
): Promise<void> {
  const commit = async (text: string, branch: string): Promise<void> => {
    await git.write({ "b.txt": `${text}\n` });
    await git.git("add", "--all");
    await git.git("commit", "--quiet", "--message", text);
    await git.git("push", "--quiet", remote, `HEAD:refs/heads/${branch}`);
    await told();
  };
  await git.git("checkout", "--quiet", "-B", "told", "main");
  await commit("one", "told");
  await call("POST", "/pulls", { head: "told", base: "main", title: "Told" });
  await told();
  await commit("two", "told");
  await call("POST", "/issues/:told/comments", { body: "/interlinear help" });
  await told();
  await call("PATCH", "/pulls/:told", { title: "Told again" });
  await told();
  await call("PATCH", "/pulls/:told", { state: "closed" });
  await told();
  await git.git("push", "--quiet", remote, ":refs/heads/told");
  await told();
}

function named(received: readonly ReceivedHook[]): Told {
  const told: Record<string, unknown> = {};
  for (const { headers, payload } of received) {
    const words = [headers["x-gitea-event"], payload["action"] ?? payload["ref_type"]];
    told[words.filter((word) => typeof word === "string").join(" ")] ??= payload;
  }
  return told;
}

it("the stand-in tells of events with the fields that the server sends, and with no others", async () => {
  await using server = await startWebhookReceiver();
  await using other = await startWebhookReceiver();
  const dev = forge.tokenOf("dev");
  const { repository } = real;
  const { serverUrl, logger } = { serverUrl: forge.url, logger: silentLogger };
  await forgejoSetUp({ serverUrl, repository, token: dev, logger }).addHook({ url: server.url, secret: "hush" });
  let heard = 0;
  const quiet = async (): Promise<void> => {
    // It tells within a second or two, on a busy machine even before the push has ended; what is late is missed below.
    await eventually("the server tells of it", async () => (server.received.length > heard ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    heard = server.received.length;
  };
  let number = "";
  const onServer = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await tell(dev, method, `/repos/${repository}${path.replace(":told", number)}`, body);
    if (path === "/pulls") number = String(answer.number);
  };
  await history(clone, personsAddress("dev", repository), onServer, quiet);

  await using copy = await createRepository({ "a.txt": "a\n" });
  const hook = { url: other.url, secret: "hush" };
  await using standsIn = await startForgejo({ repository: "dev/site", bareRepository: copy.remotePath, hook });
  const { apiUrl, token, hook: sending } = standsIn;
  const onStandIn = (method: string, path: string, body: object): Promise<Response> =>
    fetch(`${apiUrl}/repos/dev/site${path.replace(":told", "1")}`, {
      method,
      headers: { authorization: `token ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await history(copy, "origin", onStandIn, async () => {
    await sending?.look("dev");
    await sending?.sender.idle();
  });

  const [theirs, ours] = [named(server.received), named(other.received)];
  const found = Object.entries(ours).flatMap(([name, payload]) =>
    name in theirs ? inventedIn(payload, theirs[name], name) : [`${name} is never told`],
  );
  expect(found).toEqual([]);
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
});
