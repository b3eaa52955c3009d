import { sql, type RawBuilder } from "kysely";
import { checkDefinitions } from "../../catalog/checks/index.ts";
import { boundedExpression } from "../../catalog/checks/bounded-expression.ts";
import { unitStates } from "../../catalog/unit.ts";
import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { containsSmall, hasText, hasTextInOrder, hasTextOnSqlite, isShort, startsWith } from "../../store/like.ts";
import { hasFolded } from "../../store/any-case.ts";
import { possible, seemsCommon } from "../../store/few-possible.ts";
import { isListed, isOneOf } from "../../store/id-list.ts";
import { foundByIndex, type IndexedText } from "../../store/sqlite/text-index.ts";
import { actionNames, contentActions } from "../changes/actions.ts";
import {
  everything,
  parseQuery,
  PULL_REQUEST,
  unparsable,
  type Operator,
  type Query,
  type QueryTerm,
  type QueryValue,
} from "./query-terms.ts";
import { spanOf } from "./query-times.ts";

/**
 * Strings with what `unitCondition` looks at.
 * @param query looks at no more than it names: every table costs something for each string
 * @param areKnown whether it is known which strings: then SQLite goes by no translation's
 */
export function searchableUnits(queries: Queries, query?: Query, areKnown = false) {
  return queries
    .selectFrom("unit")
    .innerJoin("translation", (join) =>
      areKnown && !isPostgres(queries)
        ? join.on(sql<boolean>`translation.id = +unit.translation_id`)
        : join.onRef("translation.id", "=", "unit.translation_id"),
    )
    .$if(looksAt("language", query), (units) => units.innerJoin("language", "language.id", "translation.language_id"))
    .$if(looksAt("component", query), (units) =>
      units.innerJoin("component", "component.id", "translation.component_id"),
    )
    .$if(looksAt("project", query), (units) => units.innerJoin("project", "project.id", "translation.project_id"));
}

/** @param query undefined: whatever it is */
function looksAt(table: "language" | "component" | "project", query: Query | undefined): boolean {
  return query === undefined || names(query, new Set([table, "path"]));
}

function names(query: Query, fields: ReadonlySet<string>): boolean {
  if (query.kind === "term") return query.field !== undefined && fields.has(query.field);
  if (query.kind === "keys") return false;
  return query.kind === "not" ? names(query.part, fields) : query.parts.some((part) => names(part, fields));
}

/** Translations with what `translationCondition` looks at for a query. */
export function searchableTranslations(queries: Queries, query: Query) {
  return queries
    .selectFrom("translation")
    .$if(looksAt("language", query), (some) => some.innerJoin("language", "language.id", "translation.language_id"))
    .$if(looksAt("component", query), (some) => some.innerJoin("component", "component.id", "translation.component_id"))
    .$if(looksAt("project", query), (some) => some.innerJoin("project", "project.id", "translation.project_id"));
}

/**
 * The condition that a query in the search language of `q` stands for (facts §6), for queries that join what
 * `searchableUnits` joins.
 * @param now what times such as "yesterday" are told from
 * @param how undefined: as either database takes it
 * @throws 400 on `q`
 */
export function unitCondition(query: string | Query, now: Date = new Date(), how?: HowTexts): RawBuilder<boolean> {
  return conditionOf(typeof query === "string" ? parseQuery(query) : query, { now, how });
}

/** Texts are found by SQLite's index, or compared as a database does quickest. */
type HowTexts = "indexed" | "compared on SQLite" | "compared on PostgreSQL";

export function comparedOn(queries: Queries): HowTexts {
  return isPostgres(queries) ? "compared on PostgreSQL" : "compared on SQLite";
}

/** Where and when a query is asked. */
interface Asked {
  readonly now: Date;
  readonly how: HowTexts | undefined;
}

/**
 * What a query asks of a whole translation: one that it leaves out has no string that is found. For queries that join what
 * `searchableUnits` joins, but the strings.
 */
export function translationCondition(query: Query, now: Date): RawBuilder<boolean> {
  if (query.kind === "and") return all(query.parts.map((part) => translationCondition(part, now)));
  return isOfTranslations(query) ? unitCondition(query, now) : always;
}

/** What a query asks of single strings, where translations that it leaves out are left out. */
export function ofStrings(query: Query): Query {
  const parts = query.kind === "and" ? query.parts.filter((part) => !isOfTranslations(part)) : [query];
  const [only] = parts;
  if (only === undefined || parts.length === 1) return only ?? everything;
  return query.kind === "and" && parts.length < query.parts.length ? { kind: "and", parts } : query;
}

const translationFields: ReadonlySet<string> = new Set(["language", "project", "component", "path"]);

/** Whether a query asks nothing of single strings; so does one without terms. */
export function isOfTranslations(query: Query): boolean {
  if (query.kind === "not") return isOfTranslations(query.part);
  if (query.kind === "keys") return false;
  if (query.kind === "term") return query.field !== undefined && translationFields.has(query.field);
  return query.parts.every(isOfTranslations);
}

