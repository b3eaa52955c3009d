import { setTimeout } from "node:timers/promises";
import { rm } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { silentLogger } from "../../core/logger.ts";
import { access } from "../identity/permissions.ts";
import { removeMarkedProjects } from "../projects/project-removal.ts";
import { changeProject } from "../projects/project-settings.ts";
import { removeMarkedComponents } from "./component-removal.ts";

/** Who removes something that is busy waits for it no longer than this. */
const soon = { taskMilliseconds: 50 };

const rowOf = async ({ service }: SampleService, slug: string) =>
  service.database.selectFrom("component").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
const isThere = async ({ service }: SampleService, table: "component" | "project", id: number) =>
  (await service.database.selectFrom(table).select("id").where("id", "=", id).execute()).length > 0;
const statusOf = async (test: SampleService, path: string) => (await test.request("GET", path)).status;
const slugsIn = async (test: SampleService, list: string) =>
  (await test.request("GET", list)).json.results.map(({ slug }: { readonly slug: string }) => slug);
const countOf = async (test: SampleService, list: string): Promise<number> =>
  (await test.request("GET", list)).json.count;

it("a component that is removed while its clone is busy is there for nobody at once, and goes when the clone is free", async () => {
  await using test = await openSampleService({ settings: { ...soon, busyMilliseconds: 50 } });
  const { database, locks } = test.service;
  const app = await rowOf(test, "app");
  const unit = [...(await unitsOf(test, "demo/app/de")).values()][0]?.id;
  const all = await slugsIn(test, "/api/components/");
  const removal = "/api/components/demo/app/?delete_memory=true";

  await locks.hold(app.clone_id, app.path, async () => {
    expect((await test.request("DELETE", removal)).status).toBe(204);

    expect((await test.request("DELETE", removal)).status).toBe(404);
    for (const path of ["components/demo/app/", "translations/demo/app/de/file/", `units/${String(unit)}/`]) {
      expect(await statusOf(test, `/api/${path}`), path).toBe(404);
    }
    for (const list of ["/api/components/", "/api/projects/demo/components/"]) {
      expect(await slugsIn(test, list), list).toEqual(all.filter((slug: string) => slug !== "app"));
    }
    expect(await isThere(test, "component", app.id)).toBe(true);
  });
  await expect.poll(() => isThere(test, "component", app.id)).toBe(false);
  await locks.idle();

  const origins = await database
    .selectFrom("memory")
    .select("origin")
    .where("user_id", "is", null)
    .distinct()
    .execute();
  expect(origins).not.toContainEqual({ origin: String(app.id) });
  const changes = await database
    .selectFrom("change")
    .select(["user_id", "target"])
    .where("target", "=", "app")
    .execute();
  expect(changes).toContainEqual({ user_id: 1, target: "app" });
});

it("its name and its address are free at once, and what takes them is not what goes", async () => {
  await using test = await openSampleService({ settings: soon });
  const app = await rowOf(test, "app");
  const document = new TextEncoder().encode('{"hello": "Hello again"}');
  const anew = { name: "App", slug: "app", file_format: "json", docfile: document };
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  const { changing } = await test.service.locks.hold(app.clone_id, app.path, async () => {
    // It waits for the clone, and would write the name again.
    const change = test.request("PATCH", "/api/components/demo/app/", { json: { filemask: "locales/c*.json" } });
    await setTimeout(100);
    await test.request("DELETE", "/api/components/demo/app/");
    const { status, text } = await test.request("POST", "/api/projects/demo/components/", { multipart: anew });
    expect([status, text]).toEqual([201, expect.stringContaining('"slug":"app"')]);
    return { changing: change };
  });
  expect((await changing).status).toBe(404);
  await expect.poll(() => isThere(test, "component", app.id)).toBe(false);
  await test.service.locks.idle();

  expect((await unitsOf(test, "demo/app/en")).get("hello")?.source).toEqual(["Hello again"]);
  // What it brought to the memory says where it came from.
  const { json } = await test.request("GET", "/api/memory/?project=demo");
  expect(json.results.map(({ origin }: { readonly origin: string }) => origin)).toContain("demo/app");
});

