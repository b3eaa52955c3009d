import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { forgejoOrGitea } from "../../src/forge/forgejo/server.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runProcess } from "./run-process.ts";

/** Who has an account on the server that `scripts/real-forge-stages.ts` started; `boss` administers all of it (Forgejo keeps the name `admin` for itself). */
export type Person = "boss" | "dev" | "bot" | "forker" | "stranger";

export interface ForgeAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says; tests look at parts of it
  readonly body: any;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run these tests with npm run test:forge.`);
  return value;
}

/** The real server. */
export const forge = {
  get url(): string {
    return fromEnvironment("FORGE_URL");
  },
  tokenOf: (person: Person): string => fromEnvironment(`TOKEN_${person}`),
  /** `write:repository` and `write:issue` alone, as docs/forgejo.md says. */
  get documentedToken(): string {
    return fromEnvironment("TOKEN_bot_least");
  },
  passwordOf: (person: Person): string => fromEnvironment(`PASSWORD_${person}`),
};

/** Which of the two that speak the same API it is. */
export async function isForgejo(): Promise<boolean> {
  return (await forgejoOrGitea(forge.url)) === "forgejo";
}

/** Where git reads and writes a repository as this person. @param repository `owner/name` */
export function personsAddress(person: Person, repository: string): string {
  return `${forge.url.replace("://", `://${person}:${forge.passwordOf(person)}@`)}/${repository}.git`;
}

export async function ask(token: string, method: string, path: string, body?: object): Promise<ForgeAnswer> {
  const answer = await fetch(`${forge.url}/api/v1${path}`, {
    method,
    headers: { authorization: `token ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** As {@link ask}, where everything but success is a mistake of the test. */
export async function tell(token: string, method: string, path: string, body?: object): Promise<ForgeAnswer["body"]> {
  const answer = await eventually(`an answer to ${method} ${path}`, async () => {
    const now = await ask(token, method, path, body);
    // Gitea has not yet found out whether the pull request can be merged.
    return now.status === 405 && JSON.stringify(now.body).includes("try again later") ? undefined : now;
  });
  if (answer.status > 299)
    throw new Error(`${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A token of the bot with these scopes. */
export async function tokenWith(scopes: readonly string[], person: Person = "bot"): Promise<string> {
  const answer = await fetch(`${forge.url}/api/v1/users/${person}/tokens`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${person}:${forge.passwordOf(person)}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: randomUUID(), scopes }),
  });
  const made: { readonly sha1: string } = JSON.parse(await answer.text());
  return made.sha1;
}

/** What a browser keeps of a login. */
async function cookieOf(person: Person): Promise<string> {
  const body = new URLSearchParams({ user_name: person, password: forge.passwordOf(person) });
  const login = await fetch(`${forge.url}/user/login`, { method: "POST", body, redirect: "manual" });
  // The session before the login is given as well, and counts no more.
  const pairs = login.headers.getSetCookie().map((line) => line.split(";", 1)[0]?.split("=") ?? []);
  return [...new Map(pairs.map(([name = "", ...value]) => [name, value.join("=")]))]
    .map((pair) => pair.join("="))
    .join("; ");
}

/** A page of the server, as HTML. */
export async function pageFor(person: Person, path: string): Promise<string> {
  const answer = await fetch(`${forge.url}${path}`, { headers: { cookie: await cookieOf(person) } });
  return answer.text();
}

/** Presses a button of the server's pages, which the API does not have. */
export async function pressAs(person: Person, path: string): Promise<void> {
  const headers = { cookie: await cookieOf(person) };
  const answer = await fetch(`${forge.url}${path}`, { method: "POST", headers, redirect: "manual" });
  if (answer.status > 303) throw new Error(`POST ${path}: ${String(answer.status)} ${await answer.text()}`);
}

/** A fork of a repository. @returns where git reads and writes it */
export async function forkOf(repository: string, person: Person): Promise<string> {
  const name = repository.split("/")[1] ?? "";
  await tell(forge.tokenOf(person), "POST", `/repos/${repository}/forks`, { name });
  return personsAddress(person, `${person}/${name}`);
}

/** What is there in the end: asks twice a second for as long as the test may take. */
export async function eventually<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const end = Date.now() + 240_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`It did not come: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The action as a repository of the server, where the workflow finds it as `interlinear/interlinear@v0`. */
export async function mirrorAction(): Promise<void> {
  if ((await ask(forge.tokenOf("boss"), "GET", "/repos/interlinear/interlinear/git/refs/tags/v0")).status === 200)
    return;
  await using folder = await temporaryDirectory();
  const root = dirname(dirname(import.meta.dirname));
  for (const path of ["action.yml", "dist/action"]) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await cp(join(root, path), join(folder.path, path), { recursive: true });
  }
  const git = (...words: readonly string[]): Promise<string> => runProcess("git", words, folder.path);
  await git("init", "--quiet", "--initial-branch", "main");
  await git("add", ".");
  await git("-c", "user.name=lab", "-c", "user.email=lab@example.test", "commit", "--quiet", "--message", "Mirror");
  await git("tag", "v0");
  const boss = forge.tokenOf("boss");
  await ask(boss, "POST", "/orgs", { username: "interlinear" });
  await ask(boss, "POST", "/orgs/interlinear/repos", { name: "interlinear", default_branch: "main" });
  await git("push", "--quiet", personsAddress("boss", "interlinear/interlinear"), "main", "v0");
}