/** Whether an index finds the strings, so that no others are looked at. */
export function isFoundByIndex(query: Query): boolean {
  switch (query.kind) {
    case "not":
      return false;
    case "and":
      return query.parts.some(isFoundByIndex);
    case "or":
      return query.parts.every(isFoundByIndex);
    case "keys":
      return true;
    case "term":
      return (
        indexedCondition(candidatesOf(query) ?? query) !== undefined || (query.field === "id" && query.operator === ":")
      );
  }
}

/** Whether a query has a regular expression: each string that nothing else rules out is compared with it. */
export function hasExpression(query: Query): boolean {
  if (query.kind === "not") return hasExpression(query.part);
  if (query.kind === "keys") return false;
  return query.kind === "term" ? query.value.kind === "regex" : query.parts.some(hasExpression);
}

/** Whether a query asks of strings no more than their texts, keys and states, by which it is counted (`unit-search.ts`). */
export function asksOfTextsAndStates(query: Query): boolean {
  if (query.kind === "not") return asksOfTextsAndStates(query.part);
  if (query.kind === "keys") return true;
  if (query.kind === "term")
    return query.field === undefined || ownTexts.has(query.field) || stateTest(query) !== undefined;
  return query.parts.every(asksOfTextsAndStates);
}

const ownTexts: ReadonlySet<string> = new Set(["source", "target", "context", "key"]);

/** How many of a query's terms call functions of ours for each string that is looked at, on SQLite. */
export function callsOf(query: Query): number {
  switch (query.kind) {
    case "not":
      return callsOf(query.part);
    case "and":
    case "or":
      return query.parts.reduce((sum, part) => sum + callsOf(part), 0);
    case "keys":
      return 0;
    case "term": {
      const { field, operator, value } = query;
      // A bare word is looked for in three columns.
      if (value.kind === "regex") return field === undefined ? 3 : 1;
      return operator === ":=" || field === "has" ? 1 : 0;
    }
  }
}

type Condition = RawBuilder<boolean>;
type Column = RawBuilder<unknown>;

const always = sql<boolean>`1 = 1`;
const never = sql<boolean>`1 = 0`;

function conditionOf(query: Query, asked: Asked): Condition {
  switch (query.kind) {
    case "not":
      return sql<boolean>`(not ${conditionOf(query.part, asked)})`;
    case "and":
      return all(query.parts.map((part) => conditionOf(part, asked)));
    case "or":
      return joined(
        query.parts.map((part) => conditionOf(part, asked)),
        sql` or `,
      );
    case "keys":
      return query.keys.length === 0 ? never : sql<boolean>`unit.key in (${sql.join([...query.keys])})`;
    case "term":
      return withCandidates(
        query,
        (term) => (asked.how === "indexed" ? indexedCondition(term) : undefined) ?? termCondition(term, asked),
      );
  }
}

/**
 * The texts that may be the same as another: those that have it in them, which an index finds. To read a list from its JSON takes far
 * longer than to see that it is not there. Undefined: another question, or letters whose small ones depend on what stands beside them.
 */
function candidatesOf(term: QueryTerm): QueryTerm | undefined {
  const { field, operator, value } = term;
  const isSame = operator === ":=" && value.kind === "text" && field !== undefined && ownTexts.has(field);
  return isSame && !/[\u{130}\u{3a3}]/v.test(value.text) ? { ...term, operator: ":" } : undefined;
}

function withCandidates(term: QueryTerm, condition: (term: QueryTerm) => Condition): Condition {
  const candidates = candidatesOf(term);
  return all([...(candidates ? [condition(candidates)] : []), condition(term)]);
}

function all(conditions: readonly Condition[]): Condition {
  return joined(conditions, sql` and `);
}

function joined(conditions: readonly Condition[], separator: RawBuilder<unknown>): Condition {
  const [first, ...others] = conditions;
  if (first === undefined) return always;
  return others.length === 0 ? first : sql<boolean>`(${sql.join([first, ...others], separator)})`;
}

/** The source string itself, or that of a translation. */
const sourceUnit = sql`coalesce(unit.source_unit_id, unit.id)`;
const ofSource = (column: string): Column =>
  sql`(select original.${sql.raw(column)} from unit as original where original.id = ${sourceUnit})`;

/** A text, or a list of texts that is kept as JSON. */
interface TextColumn {
  readonly column: Column;
  readonly isList?: boolean;
}

const source: TextColumn = { column: sql`unit.source`, isList: true };
const target: TextColumn = { column: sql`unit.target`, isList: true };
const context: TextColumn = { column: sql`unit.context` };

const textColumns: Readonly<Record<string, TextColumn>> = {
  source,
  target,
  context,
  key: context,
  note: { column: sql`unit.note` },
  location: { column: sql`unit.location` },
  explanation: { column: ofSource("explanation") },
};

const labels = sql`unit_label inner join label on label.id = unit_label.label_id where unit_label.unit_id = ${sourceUnit}`;

const numberColumns: Readonly<Record<string, Column>> = {
  id: sql`unit.id`,
  position: sql`unit.position`,
  priority: sql`unit.priority`,
  labels_count: sql`(select count(*) from ${labels})`,
};

