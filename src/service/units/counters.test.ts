import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { refreshCounters } from "./counters.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function counters() {
  return test.service.database.selectFrom("translation").selectAll().orderBy("id").execute();
}

async function edit(translation: string, key: string, target: readonly string[], state: number): Promise<void> {
  const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
  const answer = await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target, state } });
  expect(answer.status).toBe(200);
}

it("are kept by what an edit changes, and then are what counting everything gives", async () => {
  const before = await counters();

  await edit("demo/app/cs", "button.save", ["Uložit změny"], 20);
  await edit("demo/app/cs", "button.save", ["Uložit"], 10);
  await edit("demo/app/de", "title", [""], 0);
  // The text of the base is the source of all languages: their words and states change with it.
  await edit("demo/app/en", "title", ["Hello to all of you"], 20);
  await edit("demo/server/cs", "%d file", ["%d soubor", "%d soubory", "%d souborů"], 20);
  const kept = await counters();
  await refreshCounters(
    test.service.database,
    kept.map(({ id }) => id),
  );

  expect(kept).not.toEqual(before);
  expect(await counters()).toEqual(kept);
});
