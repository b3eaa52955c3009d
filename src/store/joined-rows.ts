import { CompiledQuery, sql, type RawBuilder, type Selectable } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { ASKED_OFTEN } from "./prepared.ts";
import type { ComponentTable, LanguageTable, ProjectTable, Tables, TranslationTable, UnitTable } from "./tables.ts";

/** Every column of a table: the compiler refuses a list that lacks one. */
const everyColumn =
  <Table>() =>
  <const Columns extends readonly (keyof Table)[]>(
    columns: Columns & ([keyof Table] extends [Columns[number]] ? unknown : "a column is missing"),
  ): Columns =>
    columns;

const columns = {
  unit: everyColumn<UnitTable>()([
    "id",
    "translation_id",
    "source_unit_id",
    "key",
    "context",
    "source",
    "target",
    "previous_source",
    "state",
    "note",
    "location",
    "flags",
    "extra_flags",
    "explanation",
    "position",
    "num_words",
    "num_chars",
    "priority",
    "has_failing_check",
    "has_suggestion",
    "has_comment",
    "pending",
    "pending_author_id",
    "timestamp",
    "last_updated",
    "source_hash",
    "checksum",
    "automatically_translated",
    "kept_state",
    "variant",
  ]),
  translation: everyColumn<TranslationTable>()([
    "id",
    "component_id",
    "project_id",
    "language_id",
    "language_code",
    "filename",
    "revision",
    "read_again",
    "is_source",
    "is_template",
    "plural_number",
    "plural_formula",
    "total",
    "total_words",
    "total_chars",
    "translated",
    "translated_words",
    "translated_chars",
    "fuzzy",
    "fuzzy_words",
    "fuzzy_chars",
    "approved",
    "approved_words",
    "approved_chars",
    "readonly",
    "readonly_words",
    "readonly_chars",
    "failing",
    "failing_words",
    "suggestions",
    "comments",
    "pending",
    "committed_in",
    "last_change",
    "recent_since",
    "last_author_id",
  ]),
  project: everyColumn<ProjectTable>()([
    "id",
    "name",
    "slug",
    "web",
    "instructions",
    "source_language_id",
    "language_aliases",
    "translation_review",
    "source_review",
    "set_language_team",
    "enable_hooks",
    "access_control",
    "contribute_shared_tm",
    "use_shared_tm",
  ]),
  component: everyColumn<ComponentTable>()([
    "id",
    "project_id",
    "category_id",
    "clone_id",
    "linked_component_id",
    "name",
    "slug",
    "path",
    "source_language_id",
    "settings",
    "restricted",
    "locked",
    "auto_locked",
    "template_revision",
    "intermediate_revision",
    "memory_key",
    "removing",
    "task_id",
  ]),
  language: everyColumn<LanguageTable>()([
    "id",
    "code",
    "name",
    "direction",
    "plural_number",
    "plural_formula",
    "population",
    "aliases",
  ]),
} as const;

type Name = keyof typeof columns;

/** A string and all that it belongs to, a row of each table. */
type UnitRows = { readonly [Table in Name]: Selectable<Tables[Table]> };

/** What a string belongs to. */
const places = ["project", "component", "translation", "language"] as const;
const joined = sql`project
  inner join component on component.project_id = project.id
  inner join translation on translation.component_id = component.id
  inner join language on language.id = translation.language_id`;

/** Reads a string with all that it belongs to, at once. */
export async function unitRows(queries: Queries, id: number): Promise<UnitRows | undefined> {
  return rowsOf(queries, [...places, "unit"], [id], ([unit]) => {
    return sql`${joined} inner join unit on unit.translation_id = translation.id where unit.id = ${unit}`;
  });
}

/** Where a translation is; a component is named by its path within the project. */
export interface TranslationAddress {
  readonly project: string;
  readonly component: string;
  readonly language: string;
}

/** Reads a translation with all that it belongs to, at once. */
export async function translationRows(
  queries: Queries,
  { project, component, language }: TranslationAddress,
): Promise<Omit<UnitRows, "unit"> | undefined> {
  return rowsOf(queries, places, [project, component, language], ([slug, path, code]) => {
    return sql`${joined} where project.slug = ${slug} and component.path = ${path} and language.code = ${code}`;
  });
}

/** Of each database a statement is made once: it names a hundred columns. */
const statements = new Map<string, string>();

/** @param from what follows the columns, with the values in their order */
async function rowsOf<Own extends Name>(
  queries: Queries,
  names: readonly Own[],
  values: readonly unknown[],
  from: (values: readonly unknown[]) => RawBuilder<unknown>,
): Promise<Pick<UnitRows, Own> | undefined> {
  const kind = `${String(isPostgres(queries))} ${names.join(" ")}`;
  const statement = statements.get(kind) ?? statementOf(queries, names, from(values));
  statements.set(kind, statement);
  const { rows } = await queries.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [...values]));
  const [row] = rows;
  if (row === undefined) return undefined;
  const own = (name: Own) => Object.fromEntries(columns[name].map((column) => [column, row[`${name}.${column}`]]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each has the columns of its table
  return Object.fromEntries(names.map((name) => [name, own(name)])) as unknown as Pick<UnitRows, Own>;
}

function statementOf(queries: Queries, names: readonly Name[], from: RawBuilder<unknown>): string {
  const selected = names.flatMap((name) =>
    columns[name].map((column) => sql`${sql.ref(`${name}.${column}`)} as ${sql.id(`${name}.${column}`)}`),
  );
  return ASKED_OFTEN + sql`select ${sql.join(selected)} from ${from}`.compile(queries).sql;
}