const timeColumns: Readonly<Record<string, Column>> = {
  added: sql`unit.timestamp`,
  last_changed: sql`unit.last_updated`,
  source_changed: ofSource("last_updated"),
};

const contentChanges = sql`change.action in (${sql.join([...contentActions].map((code) => sql.lit(code)))})`;

/** Rows that belong to a string: it is found if one of them is as the term says. */
interface RelatedText extends TextColumn {
  /** `table … where …`, tied to the unit. */
  readonly rows: Column;
  /** Names of people are equal or not. */
  readonly exact?: boolean;
}

const ownComments = sql`comment left join "user" on "user".id = comment.user_id where comment.unit_id = unit.id`;
const sourceComments = sql`comment left join "user" on "user".id = comment.user_id where comment.unit_id = ${sourceUnit}`;
const suggestions = sql`suggestion left join "user" on "user".id = suggestion.user_id where suggestion.unit_id = unit.id`;
const changes = sql`change left join "user" on "user".id = change.author_id where change.unit_id = unit.id`;
const checks = sql`unit_check where unit_check.unit_id = unit.id`;
const screenshots = sql`screenshot_unit inner join screenshot on screenshot.id = screenshot_unit.screenshot_id
  where screenshot_unit.unit_id in (unit.id, ${sourceUnit})`;
const username = sql`coalesce("user".username, '')`;
const commentText = sql`comment.comment`;

const relatedTexts: Readonly<Record<string, RelatedText>> = {
  label: { column: sql`label.name`, rows: labels },
  check: { column: sql`unit_check.name`, rows: sql`${checks} and unit_check.dismissed = 0` },
  dismissed_check: { column: sql`unit_check.name`, rows: sql`${checks} and unit_check.dismissed = 1` },
  screenshot: { column: sql`screenshot.name`, rows: screenshots },
  suggestion: { column: sql`suggestion.target`, isList: true, rows: suggestions },
  suggestion_author: { column: username, rows: suggestions, exact: true },
  comment: { column: commentText, rows: sql`${ownComments} and comment.resolved = 0` },
  comment_author: { column: username, rows: sql`${ownComments} and comment.resolved = 0`, exact: true },
  resolved_comment: { column: commentText, rows: sql`${ownComments} and comment.resolved = 1` },
  resolved_comment_author: { column: username, rows: sql`${ownComments} and comment.resolved = 1`, exact: true },
  source_comment: { column: commentText, rows: sourceComments },
  source_comment_author: { column: username, rows: sourceComments, exact: true },
  changed_by: { column: username, rows: sql`${changes} and ${contentChanges}`, exact: true },
};

const exists = (rows: Column): Condition => sql<boolean>`exists (select 1 from ${rows})`;

const breakingChecks = checkDefinitions.filter(({ severity }) => severity === "breaks").map(({ id }) => id);

/** How a string is named within the JSON of an alert (`clone/disputes.ts`). */
const namedInAlert = [
  ["\\", String.raw`\\`],
  ['"', String.raw`\"`],
  ["\n", String.raw`\n`],
  ["\r", String.raw`\r`],
  ["\t", String.raw`\t`],
  // The mark between a context and its source.
  ["\u0004", String.raw`\u0004`],
].reduce(
  (name, [character, escaped]) => sql`replace(${name}, ${sql.lit(character)}, ${sql.lit(escaped)})`,
  sql`translation.filename || ': ' || unit.key`,
);

const alertHas = (piece: Column): Condition => sql<boolean>`replace(alert.details, ${piece}, '') <> alert.details`;

const isDisputed = sql.join(
  [
    alertHas(sql`'{"string":"' || ${namedInAlert} || '",'`),
    // An older version had them in its words alone.
    ...[String.raw`\n`, '"'].map((end) => alertHas(sql`'Both sides have changed ' || ${namedInAlert} || ${end}`)),
  ],
  sql` or `,
);
const isDecided = alertHas(sql`'"' || ${namedInAlert} || '":{"chosen":' || unit.target || ','`);

const isConditions: Readonly<Record<string, Condition>> = {
  pending: sql<boolean>`unit.pending > 0`,
  translated: sql<boolean>`unit.state >= 20`,
  untranslated: sql<boolean>`unit.state < 20`,
  approved: sql<boolean>`unit.state = 30`,
  "needs-editing": sql<boolean>`unit.state = 10`,
  fuzzy: sql<boolean>`unit.state = 10`,
  "read-only": sql<boolean>`unit.state = 100`,
  readonly: sql<boolean>`unit.state = 100`,
  // Sync keeps such a text out of the pull request, whoever dismissed the check.
  "held-back": sql<boolean>`(unit.state >= 20 and unit.state < 100 and exists (select 1 from unit_check
    where unit_check.unit_id = unit.id and unit_check.name in (${sql.join(breakingChecks.map((name) => sql.lit(name)))})))`,
  conflicting: sql<boolean>`exists (select 1 from alert where alert.component_id = translation.component_id
    and alert.name = 'MergeFailure' and (${isDisputed}) and not (${isDecided}))`,
  "automatically-translated": sql<boolean>`unit.automatically_translated = 1`,
};

