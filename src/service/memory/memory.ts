import { hash } from "node:crypto";
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { LONGEST_TEXT } from "../../contract/fields.ts";
import { insertAll, insertion, type Insert } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { MemoryTable, ProjectRecord, TranslationRecord } from "../../store/tables.ts";
import { writeTogether, type Write } from "../../store/together.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { access } from "../identity/permissions.ts";
import { profileOf, storedProfile } from "../identity/profile.ts";
import { sourceHash } from "../units/unit-row.ts";
import { originKey } from "./origins.ts";

export type MemoryRecord = Selectable<MemoryTable>;

/** Where texts come from that are to be remembered. */
interface MemoryOrigin {
  readonly project: number;
  readonly key: string;
  readonly sourceLanguage: number;
  readonly targetLanguage: number;
  /** Whether the project lets others have them. */
  readonly shared: boolean;
}

/** A string as far as the memory takes it. */
export interface RememberedText {
  readonly translation: number;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly state: number;
}

/** Between the forms of a plural: it stands in no text. */
const FORM_SEPARATOR = "\u001E\u001E";

/** A text or a plural as one text, as the memory has it. */
export function joinForms(forms: readonly string[]): string {
  return forms.join(FORM_SEPARATOR);
}

export function splitForms(text: string): readonly string[] {
  return text.split(FORM_SEPARATOR);
}

/**
 * Keeps what was translated for the project, for all projects where it shares, and for the person whose words they are;
 * part of the transaction that saves it. What is known already is not kept twice.
 */
export async function remember(queries: Queries, texts: readonly RememberedText[], author?: number): Promise<void> {
  for (const write of await memoryRows(queries, texts, { author })) await writeTogether(queries, [write]);
}

/** What is known to who wants to remember; the rest is read. */
interface Remembering {
  readonly author: number | undefined;
  /** The author's, as it is kept. */
  readonly profile?: string | undefined;
  /** By translation. */
  readonly origins?: ReadonlyMap<number, MemoryOrigin>;
}

/** Rows of so many texts are made at a time: an import brings tens of thousands. */
const TEXTS_AT_ONCE = 100;

const insertTexts: Insert<Insertable<MemoryTable>> = (queries, batch) =>
  queries
    .insertInto("memory")
    .values(batch)
    .onConflict((conflict) => conflict.column("fingerprint").doNothing());

/** The same, as statements that are to be written with what else there is; many are inserted now. */
export async function memoryRows(
  queries: Queries,
  texts: readonly RememberedText[],
  { author, profile, origins: known = new Map() }: Remembering,
): Promise<Write[]> {
  const translated = inOneOrder(
    texts.filter(
      ({ state, source, target }) =>
        isTranslated(state) && !isEmpty(target) && !isEmpty(source) && isOfUse(source) && isOfUse(target),
    ),
  );
  const unknown = new Set(translated.map(({ translation }) => translation).filter((id) => !known.has(id)));
  const origins = new Map([...known, ...(await originsOf(queries, unknown))]);
  if (translated.length === 0 || origins.size === 0) return [];
  const person = author === undefined ? undefined : await contributor(queries, author, profile);
  const rowsOfAll = (some: readonly RememberedText[]) =>
    some.flatMap((text) => rowsOf(origins.get(text.translation), text, person));
  if (translated.length <= TEXTS_AT_ONCE) return insertion(queries, rowsOfAll(translated), insertTexts);
  // Between the statements others have the thread.
  for (let start = 0; start < translated.length; start += TEXTS_AT_ONCE) {
    await insertAll(queries, rowsOfAll(translated.slice(start, start + TEXTS_AT_ONCE)), (batch) =>
      insertTexts(queries, batch),
    );
  }
  return [];
}

/** Of two who write the same rows at once, one waits for the other's: in different orders both would. */
function inOneOrder(texts: readonly RememberedText[]): RememberedText[] {
  const keyed = texts.map((text) => ({ text, key: JSON.stringify([text.translation, text.source, text.target]) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ text }) => text);
}

/** Where texts of a translation come from. */
export function originOf({
  project,
  component,
  translation,
}: {
  readonly project: ProjectRecord;
  readonly component: Pick<ComponentRecord, "id" | "memory_key" | "restricted" | "source_language_id">;
  readonly translation: Pick<TranslationRecord, "language_id">;
}): MemoryOrigin {
  // What only some may see is nothing for everybody to look up.
  const isOpen = project.access_control < access.private && component.restricted === 0;
  return {
    project: project.id,
    key: originKey(component),
    sourceLanguage: component.source_language_id,
    targetLanguage: translation.language_id,
    shared: project.contribute_shared_tm === 1 && isOpen,
  };
}

