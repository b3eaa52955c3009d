import type { Announcement } from "../../contract/resources/announcement.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { markdown } from "./markdown.ts";

const manners: Readonly<Record<Announcement["severity"], string>> = {
  info: "",
  success: "good",
  warning: "attention",
  danger: "bad",
};

/** Messages to translators. */
export function announcementList(announcements: readonly Announcement[]): Content {
  return announcements.map(
    ({ message, severity }) =>
      html`<aside class="flash ${manners[severity]}" aria-label="Announcement">
        <p class="texts" dir="auto">${markdown(message)}</p>
      </aside>`,
  );
}