/** The text without the brackets and quotation marks of a list of one. */
const termText = sql`lower(substr(term.source, 3, length(term.source) - 4))`;

const hasConditions: Readonly<Record<string, Condition>> = {
  plural: sql<boolean>`list_length(unit.source) > 1`,
  suggestion: sql<boolean>`unit.has_suggestion = 1`,
  comment: exists(sql`${ownComments} and comment.resolved = 0`),
  "resolved-comment": exists(sql`${ownComments} and comment.resolved = 1`),
  "source-comment": exists(sourceComments),
  check: sql<boolean>`unit.has_failing_check = 1`,
  "dismissed-check": exists(sql`${checks} and unit_check.dismissed = 1`),
  explanation: sql<boolean>`coalesce(${ofSource("explanation")}, '') <> ''`,
  location: sql<boolean>`unit.location <> ''`,
  note: sql<boolean>`unit.note <> ''`,
  context: sql<boolean>`unit.context <> ''`,
  translation: sql<boolean>`unit.state >= 20`,
  flags: sql<boolean>`(unit.flags <> '' or coalesce(${ofSource("extra_flags")}, '') <> '')`,
  label: exists(labels),
  screenshot: exists(screenshots),
  variant: sql<boolean>`coalesce(${ofSource("variant")}, '') <> ''`,
  // A term of a glossary of the project stands in the source.
  glossary: exists(sql`unit as term inner join translation as glossary on glossary.id = term.translation_id
    inner join component as home on home.id = glossary.component_id
    where glossary.project_id = translation.project_id and glossary.is_source = 1
    and home.settings like ${'%"is_glossary":true%'} and list_length(term.source) = 1 and length(term.source) > 4
    and replace(lower(unit.source), ${termText}, '') <> lower(unit.source)`),
};

/** A text that is looked for where the database has an index of texts; undefined: in any other way. */
function indexedText({ field, operator, value }: QueryTerm): IndexedText | undefined {
  if (operator !== ":" || value.kind !== "text") return undefined;
  const inList = JSON.stringify(value.text).slice(1, -1);
  switch (field) {
    case undefined:
      // A key is no list: what JSON writes differently is looked for in both forms.
      return inList === value.text ? { columns: ["source", "target", "context"], text: inList } : undefined;
    case "source":
    case "target":
      return { columns: [field], text: inList };
    case "context":
    case "key":
      return { columns: ["context"], text: value.text };
    default:
      return undefined;
  }
}

function indexedCondition(term: QueryTerm): Condition | undefined {
  const wanted = indexedText(term);
  return wanted && foundByIndex(wanted.columns, wanted.text);
}

/** A text that strings are asked for, of what is kept of them (`0025-texts-by-kind.ts`, `0028-texts-by-kind-on-sqlite.ts`). */
export interface SoughtText {
  /** Of a row of `source_text`: the string itself has the text. Where `isTold` is defined and the target is the source, it is the same. */
  readonly isOwn: Condition;
  /** Its translations have it as well, since they have its source and its key; undefined: only targets are asked. */
  readonly isTold: Condition | undefined;
  /** Of a row of `target_text`: the target has it; undefined: targets are not asked. */
  readonly isInTarget: Condition | undefined;
}

/** What strings are asked that are counted by what is kept of their texts. */
export interface Sought {
  /** They have all of them. */
  readonly texts: readonly SoughtText[];
  /** They are in one of them; undefined: in any. */
  readonly states: ReadonlySet<number> | undefined;
}

/**
 * The texts that strings have to have all of, in some states or in any, where a query asks for nothing else. Undefined: the query is another
 * one, or it calls functions of ours on SQLite, which keeps in memory what they are given.
 * @throws 400 on `q`
 */
export function soughtBy(queries: Queries, query: Query): Sought | undefined {
  const isOnPostgres = isPostgres(queries);
  if (!isOnPostgres && callsOf(query) > 0) return undefined;
  const hasSmall = isOnPostgres ? containsSmall : hasFolded;
  const parts = query.kind === "and" ? query.parts : [query];
  const ofStates = parts.filter((part) => statesOf(part) !== undefined);
  const texts = parts.filter((part) => !ofStates.includes(part)).map((part) => soughtText(part, hasSmall));
  if (texts.length === 0 || !texts.every((text) => text !== undefined)) return undefined;
  return { texts, states: ofStates.length === 0 ? undefined : statesOf({ kind: "and", parts: ofStates }) };
}

