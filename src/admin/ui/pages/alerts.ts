import { Hono } from "hono";
import { listMessages, type ListedMessage } from "../../../records/alerts/alert-messages.ts";
import { countWords } from "../../../records/alerts/alert-text.ts";
import { listAlerts, type Alert } from "../../../records/alerts/alerts.ts";
import { currentSettings } from "../../../records/settings/current-settings.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { emptyState, list, table } from "../parts/list.ts";
import { duration } from "../parts/numbers.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import { listQuery, may, show, type PageVariables } from "../page-context.ts";

const PATH = `${BASE}/alerts`;
const SIZE = 25;
const MOST = 100;

/** What somebody is told of, what is over, and which message went where. */
export function alertsPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/alerts", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page } = listQuery(signedIn, []);
    const open = await listAlerts(records, { isOpen: true }, { page: 1, size: MOST });
    const over = await listAlerts(records, { isOpen: false }, { page, size: SIZE });
    const messages = await listMessages(records, { page: 1, size: SIZE });
    const { notifications } = await currentSettings(records);
    const isDeaf = Object.keys(notifications).length === 0;
    return show(context, {
      title: "Alerts",
      lead: "What needs somebody: one entry a cause, however many runs and deliveries it costs.",
      actions: may(signedIn, "administrator")
        ? html`<a class="button second" href="${BASE}/settings#notifications">Who is told</a>`
        : "",
      content: html`<div data-region data-refresh="30">
        <section class="card" aria-labelledby="open">
          <h2 id="open">Open now</h2>
          ${
            open.total === 0
              ? emptyState("Nothing is wrong", "The bot looks every half minute.")
              : html`<ul class="problems">
                  ${gravestFirst(open.items).map((alert) => openAlert(alert, signedIn.now))}
                </ul>`
          }
          ${isDeaf ? html`<p class="soft">Nobody is told: there is no channel in the settings yet.</p>` : ""}
        </section>
        <section class="card" aria-labelledby="messages">
          <h2 id="messages">Last messages</h2>
          ${
            messages.total === 0
              ? emptyState("No message yet", "Each cause is told once over each channel, and once that it is over.")
              : table(
                  "Last messages",
                  messageColumns,
                  messages.items.map((message) => messageRow(message, signedIn.now)),
                )
          }
        </section>
        <section class="card" aria-labelledby="over">
          <h2 id="over">Over</h2>
          ${list({
            ...over,
            path: PATH,
            query: {},
            columns: [
              { heading: "What it was" },
              { heading: "Began" },
              { heading: "Took", number: true },
              { heading: "It cost" },
            ],
            rows: over.items.map((alert) => overRow(alert, signedIn.now)),
            noun: "alert",
            caption: "Alerts that are over",
            empty: emptyState("None yet", "What was wrong and is over stands here."),
          })}
        </section>
      </div>`,
    });
  });
}

function gravestFirst(alerts: readonly Alert[]): readonly Alert[] {
  return alerts.toSorted((one, other) => one.severity.localeCompare(other.severity));
}

function openAlert({ severity, title, since, evidence, told }: Alert, now: Date): Markup {
  const counts = countWords(evidence);
  return html`<li>
    ${stateBadge(severity)}
    <div>
      <a href="${BASE}${evidence.path}">${title}</a>
      <p>${evidence.example}</p>
      <p class="soft">
        ${evidence.remedy} ${counts === "" ? "" : `So far: ${counts}.`} Began ${ago(since, now)};
        ${told === undefined ? "nobody was told yet" : html`told ${ago(told, now)}`}.
      </p>
    </div>
  </li>`;
}

const messageColumns = [
  { heading: "Message" },
  { heading: "Channel" },
  { heading: "State" },
  { heading: "Sent" },
] as const;

function messageRow({ title, phase, channel, state, sent, due, reason, attempts }: ListedMessage, now: Date): Markup {
  return html`<tr>
    <th scope="row">${phase === "resolved" ? "Over: " : ""}${title}</th>
    <td data-label="Channel">${channel}</td>
    <td data-label="State">${stateBadge(state)} ${reason === "" ? "" : html`<small class="soft">${reason}</small>`}</td>
    <td data-label="Sent">
      ${sent === undefined ? (state === "waiting" && attempts > 0 ? html`again ${ago(due, now)}` : "–") : ago(sent, now)}
    </td>
  </tr>`;
}

function overRow({ title, since, resolved, evidence }: Alert, now: Date): Markup {
  const counts = countWords(evidence);
  return html`<tr>
    <th scope="row">${title}</th>
    <td data-label="Began">${ago(since, now)}</td>
    <td class="number" data-label="Took">
      ${resolved === undefined ? "–" : duration(Math.max(0, Date.parse(resolved) - Date.parse(since)))}
    </td>
    <td data-label="It cost">${counts === "" ? "–" : counts}</td>
  </tr>`;
}
