import type { Insertable } from "kysely";
import { insertAll } from "../store/bulk.ts";
import type { Queries } from "../store/database.ts";
import type { ChangeTable } from "../store/tables.ts";
import { contentActions } from "./actions.ts";
import { timestamp, type Service } from "./service.ts";

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

/** Writes changes down and moves `last_change` and `last_author` of the translations whose content changed. */
export async function record(service: Service, queries: Queries, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const now = timestamp(service);
  const rows = happenings.map((happening) => rowOf(happening, now));
  await insertAll(queries, rows, (batch) => queries.insertInto("change").values(batch));
  const touched = new Map<number, number | undefined>();
  for (const { action, translation, author, user } of happenings) {
    if (translation !== undefined && contentActions.has(action)) touched.set(translation, author ?? user);
  }
  for (const [translation, author] of touched) {
    await queries
      .updateTable("translation")
      .set({ last_change: now, last_author_id: author ?? null })
      .where("id", "=", translation)
      .execute();
  }
}

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
