import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger } from "../../src/core/logger.ts";
import { startServer, type RunningServer } from "../../src/server/start-server.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { sampleFiles } from "../support/open-test-service.ts";
import { databaseOfTests } from "../support/test-database.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { png } from "../support/endpoint-samples/sample.ts";
import { callService, unitOf, type ServiceUnderTest } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runSchemathesis, schemathesisModules } from "../support/tools.ts";

const MINUTE = 60_000;
/** More of them with SCHEMATHESIS_EXAMPLES=100: it takes as many times longer. */
const examples = process.env["SCHEMATHESIS_EXAMPLES"] ?? "15";

const modules = await schemathesisModules();

const unlimited = { requests: undefined, windowSeconds: 1 };

/** Something of every kind, so that requests get past "not found". */
async function furnish(server: RunningServer, upstream: TestRepository): Promise<void> {
  const { admin } = server;
  const repository = { repo: upstream.remoteUrl, push: upstream.remoteUrl, branch: "main" };
  const json = { file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json" };
  await admin.createProject({ name: "Demo", slug: "demo" });
  await admin.createComponent("demo", { ...repository, ...json, name: "Web", slug: "web" });
  const po = { file_format: "po", filemask: "po/*.po", new_base: "po/server.pot" };
  await admin.createComponent("demo", { ...repository, ...po, name: "Server", slug: "server" });
  await admin.createComponent("demo", { ...repository, ...json, name: "iOS", slug: "ios", category: "mobile" });
  for (const slug of ["spare", "renamed", "doomed"]) {
    await admin.createProject({ name: slug, slug });
    await admin.createComponent(slug, { ...repository, ...json, name: "Web", slug: "web" });
    await admin.createUser({ username: slug });
  }
  await admin.createTranslator("demo", { username: "jana", fullName: "Jana Nováková", email: "jana@example.org" });

  const service = { url: server.url, adminToken: server.adminToken ?? "" };
  const post = (path: string, body: object) => callService(service, "POST", `/api/${path}`, { body });
  const { id } = await unitOf(service, "demo/web", "cs", "title");
  await post(`units/${String(id)}/comments/`, { scope: "translation", comment: "Why?" });
  await post(`units/${String(id)}/suggestions/`, { target: ["Nazdar"] });
  for (const project of ["demo", "spare"]) {
    await post(`projects/${project}/labels/`, { name: "Home", color: "green" });
    await post(`projects/${project}/announcements/`, { message: "Soon", severity: "info" });
    await post("categories/", { name: "Later", slug: "later", project: `${server.api}projects/${project}/` });
    await post(`components/${project}/web/addons/`, { name: "weblate.cleanup.generic" });
    await addScreenshot(service, project);
  }
  await post("projects/demo/reports/", { kind: "credits", start: "2020-01-01", end: "2030-01-01" });
  for (const slug of ["everything", "spare"]) await post("component-lists/", { name: slug, slug });
  await post("component-lists/everything/components/", { component_id: 1 });
  await post("groups/", { name: "Translators", project_selection: 0, language_selection: 1 });
  await post("roles/", { name: "Reader", permissions: ["vcs.view"] });
}

async function addScreenshot({ url, adminToken }: ServiceUnderTest, project: string): Promise<void> {
  const body = new FormData();
  const fields = { name: "Home", project_slug: project, component_slug: "web", language_code: "en" };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("image", new Blob([png]), "home.png");
  const headers = { authorization: `Token ${adminToken}` };
  const answer = await fetch(new URL("/api/screenshots/", url), { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** From the first finding on, as much as one reads. */
function findingsIn(output: string): string {
  const start = output.search(/^=+ (?:ERRORS|FAILURES) =+$/m);
  return output.slice(Math.max(0, start)).slice(0, 30_000);
}

test.skipIf(modules.missing !== undefined)(
  `every operation answers as the OpenAPI document says, whatever it is asked${becauseMissing(modules)}`,
  { timeout: 60 * MINUTE },
  async () => {
    const faults: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void faults.push(message) };
    await using folder = await temporaryDirectory();
    await using upstream = await createRepository(sampleFiles);
    const settings = { rateLimits: { anonymous: unlimited, user: unlimited } };
    const databaseUrl = await databaseOfTests();
    await using server = await startServer({ data: join(folder.path, "data"), databaseUrl, settings, logger });
    await furnish(server, upstream);

    const result = await runSchemathesis(
      modules.path ?? "",
      join(import.meta.dirname, "schemathesis.toml"),
      [
        "run",
        `${server.url}/api/schema/`,
        `--header=Authorization: Token ${server.adminToken ?? ""}`,
        "--checks=all",
        "--phases=coverage,fuzzing,stateful",
        `--max-examples=${examples}`,
        // More of them end in errors of Python's own parser, which several threads confuse.
        "--workers=1",
        "--continue-on-failure",
        "--request-timeout=60",
        "--seed=1",
      ],
      { cwd: folder.path, timeoutMilliseconds: 55 * MINUTE },
    );

    expect(faults).toEqual([]);
    expect(result.exitCode, findingsIn(result.output)).toBe(0);
    expect(result.output).toMatch(/Tested: \d{3}\b/);
    // Otherwise most of the answers were that somebody has to sign in.
    await callService({ url: server.url, adminToken: server.adminToken ?? "" }, "GET", "/api/metrics/");
  },
);
