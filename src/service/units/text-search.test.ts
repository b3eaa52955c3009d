import { CompiledQuery, sql, type KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { insertAll } from "../../store/bulk.ts";
import { inTransaction, openDatabase, type Queries } from "../../store/database.ts";
import { countsByText } from "./counts-by-text.ts";
import { parseQuery } from "./query-terms.ts";
import { comparedOn, searchableUnits, soughtBy, unitCondition } from "./unit-query.ts";
import { unitRow } from "./unit-row.ts";
import { pageOf, searchUnits } from "./unit-search.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function idsOf(query: string, isIndexed: boolean): Promise<number[]> {
  const rows = await searchableUnits(test.service.database)
    .select("unit.id")
    .where(unitCondition(query, new Date(), isIndexed ? "indexed" : undefined))
    .orderBy("unit.id")
    .execute();
  return rows.map(({ id }) => id);
}

async function edit(translation: string, key: string, json: object): Promise<void> {
  const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
  expect((await test.request("PATCH", `/api/units/${String(id)}/`, { json })).status).toBe(200);
}

/** What a database is asked from now on. */
function remembered(database: Queries): { readonly asked: readonly CompiledQuery[]; readonly remember: KyselyPlugin } {
  const asked: CompiledQuery[] = [];
  const remember: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(database.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { asked, remember };
}

const queries = [
  "ahoj",
  "source:hello",
  "target:AHOJ",
  "target:žluť",
  "key:button",
  "context:title",
  "NOT target:ahoj",
  "hello OR uložit",
  "source:hello AND state:translated",
  String.raw`target:"say \"hi\""`,
  "target:%",
  "ho",
  "HO",
  "target:ho",
  "source:to",
  "key:le",
  "key:on",
  "on",
  "ží",
  "zq",
  "e",
  "nothing at all",
];

it.skipIf(onPostgres)(
  "no more than what is kept of texts is read to count a word that is in sources and in targets",
  async () => {
    const { database } = test.service;
    await edit("demo/app/cs", "title", { target: ["A title in Czech"], state: 20 });
    const { asked, remember } = remembered(database);
    const sought = soughtBy(database, parseQuery("title")) ?? { texts: [], states: undefined };

    const where = sql<boolean>`translation.language_code in ('en', 'cs')`;
    await countsByText(database.withPlugin(remember), { ...sought, condition: unitCondition("title"), where });

    // Besides those that are apart from their source, and whether a translation has some without one.
    const steps: string[] = [];
    for (const { sql: text, parameters } of asked) {
      const { rows } = await database.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      );
      steps.push(...rows.map(({ detail }) => detail).filter((detail) => /^S\w+ (?:unit|source_text) /.test(detail)));
    }
    expect([...new Set(steps)]).toEqual([
      "SEARCH unit USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH unit USING COVERING INDEX unit_by_source (source_unit_id=? AND translation_id>?)",
      "SEARCH source_text USING PRIMARY KEY (translation_id=? AND unit_id=?) LEFT-JOIN",
    ]);
  },
);

it("a text that has to be the same is compared where it is found at all, letter for letter", async () => {
  const asked = (query: string) =>
    searchableUnits(test.service.database)
      .select("unit.id")
      .where(unitCondition(query, new Date(), onPostgres ? undefined : "indexed"))
      .orderBy("unit.id");
  const { sql: statement } = asked("source:=Hello").compile();
  expect(statement).toMatch(
    onPostgres ? /lower\(unit\.source\) like .* and list_has/v : /unit_text match .* and list_has/sv,
  );

  const same = await asked("source:=Hello").execute();
  expect(same).toEqual(await asked('source:r"^Hello$"').execute());
  expect(await asked("source:hello").execute()).toEqual(same);
  expect(await asked("source:=hello").execute()).toEqual([]);
});

