import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  option,
  record,
  tuple,
  type Arbitrary,
} from "fast-check";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unitStates } from "../../catalog/unit.ts";
import { databaseOfTests, onPostgres } from "../../../test/support/test-database.ts";
import { openDatabase, type Database } from "../../store/database.ts";
import { among, countsByText } from "./counts-by-text.ts";
import { idsByText } from "./ids-by-text.ts";
import { parseQuery } from "./query-terms.ts";
import { conditionAmongFew, searchableUnits, soughtBy, unitCondition } from "./unit-query.ts";
import { unitRow } from "./unit-row.ts";

let database: Database;
let languages: readonly number[];

beforeAll(async () => {
  database = await openDatabase((await databaseOfTests()) ?? ":memory:");
  const each = { direction: "ltr", plural_number: 2, plural_formula: "n != 1", population: 1, aliases: "[]" };
  const rows = ["en", "cs", "de", "fr"].map((code) => ({ ...each, code, name: code }));
  languages = (await database.insertInto("language").values(rows).returning("id").execute()).map(({ id }) => id);
});
afterAll(async () => {
  await database.destroy();
});

const words = ["İznik", "273 \u212A", "Ahoj", "ahoj světe", "%", "a_b", 'say "hi"', "Save", "SAVED", ""];

const states = Object.values(unitStates);

/** Where a translation says something else than its source string. */
const stale = record({
  language: constantFrom(1, 2, 3),
  field: constantFrom("source", "context"),
  text: constantFrom(...words),
});

/** A string of the source language, and what its translations are: undefined where a language lacks it. */
const strings = array(
  record({
    key: constantFrom("save", "ahoj", "x"),
    source: constantFrom(...words),
    targets: tuple(...Array.from({ length: 3 }, () => option(constantFrom(...words), { nil: undefined }))),
    states: tuple(...Array.from({ length: 4 }, () => constantFrom(...states))),
    stale: option(stale, { nil: undefined, freq: 8 }),
  }),
  { maxLength: 8 },
);
/** Strings that a language has and its source does not. */
const alone = array(constantFrom(...words), { maxLength: 2 });
const components = array(record({ strings, alone, isWhole: boolean() }), { minLength: 1, maxLength: 2 });
type Component = typeof components extends Arbitrary<readonly (infer One)[]> ? One : never;

/** What happens to strings later: the first is the one that a number chooses, the other one may become its source. */
const changes = array(
  record({
    kind: constantFrom("source", "context", "target", "state", "save", "link", "remove"),
    one: nat(),
    other: nat(),
    text: constantFrom(...words),
    state: constantFrom(...states),
  }),
  { maxLength: 5 },
);
type Change = typeof changes extends Arbitrary<readonly (infer One)[]> ? One : never;

async function change(project: number, { kind, one, other, text, state }: Change): Promise<void> {
  const { rows } = await sql<{ id: number; translation_id: number; component_id: number; is_source: number }>`
    select unit.id, unit.translation_id, translation.component_id, translation.is_source from unit
    inner join translation on translation.id = unit.translation_id
    where translation.project_id = ${project} order by unit.id`.execute(database);
  const unit = rows[one % rows.length];
  if (unit === undefined) return;
  if (kind === "remove") await sql`delete from unit where id = ${unit.id}`.execute(database);
  else if (kind === "target")
    await sql`update unit set target = ${JSON.stringify([text])} where id = ${unit.id}`.execute(database);
  else if (kind === "state") await sql`update unit set state = ${state} where id = ${unit.id}`.execute(database);
  else if (kind === "save")
    await sql`update unit set target = ${JSON.stringify([text])}, state = ${state} where id = ${unit.id}`.execute(
      database,
    );
  else if (kind !== "link") {
    const said = kind === "source" ? JSON.stringify([text]) : text;
    await sql`update unit set ${sql.ref(kind)} = ${said} where id = ${unit.id}`.execute(database);
  } else if (unit.is_source === 0) {
    const sources = rows.filter((row) => row.is_source === 1 && row.component_id === unit.component_id);
    const source = other % 3 === 0 ? undefined : sources[other % sources.length]?.id;
    await sql`update unit set source_unit_id = ${source ?? null} where id = ${unit.id}`.execute(database);
  }
  await sql`update translation set total = (select count(*) from unit where translation_id = translation.id)
    where id = ${unit.translation_id}`.execute(database);
}