/** One of several texts is looked for as a text is, unless some of them are asked of targets alone. */
function soughtText(query: Query, hasSmall: HasText): SoughtText | undefined {
  if (query.kind === "term") return soughtTerm(query, hasSmall);
  const each = query.kind === "or" ? query.parts.map((part) => soughtText(part, hasSmall)) : [];
  const texts = each.filter((text) => text !== undefined);
  const told = texts.flatMap(({ isTold }) => isTold ?? []);
  const inTargets = texts.flatMap(({ isInTarget }) => isInTarget ?? []);
  const isKnown = query.kind === "or" && texts.length === query.parts.length;
  if (!isKnown || (told.length > 0 && told.length < texts.length)) return undefined;
  const oneOf = (conditions: readonly Condition[]) =>
    conditions.length > 0 ? joined(conditions, sql` or `) : undefined;
  const isOwn = joined(
    texts.map((text) => text.isOwn),
    sql` or `,
  );
  return { isOwn, isTold: oneOf(told), isInTarget: oneOf(inTargets) };
}

function soughtTerm(term: QueryTerm, hasSmall: HasText): SoughtText | undefined {
  const { field } = term;
  const toldBy = field === undefined ? [kept.source, kept.context] : member(keptOfSource, field);
  const isTold = toldBy && keptCondition(term, toldBy, hasSmall);
  if (isTold && field !== undefined) return { isOwn: isTold, isTold, isInTarget: undefined };
  if ((field !== undefined && field !== "target") || isOfWrittenTarget(term)) return undefined;
  const has = (column: KeptColumn): Condition => keptCondition(term, [column], hasSmall);
  const isSource = isTold ?? sql<boolean>`(source_text.target is null and ${has(kept.sameTarget)})`;
  return {
    isOwn: sql<boolean>`(${isSource} or ${has(kept.ownTarget)})`,
    isTold,
    isInTarget: has(kept.target),
  };
}

/** Whether a target has to be read as it is written, or a missing one may be found, of which nothing is kept. */
function isOfWrittenTarget(term: QueryTerm): boolean {
  const { operator, value } = term;
  if (value.kind !== "text" || (operator === ":=" && candidatesOf(term) === undefined)) return true;
  return JSON.stringify([""]).includes(JSON.stringify(value.text).slice(1, -1));
}

interface KeptColumn {
  readonly row: "source_text" | "target_text";
  readonly small: Column;
  /** As the string has it. */
  readonly written: TextColumn;
}

const kept = {
  source: { row: "source_text", small: sql`source_text.source`, written: source },
  context: { row: "source_text", small: sql`source_text.context`, written: context },
  sameTarget: { row: "source_text", small: sql`source_text.source`, written: target },
  ownTarget: { row: "source_text", small: sql`source_text.target`, written: target },
  target: { row: "target_text", small: sql`target_text.target`, written: target },
} as const satisfies Readonly<Record<string, KeptColumn>>;

const keptOfSource: Readonly<Record<string, readonly KeptColumn[]>> = {
  source: [kept.source],
  context: [kept.context],
  key: [kept.context],
};

/** Whether one of the columns is as the term says: where that is more than to have a text in whatever case, the string is looked at as well. */
function keptCondition(term: QueryTerm, columns: readonly KeptColumn[], has: HasText): Condition {
  const { operator, value } = term;
  const each = columns.map(({ row, small, written }) => {
    const hasSmall = textCondition({ ...written, column: small }, ":", value, has);
    if (operator === ":" && value.kind === "text") return hasSmall;
    const [id, isSaid] = [sql.ref(`${row}.unit_id`), textCondition(written, operator, value)];
    return candidatesOf(term)
      ? all([hasSmall, sql<boolean>`(select ${isSaid} from unit where unit.id = ${id})`])
      : sql<boolean>`${id} in (select unit.id from unit where unit.source_unit_id is null and ${isSaid})`;
  });
  return joined(each, sql` or `);
}

/** Each three characters of a text are looked for. */
const LONGEST_AT_ONCE = 40;

/** Whether an index of a few strings is asked in no time: for one text, of which it knows all parts. */
export function isAskedAtOnce(query: Query): boolean {
  const wanted = query.kind === "term" ? indexedText(candidatesOf(query) ?? query) : undefined;
  return wanted !== undefined && !isShort(wanted.text) && wanted.text.length <= LONGEST_AT_ONCE;
}

/** So many strings are looked at sooner than an index is asked for all of another text. */
const FEW = 5000;

/**
 * What a query asks, of few strings that an index finds: of texts that all have to be there, one that few strings have leads to the others.
 * Undefined: no index tells, or it finds more.
 */
export async function conditionAmongFew(queries: Queries, query: Query, now: Date): Promise<Condition | undefined> {
  const among = await amongWhich(queries, query);
  const found = among && (await sql<{ id: number }>`${among}`.execute(queries)).rows;
  if (found === undefined || found.length > FEW) return undefined;
  const ids = found.map(({ id }) => id);
  return sql<boolean>`(${isOneOf(queries, sql`unit.id`, ids)} and ${unitCondition(query, now, comparedOn(queries))})`;
}

/**
 * The ids of all strings that a query finds, in their order, where an index finds few among which they are: asked with one statement where
 * one text leads to them. Undefined: no index tells, or it finds more.
 * @param asked the query's condition
 * @param where what else they have to be; joins what `searchableUnits` joins
 * @param few so many at most
 */
