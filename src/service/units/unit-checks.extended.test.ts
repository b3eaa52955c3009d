import { afterEach, beforeEach, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { refreshCounters } from "./counters.ts";
import { refreshChecks } from "./unit-checks.ts";
import { checkUntranslatedAges } from "./untranslated-age.ts";
import { componentRecord } from "../components/component-settings.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function unitOf(translation: string, key: string) {
  const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
  return (await test.request("GET", `/api/units/${String(id)}/`)).json;
}

async function checksOf(id: number): Promise<string[]> {
  const rows = await test.service.database.selectFrom("unit_check").select("name").where("unit_id", "=", id).execute();
  return rows.map(({ name }) => name).sort();
}

async function failing(translation: string): Promise<number> {
  return (await test.request("GET", `/api/translations/${translation}/`)).json.failing_checks;
}

async function flag(translation: string, key: string, flags: string): Promise<void> {
  const { id } = await unitOf(translation, key);
  const { status } = await test.request("PATCH", `/api/units/${String(id)}/`, { json: { extra_flags: flags } });
  expect(status).toBe(200);
}

it("are run on what the files bring, and kept by edits with the counters", async () => {
  const before = await unitOf("demo/server/cs", "%d file");
  await save(test, "demo/server/cs", "%d file", ["soubor", "%d soubory", "souborů"]);

  const after = await unitOf("demo/server/cs", "%d file");
  expect([before.has_failing_check, after.has_failing_check]).toEqual([false, true]);
  expect(await checksOf(after.id)).toContain("c_format");
  expect(await failing("demo/server/cs")).toBe(1);
  const found = await test.request("GET", "/api/translations/demo/server/cs/units/?q=check:c_format");
  expect(found.json.count).toBe(1);

  await save(test, "demo/server/cs", "%d file", ["%d soubor", "%d soubory", "%d souborů"]);
  expect([await checksOf(after.id), await failing("demo/server/cs")]).toEqual([[], 0]);
});

it("follow the flags of the source string and of the component", async () => {
  const german = await unitOf("demo/app/de", "button.save");
  await flag("demo/app/en", "button.save", "max-length:4");
  expect(await checksOf(german.id)).toEqual(["max-length"]);
  await flag("demo/app/en", "button.save", "max-length:4, ignore-max-length");
  expect([await checksOf(german.id), await failing("demo/app/de")]).toEqual([[], 0]);

  await test.request("PATCH", "/api/components/demo/app/", { json: { check_flags: "max-length:3" } });
  await save(test, "demo/app/de", "title", ["Halloo"]);
  expect(await checksOf((await unitOf("demo/app/de", "title")).id)).toEqual(["max-length"]);
});

it("mark the source string when several languages fail", async () => {
  const source = await unitOf("demo/app/en", "title");
  await flag("demo/app/en", "title", "max-length:2");

  expect((await unitOf("demo/app/en", "title")).has_failing_check).toBe(true);
  expect(await checksOf(source.id)).toContain("multiple_failures");
  await save(test, "demo/app/de", "title", ["Hi"]);
  expect(await checksOf(source.id)).not.toContain("multiple_failures");
  expect(await failing("demo/app/de")).toBe(0);
});

it("that are dismissed stay so as long as they fail, and are not counted", async () => {
  await flag("demo/app/en", "button.save", "max-length:4");
  const german = await unitOf("demo/app/de", "button.save");
  await test.service.database.updateTable("unit_check").set({ dismissed: 1 }).execute();

  await save(test, "demo/app/de", "button.save", ["Abspeichern"]);

  expect([await checksOf(german.id), (await unitOf("demo/app/de", "button.save")).has_failing_check]).toEqual([
    ["max-length"],
    false,
  ]);
  expect(await failing("demo/app/de")).toBe(0);
});

it("that the component enforces turn a translation into one that needs editing", async () => {
  await test.request("PATCH", "/api/components/demo/server/", { json: { enforced_checks: ["c_format"] } });

  await save(test, "demo/server/cs", "%d file", ["soubor", "%d soubory", "souborů"]);

  expect((await unitOf("demo/server/cs", "%d file")).state).toBe(10);
  const changes = (await test.request("GET", "/api/translations/demo/server/cs/changes/?action=76")).json;
  expect(changes.results[0]).toMatchObject({ action_name: "Applied enforced check" });
  const { json } = await test.request("GET", "/api/translations/demo/server/cs/");
  expect([json.translated, json.fuzzy]).toEqual([1, 1]);
});

