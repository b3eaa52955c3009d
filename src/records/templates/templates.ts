import type { Kysely, Selectable } from "kysely";
import type { BotTables, TemplateTable } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";
import { mostExact } from "../repositories/repository-pattern.ts";
import { builtInTemplates, templateKinds, type TemplateKindName } from "./template-kinds.ts";

export interface TemplateRecord {
  readonly id: number;
  readonly kind: TemplateKindName;
  readonly name: string;
  /** Pattern of the repositories it is for; `*` of mail. */
  readonly repositories: string;
  readonly body: string;
  /** There from the start; restored, not deleted. */
  readonly isBuiltIn: boolean;
  /** Whether the text is that of the start. */
  readonly isStandard: boolean;
  readonly updated: string;
  /** Login; undefined: nobody changed it yet. */
  readonly updatedBy: number | undefined;
}

export type NewTemplate = Pick<TemplateRecord, "kind" | "name" | "repositories" | "body">;
export type TemplateChange = Partial<Omit<NewTemplate, "kind">>;

type Store = Pick<Records, "database" | "clock">;

/** Adds the built-in ones that are missing, and brings those that nobody changed to this version's text. */
export async function prepareTemplates({ database, clock }: Store): Promise<void> {
  const updated = present({ clock });
  await inTransaction(database, async (queries) => {
    const rows = await queries
      .selectFrom("template")
      .select(["id", "kind", "body", "updated_by"])
      .where("built_in", "=", 1)
      .execute();
    for (const kind of templateKinds) {
      const { name, body } = builtInTemplates[kind];
      const known = rows.find((row) => row.kind === kind);
      if (known === undefined) {
        const row = { kind, name, repositories: "*", body, built_in: 1, updated, updated_by: null };
        await queries.insertInto("template").values(row).execute();
      } else if (known.updated_by === null && known.body !== body) {
        await queries.updateTable("template").set({ name, body, updated }).where("id", "=", known.id).execute();
      }
    }
  });
}

/**
 * The text that somebody set for a repository: that with the most exact pattern.
 * @param repository `owner/name`; "" for mail
 * @returns undefined where the built-in behaviour counts
 */
export async function templateFor(
  records: Pick<Records, "database">,
  kind: TemplateKindName,
  repository: string,
): Promise<string | undefined> {
  return (await templatesFor(records, [kind], repository)).get(kind);
}

/** The same of several kinds, by one question. */
export async function templatesFor<Kind extends TemplateKindName>(
  { database }: Pick<Records, "database">,
  kinds: readonly Kind[],
  repository: string,
): Promise<ReadonlyMap<Kind, string>> {
  const rows = await database
    .selectFrom("template")
    .select(["kind", "repositories", "body", "built_in"])
    .where("kind", "in", kinds)
    .orderBy("built_in")
    .orderBy("id", "desc")
    .execute();
  return new Map(
    kinds.flatMap((kind): readonly (readonly [Kind, string])[] => {
      const own = rows.filter((row) => row.kind === kind);
      const chosen = mostExact(own, repository, ({ repositories }) => repositories);
      const isStandard = chosen?.built_in === 1 && chosen.body === builtInTemplates[kind].body;
      return chosen === undefined || isStandard ? [] : [[kind, chosen.body]];
    }),
  );
}

/** The built-in ones first, in the order of their kinds as they are named. */
export async function listTemplates(
  { database }: Pick<Records, "database">,
  { kind }: { readonly kind?: TemplateKindName | undefined },
  page: PageRequest,
): Promise<Page<TemplateRecord>> {
  const rows = database
    .selectFrom("template")
    .selectAll()
    .where("kind", "in", kind === undefined ? templateKinds : [kind])
    .orderBy("built_in", "desc")
    .orderBy("kind")
    .orderBy("repositories")
    .orderBy("id");
  return paged(rows, page, recordOf);
}

export async function templateById(
  { database }: { readonly database: Kysely<BotTables> },
  id: number,
): Promise<TemplateRecord | undefined> {
  const row = await database
    .selectFrom("template")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "in", templateKinds)
    .executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

/** Adds one. Its text is checked already. */
export async function addTemplate(
  { database, clock }: Store,
  template: NewTemplate,
  login: number,
): Promise<TemplateRecord> {
  return inTransaction(database, async (queries) => {
    const row = await queries
      .insertInto("template")
      .values({ ...template, built_in: 0, updated: present({ clock }), updated_by: login })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tell({ database: queries, clock }, row, "was added", login);
    return recordOf(row);
  });
}

/** @returns undefined where there is none of that number */
export async function changeTemplate(
  { database, clock }: Store,
  id: number,
  change: TemplateChange,
  login: number,
): Promise<TemplateRecord | undefined> {
  return inTransaction(database, async (queries) => {
    const row = await queries
      .updateTable("template")
      .set({ ...change, updated: present({ clock }), updated_by: login })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await tell({ database: queries, clock }, row, "was changed", login);
    return recordOf(row);
  });
}

/**
 * Deletes one. Of a built-in one the text there was from the start takes the place, under a number of its own: what was
 * deleted is gone for whoever asks for it.
 * @returns what stands in its place, or what it was; undefined where there is none of that number
 */
export async function removeTemplate(
  { database, clock }: Store,
  id: number,
  login: number,
): Promise<TemplateRecord | undefined> {
  return inTransaction(database, async (queries) => {
    const known = await templateById({ database: queries }, id);
    if (known === undefined) return undefined;
    if (!known.isBuiltIn) {
      const row = await queries.deleteFrom("template").where("id", "=", id).returningAll().executeTakeFirstOrThrow();
      await tell({ database: queries, clock }, row, "was deleted", login);
      return known;
    }
    const { kind } = known;
    const { name, body } = builtInTemplates[kind];
    await queries.deleteFrom("template").where("id", "=", id).execute();
    const row = await queries
      .insertInto("template")
      .values({ kind, name, body, repositories: "*", built_in: 1, updated: present({ clock }), updated_by: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tell({ database: queries, clock }, row, "was restored to the text it had at the start", login);
    return recordOf(row);
  });
}

async function tell(
  records: { readonly database: Kysely<BotTables>; readonly clock: Records["clock"] },
  { id, kind, name, repositories }: Selectable<TemplateTable>,
  what: string,
  login: number,
): Promise<void> {
  const message = `The template “${name}” (${kind}, for ${repositories}) ${what}.`;
  await note(records, { level: "notice", component: "templates", message, login, details: { template: id, kind } });
}

function recordOf(row: Selectable<TemplateTable>): TemplateRecord {
  const kind = templateKinds.find((each) => each === row.kind);
  if (kind === undefined) throw new Error(`Template ${String(row.id)} is of no kind.`);
  return {
    id: row.id,
    kind,
    name: row.name,
    repositories: row.repositories,
    body: row.body,
    isBuiltIn: row.built_in === 1,
    isStandard: row.body === builtInTemplates[kind].body,
    updated: row.updated,
    updatedBy: row.updated_by ?? undefined,
  };
}
