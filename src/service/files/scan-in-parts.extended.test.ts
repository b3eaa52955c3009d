import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { followTransactions, type Transactions } from "../../../test/support/followed-transactions.ts";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { silentLogger } from "../../core/logger.ts";
import { loadClone } from "../clone/component-clone.ts";
import { reconcile } from "../clone/reconciliation.ts";
import { refreshCounters } from "../units/counters.ts";
import { scanComponent, type ScanOptions } from "./scan.ts";

/** Several parts of strings. */
const COUNT = 700;
const GONE = 40;
const ADDED = 60;

type Text = (at: number) => string;

/** A file of strings by number; every fifth text of a translation lacks a placeholder, which a check finds. */
function file(from: number, to: number, text: Text): string {
  const lines = Array.from(
    { length: to - from },
    (_, at) => `"n${String(at + from)}": ${JSON.stringify(text(at + from))}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

const english: Text = (at) => `Text ${String(at)} of {name}`;
const texts =
  (language: string): Text =>
  (at) =>
    at % 5 === 0 ? `${language} ${String(at)}` : `${language} ${String(at)} {name}`;

const before = {
  "x/en.json": file(0, COUNT, english),
  "x/cs.json": file(0, COUNT, texts("cs")),
  "x/de.json": file(0, COUNT, texts("de")),
};
/** Strings are gone at the beginning and new at the end, so that all others move; every text of one language is another. */
const after = {
  "x/en.json": file(GONE, COUNT + ADDED, english),
  "x/cs.json": file(GONE, COUNT + ADDED, texts("jinak")),
  "x/de.json": file(GONE, COUNT, texts("de")),
};

async function openWithComponent(): Promise<SampleService> {
  await using resources = new AsyncDisposableStack();
  // What is cut says so.
  const test = resources.use(await openSampleService({ logger: silentLogger }));
  await test.upstream.write(before);
  await test.upstream.publish("more");
  await pull(test);
  const shape = {
    file_format: "json",
    filemask: "x/*.json",
    template: "x/en.json",
    check_flags: "python-brace-format",
  };
  await test.admin.createComponent("demo", { name: "X", slug: "x", repo: "weblate://demo/app", ...shape });
  await test.service.jobs.idle();
  resources.move();
  return test;
}

async function pull(test: SampleService) {
  return test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
}

async function publishAfter(test: SampleService): Promise<void> {
  await test.upstream.write(after);
  await test.upstream.publish("otherwise");
}

/** Everything that a reading of files writes, without ids and times, and what its counters would be if all were counted anew. */
async function stored({ service: { database } }: SampleService) {
  const component = await database
    .selectFrom("component")
    .selectAll()
    .where("slug", "=", "x")
    .executeTakeFirstOrThrow();
  const translations = () =>
    database
      .selectFrom("translation")
      .selectAll()
      .where("component_id", "=", component.id)
      .orderBy("filename")
      .execute();
  const rows = await translations();
  await refreshCounters(
    database,
    rows.map(({ id }) => id),
  );
  expect(rows).toEqual(await translations());
  const units = await database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .leftJoin("unit as original", "original.id", "unit.source_unit_id")
    .select(["translation.language_code", "unit.key", "unit.source", "unit.target", "unit.state", "unit.position"])
    .select(["unit.has_failing_check", "original.key as original"])
    .select(({ eb }) => eb("unit.pending", ">", 0).as("waits"))
    .where("translation.component_id", "=", component.id)
    .orderBy("translation.language_code")
    .orderBy("unit.position")
    .execute();
  const checks = await database
    .selectFrom("unit_check")
    .innerJoin("unit", "unit.id", "unit_check.unit_id")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["translation.language_code", "unit.key", "unit_check.name"])
    .where("translation.component_id", "=", component.id)
    .orderBy("translation.language_code")
    .orderBy("unit.key")
    .orderBy("unit_check.name")
    .execute();
  const memory = await database.selectFrom("memory").select(["source", "target"]).execute();
  return {
    revisions: rows.map(({ filename, revision, read_again: again }) => `${filename} ${revision} ${String(again)}`),
    counters: rows.map(({ filename, total, translated, failing, pending }) => [
      filename,
      total,
      translated,
      failing,
      pending,
    ]),
    component: component.template_revision,
    units: units.map((unit) => ({ ...unit, waits: Boolean(unit.waits) })),
    checks,
    memory: memory.map(({ source, target }) => `${source} ${target}`).toSorted(),
  };
}

/** What was written down of strings, in any order. */
async function told({ service: { database } }: SampleService): Promise<readonly string[]> {
  const rows = await database
    .selectFrom("change")
    .innerJoin("component", "component.id", "change.component_id")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .select(["translation.language_code", "change.action", "change.target", "change.old", "change.details"])
    .where("component.slug", "=", "x")
    .execute();
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

async function placeOf(test: SampleService) {
  const { clone_id: id } = await test.service.database
    .selectFrom("component")
    .select("clone_id")
    .where("slug", "=", "x")
    .executeTakeFirstOrThrow();
  const { clone, components } = await loadClone(test.service, id);
  const component = components.find(({ slug }) => slug === "x");
  if (component === undefined) throw new Error("There is no component.");
  return { clone, component };
}

/** As a pull leaves the clone, before its files are read. */
async function writeAfter(test: SampleService): Promise<void> {
  const { clone } = await placeOf(test);
  for (const [path, content] of Object.entries(after)) await clone.write(path, new TextEncoder().encode(content));
  const author = { name: "Dana", email: "dana@example.org" };
  await clone.commit({
    message: "Otherwise",
    author,
    committer: author,
    paths: Object.keys(after),
    authored: "2026-01-01T00:00:00Z",
  });
}

async function scanned(test: SampleService, options: ScanOptions = {}): Promise<void> {
  const { clone, component } = await placeOf(test);
  await scanComponent(test.service, clone, component, await clone.files(), options);
}

async function idOf(test: SampleService, language: string, key: string): Promise<number> {
  const { id } = await test.service.database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("unit.id")
    .where("component.slug", "=", "x")
    .where("translation.language_code", "=", language)
    .where("unit.key", "=", key)
    .executeTakeFirstOrThrow();
  return id;
}

/** Only SQLite has one writer: on PostgreSQL an import is one transaction, and nobody waits for it. */
it.skipIf(onPostgres)("who saves a string while files are read waits for one part of them at most", async () => {
  await using test = await openWithComponent();
  const unit = await idOf(test, "cs", "n300");
  await publishAfter(test);
  const saving = new AsyncLocalStorage<{ asked: number }>();
  let parts = 0;
  const waited: number[] = [];
  const saves: Promise<unknown>[] = [];
  const calls: Transactions = {
    begin: () => {
      const save = saving.getStore();
      if (save !== undefined) save.asked = parts;
    },
    begun: () => {
      const save = saving.getStore();
      if (save === undefined) parts += 1;
      else waited.push(parts - save.asked);
    },
    done: async () => {
      if (saving.getStore() !== undefined || parts % 3 !== 0) return;
      const json = { target: [`Saved ${String(parts)} {name}`], state: 20 };
      saves.push(
        saving.run({ asked: 0 }, () =>
          test.request("PATCH", `/api/units/${String(unit)}/`, { token: test.translatorToken, json }),
        ),
      );
    },
  };
  {
    using _ = followTransactions(test.service.database, calls);
    expect((await pull(test)).json).toEqual({ result: true });
    expect(await Promise.all(saves)).toEqual(saves.map(() => expect.objectContaining({ status: 200 })));
  }

  expect(waited.length).toBeGreaterThanOrEqual(4);
  // One that had the database already, and one whose turn it was after many small ones.
  expect(Math.max(...waited)).toBeLessThanOrEqual(1);
});

it("keeps what people save on the same translation while its file is read, before and behind what is read already", async () => {
  await using test = await openWithComponent();
  const keys = ["n45", "n300", `n${String(COUNT - 1)}`];
  const units = await Promise.all(keys.map((key) => idOf(test, "cs", key)));
  await writeAfter(test);
  let at = 0;
  let isSaving = false;
  const calls: Transactions = {
    done: async () => {
      const unit = units[at % units.length];
      if (isSaving || at >= 12) return;
      isSaving = true;
      at += 1;
      const json = { target: [`Saved ${String(at)} {name}`], state: 20 };
      const path = `/api/units/${String(unit)}/`;
      const { status } = await test.request("PATCH", path, { token: test.translatorToken, json });
      expect(status).toBe(200);
      isSaving = false;
    },
  };
  {
    using _ = followTransactions(test.service.database, calls);
    await scanned(test);
  }

  const { units: rows } = await stored(test);
  const czech = rows.filter((row) => row.language_code === "cs");
  // On PostgreSQL there is one part.
  expect(at).toBeGreaterThan(onPostgres ? 0 : keys.length);
  const savedKeys = keys.slice(0, at);
  const kept = savedKeys.map((_, index) => {
    const last = Array.from({ length: at }, (__, save) => save).findLast((save) => save % keys.length === index) ?? 0;
    return `Saved ${String(last + 1)} {name}`;
  });
  expect(czech.filter(({ waits }) => waits).map(({ key, target }) => [key, target])).toEqual(
    savedKeys.map((key, index) => [key, JSON.stringify([kept[index]])]),
  );
  expect(czech.filter(({ waits }) => !waits).map(({ target }) => target)).toEqual(
    Array.from({ length: COUNT + ADDED - GONE }, (_, place) => place + GONE)
      .filter((number) => !savedKeys.includes(`n${String(number)}`))
      .map((number) => JSON.stringify([texts("jinak")(number)])),
  );
  expect(czech.map(({ position }) => position)).toEqual(czech.map((_, place) => place + 1));
  const history = await told(test);
  expect(new Set(history).size).toBe(history.length);
});

/** As a process that dies: from then on it begins nothing more. @returns how many transactions there were */
async function cutAfter(test: SampleService, parts: number, work: () => Promise<unknown>): Promise<number> {
  let begun = 0;
  const calls = {
    begin: () => {
      begun += 1;
      if (begun > parts) throw new Error("cut");
    },
  };
  using _ = followTransactions(test.service.database, calls);
  await work().catch(() => undefined);
  return begun;
}

async function pullClone(test: SampleService): Promise<void> {
  const { json } = await pull(test);
  if (json.result !== true) throw new Error("not pulled");
}

it("reading that is cut between two parts is finished by who comes next, and tells of each string once", async () => {
  await using whole = await openWithComponent();
  await publishAfter(whole);
  const all = await cutAfter(whole, Number.POSITIVE_INFINITY, () => pullClone(whole));
  const expected = { ...(await stored(whole)), told: await told(whole) };

  const cuts = onPostgres ? [all - 2] : [0.4, 0.8].map((share) => Math.round(share * all));
  for (const parts of cuts) {
    await using test = await openWithComponent();
    await publishAfter(test);
    await cutAfter(test, parts, () => pullClone(test));
    await reconcile(test.service);
    await pullClone(test);

    expect({ ...(await stored(test)), told: await told(test) }, `cut after ${String(parts)}`).toEqual(expected);
  }
});

it("a first reading that is cut leaves no file that is known, and the next one ends as if there had been none", async () => {
  await using test = await openWithComponent();
  const first: ScanOptions = { first: true, everything: true };
  const { database } = test.service;
  const expected = await stored(test);
  const history = await told(test);

  for (const parts of onPostgres ? [0] : [1, 6, 13]) {
    await database.deleteFrom("translation").where("component_id", "=", componentId(test)).execute();
    await cutAfter(test, parts, () => scanned(test, first));
    const rows = await database
      .selectFrom("translation")
      .select("revision")
      .where("component_id", "=", componentId(test))
      .execute();
    expect(rows.filter(({ revision }) => revision !== "")).toEqual([]);

    await scanned(test, first);

    expect(await stored(test)).toEqual(expected);
    expect(await told(test)).toEqual(history);
  }
});

function componentId(test: SampleService) {
  return test.service.database.selectFrom("component").select("id").where("slug", "=", "x");
}
