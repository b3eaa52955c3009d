import type { CheckRun, RequestedOutput } from "./records.ts";
import { complete } from "./contract.ts";
import { invalid, notFound, Refused } from "./refusal.ts";
import { isBot, page, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const SUMMARY_BYTES = 65_535;
const MESSAGE_BYTES = 65_536;
const TITLE_CHARACTERS = 255;

/** What Apps say of commits. */
export const checks: Operations = {
  [`POST ${REPOSITORY}/check-runs`]: { run: create },
  [`PATCH ${REPOSITORY}/check-runs/{check_run_id}`]: { run: update },
  [`GET ${REPOSITORY}/commits/{ref}/check-runs`]: { run: list },
};

function appOf({ settings }: World): string {
  return settings.login.replace(/\[bot\]$/, "");
}

export function answer({ apiUrl, serverUrl, owner, repo, app }: World, run: CheckRun): Record<string, unknown> {
  const url = `${apiUrl}/repos/${owner}/${repo}/check-runs/${String(run.id)}`;
  const facts = {
    id: run.id,
    name: run.name,
    head_sha: run.commit,
    url,
    html_url: `${serverUrl}/${owner}/${repo}/runs/${String(run.id)}`,
    external_id: run.externalId,
    details_url: run.detailsUrl ?? `${serverUrl}/apps/${run.app}`,
    status: run.status,
    conclusion: run.conclusion,
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    app: complete("integration", { id: appNumber(app, run.app), slug: run.app, name: run.app }, apiUrl),
  };
  return complete("check-run", facts, apiUrl);
}

/** GitHub Actions has the number 15368 on github.com (seen in gitpod-io/gitpod#21595). */
export function appNumber(app: World["app"], slug: string): number {
  if (slug === "github-actions") return 15_368;
  return app?.options.slug === slug ? app.options.id : slug.length;
}

function checkOutput({ title, summary, annotations = [] }: RequestedOutput): void {
  const refuse = (field: string, message: string): Refused =>
    invalid({ resource: "CheckRun", code: "custom", field, message });
  if (Buffer.byteLength(summary) > SUMMARY_BYTES) {
    throw refuse("summary", `summary exceeds a maximum bytesize of ${String(SUMMARY_BYTES)}`);
  }
  if (title.length > TITLE_CHARACTERS) throw refuse("title", "title is too long (maximum is 255 characters)");
  for (const annotation of annotations) {
    if ((annotation.title ?? "").length > TITLE_CHARACTERS) throw refuse("annotations", "title is too long");
    if (Buffer.byteLength(annotation.message) > MESSAGE_BYTES) throw refuse("annotations", "message is too long");
    if (annotation.start_line < 1) throw refuse("annotations", "start_line must be positive");
  }
}

function authorize({ settings }: World): void {
  if (!isBot(settings)) throw new Refused(403, "You must authenticate via a GitHub App.");
}

async function create({ world, body }: Call): Promise<Answer> {
  authorize(world);
  const commit = body.head_sha ?? "";
  if ((await world.git.type(commit)) !== "commit") throw new Refused(422, `No commit found for SHA: ${commit}`);
  const run: CheckRun = {
    id: world.nextId(),
    commit,
    name: body.name ?? "",
    app: appOf(world),
    externalId: null,
    detailsUrl: null,
    status: "queued",
    conclusion: null,
    title: null,
    summary: null,
    annotations: [],
  };
  change(world, run, body);
  world.checkRuns.push(run);
  return { status: 201, body: answer(world, run) };
}

/** Annotations are added to those that are there. */
function change(world: World, run: CheckRun, body: Call["body"]): void {
  if (body.output !== undefined) {
    checkOutput(body.output);
    run.title = body.output.title;
    run.summary = body.output.summary;
    run.annotations.push(...(body.output.annotations ?? []));
  }
  run.externalId = body.external_id ?? run.externalId;
  // Of the workflow's own token the page of the run takes its place, whatever was asked for.
  run.detailsUrl =
    world.settings.tokenKind === "actions"
      ? `${world.serverUrl}/${world.owner}/${world.repo}/actions/runs/9001/job/${String(run.id)}`
      : (body.details_url ?? run.detailsUrl);
  if (body.conclusion !== undefined) {
    run.conclusion = body.conclusion;
    run.status = "completed";
  }
}

async function update({ world, parameters, body }: Call): Promise<Answer> {
  authorize(world);
  const run = world.checkRuns.find(({ id }) => String(id) === parameters["check_run_id"]);
  if (run === undefined) throw notFound();
  if (run.app !== appOf(world)) {
    const id = String(run.app.length);
    throw new Refused(
      403,
      `Invalid app_id \`${id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  }
  if (run.isJob === true) throw new Refused(403, "Resource not accessible by integration");
  change(world, run, body);
  return Promise.resolve({ status: 200, body: answer(world, run) });
}

/** Newest first; `latest`: one of each name and App. */
async function list(call: Call): Promise<Answer> {
  const { world, parameters, query } = call;
  const commit = await world.git.commitOf(parameters["ref"] ?? "");
  if (commit === undefined) throw new Refused(422, `No commit found for SHA: ${parameters["ref"] ?? ""}`);
  const named = world.checkRuns
    .filter((run) => run.commit === commit && (query["check_name"] ?? run.name) === run.name)
    .toSorted((one, other) => other.id - one.id);
  const found =
    query["filter"] === "all"
      ? named
      : named.filter((run, at) => named.findIndex(({ name, app }) => name === run.name && app === run.app) === at);
  const paged = page(
    call,
    found.map((run) => answer(world, run)),
  );
  return { ...paged, body: { total_count: found.length, check_runs: paged.body } };
}
