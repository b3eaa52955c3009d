import type { OperationRun } from "./operations.ts";
import { notFound, Refused, type Answer, type Call } from "./world.ts";

/** Whose token it is, and what others may do. */
export const people: Readonly<Record<string, OperationRun>> = {
  "GET /user": { area: undefined, run: currentUser },
  "GET /repos/{owner}/{repo}/collaborators/{collaborator}/permission": { area: "repository", run: permission },
};

/** The user of a job has no number of its own. */
async function currentUser({ world }: Call): Promise<Answer> {
  const { login, mayReadUser } = world.settings;
  if (!mayReadUser) {
    throw new Refused(403, "token does not have at least one of required scope(s), required=[read:user]");
  }
  return Promise.resolve({ status: 200, body: { id: login.endsWith("-actions") ? -2 : 12, login } });
}

/** The owner has a word of its own. */
async function permission({ world, parameters }: Call): Promise<Answer> {
  const { login, isAdministrator, collaborators } = world.settings;
  const name = parameters["collaborator"] ?? "";
  if (!isAdministrator && name !== login) {
    throw new Refused(
      403,
      "Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own",
    );
  }
  const held = name === world.owner ? "owner" : collaborators[name];
  if (held === undefined) throw notFound();
  return Promise.resolve({ status: 200, body: { permission: held, role_name: held, user: { login: name } } });
}
