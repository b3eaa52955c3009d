import { notFound, page, Refused, type Answer, type Call, type OperationRun, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

/** What `init` makes: secrets are for the owner, webhooks for whoever administers the repository. */
export const repositorySettings: Readonly<Record<string, OperationRun>> = {
  [`GET ${REPOSITORY}/hooks`]: { area: "repository", run: listHooks },
  [`POST ${REPOSITORY}/hooks`]: { area: "repository", run: makeHook },
  [`GET ${REPOSITORY}/actions/secrets`]: { area: "repository", run: listSecrets },
  [`PUT ${REPOSITORY}/actions/secrets/{secretname}`]: { area: "repository", run: keepSecret },
};

/** It says more events than it was told: those that belong to them. */
const BELONGING: Readonly<Record<string, readonly string[]>> = {
  issue_comment: ["issue_comment", "pull_request_comment"],
  pull_request: [
    "pull_request",
    "pull_request_assign",
    "pull_request_milestone",
    "pull_request_review",
    "pull_request_review_request",
  ],
};

function listHooks(call: Call): Promise<Answer> {
  const { world } = call;
  assertAdministrator(world);
  return Promise.resolve(page(call, world.hooks));
}

function makeHook({ world, body }: Call): Promise<Answer> {
  assertAdministrator(world);
  const { url = "", content_type: type = "" } = body.config ?? {};
  if (url === "" || type === "") {
    throw new Refused(422, `Missing config option: ${url === "" ? "url" : "content_type"}`);
  }
  const events = (body.events ?? ["push"]).flatMap((event) => BELONGING[event] ?? [event]);
  const hook = {
    id: world.nextId(),
    type: body.type ?? "",
    config: { url, content_type: type },
    events,
    active: body.active ?? false,
  };
  world.hooks.push(hook);
  return Promise.resolve({ status: 201, body: hook });
}

function listSecrets(call: Call): Promise<Answer> {
  const { world } = call;
  assertOwner(world);
  return Promise.resolve(
    page(
      call,
      [...world.secrets.keys()].map((name) => ({ name, created_at: "2026-01-01T00:00:00Z" })),
    ),
  );
}

function keepSecret({ world, parameters, body }: Call): Promise<Answer> {
  assertOwner(world);
  const name = (parameters["secretname"] ?? "").toUpperCase();
  if (name === "") throw notFound();
  if ((body.data ?? "") === "") throw new Refused(422, "[Data]: Required");
  if (!/^[A-Z_][A-Z0-9_]*$/.test(name) || /^(?:GITEA|GITHUB)_/.test(name)) {
    throw new Refused(400, "invalid variable or secret name");
  }
  const isNew = !world.secrets.has(name);
  world.secrets.set(name, body.data ?? "");
  return Promise.resolve({ status: isNew ? 201 : 204 });
}

function assertAdministrator({ settings }: World): void {
  if (settings.isAdministrator) return;
  throw new Refused(403, "user should be an owner or a collaborator with admin write of a repository");
}

/** Who administers it here owns it. */
function assertOwner({ settings }: World): void {
  if (!settings.isAdministrator) throw new Refused(403, "user should be the owner of the repo");
}
