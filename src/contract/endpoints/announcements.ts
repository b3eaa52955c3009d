import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, paging, prose } from "../fields.ts";
import { Announcement, severities } from "../resources/announcement.ts";
import { pageOf } from "../resources/page.ts";

const since = "5.17";

const announcement = lazy(() =>
  z.object({
    /** Markdown. */
    message: prose.trim().min(1),
    severity: z.enum(severities).optional(),
    /** ISO 8601 date; hidden after it. */
    expiry: z
      .union([z.iso.date(), z.literal("").transform(() => null)], {
        error: "Date has wrong format. Use one of these formats instead: YYYY-MM-DD.",
      })
      .nullish(),
    /** Whether subscribed users are told; default yes. */
    notify: boolean.optional(),
  }),
);

/** The three endpoints of one place. @param path of the place itself, with its slash @param of "a component" */
function announcementsAt<const Path extends string, const Id extends string>(path: Path, id: Id, of: string) {
  return {
    list: endpoint({
      id: `${id}.announcements`,
      method: "GET",
      path: `${path}announcements/`,
      summary: `Announcements of ${of}, but for those that expired.`,
      since,
      query: paging,
      responses: { 200: pageOf(Announcement) },
      access: "viewer",
    }),
    create: endpoint({
      id: `${id}.announcements.create`,
      method: "POST",
      path: `${path}announcements/`,
      summary: `Posts an announcement of ${of}.`,
      since,
      body: announcement,
      responses: { 201: Announcement },
      access: ["announcement.add", "announcement.edit"],
    }),
    delete: endpoint({
      id: `${id}.announcements.delete`,
      method: "DELETE",
      path: `${path}announcements/{announcement_id}/`,
      summary: `Removes an announcement of ${of}.`,
      since,
      responses: { 204: nothing },
      access: ["announcement.delete", "announcement.edit"],
    }),
  };
}

export const componentAnnouncements = announcementsAt(
  "/api/components/{project}/{component}/",
  "components",
  "a component",
);
export const translationAnnouncements = announcementsAt(
  "/api/translations/{project}/{component}/{language}/",
  "translations",
  "a translation",
);
export const projectAnnouncements = announcementsAt("/api/projects/{project}/", "projects", "a project");
export const projectLanguageAnnouncements = announcementsAt(
  "/api/projects/{project}/languages/{language}/",
  "projects.languages",
  "a language in a project",
);
export const categoryAnnouncements = announcementsAt("/api/categories/{id}/", "categories", "a category");
