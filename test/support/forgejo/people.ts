import { notFound, Refused, type Answer, type Call, type OperationRun } from "./world.ts";

/** Whose token it is, and what others may do. */
export const people: Readonly<Record<string, OperationRun>> = {
  "GET /user": { area: "user", run: currentUser },
  "GET /repos/{owner}/{repo}/assignees": { area: "repository", run: assignees },
  "GET /repos/{owner}/{repo}/collaborators/{collaborator}/permission": { area: "repository", run: permission },
};

/** The user of a job has no number of its own. */
async function currentUser({ world }: Call): Promise<Answer> {
  const { login } = world.settings;
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
  if (!isKnown(world, name)) throw notFound();
  // Of what it has never heard, the server says the least that anybody may.
  const held = name === world.owner ? "owner" : (collaborators[name] ?? (name === login ? "write" : "none"));
  return Promise.resolve({ status: 200, body: { permission: held, role_name: held, user: { login: name } } });
}

/** Who may write; of an organisation's repository also who may read pull requests by a team. */
async function assignees({ world }: Call): Promise<Answer> {
  const { login, collaborators, isOrganisation, teamReaders } = world.settings;
  const writers = Object.entries(collaborators).filter(([, held]) => held === "admin" || held === "write");
  const logins = new Set(writers.map(([name]) => name));
  if (!login.endsWith("-actions")) logins.add(login);
  for (const name of isOrganisation ? teamReaders : [world.owner]) logins.add(name);
  return Promise.resolve({ status: 200, body: [...logins].map((name) => ({ login: name })) });
}

function isKnown({ owner, settings }: Call["world"], name: string): boolean {
  return [owner, settings.login, ...settings.teamReaders, ...Object.keys(settings.collaborators)].includes(name);
}
