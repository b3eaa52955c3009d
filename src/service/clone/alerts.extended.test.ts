import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cloneOf } from "./component-clone.ts";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
  onTestFinished(() => test[Symbol.asyncDispose]());
});

async function operate(operation: string) {
  return (await test.request("POST", "/api/components/demo/app/repository/", { json: { operation } })).json;
}

async function alerts(): Promise<readonly string[]> {
  const rows = await test.service.database
    .selectFrom("alert")
    .innerJoin("component", "component.id", "alert.component_id")
    .select(["component.slug", "alert.name"])
    .orderBy("alert.id")
    .execute();
  return rows.map(({ slug, name }) => `${slug} ${name}`);
}

async function isLocked(component = "app"): Promise<boolean> {
  return (await test.request("GET", `/api/components/demo/${component}/lock/`)).json.locked;
}

async function conflict(): Promise<void> {
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
  await operate("commit");
  await test.upstream.write({ "locales/de.json": '{\n  "title": "Servus"\n}\n' });
  await test.upstream.publish("Greet otherwise");
}

describe("a merge that fails", () => {
  it("raises an alert on all components of the repository, once, and locks them", async () => {
    await conflict();

    await operate("pull");
    await operate("pull");

    expect(await alerts()).toEqual(["app MergeFailure", "server MergeFailure"]);
    expect([await isLocked(), await isLocked("server")]).toEqual([true, true]);
    const { json } = await test.request("GET", "/api/components/demo/app/changes/?action=47");
    expect(json.results).toEqual([expect.objectContaining({ target: "MergeFailure", action_name: "Alert triggered" })]);
    expect((await test.request("GET", "/api/metrics/")).json.configuration_errors).toBe(2);
  });

  it("is over after a reset, and the lock with it", async () => {
    await conflict();
    await operate("pull");

    await operate("reset");

    expect(await alerts()).toEqual([]);
    expect(await isLocked()).toBe(false);
  });

  it("does not open what a person locked, nor lock what must not lock itself", async () => {
    await test.request("POST", "/api/components/demo/server/lock/", { json: { lock: true } });
    await test.request("PATCH", "/api/components/demo/app/", { json: { auto_lock_error: false } });
    await conflict();

    await operate("pull");
    expect(await isLocked()).toBe(false);
    await operate("reset");

    expect(await isLocked("server")).toBe(true);
  });
});

describe("a remote that is gone", () => {
  it("is an alert that locks until it is there again", async () => {
    const { remotePath } = test.upstream;
    await rename(remotePath, `${remotePath}.away`);

    expect((await operate("pull")).result).toBe(false);
    expect(await alerts()).toEqual(["app UpdateFailure", "server UpdateFailure"]);
    expect(await isLocked()).toBe(true);

    await rename(`${remotePath}.away`, remotePath);
    expect(await operate("pull")).toEqual({ result: true });
    expect(await alerts()).toEqual([]);
    expect(await isLocked()).toBe(false);
  });

  it("keeps a push from succeeding, which is an alert as well", async () => {
    const { remotePath } = test.upstream;
    await test.request("PATCH", "/api/components/demo/app/", { json: { push: `file://${remotePath}.nowhere` } });
    await save(test, "demo/app/de", "title", ["Guten Tag"]);

    expect((await operate("push")).result).toBe(false);
    expect(await alerts()).toEqual(["app PushFailure", "server PushFailure"]);

    await test.request("PATCH", "/api/components/demo/app/", { json: { push: `file://${remotePath}` } });
    expect(await operate("push")).toEqual({ result: true });
    expect(await alerts()).toEqual([]);
  });
});

describe("git that does not do what it should", () => {
  it("is an answer and an alert, until an operation succeeds", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const { folder } = cloneOf(test.service, 1);
    await writeFile(join(folder, ".git", "refs", "heads", "main.lock"), "");

    const outcome = await operate("commit");

    expect(outcome.result).toBe(false);
    expect(outcome.detail).toMatch(/^Could not do commit on App: .*main\.lock/s);
    expect(outcome.detail).not.toContain(test.service.dataFolder);
    expect(await alerts()).toEqual(["app RepositoryOperationFailure", "server RepositoryOperationFailure"]);
    expect(await isLocked()).toBe(true);
    expect(await operate("commit")).toEqual({ result: true });
    expect(await alerts()).toEqual([]);
    expect(await isLocked()).toBe(false);
  });
});

describe("files that are not as they should be", () => {
  it("are alerts until they are mended", async () => {
    await test.upstream.write({ "locales/de.json": "{ broken", "po/server.pot": null, "po/cs.po": null });
    await test.upstream.publish("Break it");
    await operate("pull");
    expect(await alerts()).toEqual(
      expect.arrayContaining(["app ParseError", "server NoMaskMatches", "server InexistantFiles"]),
    );
    expect([await isLocked(), await isLocked("server")]).toEqual([true, false]);

    await operate("pull");
    await test.upstream.write({ "locales/de.json": '{ "title": "Hallo" }' });
    await test.upstream.publish("Mend it");
    await operate("pull");

    expect(await alerts()).not.toContain("app ParseError");
    expect(await isLocked()).toBe(false);
  });

  it("are told of where two are of one language", async () => {
    await test.upstream.write({ "locales/de_DE.json": "{}", "locales/DE.json": '{ "title": "Zwei" }' });
    await test.upstream.publish("Add it twice");

    await operate("pull");

    expect(await alerts()).toContain("app DuplicateLanguage");
  });
});

describe("a lock by hand", () => {
  it("has what waits committed, and lets repository operations pass", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);

    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    await test.service.jobs.idle();

    expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_commit).toBe(false);
    expect(await operate("push")).toEqual({ result: true });
  });

  it("keeps strings as they are, but lets people comment and suggest", async () => {
    const { json } = await test.request("GET", "/api/translations/demo/app/de/units/");
    const unit = `/api/units/${String(json.results[0].id)}/`;
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });

    const edit = await test.request("PATCH", unit, { json: { target: ["Moin"], state: 20 } });
    const language = await test.request("POST", "/api/components/demo/app/translations/", {
      json: { language_code: "fr" },
    });
    const string = await test.request("POST", "/api/translations/demo/app/en/units/", {
      json: { key: "new", value: ["New"] },
    });
    const upload = await test.request("POST", "/api/translations/demo/app/de/file/", {
      multipart: { file: new TextEncoder().encode("{}") },
    });
    const comment = await test.request("POST", `${unit}comments/`, { json: { scope: "translation", comment: "Hm" } });
    const suggestion = await test.request("POST", `${unit}suggestions/`, { json: { target: ["Servus"] } });

    expect([edit.status, language.status, string.status, upload.status]).toEqual([403, 403, 403, 403]);
    expect([comment.status, suggestion.status]).toEqual([201, 201]);
  });
});
