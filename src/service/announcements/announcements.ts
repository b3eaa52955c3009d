import type { Selectable } from "kysely";
import type { Severity } from "../../contract/resources/announcement.ts";
import { inTransaction } from "../../store/database.ts";
import type { AnnouncementTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { notFound } from "../http/refusal.ts";
import { timestamp, type Service } from "../service.ts";

export type AnnouncementRecord = Selectable<AnnouncementTable>;

/** Ids of what announcements belong to: one of the first three, and with a language only of that language's part in it. */
export interface AnnouncementPlace {
  readonly project?: number;
  readonly category?: number;
  readonly component?: number;
  readonly language?: number;
}

export interface NewAnnouncement {
  readonly message: string;
  readonly severity?: Severity | undefined;
  /** ISO 8601 date. */
  readonly expiry?: string | null | undefined;
  readonly notify?: boolean | undefined;
}

function columnsOf({ project, category, component, language }: AnnouncementPlace) {
  return {
    project_id: project ?? null,
    category_id: category ?? null,
    component_id: component ?? null,
    language_id: language ?? null,
  };
}

/** Those of exactly this place. */
function at(service: Service, place: AnnouncementPlace) {
  const columns = columnsOf(place);
  return service.database
    .selectFrom("announcement")
    .where("project_id", "is not distinct from", columns.project_id)
    .where("category_id", "is not distinct from", columns.category_id)
    .where("component_id", "is not distinct from", columns.component_id)
    .where("language_id", "is not distinct from", columns.language_id);
}

/** Announcements of a place as people see them: an expired one is hidden from the day after. */
export function currentAnnouncements(service: Service, place: AnnouncementPlace) {
  const today = timestamp(service).slice(0, "2026-11-21".length);
  return at(service, place).where((where) => where.or([where("expiry", "is", null), where("expiry", ">=", today)]));
}

/** @param about where the change log has it */
export async function postAnnouncement(
  service: Service,
  place: AnnouncementPlace,
  announcement: NewAnnouncement,
  about: Pick<Happening, "project" | "component" | "translation" | "user">,
): Promise<AnnouncementRecord> {
  const severity = announcement.severity ?? "info";
  const notify = announcement.notify ?? true;
  return inTransaction(service.database, async (queries) => {
    const row = await queries
      .insertInto("announcement")
      .values({
        ...columnsOf(place),
        message: announcement.message,
        severity,
        expiry: announcement.expiry ?? null,
        notify: notify ? 1 : 0,
        user_id: about.user ?? null,
        created: timestamp(service),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(service, queries, [
      {
        ...about,
        action: action.announcementPosted,
        target: row.message,
        details: { announcement: row.id, severity, notify },
      },
    ]);
    return row;
  });
}

/** Also one that has expired. @throws 404 where the place has no such announcement */
export async function removeAnnouncement(service: Service, place: AnnouncementPlace, id: number): Promise<void> {
  const known = await at(service, place).select("id").where("id", "=", id).executeTakeFirst();
  if (known === undefined) throw notFound();
  await service.database.deleteFrom("announcement").where("id", "=", id).execute();
}
