import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { failEachOnce, followTransactions, type Transactions } from "../../../test/support/followed-transactions.ts";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { silentLogger } from "../../core/logger.ts";
import { loadClone } from "../clone/component-clone.ts";
import { startScan } from "../components/component-scan.ts";
import { reconcile } from "../clone/reconciliation.ts";
import { within } from "../../store/in-parts.ts";
import { refreshCounters } from "../units/counters.ts";
import { announceAddition, newestString } from "../units/newest-string.ts";
import { action } from "../changes/actions.ts";
import { applyReadOnly } from "../units/read-only.ts";
import { refreshChecks, refreshChecksInParts } from "../units/unit-checks.ts";
import type { ScanOptions } from "./scan-options.ts";
import { scanComponent } from "./scan.ts";

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

const monolingual = {
  file_format: "json",
  filemask: "x/*.json",
  template: "x/en.json",
  check_flags: "python-brace-format",
  manage_units: true,
};
const bilingual = { file_format: "po", filemask: "x/*.po", new_base: "x/x.pot", manage_units: true };

function catalogue(text: Text, from = 0): string {
  const strings = Array.from(
    { length: COUNT - from },
    (_, at) => `msgid "${english(at + from)}"\nmsgstr "${text(at + from)}"\n`,
  );
  return `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${strings.join("\n")}`;
}

const catalogues = {
  "x/x.pot": catalogue(() => ""),
  "x/cs.po": catalogue(texts("cs")),
  "x/de.po": catalogue(texts("de")),
};