/** Of all strings. */
async function expectKeptApart(): Promise<void> {
  const kept = await sql<{ id: number }>`select unit_id as id from unit_apart order by unit_id`.execute(database);
  const apart = await sql<{ id: number }>`select unit.id from unit
    inner join unit as original on original.id = unit.source_unit_id
    where original.source_unit_id is not null or unit.source <> original.source or unit.context <> original.context
    order by unit.id`.execute(database);
  expect(kept.rows).toEqual(apart.rows);
}

const queries = [
  "ahoj",
  "save",
  "izn",
  '"273 k"',
  "%",
  "a",
  "source:ahoj",
  "source:=Save",
  'source:="İznik"',
  'target:="ahoj světe"',
  "key:save",
  'context:="x1"',
  '"say \\"hi\\""',
  'r"S.v"',
  "target:ahoj",
  "target:SVĚTE",
  "İZN",
  'target:r"S.v"',
  'target:=""',
  "target:[",
  "NOT ahoj",
  "save OR key:x1",
  "source:save target:ahoj key:s",
  "(save OR ahoj) (key:x OR source:svě)",
  "save OR target:ahoj",
  "save OR ahoj",
  "source:save OR target:ahoj OR izn",
  "source:save OR key:sav",
  "target:save OR target:ahoj",
  "state:translated ahoj",
  "state:<translated source:ahoj",
  "NOT state:translated save",
  "is:translated target:ahoj",
  "(state:approved OR is:untranslated) ahoj save",
  "has:translation key:save",
  "state:translated is:untranslated ahoj",
  "state:translated source:save target:ahoj",
  "state:translated (save OR ahoj)",
];

/** Each with each: texts that stand in sources, in targets, in both. */
const together = ["save", "ahoj", "izn", "svě", "source:ahoj", "target:ahoj", "key:sav"].flatMap((one, at, all) =>
  all.slice(at + 1).map((other) => `${one} ${other}`),
);

async function idsWhere(condition: RawBuilder<boolean>): Promise<readonly { readonly id: number }[]> {
  return searchableUnits(database).where(condition).select("unit.id").orderBy("unit.id").execute();
}

