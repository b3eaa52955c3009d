import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, unitsOf, unlimited } from "../support/open-test-service.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { createRepository } from "../support/repository.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const WRITERS = 10;
const ROUNDS = 10;

test("ten who save in one project at once wait for each other, none fails, and the counters are right", async () => {
  const keys = Array.from({ length: WRITERS }, (_, index) => `key${String(index)}`);
  const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({
    "locales/en.json": `${english}\n`,
    "locales/cs.json": "{}\n",
    "locales/de.json": "{}\n",
  });
  const databaseUrl = await postgres.createDatabase();
  await using service = await openTestService({ rateLimits: unlimited }, { databaseUrl });
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  for (const slug of ["app", "web"]) {
    await service.admin.createComponent("demo", {
      name: slug,
      slug,
      repo: upstream.remoteUrl,
      branch: "main",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    });
  }
  const places = ["demo/app/cs", "demo/web/cs", "demo/app/de"];
  const strings = await Promise.all(places.map(async (place) => [...(await unitsOf(service, place)).values()]));
  const statuses = await Promise.all(
    keys.map(async (_, writer) => {
      const own: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const units = strings[(writer + round) % strings.length] ?? [];
        const unit = units[(writer * 3 + round) % units.length];
        // An empty text now and then, so that the counters go both ways.
        const json = round % 3 === 2 ? { target: [""], state: 0 } : { target: [`Text ${String(round)}`], state: 20 };
        own.push((await service.request("PATCH", `/api/units/${String(unit?.id)}/`, { json })).status);
      }
      return own;
    }),
  );

  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  for (const place of places) {
    const { json } = await service.request("GET", `/api/translations/${place}/`);
    const units = [...(await unitsOf(service, place)).values()];
    expect([json.translated, json.total]).toEqual([units.filter(({ state }) => state >= 20).length, units.length]);
  }
});