it("its strings are found by nobody, and counted nowhere, also for who may see everything", async () => {
  await using test = await openSampleService({ settings: soon });
  const app = await rowOf(test, "app");
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  await test.request("POST", `/api/units/${String(unit)}/suggestions/`, { json: { target: ["Návrh"] } });
  const list = await test.request("POST", "/api/component-lists/", { json: { name: "All", slug: "all" } });
  const members = `${new URL(list.json.url).pathname}components/`;
  await test.request("POST", members, { json: { component_id: app.id } });
  const lists = ["units/", "units/?q=state:translated", "translations/", "suggestions/"];
  const counts = async () =>
    Promise.all([...lists.map((each) => `/api/${each}`), members].map((each) => countOf(test, each)));
  const metrics = async () => {
    const { worker_queues: _, celery_queues: __, ...rest } = (await test.request("GET", "/api/metrics/")).json;
    return rest;
  };
  const statistics = async () => (await test.request("GET", "/api/projects/demo/statistics/")).json.total;
  const look = async () => ({ counts: await counts(), metrics: await metrics(), strings: await statistics() });

  const meanwhile = await test.service.locks.hold(app.clone_id, app.path, async () => {
    await test.request("DELETE", "/api/components/demo/app/");
    expect((await test.request("GET", "/api/changes/")).text).not.toContain("/app/");
    return look();
  });
  await expect.poll(() => isThere(test, "component", app.id)).toBe(false);
  await test.service.locks.idle();

  const after = await look();
  expect(after.counts[0]).toBeGreaterThan(0);
  // What was done in it is there afterwards, and nothing of it any more.
  expect(meanwhile).toEqual({ ...after, metrics: { ...after.metrics, changes: meanwhile.metrics.changes } });
});

it("neither pages nor archives of what stays name a component whose removal waits, and no lock asks for it", async () => {
  await using test = await openSampleService({ settings: { ...soon, busyMilliseconds: 50 } });
  const app = await rowOf(test, "app");
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  await test.request("POST", "/api/components/demo/server/lock/", { json: { lock: true } });

  await test.service.locks.hold(app.clone_id, app.path, async () => {
    await test.request("DELETE", "/api/components/demo/app/");
    const marked = `~${String(app.id)}/`;
    expect((await admin.open("/manage/addons/demo/server/")).text).not.toContain(marked);
    const { text } = await test.request("GET", "/api/components/demo/server/file/");
    expect(text).toContain("demo/server/");
    expect(text).not.toContain(marked);
    expect((await test.request("GET", "/api/projects/demo/lock/")).json).toEqual({ locked: true });
  });
  await expect.poll(() => isThere(test, "component", app.id)).toBe(false);
  await test.service.locks.idle();
});

it("work that waited for the clone ends without a word where all that live in it are removed", async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warning: (text: string) => void warnings.push(text) };
  await using test = await openSampleService({ settings: soon, logger });
  const { locks, jobs } = test.service;
  const { clone_id: clone } = await rowOf(test, "app");
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  await locks.hold(clone, "app", async () => {
    const begun = jobs.enqueue("clone.fetch", { clone }).then(async () => {
      while ((await jobs.keys("clone.fetch")).size > 0) await setTimeout(5);
    });
    await begun;
    for (const slug of ["app", "server"]) await test.request("DELETE", `/api/components/demo/${slug}/`);
    await jobs.enqueue("clone.commit", { clone });
    await jobs.enqueue("clone.pull", { clone });
    await rm(new URL(test.upstream.remoteUrl), { recursive: true, force: true });
  });
  const clones = async () => (await test.service.database.selectFrom("clone").select("id").execute()).length;
  await expect.poll(clones).toBe(0);
  await jobs.idle();

  expect(warnings).toEqual([]);
});

it("a category goes at once with what is in it, whose clone is busy", async () => {
  await using test = await openSampleService({ settings: soon });
  const app = await rowOf(test, "app");
  const project = "http://service.test/api/projects/demo/";
  const shelf = { name: "Shelf", slug: "shelf", project };
  const { url } = (await test.request("POST", "/api/categories/", { json: shelf })).json;
  await test.request("PATCH", "/api/components/demo/app/", { json: { category: url } });
  expect(await statusOf(test, "/api/components/demo/shelf%252Fapp/")).toBe(200);

  await test.service.locks.hold(app.clone_id, app.path, async () => {
    expect((await test.request("DELETE", new URL(url).pathname)).status).toBe(204);

    expect(await statusOf(test, "/api/components/demo/shelf%252Fapp/")).toBe(404);
    expect((await test.request("POST", "/api/categories/", { json: shelf })).status).toBe(201);
    expect(await isThere(test, "component", app.id)).toBe(true);
  });
  await expect.poll(() => isThere(test, "component", app.id)).toBe(false);
  await test.service.locks.idle();
});

