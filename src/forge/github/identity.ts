import * as z from "zod";
import type { Identity as Committer } from "../../git/commit-writing.ts";
import type { Identity } from "../discussion.ts";
import type { GitHubRepository } from "./connection.ts";
import { askGraphql } from "./graphql.ts";
import { explained } from "./refusal.ts";

/** Login of `GITHUB_TOKEN`. */
const ACTIONS = "github-actions[bot]";

const viewerAnswer = z.object({ viewer: z.object({ login: z.string(), databaseId: z.number().nullable() }) });

const known = new WeakMap<GitHubRepository, Promise<Account>>();

/** Whose token it is, with the number that noreply addresses begin with. */
export interface Account extends Identity {
  readonly id: number | undefined;
}

/** Asked once a connection, and only by GraphQL: `GET /user` is not for Apps. */
export function readAccount(github: GitHubRepository): Promise<Account> {
  const before = known.get(github);
  if (before !== undefined) return before;
  const account = askAccount(github);
  known.set(github, account);
  // What failed may pass: the next one asks again.
  account.catch(() => known.delete(github));
  return account;
}

async function askAccount(github: GitHubRepository): Promise<Account> {
  const attempt = { action: "show whose token this is", permission: "metadata: read" };
  const { viewer } = await askGraphql(github, attempt, "query { viewer { login databaseId } }", {}, viewerAnswer);
  const { login, databaseId } = viewer;
  const kind = login === ACTIONS ? "workflow" : login.endsWith("[bot]") ? "app" : "person";
  return { login, kind, id: databaseId ?? undefined };
}

/** Name and address that GitHub makes the token's commits under. */
export async function readCommitter(github: GitHubRepository): Promise<Committer> {
  const account = await readAccount(github);
  return account.kind === "person" ? readPerson(github, account) : readBot(github, account.login);
}

async function readBot({ octokit, serverUrl }: GitHubRepository, login: string): Promise<Committer> {
  const attempt = { action: `show the account ${login}`, permission: "metadata: read" };
  const { data } = await explained(attempt, () => octokit.rest.users.getByUsername({ username: login }));
  return { name: login, email: noreply(serverUrl, data.id, login) };
}

async function readPerson({ octokit, serverUrl }: GitHubRepository, { login }: Account): Promise<Committer> {
  const attempt = { action: `show the account ${login}`, permission: "its owner's profile" };
  const { data } = await explained(attempt, () => octokit.rest.users.getAuthenticated());
  return { name: data.name ?? login, email: data.email ?? noreply(serverUrl, data.id, login) };
}

/** Reveals nothing, and belongs to the account however it is renamed. */
export function noreply(serverUrl: string, id: number, login: string): string {
  return `${String(id)}+${login}@users.noreply.${new URL(serverUrl).hostname}`;
}
