import { RemoteError } from "../../../core/errors.ts";
import type { Identity, Permission } from "../../discussion.ts";
import type { ForgejoRepository } from "../connection.ts";
import { refused } from "../refusal.ts";
import { permissionAnswer, userAnswer } from "./answers.ts";
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

export async function permissionOf(forgejo: ForgejoRepository, login: string): Promise<Permission> {
  const attempt = { action: `show what ${login} may do`, scope: "read:repository" };
  const path = `/collaborators/${encodeURIComponent(login)}/permission`;
  const answer = await forgejo.request({ method: "GET", path, repeatable: true });
  if (answer.status === 404) return "none";
  if (answer.status === 403) {
    throw new RemoteError(`the server refused to ${attempt.action} (403): ${answer.message}`, {
      code: "IL-F02",
      hint: "Use the token of an administrator of the repository with the scope read:repository: only those are told what others may do.",
      status: 403,
    });
  }
  if (answer.status !== 200) throw refused(attempt, answer);
  return PERMISSIONS.get(read(attempt, answer, permissionAnswer).permission) ?? "none";
}
