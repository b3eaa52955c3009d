import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import {
  openTestService,
  unitsOf,
  type TestAnswer,
  type TestService,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { onPostgres } from "../../../test/support/test-database.ts";

afterEach(() => vi.restoreAllMocks());

const keys = Array.from({ length: 20 }, (_, index) => `key${String(index)}`);

/** Two components that share their translations, unless told otherwise. */
async function addComponents(service: TestService, remoteUrl: string, slugs: readonly string[]): Promise<void> {
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  for (const slug of slugs) {
    await service.admin.createComponent("demo", {
      name: slug,
      slug,
      repo: remoteUrl,
      branch: "main",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    });
  }
}

/** Runs of statements, begin and commit included. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  vi.restoreAllMocks();
  const spies = [vi.spyOn(StatementSync.prototype, "all"), vi.spyOn(StatementSync.prototype, "run")];
  const direct = vi.spyOn(DatabaseSync.prototype, "exec");
  await work();
  return [...spies, direct].reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}

/** Each is a round trip to PostgreSQL, most of them while others wait: more than these are a loss for every team. */
test.skipIf(onPostgres)(
  "a save in the editor, with the way to the next string, asks the database 18 times at most",
  async () => {
    const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
    await using upstream = await createRepository({ "locales/en.json": english, "locales/cs.json": "{}\n" });
    await using service = await openTestService();
    await addComponents(service, upstream.remoteUrl, ["app"]);
    const [first, second] = [...(await unitsOf(service, "demo/app/cs")).values()];
    const person = new Person(service);
    await person.signIn(service.adminToken);
    const page = (id: number | undefined) =>
      person.open(`/translate/demo/app/cs/?unit=${String(id)}&q=state%3A%3Ctranslated`);
    const save = (opened: TestAnswer) => person.send(opened, { "target.0": "Přeloženo", state: "20" });
    // The first contribution also notes that its author watches the project.
    await save(await page(first?.id));
    const opened = await page(second?.id);

    const statements = await statementsOf(async () => {
      const { status, headers } = await save(opened);
      expect([status, headers.get("location")]).toEqual([303, expect.stringContaining(`saved=${String(second?.id)}`)]);
    });

    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(18);
  },
);

test.skipIf(onPostgres).each([
  { slugs: ["app"], most: 17 },
  { slugs: ["app", "web"], most: 23 },
])("a save in one of $slugs asks the database $most times at most", async ({ slugs, most }) => {
  const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({ "locales/en.json": english, "locales/cs.json": "{}\n" });
  await using service = await openTestService();
  await addComponents(service, upstream.remoteUrl, slugs);
  const [first, second] = [...(await unitsOf(service, "demo/app/cs")).values()];
  const save = async (id: number | undefined, text: string): Promise<void> => {
    const { status } = await service.request("PATCH", `/api/units/${String(id)}/`, {
      json: { target: [text], state: 20 },
    });
    expect(status).toBe(200);
  };
  // The first contribution also notes that its author watches the project.
  await save(first?.id, "První");

  const statements = await statementsOf(() => save(second?.id, "Druhý"));

  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(most);
});

test.skipIf(onPostgres).each([
  { what: "a translation", path: "", count: 4 },
  { what: "its statistics", path: "statistics/", count: 3 },
  { what: "a page of its strings", path: "units/", count: 6 },
  { what: "its file, in which nothing waits,", path: "file/", count: 2 },
])("$what asks the database $count times", async ({ path, count }) => {
  const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({ "locales/en.json": english, "locales/cs.json": "{}\n" });
  await using service = await openTestService();
  await addComponents(service, upstream.remoteUrl, ["app"]);
  const read = async (): Promise<void> => {
    expect((await service.request("GET", `/api/translations/demo/app/cs/${path}`)).status).toBe(200);
  };

  // The first also notes that the token is in use, and what the service does of its own accord may come between.
  const statements = [await statementsOf(read), await statementsOf(read), await statementsOf(read)];

  expect(Math.min(...statements)).toBe(count);
});