/** By translation; those of sources are none, since their texts translate nothing. */
async function originsOf(queries: Queries, translations: ReadonlySet<number>): Promise<Map<number, MemoryOrigin>> {
  if (translations.size === 0) return new Map();
  const rows = await queries
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .selectAll("project")
    .select(["translation.id as translation", "translation.language_id"])
    .select(["component.id as component", "component.memory_key", "component.restricted"])
    .select("component.source_language_id as component_language")
    .where("translation.id", "in", [...translations])
    .where("translation.is_source", "=", 0)
    .execute();
  return new Map(
    rows.map((row) => {
      const component = { ...row, id: row.component, source_language_id: row.component_language };
      return [row.translation, originOf({ project: row, component, translation: row })];
    }),
  );
}

/** A person, unless they want no memory of their own. */
async function contributor(queries: Queries, author: number, known?: string): Promise<number | undefined> {
  const profile = known ?? (await storedProfile(queries, author));
  return profile !== undefined && profileOf(profile).contribute_personal_tm ? author : undefined;
}

/** A text from a repository may be longer than one that anybody could save. */
function isOfUse(forms: readonly string[]): boolean {
  return forms.every((text) => text.length <= LONGEST_TEXT);
}

function isTranslated(state: number): boolean {
  return state >= unitStates.translated && state < unitStates.readOnly;
}

type Owner = Pick<MemoryRecord, "project_id" | "user_id" | "shared">;

function rowsOf(origin: MemoryOrigin | undefined, { source, target }: RememberedText, author: number | undefined) {
  if (origin === undefined) return [];
  const owners: Owner[] = [
    { project_id: origin.project, user_id: null, shared: 0 },
    ...(origin.shared ? [{ project_id: null, user_id: null, shared: 1 }] : []),
    ...(author === undefined ? [] : [{ project_id: null, user_id: author, shared: 0 }]),
  ];
  const joined = joinForms(source);
  const text = { source: joined, target: joinForms(target), source_hash: sourceHash(source) };
  return owners.map((owner) => {
    const content = {
      ...text,
      source_language_id: origin.sourceLanguage,
      target_language_id: origin.targetLanguage,
      origin: origin.key,
      ...owner,
      from_file: 0,
      source_length: joined.length,
    };
    return { ...content, fingerprint: fingerprint(content) } satisfies Insertable<MemoryTable>;
  });
}

function fingerprint(content: object): string {
  return hash("sha256", JSON.stringify(content), "hex").slice(0, 40);
}

/** Forgets what a component's strings brought, for its project and for others; each statement by itself, unless in a transaction. */
export async function forgetComponent(
  queries: Queries,
  component: Pick<ComponentRecord, "id" | "memory_key" | "project_id">,
): Promise<void> {
  const isItsOwn = sql<SqlBool>`origin = ${originKey(component)} and user_id is null and (project_id = ${component.project_id} or shared = 1)`;
  for await (const some of rememberedInParts(queries, isItsOwn)) {
    await queries.deleteFrom("memory").where(some).execute();
  }
}

/** SQLite looks and writes on the thread that answers: so many entries before others are. */
const ENTRIES_AT_ONCE = 200;
const LOOKED_AT_ONCE = 5000;

/**
 * Entries that came from strings and meet a condition, as conditions that name some at a time: on PostgreSQL all, since others do not
 * wait for this process there. No index tells them, so all entries are looked at, once.
 */
async function* rememberedInParts(
  queries: Queries,
  condition: RawBuilder<SqlBool>,
): AsyncGenerator<RawBuilder<SqlBool>> {
  const remembered = sql<SqlBool>`from_file = 0 and ${condition}`;
  if (isPostgres(queries)) {
    yield remembered;
    return;
  }
  const { last } = await queries
    .selectFrom("memory")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= (last ?? -1); from += LOOKED_AT_ONCE) {
    const rows = await queries
      .selectFrom("memory")
      .select("id")
      .where("id", ">=", from)
      .where("id", "<", from + LOOKED_AT_ONCE)
      .where(remembered)
      .execute();
    for (let start = 0; start < rows.length; start += ENTRIES_AT_ONCE) {
      const ids = rows.slice(start, start + ENTRIES_AT_ONCE).map(({ id }) => id);
      // Meanwhile others may have had the database, and an id may be another entry's.
      yield sql`id in (${sql.join(ids)}) and ${remembered}`;
    }
  }
}
