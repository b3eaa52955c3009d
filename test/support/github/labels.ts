import { pullOf } from "./pull-requests.ts";
import { invalid, Refused } from "./refusal.ts";
import { labelAnswer } from "./setting-answers.ts";
import { may, page, write, type Answer, type Call, type Operations } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const PATH = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

export const labels: Operations = {
  [`GET ${PATH}`]: { run: listLabels },
  [`POST ${PATH}`]: { run: addLabels },
  [`GET ${REPOSITORY}/labels`]: { run: listAll },
  [`POST ${REPOSITORY}/labels`]: { run: make },
};

function listLabels(call: Call): Promise<Answer> {
  return Promise.resolve(
    page(
      call,
      pullOf(call).labels.map((name) => labelAnswer(call.world, name)),
    ),
  );
}

function listAll(call: Call): Promise<Answer> {
  const { world } = call;
  return Promise.resolve(
    page(
      call,
      [...world.labels.keys()].map((name) => labelAnswer(world, name)),
    ),
  );
}

function make({ world, body }: Call): Promise<Answer> {
  const { name = "", color = "ededed" } = body;
  const wrong = (code: string, field: string): Refused => invalid({ resource: "Label", code, field });
  if (world.labels.has(name.toLowerCase())) throw wrong("already_exists", "name");
  if (!/^[0-9a-f]{6}$/i.test(color)) throw wrong("invalid", "color");
  world.labels.set(name.toLowerCase(), { id: world.nextId(), name, color, description: null });
  return Promise.resolve({ status: 201, body: labelAnswer(world, name) });
}

/** Applying a label that exists takes either permission; making one takes `issues: write` since April 2025. */
function addLabels(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const names = (body.labels ?? []).map((label) => (typeof label === "string" ? label : label.name));
  const missing = names.filter((name) => !world.labels.has(name.toLowerCase()));
  if (missing.length > 0 && !may(world.settings, write("issues"))) {
    const error = { resource: "Repository", field: "label", code: "unauthorized" };
    return Promise.reject(
      new Refused(403, "You do not have permission to create labels on this repository.", { errors: [error] }),
    );
  }
  for (const name of missing) {
    world.labels.set(name.toLowerCase(), { id: world.nextId(), name, color: "ededed", description: null });
  }
  for (const name of names) {
    const known = world.labels.get(name.toLowerCase())?.name ?? name;
    if (!pull.labels.includes(known)) pull.labels.push(known);
  }
  return Promise.resolve({ status: 200, body: pull.labels.map((name) => labelAnswer(world, name)) });
}
