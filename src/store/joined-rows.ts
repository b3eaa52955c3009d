import { CompiledQuery, sql, type Selectable } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
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
export type UnitRows = { readonly [Table in Name]: Selectable<Tables[Table]> };

const names = ["unit", "translation", "project", "component", "language"] as const;
/** Of each database the statement is made once: it names a hundred columns. */
const statements = new Map<boolean, string>();

/** Reads a string with all that it belongs to, at once. */
export async function unitRows(queries: Queries, id: number): Promise<UnitRows | undefined> {
  const kind = isPostgres(queries);
  const statement = statements.get(kind) ?? statementFor(queries, id);
  statements.set(kind, statement);
  const { rows } = await queries.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [id]));
  const [row] = rows;
  if (row === undefined) return undefined;
  const own = (name: Name) => Object.fromEntries(columns[name].map((column) => [column, row[`${name}.${column}`]]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each has the columns of its table
  return Object.fromEntries(names.map((name) => [name, own(name)])) as unknown as UnitRows;
}

function statementFor(queries: Queries, id: number): string {
  const selected = names.flatMap((name) =>
    columns[name].map((column) => sql.ref(`${name}.${column}`).as(`${name}.${column}`)),
  );
  return queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(selected)
    .where("unit.id", "=", id)
    .compile().sql;
}
