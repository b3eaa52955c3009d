import type { Insertable, Updateable } from "kysely";
import { batches, insertion, type Insert } from "../../store/bulk.ts";
import { writeTogether, type Write } from "../../store/together.ts";
import type { Queries } from "../../store/database.ts";
import type { ChangeTable, TranslationTable } from "../../store/tables.ts";
import { action, contentActions } from "./actions.ts";
import { timestamp, type Service, type RecordedChange } from "../service.ts";

/** What happened, to what, through whom. Ids of the most specific object suffice: the caller gives all it knows. */
export interface Happening {
  readonly action: number;
  readonly project?: number | undefined;
  readonly component?: number | undefined;
  readonly translation?: number | undefined;
  readonly unit?: number | undefined;
  /** Who asked for it. */
  readonly user?: number | undefined;
  /** Whose words they are; default the user. */
  readonly author?: number | undefined;
  readonly target?: string;
  readonly old?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What `recent_changes` of statistics looks back from the last change (facts §4). */
const RECENT_MILLISECONDS = 6 * 3600 * 1000;

/** Writes changes down and moves `last_change` and `last_author` of the translations whose content changed. */
export async function record(service: Service, queries: Queries, happenings: readonly Happening[]): Promise<void> {
  for (const some of batches(happenings)) await writeTogether(queries, await changeRows(service, queries, some));
  for (const [translation, values] of touchedBy(service, happenings)) {
    await queries.updateTable("translation").set(values).where("id", "=", translation).execute();
  }
}

/**
 * Writes down the changes that somebody wants to be told of; `touchedBy` is left to the caller.
 * @returns the statements that write down all others
 */
export async function changeRows(
  service: Service,
  queries: Queries,
  happenings: readonly Happening[],
): Promise<Write[]> {
  if (happenings.length === 0) return [];
  const now = timestamp(service);
  const rows = happenings.map((happening) => rowOf(happening, now));
  return insertRows(service, queries, rows);
}

/** What moves in the rows of the translations whose content changed, by id. */
export function touchedBy(
  service: Service,
  happenings: readonly Happening[],
): Map<number, Pick<Updateable<TranslationTable>, "last_change" | "recent_since" | "last_author_id">> {
  const now = timestamp(service);
  const since = new Date(Date.parse(now) - RECENT_MILLISECONDS).toISOString();
  return new Map(
    happenings.flatMap(({ action: code, translation, author, user }) => {
      if (translation === undefined || !movesAuthor(code)) return [];
      return [[translation, { last_change: now, recent_since: since, last_author_id: author ?? user ?? null }]];
    }),
  );
}

/** Who adds a language is its author until somebody translates. */
const movesAuthor = (code: number): boolean => contentActions.has(code) || code === action.languageAdded;

type Row = ReturnType<typeof rowOf>;

/** Those that somebody wants to be told of are written one by one, for their ids. */
async function insertRows(service: Service, queries: Queries, rows: readonly Row[]): Promise<Write[]> {
  const listeners = await service.addons.listeners(service, queries);
  const { wanted = [], others = [] } = Object.groupBy(rows, (row) =>
    listeners?.wants(row) === true ? "wanted" : "others",
  );
  const told: RecordedChange[] = [];
  for (const row of wanted) {
    const { id } = await queries.insertInto("change").values(row).returning("id").executeTakeFirstOrThrow();
    told.push({ ...row, id });
  }
  if (told.length > 0) await listeners?.tell(told);
  return insertion(queries, others, insertChanges);
}

const insertChanges: Insert<Row> = (queries, batch) => queries.insertInto("change").values(batch);

function rowOf(happening: Happening, now: string) {
  return {
    unit_id: happening.unit ?? null,
    translation_id: happening.translation ?? null,
    component_id: happening.component ?? null,
    project_id: happening.project ?? null,
    user_id: happening.user ?? null,
    author_id: happening.author ?? happening.user ?? null,
    timestamp: now,
    action: happening.action,
    target: happening.target ?? "",
    old: happening.old ?? "",
    details: JSON.stringify(happening.details ?? {}),
  } satisfies Insertable<ChangeTable>;
}
