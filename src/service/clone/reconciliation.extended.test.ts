import { mkdir, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { action } from "../changes/actions.ts";
import { cloneOf, loadClone, markReset } from "./component-clone.ts";
import { commitPending } from "./pending.ts";
import { reconcile, withClone } from "./reconciliation.ts";
import { invalid } from "../../http-api/refusal.ts";

async function cloneId(test: SampleService): Promise<number> {
  const row = await test.service.database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
  return row.id;
}

/** The state a process leaves that dies between git's commit and the database's. */
async function dieAfterCommit(test: SampleService): Promise<void> {
  const id = await cloneId(test);
  const before = await test.service.database.selectFrom("unit").selectAll().execute();
  const translations = await test.service.database.selectFrom("translation").selectAll().execute();
  await commitPending(test.service, await loadClone(test.service, id));
  for (const unit of before)
    await test.service.database.updateTable("unit").set(unit).where("id", "=", unit.id).execute();
  for (const row of translations) {
    await test.service.database.updateTable("translation").set(row).where("id", "=", row.id).execute();
  }
  await test.service.database.deleteFrom("change").where("action", "=", action.committed).execute();
  await test.service.database.updateTable("clone").set({ dirty: 1 }).execute();
}

describe("after a crash", () => {
  it("takes what git had finished into the database", async () => {
    await using test = await openSampleService();
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await dieAfterCommit(test);
    const stale = (await test.request("GET", "/api/translations/demo/app/de/")).json.revision;

    expect(await reconcile(test.service)).toBe(1);

    const { json } = await test.request("GET", "/api/components/demo/app/repository/");
    expect(json).toMatchObject({ needs_commit: false, needs_push: true });
    expect((await unitsOf(test, "demo/app/de")).get("title")).toMatchObject({ target: ["Guten Tag"], pending: false });
    expect((await test.request("GET", "/api/translations/demo/app/de/")).json.revision).not.toBe(stale);
    const { results } = (await test.request("GET", "/api/translations/demo/app/de/changes/?action=17")).json;
    expect(results.map(({ author }: { readonly author: string }) => author)).toEqual([
      expect.stringMatching(/\/users\/jana\/$/),
    ]);
    expect(await reconcile(test.service)).toBe(0);
  });

  it("notes no commit of a text that was changed and changed back", async () => {
    await using test = await openSampleService();
    const own = (await unitsOf(test, "demo/app/de")).get("title")?.target ?? [];
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await save(test, "demo/app/de", "title", own);
    expect((await unitsOf(test, "demo/app/de")).get("title")?.pending).toBe(true);
    await test.service.database.updateTable("clone").set({ dirty: 1 }).execute();

    await reconcile(test.service);

    expect((await unitsOf(test, "demo/app/de")).get("title")).toMatchObject({ target: own, pending: false });
    expect((await test.request("GET", "/api/translations/demo/app/de/changes/?action=17")).json.results).toEqual([]);
  });

  it("undoes what git had begun, and keeps the strings that wait", async () => {
    await using test = await openSampleService();
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const clone = cloneOf(test.service, await cloneId(test));
    await clone.write("locales/de.json", new TextEncoder().encode("{ half"));
    await writeFile(join(clone.folder, ".git", "index.lock"), "");
    await test.service.database.updateTable("clone").set({ dirty: 1 }).execute();

    await reconcile(test.service);

    expect(await clone.status()).toContain("working tree clean");
    expect((await unitsOf(test, "demo/app/de")).get("title")).toMatchObject({ target: ["Guten Tag"], pending: true });
    expect((await test.request("GET", "/api/translations/demo/app/de/file/")).text).toContain("Guten Tag");
  });

  it("brings a reset to its end, once it has begun to drop what waits", async () => {
    await using test = await openSampleService();
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } });
    await save(test, "demo/app/de", "button.save", ["Sichern"]);
    await markReset(test.service.database, await cloneId(test));

    await reconcile(test.service);

    const units = await unitsOf(test, "demo/app/de");
    expect(units.get("button.save")).toMatchObject({ target: ["Speichern"], pending: false });
    expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_commit).toBe(false);
  });

  it("leaves a clone marked that could not be mended, for whoever comes next", async () => {
    await using test = await openSampleService();
    const id = await cloneId(test);
    const { folder } = cloneOf(test.service, id);
    const failing = withClone(test.service, id, "demo/app", async () => {
      await rename(join(folder, ".git"), join(folder, "..", "away"));
      throw new Error("out of luck");
    });
    await expect(failing).rejects.toThrow();
    await rename(join(folder, "..", "away"), join(folder, ".git"));

    const marked = test.service.database.selectFrom("clone").select("dirty");
    expect(await marked.executeTakeFirst()).toEqual({ dirty: 1 });
    const commit = { json: { operation: "commit" } };
    expect((await test.request("POST", "/api/components/demo/app/repository/", commit)).json).toEqual({ result: true });
    expect(await marked.executeTakeFirst()).toEqual({ dirty: 0 });
  });

  it("notices a clone that is not where the database says", async () => {
    await using test = await openSampleService();
    const clone = cloneOf(test.service, await cloneId(test));
    await clone.write("locales/de.json", new TextEncoder().encode('{ "title": "Von Hand" }'));
    const author = { name: "x", email: "x@example.org" };
    const authored = "2026-01-01T00:00:00Z";
    await clone.commit({ message: "By hand", author, committer: author, paths: ["locales/de.json"], authored });

    expect(await reconcile(test.service)).toBe(1);

    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Von Hand"]);
  });

  it("removes a clone whose component was never finished", async () => {
    await using test = await openSampleService();
    const project = await test.service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
    const half = {
      project_id: project.id,
      repo: "",
      branch: "main",
      head: "",
      remote_commit: null,
      ahead: 0,
      behind: 0,
    };
    const { id } = await test.service.database
      .insertInto("clone")
      .values({ ...half, merge_failure: null, dirty: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { folder } = cloneOf(test.service, id);
    await mkdir(folder);
    await utimes(folder, 0, 0);

    await reconcile(test.service);

    expect(await test.service.database.selectFrom("clone").select("id").execute()).toHaveLength(1);
  });
});

describe("an operation that fails half way", () => {
  it("leaves the clone as it was before", async () => {
    await using test = await openSampleService();
    const failing = withClone(test.service, await cloneId(test), "demo/app", async ({ clone }) => {
      await clone.write("locales/de.json", new TextEncoder().encode("{ half"));
      throw new Error("out of luck");
    });

    await expect(failing).rejects.toThrow("out of luck");

    expect(await cloneOf(test.service, await cloneId(test)).status()).toContain("working tree clean");
  });

  it("passes refusals on and is free for the next", async () => {
    await using test = await openSampleService();
    const refusing = withClone(test.service, await cloneId(test), "demo/app", async () => {
      throw invalid("file", "no");
    });

    await expect(refusing).rejects.toMatchObject({ status: 400 });

    expect(
      (await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } })).status,
    ).toBe(200);
  });
});
