import { severities, type Announcement } from "../../contract/resources/announcement.ts";
import type { AnnouncementRecord } from "../announcements/announcements.ts";

export function representAnnouncement(announcement: AnnouncementRecord): Announcement {
  return {
    id: announcement.id,
    message: announcement.message,
    severity: severities.find((severity) => severity === announcement.severity) ?? "info",
    expiry: announcement.expiry,
    notify: announcement.notify === 1,
  };
}