export async function idsAmongFew(
  queries: Queries,
  query: Query,
  asked: Condition,
  where: Condition,
  few = FEW,
): Promise<readonly number[] | undefined> {
  const among = await amongWhich(queries, query, few);
  if (among === undefined) return undefined;
  const asJson = sql.raw(isPostgres(queries) ? "json_agg" : "json_group_array");
  const asList = isPostgres(queries) ? sql.raw("array_agg") : asJson;
  const own = searchableUnits(queries, query, true)
    .where(isListed(queries, sql`unit.id`, sql`case when found.possible <= ${few} then found.ids end`))
    .where(where)
    .where(asked)
    .select(["unit.id", "unit.translation_id", "unit.position"]);
  // What a part of a statement names twice, SQLite looks for twice.
  const { rows } = await sql<{ possible: number; ids: string | null }>`select found.possible,
      (select cast(${asJson}(id order by translation_id, position, id) as text) from (${own}) as own) as ids
    from (select count(*) as possible, ${asList}(id) as ids from (${among}) as among) as found`.execute(queries);
  const [row] = rows;
  if (row === undefined || row.possible > few) return undefined;
  const ids: number[] = JSON.parse(row.ids ?? "[]");
  return ids;
}

/** A query for the ids of strings among which all are that another one finds, and no more than one more than few. Undefined: no index tells. */
async function amongWhich(queries: Queries, query: Query, few = FEW): Promise<RawBuilder<unknown> | undefined> {
  switch (query.kind) {
    case "not":
    case "keys":
      return undefined;
    case "and":
    case "or": {
      const each = await Promise.all(query.parts.map((part) => amongWhich(queries, part, few)));
      const found = each.filter((ids) => ids !== undefined);
      if (query.kind === "and") return fewest(queries, found, few);
      if (found.length < each.length) return undefined;
      const together = sql.join(
        found.map((ids) => sql`select id from (${ids}) as possible`),
        sql` union all `,
      );
      return sql`select id from (${together}) as either limit ${few + 1}`;
    }
    case "term": {
      const wanted = indexedText(candidatesOf(query) ?? query);
      return wanted && !(await seemsCommon(queries, wanted, few)) ? possible(queries, wanted, few) : undefined;
    }
  }
}

/** The one of some such queries that finds least; undefined: none of them finds few. */
async function fewest(
  queries: Queries,
  each: readonly RawBuilder<unknown>[],
  few: number,
): Promise<RawBuilder<unknown> | undefined> {
  if (each.length < 2) return each[0];
  const counted = await Promise.all(
    each.map(async (ids) => {
      const { rows } = await sql<{ many: number }>`select count(*) as many from (${ids}) as possible`.execute(queries);
      return { ids, many: rows[0]?.many ?? 0 };
    }),
  );
  return counted.filter(({ many }) => many <= few).toSorted((one, other) => one.many - other.many)[0]?.ids;
}

function termCondition(term: QueryTerm, asked: Asked): Condition {
  const { field, operator, value } = term;
  const { now } = asked;
  const has = asked.how === undefined ? hasText : hasTextHow[asked.how];
  if (field === undefined) {
    return sql<boolean>`(${sql.join(
      [source, target, context].map((column) => textCondition(column, ":", value, has)),
      sql` or `,
    )})`;
  }
  const text = member(textColumns, field);
  if (text !== undefined) return textCondition(text, operator, value, has);
  const related = member(relatedTexts, field);
  if (related !== undefined) {
    const condition =
      related.exact === true && value.kind !== "regex"
        ? hasName(related.column, operator, textIn(value))
        : textCondition(related, operator, value, has);
    return exists(sql`${related.rows} and ${condition}`);
  }
  const number = member(numberColumns, field);
  if (number !== undefined) return numberCondition(number, operator, value);
  const time = member(timeColumns, field);
  if (time !== undefined) return timeCondition(time, operator, value, now);
  return otherCondition(field, term, now);
}

function otherCondition(field: string, term: QueryTerm, now: Date): Condition {
  const { operator, value } = term;
  if (wordFields.has(field)) assertEqual(operator, "this field is");
  switch (field) {
    case "state":
      return stateCondition(sql`unit.state`, operator, value);
    case "source_state":
      return stateCondition(ofSource("state"), operator, value);
    case "is":
      return named(isConditions, field, textIn(value));
    case "has":
      return named(hasConditions, field, textIn(value));
    case "pending":
      return isYes(textIn(value)) ? sql<boolean>`unit.pending > 0` : sql<boolean>`unit.pending = 0`;
    case "changed":
      return exists(sql`${changes} and ${contentChanges} and ${timeCondition(changeTime, operator, value, now)}`);
    case "change_time":
      return exists(sql`${changes} and ${timeCondition(changeTime, operator, value, now)}`);
    case "change_action":
      return exists(sql`${changes} and change.action = ${actionCode(textIn(value))}`);
    case "language":
      return hasName(sql`language.code`, operator, textIn(value));
    case "project":
      return hasName(sql`project.slug`, operator, textIn(value));
    case "component":
      return sql<boolean>`(${textCondition({ column: sql`component.slug` }, operator, value)} or ${textCondition({ column: sql`component.name` }, operator, value)})`;
    case "path":
      return pathCondition(textIn(value));
    case PULL_REQUEST:
      throw unparsable("pr: asks the repository of one component: ask the list of one translation");
    default:
      throw unparsable(`Unsupported field: ${field}`);
  }
}

