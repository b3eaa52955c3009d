import { StatementSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { removeMarkedComponents } from "../components/component-removal.ts";
import { silentLogger } from "../../core/logger.ts";
import { followTransactions } from "../../../test/support/followed-transactions.ts";
import { openTestService, unitsOf, type TestService } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { onPostgres } from "../../../test/support/test-database.ts";

afterEach(() => vi.restoreAllMocks());

const STRINGS = 450;
const MOST_AT_ONCE = 10;

async function addComponent({ admin }: TestService, slug: string, remoteUrl: string): Promise<void> {
  await admin.createComponent("demo", {
    name: slug,
    slug,
    repo: remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
}

const texts = (of: string): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: STRINGS }, (_, index) => [`key${String(index)}`, of])));

/** How many strings each statement has removed by itself: what foreign keys take along with a row, SQLite does not count. */
async function removedBy(work: () => Promise<unknown>): Promise<readonly number[]> {
  const run = vi.spyOn(StatementSync.prototype, "run");
  await work();
  return run.mock.contexts.flatMap((statement, index) => {
    const { type, value } = run.mock.results[index] ?? { type: "throw", value: undefined };
    const isOfStrings = statement instanceof StatementSync && statement.sourceSQL.startsWith('delete from "unit"');
    return type === "return" && isOfStrings ? [Number(value.changes)] : [];
  });
}

test.skipIf(onPostgres).each([
  { what: "a component", path: "/api/components/demo/app/", left: ["cs", "en"] },
  { what: "a language", path: "/api/translations/demo/app/cs/", left: ["cs", "en", "en"] },
  { what: "a project", path: "/api/projects/demo/", left: [] },
])("$what goes some strings at a time, and takes nothing of others with it", async ({ path, left }) => {
  await using upstream = await createRepository({
    "locales/en.json": texts("Text"),
    "locales/cs.json": texts("Řádek"),
  });
  await using other = await createRepository({ "locales/en.json": texts("Text"), "locales/cs.json": texts("Řádek") });
  await using service = await openTestService();
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  await addComponent(service, "app", upstream.remoteUrl);
  await addComponent(service, "web", other.remoteUrl);
  const [unit] = [...(await unitsOf(service, "demo/app/cs")).values()];
  await service.request("PATCH", `/api/units/${String(unit?.id)}/`, { json: { target: ["Slovo"], state: 20 } });

  // The same text of the other component says so as well.
  const said = 2;

  const translationsBefore = 4;
  const removed = await removedBy(async () => {
    const answer = await service.request("DELETE", path);
    expect([202, 204]).toContain(answer.status);
    const task = answer.status === 202 ? new URL(answer.json.task_url).pathname : undefined;
    const isOver = async () => task === undefined || (await service.request("GET", task)).json.completed;
    await expect.poll(isOver).toBe(true);
  });

  expect(Math.max(...removed)).toBeLessThanOrEqual(MOST_AT_ONCE);
  // A string that no such statement has removed went with its translation, all of them at once.
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe((translationsBefore - left.length) * STRINGS);
  const { database } = service.service;
  const translations = await database.selectFrom("translation").select(["language_code", "total"]).execute();
  expect(translations.map((each) => each.language_code).sort()).toEqual(left);
  const { strings } = await database
    .selectFrom("unit")
    .select(({ fn }) => fn.countAll<number>().as("strings"))
    .executeTakeFirstOrThrow();
  expect(strings).toBe(left.length * STRINGS);
  // What was done stays in the project's history.
  const changes = await database.selectFrom("change").select("id").where("target", "=", "Slovo").execute();
  expect(changes.length).toBe(left.length === 0 ? 0 : said);
});

test("a component whose removal is cut is there for nobody, and goes when the service looks for such", async () => {
  await using upstream = await createRepository({
    "locales/en.json": texts("Text"),
    "locales/cs.json": texts("Řádek"),
  });
  await using service = await openTestService({}, { logger: silentLogger });
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  await addComponent(service, "app", upstream.remoteUrl);
  const { database } = service.service;
  const strings = async () => (await database.selectFrom("unit").select("id").execute()).length;
  {
    let begun = 0;
    const begin = (): void => {
      begun += 1;
      // The first gives the component up.
      if (begun === 3) throw new Error("The power is gone.");
    };
    using _ = followTransactions(database, { begin });
    expect(await service.request("DELETE", "/api/components/demo/app/")).toMatchObject({ status: 500 });
  }
  const left = await strings();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(2 * STRINGS);

  expect(await service.request("GET", "/api/components/demo/app/")).toMatchObject({ status: 404 });

  await removeMarkedComponents(service.service);
  expect(await strings()).toBe(0);
  expect(await database.selectFrom("clone").select("id").execute()).toEqual([]);
});