it.each([
  ["İSTANBUL büyük", "source:İstanbul", ["en", "cs", "apart"]],
  ["ISTANBUL", "source:İstanbul", []],
  ["istanbul", "source:ISTANBUL", ["en", "cs", "apart"]],
  ["Straße", "source:STRAẞE", ["en", "cs", "apart"]],
  ["strasse", "source:straße", []],
  ["ΣΊΣΥΦΟΣ", "source:σίσυφος", ["en", "cs", "apart"]],
  ["273 K", 'source:"273 k"', ["en", "cs", "apart"]],
  // PostgreSQL alone tells a long s, and a micro sign, from the letters that they stand for.
  ["ſuchen", "source:ſuchen", ["en", "cs", "apart"]],
  ["ſuchen", "source:suchen", onPostgres ? [] : ["en", "cs", "apart"]],
  ["suchen", "source:ſuchen", onPostgres ? [] : ["en", "cs", "apart"]],
])(
  "%j is found by %j in %j, by the index and one by one, of strings with a source of their own too",
  async (source, query, found) => {
    await using own = await openSampleService();
    const { database } = own.service;
    const idOf = async (language: string): Promise<number> => {
      const { id } = await database
        .selectFrom("translation")
        .select("id")
        .where("language_code", "=", language)
        .orderBy("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    const [en, cs] = [await idOf("en"), await idOf("cs")];
    const add = async (key: string, text: string, translation: number, sourceUnit: number | null): Promise<number> => {
      const content = {
        key,
        context: key,
        source: [text],
        target: ["-"],
        state: 20,
        previousSource: "",
        note: "",
        location: "",
        flags: "",
      };
      const row = unitRow(content, {
        translation,
        sourceUnit,
        sourceLanguage: "en",
        now: "2026-01-01T00:00:00Z",
        position: 900,
      });
      const { id } = await database.insertInto("unit").values(row).returning("id").executeTakeFirstOrThrow();
      return id;
    };
    const added = new Map<number, string>();
    const sourceUnit = await add("capital", source, en, null);
    added.set(sourceUnit, "en");
    added.set(await add("capital", source, cs, sourceUnit), "cs");
    const other = await add("other", "Something else", en, null);
    added.set(await add("other", source, cs, other), "apart");

    for (const way of onPostgres
      ? ([undefined, "compared on PostgreSQL"] as const)
      : (["indexed", "compared on SQLite"] as const)) {
      const rows = await searchableUnits(database)
        .select("unit.id")
        .where(unitCondition(query, new Date(), way))
        .orderBy("unit.id")
        .execute();
      expect([way, rows.flatMap(({ id }) => added.get(id) ?? [])]).toEqual([way, found]);
    }
    const counts = await countsByText(database, {
      ...(soughtBy(database, parseQuery(query)) ?? { texts: [], states: undefined }),
      condition: unitCondition(query, new Date(), comparedOn(database)),
      where: sql`translation.id in (${en}, ${cs})`,
    });
    expect(counts.values().reduce((sum, count) => sum + count, 0)).toBe(found.length);
  },
);

it("pages of a search join to what it finds, whether an index or the order of strings leads to it", async () => {
  const { service } = test;
  const projects = (await service.database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  for (const [query, few] of [
    "o",
    "ho",
    "hello",
    "source:ho",
    "target:ho",
    "key:le",
    "NOT hello",
    "NOT ho",
    "NOT id:1",
    "state:<translated",
    "is:translated",
    "state:translated e",
    "language:cs hello",
    "language:cs NOT hello",
    "language:cs target:o state:translated",
    "hello OR target:uložit",
    "language:cs",
    "",
  ].flatMap((each) => [[each] as const, [each, 0] as const])) {
    const all = (await idsOf(query, false)).length;
    const strings = await searchUnits(service, query, { projects, hidden: [] }, few);
    expect([query, await strings.count()]).toEqual([query, all]);
    const pages: number[] = [];
    for (let offset = 0; offset < all; offset += 2) {
      pages.push(...(await pageOf(strings, 2, offset)).map(({ id }) => id));
    }
    expect(new Set(pages).size).toBe(all);
    expect(pages).toEqual((await pageOf(strings, 1000, 0)).map(({ id }) => id));
  }
});

it("of more strings than are looked at one by one, a text, all without it and all there are, are counted and found in their order", async () => {
  await using own = await openSampleService();
  const { database } = own.service;
  const { id: translation } = await database
    .selectFrom("translation")
    .select("id")
    .where("language_code", "=", "cs")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const place = { translation, sourceUnit: null, sourceLanguage: "en", now: "2026-01-01T00:00:00Z" };
  const rows = Array.from({ length: 10_100 }, (_, index) => {
    const text = [index % 3 === 0 ? "Common word" : "Another"];
    const key = `many.${String(index)}`;
    const content = { key, context: key, source: text, target: text, state: 20, previousSource: "" };
    // Two at each position, and many at one.
    const position = 1000 + Math.floor((index >= 5000 && index < 5200 ? 5000 : index) / 2);
    return unitRow({ ...content, note: "", location: "", flags: "" }, { ...place, position });
  });
  await insertAll(database, rows, (batch) => database.insertInto("unit").values(batch));
  const counted = await database
    .updateTable("translation")
    .set(({ eb }) => ({ total: eb("total", "+", rows.length) }))
    .where("id", "=", translation)
    .executeTakeFirst();
  expect(counted.numUpdatedRows).toBe(1n);
  const projects = (await database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  const both = ["common key:many.12", "key:many.7 source:another state:translated", "NOT (common key:many.12)"];
  for (const query of ["common", "NOT common", "source:common", "", "language:cs", ...both]) {
    const found = await searchableUnits(database)
      .select("unit.id")
      .where(unitCondition(query))
      .orderBy("unit.translation_id")
      .orderBy("unit.position")
      .orderBy("unit.id")
      .execute();
    const all = found.map(({ id }) => id);
    const strings = await searchUnits(own.service, query, { projects, hidden: [] });

    expect([query, await strings.count()]).toEqual([query, all.length]);
    for (const offset of [0, 1000, 1001, Math.min(5150, all.length - 30), all.length - 10]) {
      const page = (await pageOf(strings, 20, offset)).map(({ id }) => id);
      expect([query, offset, page]).toEqual([query, offset, all.slice(offset, offset + 20)]);
    }
  }
});

it("of two texts the one that few strings have leads to them, and nobody puts all of the other together", async () => {
  const { service } = test;
  const { asked, remember } = remembered(service.readers);
  const readers = service.readers.withPlugin(remember);
  const projects = (await service.database.selectFrom("project").select("id").execute()).map(({ id }) => id);

  const found = await searchUnits({ ...service, readers }, "hello key:hello", { projects, hidden: [] }, 0);
  await found.count();

  const looking = asked.map((each) => each.sql).filter((text) => text.includes('inner join "translation"'));
  expect(looking).toEqual(
    looking.map(() => expect.stringMatching(/unit\.id (?:in \(select value|= any).*(?:glob|strpos)/sv)),
  );
  expect(looking).not.toEqual([]);
});

it.each([
  ["hello", false],
  ['source:="Hello"', false],
  ["hello NOT key:bye", true],
  ["a text of which there are forty-one characters", true],
])("%j in a small service on SQLite is looked for by a thread: %s", async (query, isByThread) => {
  const { service } = test;
  const { asked, remember } = remembered(service.readers);
  const readers = service.readers.withPlugin(remember);
  const projects = (await service.database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  const scope = { projects, hidden: [] };

  await searchUnits({ ...service, readers }, query, scope, 0);

  expect(asked.length > 0).toBe(isByThread || onPostgres);
});

/** So many strings that they are counted by their source where that can be. */
function xliff(language: string, greeting: string, name: string, target = ""): string {
  const unit = (id: string, resname: string, source: string) =>
    `<trans-unit id="${id}" resname="${resname}"><source>${source}</source><target>${target}</target></trans-unit>`;
  const others = Array.from({ length: 210 }, (_, at) => unit(`n${String(at)}`, `Z${String(at)}`, "Welcome newcomer"));
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="${language}" datatype="plaintext" original="x">
    <body>
      ${[unit("greeting", name, greeting), ...others].join("\n      ")}
    </body>
  </file>
</xliff>
`;
}

it("a string that its file knows by an id is found by the source and the key that the file has", async () => {
  await using own = await openSampleService();
  const publish = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    await own.upstream.write(texts);
    await own.upstream.publish("x");
    await own.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  };
  await publish({
    "x/en.xlf": xliff("en", "Welcome newcomer", "Z1"),
    "x/cs.xlf": xliff("cs", "Welcome oldtimer", "Q2", "Vítej"),
    "x/de.xlf": xliff("de", "Welcome newcomer", "Z1", "Willkommen"),
  });
  const files = { file_format: "xliff", filemask: "x/*.xlf", new_base: "x/en.xlf", repo: "weblate://demo/app" };
  await own.admin.createComponent("demo", { name: "X", slug: "x", ...files });
  const { database } = own.service;
  const projects = (await database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  const texts = ["welcome", "newcomer", "oldtimer", "source:newcomer", "source:oldtimer", "source:ol", "source:k"];
  const keys = ["key:q2", "q2", "z1", "key:z", 'source:="Welcome oldtimer"', 'r"old.imer"'];
  const ask = async (): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (const query of [...texts, ...keys].flatMap((each) => [each, `NOT ${each}`])) {
      const found = await searchableUnits(database)
        .select("unit.id")
        .where(unitCondition(query))
        .orderBy("unit.translation_id")
        .orderBy("unit.position")
        .execute();
      counts.set(query, found.length);
      for (const few of [undefined, 0]) {
        const strings = await searchUnits(own.service, query, { projects, hidden: [] }, few);
        const count = await strings.count();
        const page = (await pageOf(strings, 1000, 0)).map(({ id }) => id);

        expect([query, few, count, page]).toEqual([query, few, found.length, found.map(({ id }) => id)]);
      }
    }
    return counts;
  };
  expect((await ask()).get("oldtimer")).toBe(1);

  // One catches up, another is damaged while its source changes.
  await publish({
    "x/en.xlf": xliff("en", "Welcome", "Z9"),
    "x/cs.xlf": xliff("cs", "Welcome", "Z9", "Vítej"),
    "x/de.xlf": "<xliff",
  });
  const after = await ask();
  expect([after.get("oldtimer"), after.get("key:q2")]).toEqual([0, 0]);
});

it("a search that was asked before counts what was saved meanwhile", async () => {
  const { service } = test;
  const projects = (await service.database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  const count = async (query: string) => (await searchUnits(service, query, { projects, hidden: [] })).count();
  const ask = async () => ({ found: await count("target:unheard"), others: await count("NOT target:unheard") });
  const before = await ask();
  expect(await ask()).toEqual(before);
  await edit("demo/app/de", "title", { target: ["Unheard of"], state: 20 });

  expect(await ask()).toEqual({ found: before.found + 1, others: before.others - 1 });
});

it.skipIf(onPostgres)("the index finds what looking at every text finds, also after texts have changed", async () => {
  const all: [string, number[]][] = [];
  const indexed: [string, number[]][] = [];
  const ask = async (): Promise<void> => {
    for (const query of queries) {
      all.push([query, await idsOf(query, false)]);
      indexed.push([query, await idsOf(query, true)]);
    }
  };
  await ask();
  await edit("demo/app/cs", "title", { target: ['Žluťoučký kůň: say "hi" 100 %'], state: 20 });
  await ask();
  // The source of all languages.
  await edit("demo/app/en", "title", { target: ["Nothing at all"], state: 20 });
  await ask();
  const removed = (await unitsOf(test, "demo/app/en")).get("button.save")?.id ?? 0;
  expect((await test.request("DELETE", `/api/units/${String(removed)}/`)).status).toBe(204);
  await ask();

  expect(indexed).toEqual(all);
  // Texts were found, and are no longer where they were.
  const found = indexed.filter(([query]) => query === "source:hello").map(([, ids]) => ids.length > 0);
  expect(found).toEqual([true, true, false, false]);
});

it("what a search has counted is right after every way to change texts", async () => {
  await using own = await openSampleService();
  const { service } = own;
  const projects = (await service.database.selectFrom("project").select("id").execute()).map(({ id }) => id);
  const asked = ["o", "title", "Unheard", "source:unheard", "NOT key:title", "state:translated unheard"];
  const counts = () =>
    Promise.all(asked.map(async (q) => (await searchUnits(service, q, { projects, hidden: [] })).count()));
  const looked = () =>
    Promise.all(
      asked.map(async (q) => {
        const units = searchableUnits(service.database).where(unitCondition(q));
        return (await units.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
      }),
    );
  const title = async (language: string) =>
    `/api/units/${String((await unitsOf(own, `demo/app/${language}`)).get("title")?.id)}/`;
  const upload = { conflicts: "replace-translated", file: Buffer.from('{ "title": "Unheard in a file" }') };
  const changes: (() => Promise<{ readonly status: number }>)[] = [
    async () => own.request("PATCH", await title("cs"), { json: { target: ["Unheard of"], state: 20 } }),
    async () => own.request("PATCH", await title("cs"), { json: { target: ["Unheard of"], state: 10 } }),
    async () => own.request("PATCH", await title("en"), { json: { target: ["Unheard source"], state: 20 } }),
    async () => own.request("POST", "/api/translations/demo/app/de/file/", { multipart: upload }),
    async () =>
      own.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "new", value: ["Unheard text"] } }),
    async () => own.request("DELETE", await title("en")),
  ];
  expect(await counts()).toEqual(await looked());
  for (const change of changes) {
    const { status } = await change();
    expect(status).toBeLessThan(300);
    const found = await counts();
    expect(found).toEqual(await looked());
    expect(await counts()).toEqual(found);
  }
});

it.skipIf(onPostgres)(
  "SQLite's index of 300 texts that are changed 20 times stays less than three times as large",
  async () => {
    const database = await openDatabase(":memory:");
    const text = (id: number, round: number) =>
      Array.from({ length: 8 }, (_, place) =>
        ((id * 7919 + round * 104_729 + place * 611_953) % 1_000_003).toString(36),
      ).join(" ");
    const write = async (round: number): Promise<void> => {
      for (let first = 1; first <= 300; first += 50) {
        const ids = Array.from({ length: 50 }, (_, index) => first + index);
        const rows = ids.map((id) => sql`(${id}, ${text(id, 0)}, ${text(id, round)}, '')`);
        await inTransaction(database, async (tx) => {
          await sql`delete from unit_text where rowid in (${sql.join(ids)})`.execute(tx);
          await sql`insert into unit_text (rowid, source, target, context) values ${sql.join(rows)}`.execute(tx);
        });
      }
    };
    const bytes = async (): Promise<number> => {
      const { rows } = await sql<{ sum: number }>`select sum(length(block)) as sum from unit_text_data`.execute(
        database,
      );
      return rows[0]?.sum ?? 0;
    };

    await write(0);
    const before = await bytes();
    for (let round = 1; round <= 20; round += 1) await write(round);

    expect(before).toBeGreaterThan(10_000);
    expect((await bytes()) / before).toBeLessThan(3);
    await database.destroy();
  },
);

it.skipIf(onPostgres)(
  "SQLite's index of texts is written in pages of 2 kB, of which one statement merges 64",
  async () => {
    const database = await openDatabase(":memory:");
    const rows = Array.from({ length: 500 }, (_, id) => sql`(${id}, ${`source ${(id * 7919).toString(36)}`}, '', '')`);
    await sql`insert into unit_text (rowid, source, target, context) values ${sql.join(rows)}`.execute(database);

    const { rows: pages } = await sql<{ longest: number; pages: number }>`
    select max(length(block)) as longest, count(*) as pages from unit_text_data`.execute(database);

    expect(pages[0]?.pages).toBeGreaterThan(5);
    expect(pages[0]?.longest).toBeLessThan(2200);
  },
);