const changeTime = sql`change.timestamp`;

/** What a string has or has not: nothing of it is more or less. */
const wordFields: ReadonlySet<string> = new Set(["is", "has", "pending", "change_action", "path"]);

/** @throws 400 for what cannot be more or less: to take no notice would find something else than was asked for */
function assertEqual(operator: Operator, what: string): void {
  if (operator !== ":" && operator !== ":=") throw unparsable(`${what} compared with : and :=`);
}

/** A code, a slug or a username, in whatever case. */
function hasName(column: Column, operator: Operator, name: string): Condition {
  assertEqual(operator, "names are");
  return sql<boolean>`lower(${column}) = ${name.toLowerCase()}`;
}

function member<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function textIn(value: QueryValue): string {
  if (value.kind === "text") return value.text;
  throw unparsable("this field takes a word");
}

function named(conditions: Readonly<Record<string, Condition>>, field: string, name: string): Condition {
  const condition = member(conditions, name);
  if (condition === undefined) throw unparsable(`Unsupported ${field} lookup: ${name}`);
  return condition;
}

function isYes(text: string): boolean {
  if (/^(?:yes|true|on|1)$/i.test(text)) return true;
  if (/^(?:no|false|off|0)$/i.test(text)) return false;
  throw unparsable(`Invalid boolean value: ${text}`);
}

/** `project/component/language`, or the first part of it. */
function pathCondition(path: string): Condition {
  const full = sql`(project.slug || '/' || component.path || '/' || language.code)`;
  const wanted = path.replace(/\/$/, "");
  return sql<boolean>`(${full} = ${wanted} or ${startsWith(full, `${wanted}/`)})`;
}

/** Whether a column's text has another in it, in whatever case. */
type HasText = (column: Column, text: string) => Condition;

const hasTextHow: Readonly<Record<HowTexts, HasText>> = {
  indexed: hasTextOnSqlite,
  "compared on SQLite": hasTextOnSqlite,
  "compared on PostgreSQL": hasTextInOrder,
};

function textCondition(
  { column, isList = false }: TextColumn,
  operator: Operator,
  value: QueryValue,
  has: HasText = hasText,
): Condition {
  assertEqual(operator, "texts are");
  switch (value.kind) {
    case "range":
      throw unparsable("texts have no ranges");
    case "regex":
      return regexCondition(column, isList, value.pattern);
    case "text":
      // Lists are stored as JSON: a text is looked for in the form it has there.
      if (operator === ":") {
        const text = isList ? JSON.stringify(value.text).slice(1, -1) : value.text;
        return has(column, text);
      }
      return isList ? sql<boolean>`list_has(${column}, ${value.text}) = 1` : sql<boolean>`${column} = ${value.text}`;
  }
}

/**
 * Run in the database, which both can. An expression that could take forever is refused: whoever may read may search.
 */
function regexCondition(column: Column, isList: boolean, pattern: string): Condition {
  if (boundedExpression(pattern) === undefined || BEYOND_COMMON.test(pattern)) {
    throw unparsable(`Invalid or too costly regular expression: ${pattern}`);
  }
  return isList
    ? sql<boolean>`list_matches(${column}, ${pattern}) = 1`
    : sql<boolean>`text_matches(${column}, ${pattern}) = 1`;
}

