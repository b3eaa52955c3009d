import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  openSampleService,
  openTestService,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("writes the strings that the file has a place for, and keeps waiting the one that it has none for", async () => {
  const file = "/api/translations/demo/app/cs/file/";
  const group = new TextEncoder().encode('{"title": {"inner": "x"}}');
  await test.request("POST", file, { multipart: { file: group, method: "replace" } });
  await save(test, "demo/app/cs", "title", ["Titulek"]);
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  const answer = await test.request("GET", file);

  const units = await unitsOf(test, "demo/app/cs");
  expect(JSON.parse(answer.text)).toEqual({ title: { inner: "x" }, button: { save: "Uložit" } });
  expect(units.get("button.save")).toMatchObject({ target: ["Uložit"], pending: false });
  expect(units.get("title")).toMatchObject({ target: ["Titulek"], pending: true });
  expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_commit).toBe(true);
});

it("commits what two people saved in one file under the name of each, the second on top of the first", async () => {
  await save(test, "demo/app/de", "title", ["Grüezi"]);
  const cancel = (await unitsOf(test, "demo/app/de")).get("button.cancel");
  const json = { target: ["Zurück"], state: 20 };
  await test.request("PATCH", `/api/units/${String(cancel?.id)}/`, { json });

  const answer = await test.request("GET", "/api/translations/demo/app/de/file/");

  expect(answer.json).toEqual({ title: "Grüezi", button: { save: "Speichern", cancel: "Zurück" } });
  const { json: committed } = await test.request("GET", "/api/translations/demo/app/de/changes/?action=17");
  expect(committed.results.map(({ author }: { author: string }) => author.split("/").at(-2))).toEqual([
    "admin",
    "jana",
  ]);
  expect([...(await unitsOf(test, "demo/app/de")).values()].some(({ pending }) => pending)).toBe(false);
});

it("has what waited and the file in one turn with the clone", async () => {
  await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
  using hold = vi.spyOn(test.service.locks, "hold");

  const answer = await test.request("GET", "/api/translations/demo/app/cs/file/");

  expect(answer.json.button.cancel).toBe("Zrušit");
  expect(hold).toHaveBeenCalledTimes(1);
});

it("commits and exports more strings than are read at once, in their order", async () => {
  const keys = Array.from({ length: 1100 }, (_, index) => `key${String(index)}`);
  const texts = (of: string) => Object.fromEntries(keys.map((key) => [key, `${of} ${key}`]));
  await using upstream = await createRepository({ "en.json": JSON.stringify(texts("Text")), "cs.json": "{}\n" });
  await using service = await openTestService();
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  await service.admin.createComponent("demo", {
    name: "App",
    slug: "app",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
  });
  const path = "/api/translations/demo/app/cs/file/";
  // As saves leave them.
  const { database } = service.service;
  const target = sql<string>`'["Řádek ' || key || '"]'`;
  const inCzech = database.selectFrom("translation").select("id").where("language_code", "=", "cs");
  const values = { target, state: 20, pending: sql<number>`id` };
  await database.updateTable("unit").set(values).where("translation_id", "in", inCzech).execute();
  await database.updateTable("translation").set({ pending: keys.length }).where("language_code", "=", "cs").execute();

  const exported = await service.request("GET", `${path}?format=csv`);
  const file = await service.request("GET", path);

  const rows = exported.text.split("\n").filter((row) => row.includes("Řádek"));
  expect(rows.map((row) => /Řádek (key\d+)/.exec(row)?.[1])).toEqual(keys);
  expect(Object.entries(JSON.parse(file.text))).toEqual(Object.entries(texts("Řádek")));
  const waiting = await database.selectFrom("unit").select("id").where("pending", ">", 0).execute();
  expect(waiting).toEqual([]);
});
