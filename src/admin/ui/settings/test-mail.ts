import { listEvents, type LoggedEvent } from "../../../records/logs/event-log.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { postButton } from "../../../http-api/form.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import type { Visit } from "../visit.ts";

/** What happened with mail last. */
export async function lastMail({ admin }: Pick<Visit, "admin">): Promise<LoggedEvent | undefined> {
  const { items } = await listEvents(admin.records, { component: "mail" }, { page: 1, size: 1 });
  return items[0];
}

/** Whether the mail settings work shows best by a mail. */
export function testMailForm({ caller, now }: Pick<Visit, "caller" | "now">, last: LoggedEvent | undefined): Markup {
  return html`<hr />
    <h3>Test mail</h3>
    <p class="soft">Goes to ${caller.email} over the settings as they are saved.</p>
    ${postButton({ action: `${BASE}/settings/test-mail`, csrf: caller.session.csrf, words: "Send a test mail", manner: "second" })}
    ${last === undefined ? "" : lastWords(last, now)}`;
}

/** The server's own words say more than ours. */
function lastWords({ time, level, message, details }: LoggedEvent, now: Date): Markup {
  const { response } = details;
  return html`<div class="last-mail">
    <p>${stateBadge(level)} ${message} <span class="soft">${ago(time, now)}</span></p>
    ${
      typeof response === "string" && response !== ""
        ? html`<p class="soft">The mail server said: <code>${response}</code></p>`
        : ""
    }
  </div>`;
}
