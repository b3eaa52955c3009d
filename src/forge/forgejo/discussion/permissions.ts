import { RemoteError } from "../../../core/errors.ts";
import type { Identity, Permission } from "../../discussion.ts";
import type { FindOurselves } from "../../sticky-comment.ts";
import type { ForgejoRepository } from "../connection.ts";
import { refused } from "../refusal.ts";
import { assigneeAnswers, ownRightsAnswer, permissionAnswer, userAnswer } from "./answers.ts";
import { ask, read } from "./asking.ts";

/** The user of a job's own token has this number on every server. */
const ACTIONS_USER = -2;
const PERMISSIONS: ReadonlyMap<string, Permission> = new Map([
  ["owner", "admin"],
  ["admin", "admin"],
  ["write", "write"],
  ["read", "read"],
]);

export async function identityOf(forgejo: ForgejoRepository): Promise<Identity> {
  const attempt = { action: "show whose token this is", scope: "read:user" };
  const call = { method: "GET", path: "/user", isOfServer: true, repeatable: true } as const;
  const { id, login } = read(attempt, await ask(forgejo, attempt, call), userAnswer);
  return { login, kind: id === ACTIONS_USER ? "workflow" : "person" };
}

export async function permissionOf(
  forgejo: ForgejoRepository,
  login: string,
  mightPush: boolean | undefined,
): Promise<Permission> {
  return (await toldPermission(forgejo, login)) ?? permissionOfAssignee(forgejo, login, mightPush);
}

/** Undefined where the server does not say: administrators are told of everybody, all others of themselves alone. */
async function toldPermission(forgejo: ForgejoRepository, login: string): Promise<Permission | undefined> {
  const attempt = { action: `show what ${login} may do`, scope: "read:repository" };
  const path = `/collaborators/${encodeURIComponent(login)}/permission`;
  const answer = await forgejo.request({ method: "GET", path, repeatable: true });
  if (answer.status === 404) return "none";
  if (answer.status === 403) return undefined;
  if (answer.status !== 200) throw refused(attempt, answer);
  return PERMISSIONS.get(read(attempt, answer, permissionAnswer).permission) ?? "none";
}

/**
 * A person's repository lists who may write, its owner among them. An organisation's lists members of teams as well that may
 * read pull requests and write something else, or nothing.
 */
async function permissionOfAssignee(
  forgejo: ForgejoRepository,
  login: string,
  mightPush: boolean | undefined,
): Promise<Permission> {
  const attempt = { action: "list who may be assigned", scope: "read:repository" };
  const answer = await ask(forgejo, attempt, { method: "GET", path: "/assignees", repeatable: true });
  const assignees = new Set(read(attempt, answer, assigneeAnswers).map((assignee) => assignee.login.toLowerCase()));
  if (!assignees.has(login.toLowerCase())) return "none";
  const isOfPerson = assignees.has((forgejo.fullName.split("/")[0] ?? "").toLowerCase());
  if (isOfPerson || mightPush === true) return "write";
  if (mightPush === false) return "read";
  throw new RemoteError(`the server does not tell this token what ${login} may do`, {
    code: "IL-F02",
    hint: "Make the token's owner an administrator of the repository: of an organisation's repository, only those are told what others may do.",
    status: 403,
  });
}

/** To be told whose it is, a token needs a scope (read:user) that nothing else takes. */
export function ourselvesOn(forgejo: ForgejoRepository, identity = () => identityOf(forgejo)): FindOurselves {
  return (authors) =>
    identity().then(
      ({ login }) => login,
      (error: unknown) => {
        if (error instanceof RemoteError && error.code === "IL-F02") return ourselvesAmong(forgejo, authors);
        throw error;
      },
    );
}

/**
 * Which of these authors the token speaks as, where it may not ask whose it is. The server tells nobody but administrators what
 * others may do, and everybody what they may do themselves. An administrator is told of all: who may write counts as ourselves
 * then, since they could change our comments as well.
 */
async function ourselvesAmong(forgejo: ForgejoRepository, authors: readonly string[]): Promise<string | undefined> {
  const attempt = { action: `show ${forgejo.fullName}`, scope: "read:repository" };
  const answer = await ask(forgejo, attempt, { method: "GET", path: "", repeatable: true });
  const isAdministrator = read(attempt, answer, ownRightsAnswer).permissions?.admin === true;
  for (const author of authors) {
    const permission = await toldPermission(forgejo, author);
    const isWriter = permission === "admin" || permission === "write";
    if (isAdministrator ? isWriter : permission !== undefined) return author;
  }
  return undefined;
}