it("find the same text translated differently where components share their translations", async () => {
  await test.admin.createComponent("demo", {
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    allow_translation_propagation: false,
    name: "Twin",
    slug: "twin",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await save(test, "demo/twin/de", "title", ["Servus"]);
  const own = await unitOf("demo/twin/de", "title");
  const other = await unitOf("demo/app/de", "title");
  const apart = [await checksOf(own.id), await checksOf(other.id)];

  await test.request("PATCH", "/api/components/demo/twin/", { json: { allow_translation_propagation: true } });

  expect(apart).toEqual([[], []]);
  expect([await checksOf(own.id), await checksOf(other.id)]).toEqual([["inconsistent"], ["inconsistent"]]);
  expect([await failing("demo/app/de"), await failing("demo/twin/de")]).toEqual([1, 1]);
  await save(test, "demo/twin/de", "title", ["Hallo"]);
  expect([await checksOf(own.id), await checksOf(other.id), await failing("demo/app/de")]).toEqual([[], [], 0]);
});

it("leave everything as it is when nothing changed, and counting anew gives the same", async () => {
  await save(test, "demo/server/cs", "%d file", ["soubor", "%d soubory", "souborů"]);
  const { database } = test.service;
  const state = async () => [
    await database.selectFrom("unit_check").selectAll().orderBy("unit_id").orderBy("name").execute(),
    await database.selectFrom("unit").selectAll().orderBy("id").execute(),
    await database.selectFrom("translation").selectAll().orderBy("id").execute(),
  ];
  const before = await state();

  const components = await database.selectFrom("component").selectAll().execute();
  for (const row of components) {
    const units = await database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select("unit.id")
      .where("translation.component_id", "=", row.id)
      .execute();
    const { translations } = await refreshChecks(
      database,
      componentRecord(row),
      units.map(({ id }) => id),
    );
    expect(translations).toEqual([]);
  }
  const ids = await database.selectFrom("translation").select("id").execute();
  await refreshCounters(
    database,
    ids.map(({ id }) => id),
  );

  expect(await state()).toEqual(before);
});

it("mark source strings that no language has for long, until one does", async () => {
  const source = await unitOf("demo/server/en", "%d file");
  const { database } = test.service;
  await checkUntranslatedAges(test.service);
  const young = await checksOf(source.id);
  await database.updateTable("unit").set({ timestamp: "2020-01-01T00:00:00.000Z" }).execute();

  await checkUntranslatedAges(test.service);
  const old = await checksOf(source.id);

  expect([young, old]).toEqual([[], ["long_untranslated"]]);
  expect(await failing("demo/server/en")).toBe(1);
  expect(await checksOf((await unitOf("demo/server/en", "Welcome")).id)).toEqual([]);
  await save(test, "demo/server/cs", "%d file", ["%d soubor", "%d soubory", "%d souborů"]);
  expect([await checksOf(source.id), await failing("demo/server/en")]).toEqual([[], 0]);
});

it("know the format and the key of a string, and the plural rule of its language", async () => {
  const { id } = await unitOf("demo/app/de", "button.save");
  const source = (await unitOf("demo/app/en", "button.save")).id;
  const { database } = test.service;
  const other = (await unitOf("demo/app/en", "title")).id;
  await database
    .updateTable("unit")
    .set({ context: "files_other", source: '["{n} files"]' })
    .where("id", "=", other)
    .execute();
  const both = [id, source];
  await database
    .updateTable("unit")
    .set({ context: "files_one", source: '["{n} file"]' })
    .where("id", "in", both)
    .execute();
  await flag("demo/app/en", "files_one", "python-brace-format");
  await save(test, "demo/app/de", "files_one", ["eine Datei"]);
  expect(await checksOf(id)).not.toContain("python_brace_format");
  await save(test, "demo/app/de", "files_one", ["eine {datei}"]);
  expect(await checksOf(id)).toContain("python_brace_format");
});