it("a project goes at once with its components, whose clone is busy, and its name is free", async () => {
  await using test = await openSampleService({ settings: { ...soon, busyMilliseconds: 50 } });
  const { service } = test;
  const app = await rowOf(test, "app");
  const strings = await countOf(test, "/api/units/");
  const path = "/api/projects/demo/";
  const anew = { name: "Demo", slug: "demo", web: "https://example.org/" };
  const before = await service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();

  const task = await service.locks.hold(app.clone_id, app.path, async () => {
    const removed = await test.request("DELETE", path);
    expect(removed.status).toBe(202);

    expect([await statusOf(test, path), await statusOf(test, "/api/components/demo/app/")]).toEqual([404, 404]);
    expect((await test.request("DELETE", path)).status).toBe(404);
    expect(await slugsIn(test, "/api/projects/")).toEqual([]);
    expect(strings).toBeGreaterThan(0);
    expect(await countOf(test, "/api/units/")).toBe(0);
    expect((await test.request("GET", "/api/metrics/")).json).toMatchObject({ projects: 0, components: 0, units: 0 });
    // Somebody who changes it may have found it before.
    await expect(changeProject(service, before, { slug: "demo" }, 1)).rejects.toMatchObject({ status: 404 });
    expect((await test.request("POST", "/api/projects/", { json: anew })).status).toBe(201);
    expect(await isThere(test, "project", app.project_id)).toBe(true);
    return new URL(removed.json.task_url).pathname;
  });
  // It is looked for again after a while, and each hour; its task may be at work on it just now, as it began late.
  const isLeft = async () => {
    await removeMarkedProjects(service);
    return isThere(test, "project", app.project_id);
  };
  await expect.poll(isLeft).toBe(false);
  await service.jobs.idle();
  await service.locks.idle();

  expect(await slugsIn(test, "/api/projects/")).toEqual(["demo"]);
  expect(await statusOf(test, task)).toBe(200);
  const said = await service.database.selectFrom("change").select("target").where("target", "=", "demo").execute();
  expect(said).toEqual([{ target: "demo" }]);
});

it("a component whose removal waited in a process that died is removed by the service's upkeep", async () => {
  await using test = await openSampleService();
  const { database, locks } = test.service;
  await database.updateTable("component").set({ removing: 1 }).where("slug", "=", "app").execute();
  const { clone_id: clone, id } = await rowOf(test, "app");

  await locks.hold(clone, "app", () => removeMarkedComponents(test.service));
  expect(await isThere(test, "component", id)).toBe(true);
  await removeMarkedComponents(test.service);

  expect(await isThere(test, "component", id)).toBe(false);
});

it("what is removed already of a component does not come back from its files when a shared clone is mended", async () => {
  await using test = await openSampleService();
  const { database } = test.service;
  const { id } = await rowOf(test, "app");
  const translations = database.selectFrom("translation").select("id").where("component_id", "=", id);
  const strings = async () =>
    (await database.selectFrom("unit").select("id").where("translation_id", "in", translations).execute()).length;
  await database.updateTable("component").set({ removing: 1 }).where("id", "=", id).execute();
  await database.deleteFrom("unit").where("translation_id", "in", translations).execute();
  await database.updateTable("clone").set({ dirty: 1 }).execute();

  const json = { operation: "commit" };
  expect((await test.request("POST", "/api/components/demo/server/repository/", { json })).status).toBe(200);
  expect(await strings()).toBe(0);
});

it("a removal that fails is tried again by the service's upkeep, and hinders no other", async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warning: (text: string) => void warnings.push(text) };
  await using test = await openSampleService({ logger });
  const { database, locks } = test.service;
  const left = async (table: "component" | "project") =>
    (await database.selectFrom(table).select("slug").execute()).map(({ slug }) => slug);
  const full = new Error("The disk is full.");

  await test.request("POST", "/api/projects/", { json: { name: "Other", slug: "other", web: "https://example.org/" } });
  await database.updateTable("project").set({ access_control: access.nobody }).execute();
  vi.spyOn(locks, "hold").mockRejectedValueOnce(full);
  await removeMarkedProjects(test.service);
  expect(await left("project")).toEqual(["demo"]);

  await database.updateTable("component").set({ removing: 1 }).execute();
  vi.spyOn(locks, "tryHold").mockRejectedValueOnce(full);
  await removeMarkedComponents(test.service);
  expect(await left("component")).toHaveLength(1);

  await removeMarkedComponents(test.service);
  await removeMarkedProjects(test.service);
  expect([await left("component"), await left("project")]).toEqual([[], []]);
  expect(warnings).toEqual([
    expect.stringContaining("demo could not be removed: The disk is full."),
    expect.stringContaining(" could not be removed: The disk is full."),
  ]);
});