async function openWithComponent(
  files: Readonly<Record<string, string>> = before,
  shape: Readonly<Record<string, unknown>> = monolingual,
): Promise<SampleService> {
  await using resources = new AsyncDisposableStack();
  // What is cut says so.
  const test = resources.use(await openSampleService({ logger: silentLogger }));
  await test.upstream.write(files);
  await test.upstream.publish("more");
  await pull(test);
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

async function translationRows({ service: { database } }: SampleService) {
  const rows = await database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select(["filename", "total", "translated", "failing", "pending"])
    .where("component.slug", "=", "x")
    .orderBy("filename")
    .execute();
  return rows.map((row) => Object.values(row));
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

async function cloneIdOf(test: SampleService, slug = "x"): Promise<number> {
  const { clone_id: id } = await test.service.database
    .selectFrom("component")
    .select("clone_id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return id;
}

async function placeOf(test: SampleService) {
  const { clone, components } = await loadClone(test.service, await cloneIdOf(test));
  const component = components.find(({ slug }) => slug === "x");
  if (component === undefined) throw new Error("There is no component.");
  return { clone, component };
}

/** As a pull leaves the clone, before its files are read. */
async function writeAfter(test: SampleService, files: Readonly<Record<string, string>> = after): Promise<void> {
  const { clone } = await placeOf(test);
  for (const [path, content] of Object.entries(files)) await clone.write(path, new TextEncoder().encode(content));
  const author = { name: "Dana", email: "dana@example.org" };
  await clone.commit({
    message: "Otherwise",
    author,
    committer: author,
    paths: Object.keys(files),
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

it("who saves a string while files are read waits for one part of them at most", async () => {
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
  expect(at).toBeGreaterThan(keys.length);
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

it.each([
  ["monolingual", before, monolingual, after],
  ["bilingual", catalogues, bilingual, { "x/cs.po": catalogue(texts("jinak"), GONE) }],
] as const)("parts that have to run again leave nothing of their first try: %s", async (_, files, shape, published) => {
  const results = await Promise.all(
    [false, true].map(async (fails) => {
      await using test = await openWithComponent(files, shape);
      const waiting = await test.service.database
        .updateTable("unit")
        .set({ pending: 1, target: JSON.stringify(["Waits {name}"]) })
        .where("id", "=", (await unitIds(test, "cs")).at(-1) ?? 0)
        .executeTakeFirst();
      expect(waiting.numUpdatedRows).toBe(1n);
      await writeAfter(test, published);
      using __ = fails ? failEachOnce(test.service.database) : undefined;
      await scanned(test, { everything: true, isRecovery: true });
      return { ...(await stored(test)), told: await told(test) };
    }),
  );

  expect(results[1]).toEqual(results[0]);
  expect(results[0]?.told.length).toBeGreaterThan(COUNT - GONE);
});

async function unitIds({ service: { database } }: SampleService, language: string): Promise<number[]> {
  const rows = await database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("unit.id")
    .where("component.slug", "=", "x")
    .where("translation.language_code", "=", language)
    .orderBy("unit.position")
    .execute();
  return rows.map(({ id }) => id);
}

it("a reading ends beside people who save all the time, with what the file says and what each of them saved last", async () => {
  await using test = await openWithComponent();
  const ids = await unitIds(test, "cs");
  await writeAfter(test);
  const over = new AbortController();
  const saves = new Map<number, string[]>();
  const people = Array.from({ length: 4 }, async (_, person) => {
    // All over the file, and what is in it still.
    const own = ids.filter((__, at) => at >= GONE && at % 30 === person);
    for (let at = 0; !over.signal.aborted; at += 1) {
      const unit = own[at % own.length] ?? 0;
      const text = `Saved ${String(person)} ${String(at)} {name}`;
      const json = { target: [text], state: 20 };
      const path = `/api/units/${String(unit)}/`;
      const { status } = await test.request("PATCH", path, { token: test.translatorToken, json });
      expect(status).toBe(200);
      saves.set(unit, [...(saves.get(unit) ?? []), text]);
    }
  });
  await scanned(test);
  over.abort();
  await Promise.all(people);

  const counted = await translationRows(test);
  const { units, counters } = await stored(test);
  expect(counted).toEqual(counters);
  const czech = units.filter((row) => row.language_code === "cs");
  const saved = new Map([...saves].map(([unit, all]) => [`n${String(ids.indexOf(unit))}`, all]));
  expect(czech.map(({ key, target, position, waits }) => ({ key, target, position, waits }))).toEqual(
    Array.from({ length: COUNT + ADDED - GONE }, (_, place) => {
      const key = `n${String(place + GONE)}`;
      const last = saved.get(key)?.at(-1);
      const target = JSON.stringify([last ?? texts("jinak")(place + GONE)]);
      return { key, target, position: place + 1, waits: last !== undefined };
    }),
  );
  const changes = await test.service.database
    .selectFrom("change")
    .select(["unit_id", "target", "old"])
    .where("unit_id", "in", ids)
    .where("action", "in", [action.translationChanged, action.updatedInRepository])
    .orderBy("id")
    .execute();
  const byUnit = Map.groupBy(changes, (change) => change.unit_id);
  for (const [number, unit] of ids.entries()) {
    if (number < GONE) continue;
    const own = byUnit.get(unit) ?? [];
    const inFile = texts("jinak")(number);
    expect(own.filter(({ target }) => target !== inFile).map(({ target }) => target)).toEqual(saves.get(unit) ?? []);
    expect(own.filter(({ target }) => target === inFile).length).toBeLessThanOrEqual(1);
    // Each was made of the one before: none is missing.
    expect(own.map(({ old }) => old)).toEqual([texts("cs")(number), ...own.slice(0, -1).map(({ target }) => target)]);
  }
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

  const cuts = [0.4, 0.8].map((share) => Math.round(share * all));
  for (const parts of cuts) {
    await using test = await openWithComponent();
    await publishAfter(test);
    await cutAfter(test, parts, () => pullClone(test));
    await reconcile(test.service);
    await pullClone(test);

    expect({ ...(await stored(test)), told: await told(test) }, `cut after ${String(parts)}`).toEqual(expected);
  }
});

it("counters of another repository's component that shares texts are right after a reading that was cut", async () => {
  const said = (folder: string, czech: string) => ({
    [`${folder}/en.json`]: '{ "a": "Hello", "b": "World" }',
    [`${folder}/cs.json`]: JSON.stringify({ a: czech, b: "Svět" }),
  });
  await using test = await openWithComponent(said("x", "Ahoj"));
  await using other = await createRepository(said("y", "Ahoj"));
  const { database } = test.service;
  const shape = { ...monolingual, filemask: "y/*.json", template: "y/en.json" };
  await test.admin.createComponent("demo", { name: "Y", slug: "y", repo: other.remoteUrl, branch: "main", ...shape });
  await test.service.jobs.idle();
  await test.upstream.write(said("x", "Nazdar"));
  await test.upstream.publish("otherwise");
  const counters = () => database.selectFrom("translation").selectAll().orderBy("id").execute();
  const marked = async () => {
    const rows = await database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select("unit.id")
      .where("translation.filename", "=", "y/cs.json")
      .where("unit.has_failing_check", "=", 1)
      .execute();
    return rows.length;
  };
  let isCut = false;
  const calls: Transactions = {
    begin: () => {
      if (isCut) throw new Error("cut");
    },
    done: async () => {
      isCut ||= (await marked()) > 0;
    },
  };
  {
    using _ = followTransactions(database, calls);
    await pullClone(test).catch(() => undefined);
  }
  expect(isCut).toBe(true);

  await reconcile(test.service);

  expect(await marked()).toBe(1);
  const rows = await counters();
  await refreshCounters(
    database,
    rows.map(({ id }) => id),
  );
  expect(rows).toEqual(await counters());
});

it("a first reading that is cut leaves no file that is known, and the next one ends as if there had been none", async () => {
  await using test = await openWithComponent();
  const first: ScanOptions = { first: true, everything: true };
  const { database } = test.service;
  const expected = await stored(test);
  const history = await told(test);

  for (const parts of [1, 6, 13]) {
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

/** Does something when some work has committed that many transactions. */
async function beside(test: SampleService, when: number, what: () => Promise<unknown>, work: () => Promise<unknown>) {
  let parts = 0;
  let isBusy = false;
  const done = async (): Promise<void> => {
    if (isBusy) return;
    parts += 1;
    if (parts !== when) return;
    isBusy = true;
    await what();
    isBusy = false;
  };
  using _ = followTransactions(test.service.database, { done });
  await work();
  expect(parts).toBeGreaterThanOrEqual(when);
}

async function add(test: SampleService, language: string, json: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await test.request("POST", `/api/translations/demo/x/${language}/units/`, { json });
  expect(answer.status, answer.text).toBe(200);
}

async function stringsNamed(test: SampleService, source: string) {
  const { units } = await stored(test);
  return units
    .filter((unit) => unit.source === JSON.stringify([source]))
    .map(({ language_code: language, target, waits }) => ({ language, target, waits }));
}

it.each([3, 9])(
  "a string that somebody adds to the base while files are read stays, in all languages: after part %i",
  async (part) => {
    await using test = await openWithComponent();
    const adding = () => add(test, "en", { key: "added", value: ["Added"] });
    await beside(test, part, adding, () => scanned(test, { everything: true }));

    expect(await stringsNamed(test, "Added")).toEqual([
      { language: "cs", target: '[""]', waits: false },
      { language: "de", target: '[""]', waits: false },
      { language: "en", target: '["Added"]', waits: true },
    ]);
  },
);

it.each([3, 9])(
  "a string that somebody adds to one language of a bilingual component while files are read stays: after part %i",
  async (part) => {
    await using test = await openWithComponent(catalogues, bilingual);
    const adding = () => add(test, "cs", { source: ["Mine"], target: ["Moje"] });
    await beside(test, part, adding, () => scanned(test, { everything: true }));

    expect(await stringsNamed(test, "Mine")).toEqual([
      { language: "cs", target: '["Moje"]', waits: true },
      { language: "en", target: '["Mine"]', waits: false },
    ]);
  },
);

it("a string that is added while git takes in what is upstream stays", async () => {
  await using test = await openWithComponent();
  await publishAfter(test);
  const clone = await cloneIdOf(test);
  const database = test.service.database;
  let isAdded = false;
  const done = async (): Promise<void> => {
    const { head } = await database
      .selectFrom("clone")
      .select("head")
      .where("id", "=", clone)
      .executeTakeFirstOrThrow();
    const { clone: git } = await loadClone(test.service, clone);
    if (isAdded || (await git.isAt("main", head))) return;
    isAdded = true;
    await add(test, "en", { key: "added", value: ["Added"] });
  };
  using _ = followTransactions(database, { done });
  expect((await pull(test)).json).toEqual({ result: true });

  expect(isAdded).toBe(true);
  expect((await stringsNamed(test, "Added")).map(({ language }) => language)).toEqual(["cs", "de", "en"]);
});

it.runIf(onPostgres)(
  "who is about to read files waits for a string that is being added, since its id may be the lower one",
  async () => {
    await using test = await openWithComponent();
    const { component } = await placeOf(test);
    const { database } = test.service;
    const added = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const adding = database.transaction().execute(async (queries) => {
      await announceAddition(queries, component.id);
      added.resolve(undefined);
      await goOn.promise;
    });
    await added.promise;
    let isKnown = false;
    const newest = newestString(database, [component]).then((id) => {
      isKnown = true;
      return id;
    });
    await Promise.all(Array.from({ length: 20 }, () => database.selectFrom("unit").select("id").limit(1).execute()));
    expect(isKnown).toBe(false);
    goOn.resolve(undefined);
    await adding;
    expect(await newest).toBeGreaterThan(0);
  },
);

it("a text that is saved while a reset reads the files stays, and what waited before it goes", async () => {
  await using test = await openWithComponent();
  const [early, late] = [await idOf(test, "cs", "n3"), await idOf(test, "cs", `n${String(COUNT - 1)}`)];
  const saving = async (unit: number, text: string) => {
    const path = `/api/units/${String(unit)}/`;
    const { status } = await test.request("PATCH", path, { json: { target: [text], state: 20 } });
    expect(status).toBe(200);
  };
  await saving(early, "Earlier {name}");
  const { database } = test.service;
  let isSaved = false;
  const done = async (): Promise<void> => {
    const { dirty } = await database.selectFrom("clone").select("dirty").orderBy("id").executeTakeFirstOrThrow();
    if (isSaved || dirty !== 2) return;
    isSaved = true;
    await saving(late, "Later {name}");
  };
  using _ = followTransactions(database, { done });
  const { json } = await test.request("POST", "/api/components/demo/app/repository/", {
    json: { operation: "reset" },
  });
  expect(json).toEqual({ result: true });

  expect(isSaved).toBe(true);
  const { units } = await stored(test);
  const czech = units.filter((unit) => unit.language_code === "cs");
  expect(czech.filter(({ waits }) => waits).map(({ target }) => target)).toEqual(['["Later {name}"]']);
  expect(czech.find(({ key }) => key === "n3")?.target).toBe(JSON.stringify([texts("cs")(3)]));
});

it("a state that a reviewer gives a source string while files are read stays", async () => {
  await using test = await openWithComponent(catalogues, bilingual);
  const { database } = test.service;
  const { id } = await database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("unit.id")
    .where("component.slug", "=", "x")
    .where("translation.is_source", "=", 1)
    .where("unit.source", "=", JSON.stringify([english(COUNT - 10)]))
    .executeTakeFirstOrThrow();
  const state = (value: number) => database.updateTable("unit").set({ state: value }).where("id", "=", id).execute();
  await state(10);
  await writeAfter(test, { "x/cs.po": catalogue(texts("jinak")) });
  await beside(
    test,
    2,
    () => state(30),
    () => scanned(test),
  );

  const unit = await database.selectFrom("unit").select("state").where("id", "=", id).executeTakeFirstOrThrow();
  expect(unit.state).toBe(30);
});

it("what finishes a reading that was cut takes as long for each component, however many there are", async () => {
  await using test = await openSampleService({ logger: silentLogger });
  const took: number[] = [];
  for (const slug of ["p", "q", "r"]) {
    await test.upstream.write({ [`${slug}/en.json`]: '{ "a": "A" }', [`${slug}/cs.json`]: '{ "a": "B" }' });
    await test.upstream.publish(slug);
    await pull(test);
    const shape = { file_format: "json", filemask: `${slug}/*.json`, template: `${slug}/en.json` };
    await test.admin.createComponent("demo", { name: slug, slug, repo: "weblate://demo/app", ...shape });
    await test.service.jobs.idle();
    await test.service.database
      .updateTable("clone")
      .set({ dirty: 1 })
      .where("id", "=", await cloneIdOf(test, slug))
      .execute();
    took.push(await cutAfter(test, Number.POSITIVE_INFINITY, () => reconcile(test.service)));
  }

  const [one = 0, two = 0, three = 0] = took;
  expect(three - two).toBe(two - one);
});

it("reviews that are switched on between two parts hold for the parts that come after", async () => {
  await using test = await openWithComponent();
  const { database } = test.service;
  const { component } = await placeOf(test);
  let parts = 0;
  const changes = await applyReadOnly(database, component, "all", async (part) => {
    parts += 1;
    await database.updateTable("project").set({ source_review: 1 }).where("id", "=", component.project_id).execute();
    return part(database);
  });

  expect(parts).toBeGreaterThan(1);
  expect(changes.units.length).toBe(2 * COUNT);
});

it("a component that comes to share texts between two parts is compared with in the parts that come after", async () => {
  await using test = await openWithComponent();
  const { database } = test.service;
  const other = { "y/en.json": before["x/en.json"], "y/cs.json": file(0, COUNT, texts("jinak")) };
  await test.upstream.write(other);
  await test.upstream.publish("other");
  await pull(test);
  const shape = { ...monolingual, filemask: "y/*.json", template: "y/en.json" };
  await test.admin.createComponent("demo", { name: "Y", slug: "y", repo: "weblate://demo/app", ...shape });
  await test.service.jobs.idle();
  const { clone_id: clone } = (await placeOf(test)).component;
  const { components } = await loadClone(test.service, clone);
  const share = async (allowed: boolean) => {
    const own = components.find(({ slug }) => slug === "y")?.settings;
    const settings = JSON.stringify({ ...own, allow_translation_propagation: allowed });
    await database.updateTable("component").set({ settings }).where("slug", "=", "y").execute();
  };
  const { component } = await placeOf(test);
  const unit = await idOf(test, "cs", "n1");
  const marks = async () => {
    const rows = await database.selectFrom("unit_check").select("name").where("unit_id", "=", unit).execute();
    return rows.map(({ name }) => name);
  };
  await share(false);
  await refreshChecks(database, component, [unit]);
  expect(await marks()).toEqual([]);

  await refreshChecksInParts(
    async (part) => {
      await share(true);
      return within(database)(part);
    },
    component,
    [unit],
  );

  expect(await marks()).toEqual(["inconsistent"]);
});

it("a scan that finds a reset half done brings that to its end first", async () => {
  await using test = await openWithComponent();
  const { database } = test.service;
  const unit = await idOf(test, "cs", "n3");
  const json = { target: ["Waits {name}"], state: 20 };
  expect((await test.request("PATCH", `/api/units/${String(unit)}/`, { json })).status).toBe(200);
  const { component } = await placeOf(test);
  await database.updateTable("clone").set({ dirty: 2 }).where("id", "=", component.clone_id).execute();
  await database
    .transaction()
    .execute((queries) => startScan(test.service, queries, { component: component.id, first: false, user: undefined }));
  await test.service.jobs.idle();

  const { units } = await stored(test);
  expect(units.find(({ key, language_code: code }) => key === "n3" && code === "cs")).toMatchObject({
    target: JSON.stringify([texts("cs")(3)]),
    waits: false,
  });
  const clone = database.selectFrom("clone").select("dirty").where("id", "=", component.clone_id);
  expect(await clone.executeTakeFirst()).toEqual({ dirty: 0 });
});
