import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { requestLines, writesOf } from "../support/proxy.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping, webSource } from "../support/sample-files.ts";
import { createComponent, saveTranslation, unitOf, uploadsIn } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

interface Ran<Document> {
  readonly exitCode: number;
  readonly document: Document;
  readonly output: string;
}

/** A command with `--json`: one document on standard output, whatever happens. */
async function json<Document>(
  site: Site,
  repository: TestRepository,
  ...args: readonly string[]
): Promise<Ran<Document>> {
  const result = await runCli([...args, "--json"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: site.botToken },
  });
  expect(result.output).not.toContain(site.botToken);
  return { exitCode: result.exitCode, document: JSON.parse(result.stdout), output: result.output };
}

interface RunDocument {
  readonly plan: {
    readonly steps: readonly { readonly kind: string; readonly reason: string }[];
    readonly inStep: number;
  };
  readonly files: readonly { readonly path: string }[];
  readonly written?: readonly string[];
  readonly delivery: { readonly outcome: string; readonly branch: string } | null;
  readonly statistics: readonly object[];
}

/** The sample's components on the service, under these slugs, fed from a repository of their own. */
async function createComponents(site: Site, slugs: { web: string; server: string }): Promise<AsyncDisposable> {
  const upstream = await createRepository(sampleFiles);
  const source = { repo: upstream.remoteUrl, branch: upstream.branch };
  await createComponent(site.service, site.project, {
    ...source,
    name: slugs.web,
    slug: slugs.web,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await createComponent(site.service, site.project, {
    ...source,
    name: slugs.server,
    slug: slugs.server,
    file_format: "po",
    filemask: "po/*.po",
    new_base: "po/server.pot",
  });
  return upstream;
}

/** One for all that begin with the sample's components, or ask the service nothing. */
let resources: AsyncDisposableStack;
let prepared: Site;

beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  prepared = starting.use(await embeddedSite());
  starting.use(await createComponents(prepared, { web: "web", server: "server" }));
  resources = starting.move();
});

beforeEach(() => {
  prepared.proxy.clear();
});

afterAll(() => resources.disposeAsync());

test("from an empty configuration to a pull request: init, plan, push, pull, sync, stats", async () => {
  await using site = await embeddedSite();
  await using repository = await createRepository(sampleFiles);

  const init = await json<{ components: { component: string; source: string }[] }>(
    site,
    repository,
    "init",
    "--service",
    site.proxy.url,
    "--project",
    site.project,
  );
  expect(init.exitCode, init.output).toBe(0);
  const bySource = Object.fromEntries(init.document.components.map(({ source, component }) => [source, component]));
  expect(Object.keys(bySource).toSorted()).toEqual(["locales/en.json", "po/server.pot"]);
  await repository.publish("Add the mapping");
  const web = bySource["locales/en.json"] ?? "";
  await using _upstream = await createComponents(site, { web, server: bySource["po/server.pot"] ?? "" });

  const inStep = await json<RunDocument>(site, repository, "plan");
  expect(inStep).toMatchObject({ exitCode: 0, document: { plan: { steps: [], inStep: 6 } } });

  await repository.write({ "locales/en.json": webSource.replace('"Save"', '"Save it"') });
  await repository.publish("Change a string");
  await saveTranslation(
    site.service,
    site.translator.token,
    { component: `${site.project}/${web}`, language: "cs", unit: "button.cancel" },
    ["Zrušit"],
  );
  const plan = await json<RunDocument>(site, repository, "plan");
  expect(plan.document.plan.steps.map(({ kind }) => kind).toSorted()).toEqual(["commit", "upload"]);
  for (const step of plan.document.plan.steps) expect(step.reason).not.toBe("");

  site.proxy.clear();
  const push = await json<RunDocument>(site, repository, "push");
  expect(push.exitCode, push.output).toBe(0);
  expect(uploadsIn(site.proxy.requests)).toMatchObject([{ fields: { method: "replace" }, fileName: "en.json" }]);

  const dryPull = await json<RunDocument>(site, repository, "pull", "--dry-run");
  expect(dryPull.exitCode, dryPull.output).toBe(0);
  expect(await repository.git("status", "--porcelain")).toBe("");

  const pull = await json<RunDocument>(site, repository, "pull");
  expect(pull).toMatchObject({ exitCode: 0, document: { written: ["locales/cs.json"] } });
  expect(await repository.git("status", "--porcelain")).toBe(" M locales/cs.json");
  await repository.git("checkout", "--quiet", "--", ".");

  const sync = await json<RunDocument>(site, repository, "sync");
  expect(sync).toMatchObject({
    exitCode: 0,
    document: { delivery: { outcome: "created", branch: "interlinear/main" } },
  });
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/cs.json");

  const again = await json<RunDocument>(site, repository, "sync");
  expect(again).toMatchObject({ exitCode: 0, document: { delivery: { outcome: "unchanged" } } });

  const stats = await json<RunDocument>(site, repository, "stats");
  expect(stats.document.statistics).toContainEqual(
    expect.objectContaining({ component: `${site.project}/${web}`, language: "cs", translated: 2, fuzzy: 1, total: 4 }),
  );
});

