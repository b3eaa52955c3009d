import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
  onTestFinished(() => test[Symbol.asyncDispose]());
});

const repository = "/api/components/demo/app/repository/";

it("does an operation in background as a task with progress, log and the outcome", async () => {
  await save(test, "demo/app/de", "title", ["Guten Tag"]);

  const { status, json } = await test.request("POST", repository, { json: { operation: "push", background: true } });

  expect(status).toBe(202);
  await test.service.jobs.idle();
  const task = await test.request("GET", new URL(json.task_url).pathname);
  expect(task.json).toMatchObject({ completed: true, progress: 100, result: { result: true } });
  expect(task.json.log).toMatch(/demo\/app: Committing pending changes[^]*demo\/app: Fetching[^]*demo\/app: Pushing/);
  expect(await test.upstream.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
});

it("tells in the task's result what git would not do", async () => {
  await test.request("PATCH", "/api/components/demo/app/", { json: { push: "" } });

  const { json } = await test.request("POST", repository, { form: { operation: "push", background: "true" } });

  await test.service.jobs.idle();
  const task = await test.request("GET", new URL(json.task_url).pathname);
  expect(task.json.result).toEqual({ result: false, detail: "Push is turned off for App." });
});

it("does it in every repository of a project, and says which components that concerns", async () => {
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
  const path = "/api/projects/demo/repository/";

  const now = await test.request("POST", path, { json: { operation: "commit" } });
  const later = await test.request("POST", path, { json: { operation: "push", background: true } });

  expect(now.json).toEqual({
    result: true,
    included_components: ["demo/app", "demo/server"],
    skipped_components: [],
    permission_blockers: [],
  });
  expect(later.status).toBe(202);
  await test.service.jobs.idle();
  expect(await test.upstream.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
});

it("asks for the operation's permission before anything begins", async () => {
  const request = { json: { operation: "reset", background: true }, token: test.translatorToken };

  expect((await test.request("POST", repository, request)).status).toBe(403);
  expect((await test.request("POST", "/api/projects/demo/repository/", request)).status).toBe(403);
  const tasks = test.service.database.selectFrom("task").selectAll().where("kind", "=", "repository");
  expect(await tasks.execute()).toEqual([]);
});

it("wants a truth value for background", async () => {
  const { status, json } = await test.request("POST", repository, {
    json: { operation: "pull", background: "perhaps" },
  });

  expect(status).toBe(400);
  expect(json.errors).toEqual([{ code: "invalid", detail: "Must be a valid boolean.", attr: "background" }]);
});

it("counts commits of both sides and strings that wait; a pull that concerns no translation lets them wait", async () => {
  await test.request("PATCH", "/api/components/demo/app/", { json: { push_on_commit: false } });
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
  await test.request("POST", repository, { json: { operation: "commit" } });
  await save(test, "demo/app/cs", "title", ["Nazdar"]);
  await test.request("POST", repository, { json: { operation: "commit" } });
  await test.upstream.write({ "README.md": "Hello\n" });
  await test.upstream.publish("Explain");
  await save(test, "demo/app/de", "title", ["Moin"]);
  await test.request("POST", repository, { json: { operation: "pull" } });

  const { json } = await test.request("GET", repository);

  expect(json).toMatchObject({
    needs_commit: true,
    needs_push: true,
    outgoing_commits: 2,
    missing_commits: 0,
    weblate_commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    pending_units: { total: 1, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: 1 },
  });
});