/** What only one of the databases knows, or what defeats the limits: references back, groups with a name or with flags. */
const BEYOND_COMMON = /\\[1-9kpP]|\(\?(?!:)/;

function numberCondition(column: Column, operator: Operator, value: QueryValue): Condition {
  if (value.kind === "range") return between(column, operator, numberOf(value.from), numberOf(value.to));
  const numbers = textIn(value).split(",").map(numberOf);
  const [first] = numbers;
  if (first === undefined) return never;
  if (numbers.length > 1) assertEqual(operator, "several numbers are");
  return numbers.length > 1 ? sql<boolean>`${column} in (${sql.join(numbers)})` : compare(column, operator, first);
}

function between(column: Column, operator: Operator, from: number, to: number): Condition {
  assertRange(operator, from, to);
  return sql<boolean>`(${column} >= ${from} and ${column} <= ${to})`;
}

function assertRange<End extends number | Date>(operator: Operator, from: End, to: End): void {
  assertEqual(operator, "ranges are");
  if (from > to) throw unparsable("a range [a to b] begins with what comes first");
}

function numberOf(text: string): number {
  if (!/^-?\d{1,10}$/.test(text.trim()) || Math.abs(Number(text)) > LARGEST_INTEGER)
    throw unparsable(`not a number: ${text}`);
  return Number(text);
}

/** A time as strings have theirs: years of more or less than four digits would not be in order with these. */
function storedTime(time: Date): string {
  const year = time.getUTCFullYear();
  if (year > 9999) return "9999-12-31T23:59:59.999Z";
  return year < 0 ? "0000-01-01T00:00:00.000Z" : time.toISOString();
}

function timeCondition(column: Column, operator: Operator, value: QueryValue, now: Date): Condition {
  if (value.kind === "range") {
    const [from, to] = [spanOf(value.from, now).start, spanOf(value.to, now).end];
    assertRange(operator, from, to);
    return sql<boolean>`(${column} >= ${storedTime(from)} and ${column} < ${storedTime(to)})`;
  }
  const span = spanOf(textIn(value), now);
  const [start, end] = [storedTime(span.start), storedTime(span.end)];
  switch (operator) {
    case ":<":
      return sql<boolean>`${column} < ${start}`;
    case ":<=":
      return sql<boolean>`${column} < ${end}`;
    case ":>":
      return sql<boolean>`${column} >= ${end}`;
    case ":>=":
      return sql<boolean>`${column} >= ${start}`;
    default:
      return sql<boolean>`(${column} >= ${start} and ${column} < ${end})`;
  }
}

const stateNames: Readonly<Record<string, number>> = {
  empty: unitStates.untranslated,
  untranslated: unitStates.untranslated,
  "needs-editing": unitStates.needsEditing,
  fuzzy: unitStates.needsEditing,
  "needs-rewriting": 11,
  "needs-checking": 12,
  translated: unitStates.translated,
  approved: unitStates.approved,
  readonly: unitStates.readOnly,
  "read-only": unitStates.readOnly,
};

function stateCondition(column: Column, operator: Operator, value: QueryValue): Condition {
  if (value.kind === "range") {
    return between(column, operator, stateOf(value.from), stateOf(value.to));
  }
  return compare(column, operator, stateOf(textIn(value)));
}

/** All states that strings have here. */
const allStates: readonly number[] = Object.values(unitStates);

/** The states that a query finds, where it asks for nothing else. Undefined: it does. @throws 400 on `q` */
export function statesOf(query: Query): ReadonlySet<number> | undefined {
  const test = statesTest(query);
  return test && new Set(allStates.filter(test));
}

type StateTest = (state: number) => boolean;

function statesTest(query: Query): StateTest | undefined {
  switch (query.kind) {
    case "keys":
      return undefined;
    case "term":
      return stateTest(query);
    case "not": {
      const test = statesTest(query.part);
      return test && ((state) => !test(state));
    }
    case "and":
    case "or": {
      const tests = query.parts.map(statesTest);
      if (!tests.every((test) => test !== undefined)) return undefined;
      return query.kind === "and"
        ? (state) => tests.every((test) => test(state))
        : (state) => tests.some((test) => test(state));
    }
  }
}

/** Whether a term looks at states alone, and which of them it finds; undefined: it looks at something else. */
function stateTest({ field, operator, value }: QueryTerm): StateTest | undefined {
  if (field === "is" && value.kind === "text") return member(isStates, value.text);
  if (field === "has" && value.kind === "text" && value.text === "translation") return isStates["translated"];
  if (field !== "state") return undefined;
  if (value.kind === "range") {
    const [from, to] = [stateOf(value.from), stateOf(value.to)];
    return (state) => state >= from && state <= to;
  }
  const wanted = stateOf(textIn(value));
  return (state) => comparisons[operator](state, wanted);
}

const isFuzzy = (state: number): boolean => state === unitStates.needsEditing;
const isFixed = (state: number): boolean => state === unitStates.readOnly;

const isStates: Readonly<Record<string, (state: number) => boolean>> = {
  translated: (state) => state >= unitStates.translated,
  untranslated: (state) => state < unitStates.translated,
  approved: (state) => state === unitStates.approved,
  "needs-editing": isFuzzy,
  fuzzy: isFuzzy,
  "read-only": isFixed,
  readonly: isFixed,
};

const comparisons: Readonly<Record<Operator, (one: number, other: number) => boolean>> = {
  ":": (one, other) => one === other,
  ":=": (one, other) => one === other,
  ":<": (one, other) => one < other,
  ":<=": (one, other) => one <= other,
  ":>": (one, other) => one > other,
  ":>=": (one, other) => one >= other,
};

function stateOf(text: string): number {
  const state = member(stateNames, text) ?? (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
  if (state === undefined) throw unparsable(`Unsupported state: ${text}`);
  return state;
}

/** A code, or a name as it is or with dashes: `translation-changed`. */
function actionCode(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const wanted = nameOf(text);
  const found = Object.entries(actionNames).find(([, name]) => nameOf(name) === wanted);
  if (found === undefined) throw unparsable(`Unsupported action: ${text}`);
  return Number(found[0]);
}

function nameOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "-");
}

function compare(column: Column, operator: Operator, value: number): Condition {
  switch (operator) {
    case ":<":
      return sql<boolean>`${column} < ${value}`;
    case ":<=":
      return sql<boolean>`${column} <= ${value}`;
    case ":>":
      return sql<boolean>`${column} > ${value}`;
    case ":>=":
      return sql<boolean>`${column} >= ${value}`;
    default:
      return sql<boolean>`${column} = ${value}`;
  }
}
