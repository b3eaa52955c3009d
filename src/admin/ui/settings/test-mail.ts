import { html, type Markup } from "../markup.ts";
import { BASE } from "../layout.ts";
import { postButton } from "../parts/form.ts";
import type { Visit } from "../visit.ts";

/** Whether the mail settings work shows best by a mail. */
export function testMailForm({ caller }: Visit): Markup {
  return html`<hr />
    <h3>Test mail</h3>
    <p class="soft">Goes to ${caller.email} over the settings as they are saved; the server's own words come back.</p>
    ${postButton({ action: `${BASE}/settings/test-mail`, csrf: caller.session.csrf, words: "Send a test mail", manner: "second" })}`;
}
