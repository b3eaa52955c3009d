import { unzipSync } from "fflate";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSampleService, sampleFiles, type SampleService } from "../../../test/support/open-test-service.ts";
import { silentLogger } from "../../core/logger.ts";
import { DatabaseAbsence } from "../../store/database-absence.ts";
import { Gone } from "../../store/gone.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { componentArchive } from "../files/stored-files.ts";
import { callerOf } from "../identity/identity.ts";
import { doRemoveProject } from "../projects/project-removal.ts";
import { refusalFor } from "./rendering.ts";

let test: SampleService;
const log: string[] = [];
beforeEach(async () => {
  log.length = 0;
  const note = (message: string) => void log.push(message);
  test = await openSampleService({ logger: { ...silentLogger, notice: note, warning: note, error: note } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test[Symbol.asyncDispose]();
});

async function component(slug: string): Promise<ComponentRecord> {
  const rows = test.service.database.selectFrom("component").selectAll().where("slug", "=", slug);
  return componentRecord(await rows.executeTakeFirstOrThrow());
}

it("what is removed while a request is at work on it is not found, and the log has the place in case it is a bug", async () => {
  const absence = new DatabaseAbsence({ clock: test.service.clock, logger: silentLogger });
  const missing = await component("nobody").catch((error: unknown) => error);

  const refusals = [new Gone("a key"), missing].map((error) => refusalFor({ ...test.service, absence }, error));

  const words = "This is not here any more: it was removed a moment ago.";
  expect(refusals.map(({ status, message }) => [status, message])).toEqual([
    [404, words],
    [404, words],
  ]);
  expect(log).toEqual([
    expect.stringContaining("a key"),
    expect.stringContaining("removed-meanwhile.extended.test.ts"),
  ]);
});

it("of some who remove a language at once one does, and the others do not find it", async () => {
  const remove = () => test.request("DELETE", "/api/translations/demo/app/de/");

  const answers = await Promise.all([remove(), remove(), remove(), remove()]);

  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404, 404]);
});

it("an upload that waited for its component's clone does not find the component that was removed before its turn", async () => {
  const { database, locks } = test.service;
  const { id, clone_id: clone, path } = await component("server");
  const { uploading } = await locks.hold(clone, path, async () => {
    const asked = vi.spyOn(locks, "hold");
    const multipart = { method: "replace", file: Buffer.from(sampleFiles["po/cs.po"].replace("Vítejte", "Zdravím")) };
    const upload = test.request("POST", "/api/translations/demo/server/cs/file/", { multipart });
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
    await database.deleteFrom("component").where("id", "=", id).execute();
    return { uploading: upload };
  });

  expect((await uploading).status).toBe(404);
});

it("an archive has the components that are still there when they are packed", async () => {
  const { service } = test;
  const [app, server] = [await component("app"), await component("server")];
  const project = await service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
  const caller = await callerOf(service, 1);
  expect((await test.request("DELETE", "/api/components/demo/app/")).status).toBe(204);

  const request = { languages: undefined, caller, name: "demo", format: undefined, origin: "http://service.test" };
  const { content } = await componentArchive(service, project, [app, server], request);

  if (content instanceof Uint8Array) throw new Error("The archive is not made while it is sent.");
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const members = Object.keys(unzipSync(Buffer.concat(parts)));
  expect(new Set(members.map((member) => member.split("/", 2).join("/")))).toEqual(new Set(["demo/server"]));
});

it("a project that two remove at once is removed, and the log has nothing to complain of", async () => {
  const { id } = await test.service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
  const progress = { step: () => Promise.resolve() };
  const remove = () => doRemoveProject(test.service, { project: id, user: null }, progress);

  const results = await Promise.all([remove(), remove()]);

  expect(results).toContainEqual({ removed: "demo" });
  expect(results).toContainEqual(null);
  expect(log).toEqual([]);
});