async function addComponent(project: number, index: number, { strings: all, alone: own, isWhole }: Component) {
  const add = async (table: string, row: object): Promise<number> => {
    const entries = Object.entries(row);
    const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)}
      (${sql.join(entries.map(([name]) => sql.ref(name)))}) values (${sql.join(entries.map(([, value]) => value))})
      returning id`.execute(database);
    return rows[0]?.id ?? 0;
  };
  const clone = await add("clone", { project_id: project, repo: "", branch: "main", head: "" });
  const slug = `c${String(index)}`;
  const component = await add("component", {
    project_id: project,
    clone_id: clone,
    name: slug,
    slug,
    path: slug,
    source_language_id: languages[0],
    settings: "{}",
  });
  const sources: number[] = [];
  for (const [place, language] of languages.entries()) {
    const translation = await add("translation", {
      component_id: component,
      project_id: project,
      language_id: language,
      language_code: String(language),
      filename: "",
      is_source: Number(place === 0),
      is_template: 0,
      plural_number: 2,
      total: 0,
    });
    let total = 0;
    const addUnit = async (
      key: string,
      source: string,
      target: string,
      sourceUnit: number | null,
      state: number,
      context: string = key,
    ) => {
      total += 1;
      const content = {
        key,
        context,
        source: [source],
        target: [target],
        state,
        previousSource: "",
        note: "",
      };
      const where = { translation, sourceUnit, position: total, sourceLanguage: "en", now: "2026-01-01T00:00:00Z" };
      return add("unit", unitRow({ ...content, location: "", flags: "" }, where));
    };
    for (const [at, { key, source, targets, states: each, stale: other }] of all.entries()) {
      const name = `${key}${String(at)}`;
      const state = each[place] ?? unitStates.translated;
      if (place === 0) {
        sources.push(await addUnit(name, source, source, null, state));
        continue;
      }
      const target = targets[place - 1] ?? (isWhole ? "" : undefined);
      if (target === undefined) continue;
      const said = { source, context: name, ...(other?.language === place && { [other.field]: other.text }) };
      await addUnit(name, said.source, target, sources[at] ?? null, state, said.context);
    }
    if (place === 1)
      for (const [at, text] of own.entries())
        await addUnit(`alone${String(at)}`, text, text, null, unitStates.approved);
    await database.updateTable("translation").set({ total }).where("id", "=", translation).execute();
  }
  return component;
}

/** Of all strings: what is kept to look through. */
async function expectKeptTexts(): Promise<void> {
  const small = (column: string): RawBuilder<string> => sql.raw(`${onPostgres ? "lower" : "folded"}(${column})`);
  const sources = await sql`select unit_id, translation_id, source, context, target, state
    from source_text order by unit_id`.execute(database);
  const ofSources = await sql`select id as unit_id, translation_id, ${small("source")} as source,
    ${small("context")} as context, case when source <> target then ${small("target")} end as target, state
    from unit where source_unit_id is null order by id`.execute(database);
  expect(sources.rows).toEqual(ofSources.rows);
  const targets = await sql`select unit_id, translation_id, source_unit_id, target, state
    from target_text order by unit_id`.execute(database);
  const ofTargets = await sql`select id as unit_id, translation_id, source_unit_id,
    case when target <> '[""]' then ${small("target")} end as target, state
    from unit where source_unit_id is not null order by id`.execute(database);
  expect(targets.rows).toEqual(ofTargets.rows);
}

it("a text is found in as many strings of each translation as looking at every string finds", async () => {
  let projects = 0;
  const check = async (
    all: readonly Component[],
    later: readonly Change[],
    hides: boolean,
    sample: number,
  ): Promise<void> => {
    projects += 1;
    const slug = `p${String(projects)}`;
    const row = { name: slug, slug, web: "", instructions: "", source_language_id: languages[0] ?? 0 };
    const project = await database
      .insertInto("project")
      .values({
        ...row,
        language_aliases: "",
        translation_review: 0,
        source_review: 0,
        set_language_team: 0,
        enable_hooks: 0,
        access_control: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const added: number[] = [];
    for (const [index, each] of all.entries()) added.push(await addComponent(project.id, index, each));
    for (const each of later) await change(project.id, each);
    await expectKeptApart();
    await expectKeptTexts();
    // One of the components, or one language of all.
    const scope: RawBuilder<boolean> = hides
      ? sql`translation.project_id = ${project.id} and translation.component_id <> ${added[0]}`
      : sql`translation.project_id = ${project.id} and translation.language_id <> ${languages[2]}`;
    const own = await searchableUnits(database).where(scope).select("unit.translation_id as id").distinct().execute();
    const asked = own.map(({ id }) => id).slice(hides ? 0 : 1);
    for (const q of [...queries, ...together]) {
      const query = parseQuery(q);
      const looked = await searchableUnits(database)
        .where(scope)
        .where(unitCondition(query))
        .select(["unit.translation_id as id", ({ fn }) => fn.countAll<number>().as("total")])
        .groupBy("unit.translation_id")
        .execute();

      const few = await conditionAmongFew(database, query, new Date());
      if (few !== undefined) expect([q, await idsWhere(few)]).toEqual([q, await idsWhere(unitCondition(query))]);
      const sought = soughtBy(database, query);
      if (sought === undefined) continue;
      const counts = await countsByText(database, { ...sought, condition: unitCondition(query), where: scope }, sample);
      const found = [...counts].filter(([, total]) => total > 0);
      expect([q, new Map(found)]).toEqual([q, new Map(looked.map(({ id, total }) => [id, total]))]);
      if (onPostgres) continue;
      const ids = idsByText({ texts: sought.texts, condition: unitCondition(query), translations: asked });
      const isFound = sql<boolean>`(unit.id in (${ids}) and ${among(sql`unit.state`, sought.states)})`;
      const isThere = among(sql`unit.translation_id`, new Set(asked));
      expect([q, await idsWhere(isFound)]).toEqual([q, await idsWhere(sql`(${unitCondition(query)} and ${isThere})`)]);
    }
  };
  await assert(asyncProperty(components, changes, boolean(), constantFrom(1, 100), check), {
    numRuns: 20,
  });
});