test("a run beyond the limit of removals ends with 3 and removes nothing; an explicit yes lets it through", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    "locales/en.json": '{\n    "title": "Hello"\n}\n',
    ".github/interlinear.yml": sampleMapping(prepared.proxy.url, prepared.project),
  });

  const refused = await json<RunDocument>(prepared, repository, "push");

  expect(refused.exitCode, refused.output).toBe(3);
  expect(refused.output).toContain("button.save");
  expect(uploadsIn(prepared.proxy.requests)).toEqual([]);
  expect(await unitOf(prepared.service, `${prepared.project}/web`, "en", "button.save")).toMatchObject({
    target: ["Save"],
  });

  const allowed = await json<RunDocument>(prepared, repository, "push", "--allow-removals");

  expect(allowed.exitCode, allowed.output).toBe(0);
  await expect(unitOf(prepared.service, `${prepared.project}/web`, "en", "button.save")).rejects.toThrow("no string");
});

test("wrong input ends with 2 and says what was expected, before anybody is asked", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping(prepared.proxy.url, prepared.project).replace(
      "source: locales",
      "sorce: locales",
    ),
  });

  for (const [args, words] of [
    [["plann"], /did you mean "plan"/],
    [["plan", "--dry-rum"], /--dry-rum/],
    [["plan"], /interlinear\.yml.*7|7.*sorce|sorce/s],
    [["plan", "--mapping", "missing.yml"], /missing\.yml/],
  ] as const) {
    const result = await runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: prepared.botToken } });
    expect(result.exitCode, result.output).toBe(2);
    expect(result.output).toMatch(words);
  }
  expect(requestLines(prepared.proxy.requests)).toEqual([]);
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("a pull request's branch that is the base branch ends with 2 before anything moves", async () => {
  const mapping = sampleMapping(prepared.proxy.url, prepared.project);
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": `${mapping}pull-request: { branch: main }\n`,
  });

  const synced = await json<RunDocument>(prepared, repository, "sync");

  expect(synced.exitCode, synced.output).toBe(2);
  expect(synced.output).toContain("IL-W05");
  expect(requestLines(prepared.proxy.requests)).toEqual([]);
});

test("a sync on a branch that translations are written to ends with 2 before anything moves", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping(prepared.proxy.url, prepared.project),
  });
  await repository.git("checkout", "--quiet", "-b", "interlinear/main");

  const synced = await json<RunDocument>(prepared, repository, "sync");

  expect(synced.exitCode, synced.output).toBe(2);
  expect(synced.output).toContain("interlinear/main is a branch that Interlinear writes translations to");
  expect(requestLines(prepared.proxy.requests)).toEqual([]);
});

test("a language that is nowhere ends with 2 instead of a run that does nothing", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping(prepared.proxy.url, prepared.project),
  });

  const unknown = await json<RunDocument>(prepared, repository, "stats", "--language", "cz");
  const known = await json<RunDocument>(prepared, repository, "stats", "--language", "cs");

  expect(unknown).toMatchObject({ exitCode: 2, document: { error: { code: "IL-P07" } } });
  expect(known.exitCode, known.output).toBe(0);
});

test("without a token or with a wrong one nothing happens, and the exit code says whose fault it is", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping(prepared.proxy.url, prepared.project),
  });

  const without = await runCli(["plan"], { cwd: repository.path });
  const wrong = await runCli(["plan"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: "svp_wrong" } });

  expect(without.exitCode, without.output).toBe(2);
  expect(without.output).toContain("INTERLINEAR_TOKEN");
  expect(wrong.exitCode, wrong.output).toBe(2);
  expect(wrong.output).not.toContain("svp_wrong");
  expect(writesOf(prepared.proxy.requests)).toEqual([]);
});
