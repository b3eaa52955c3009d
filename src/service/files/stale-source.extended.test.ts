import { expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

async function stored(test: SampleService, language: string) {
  return test.service.database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select(["unit.source", "unit.target", "unit.state", "unit.previous_source as previous"])
    .where("component.slug", "=", "app")
    .where("translation.language_code", "=", language)
    .where("unit.key", "=", "title")
    .executeTakeFirst();
}

const operate = (test: SampleService, operation: string) =>
  test.request("POST", "/api/components/demo/app/repository/", { json: { operation } });

async function revisionOf(test: SampleService, language: string) {
  const { revision } = (await test.request("GET", `/api/translations/demo/app/${language}/`)).json;
  const [blob, template] = String(revision).split(",");
  return { blob, template };
}

/** What its history has, in the API's words. */
async function happenedTo(test: SampleService, language: string): Promise<readonly string[]> {
  const { results } = (await test.request("GET", `/api/translations/demo/app/${language}/changes/`)).json;
  return results.map(({ action_name: name }: { action_name: string }) => name);
}

async function publish(test: SampleService, files: Readonly<Record<string, string>>): Promise<void> {
  await test.upstream.write(files);
  await test.upstream.publish("more");
  await operate(test, "pull");
}

it("a file that was damaged while its base changed is read when it is again what it was", async () => {
  await using test = await openSampleService();
  const english = JSON.parse((await test.request("GET", "/api/translations/demo/app/en/file/")).text);
  const german = (await test.request("GET", "/api/translations/demo/app/de/file/")).text;
  const { blob } = await revisionOf(test, "de");

  await publish(test, {
    "locales/de.json": `${german}}`,
    "locales/en.json": JSON.stringify({ ...english, title: "Hello to all" }),
  });
  const damaged = await stored(test, "de");
  const whileDamaged = await revisionOf(test, "de");
  const told = await happenedTo(test, "de");
  await publish(test, { "locales/de.json": german });

  expect(damaged).toMatchObject({ source: '["Hello"]', state: 20 });
  expect(whileDamaged).toEqual({ blob, template: (await revisionOf(test, "en")).blob });
  expect(told).toEqual(["Parsing failed"]);
  expect(await stored(test, "de")).toEqual({
    source: '["Hello to all"]',
    target: '["Hallo"]',
    state: 10,
    previous: "Hello",
  });
});

it("a source text that waits for its commit is the source of all translations that are read meanwhile", async () => {
  await using test = await openSampleService();
  const { id } = (await unitsOf(test, "demo/app/en")).get("title") ?? { id: 0 };
  const { content_hash: hash } = (await test.request("GET", `/api/units/${String(id)}/`)).json;
  await test.request("POST", `/api/units/${String(id)}/source/`, {
    json: { content_hash: hash, source: ["Hello to all"] },
  });
  const edited = await stored(test, "de");

  // All files are read while everything waits.
  await operate(test, "reset-keep");

  expect(edited).toEqual({ source: '["Hello to all"]', target: '["Hallo"]', state: 10, previous: "Hello" });
  expect(await stored(test, "de")).toEqual(edited);
  expect(await stored(test, "en")).toMatchObject({ source: '["Hello to all"]', target: '["Hello to all"]' });
});
