import { Hono } from "hono";
import { listAccess, type Access } from "../../../records/logs/access-log.ts";
import { eventComponents, eventLevels, listEvents, type LoggedEvent } from "../../../records/logs/event-log.ts";
import { readCauses } from "../../../records/problems/list-causes.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { plainChoices } from "../../../http-api/form.ts";
import { emptyState, filter, list, tabs } from "../parts/list.ts";
import { duration } from "../parts/numbers.ts";
import { stateBadge } from "../parts/state.ts";
import { moment } from "../parts/time.ts";
import { timesOf } from "../parts/list-times.ts";
import { jumpedToDay, listQuery, may, oneOf, requireAny, show, type PageVariables } from "../page-context.ts";

const EVENTS = `${BASE}/logs`;
const ACCESS = `${BASE}/logs/access`;
const SIZE = 100;
const eventNames = ["text", "repository", "level", "component", "run", "cause", "since", "until"] as const;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What happened, and who asked for what. */
export function logsPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/logs", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, eventNames);
    const { causes, reasonsOf } = await readCauses(records, "event");
    const run = /^\d{1,9}$/.test(query.run ?? "") ? Number(query.run) : undefined;
    const level = oneOf(eventLevels, query.level);
    const { text, component, repository: repositoryPart, cause } = query;
    const messages = cause === undefined ? undefined : reasonsOf(cause);
    const chosen = { text, level, component, repositoryPart, run, messages, ...timesOf(query) };
    const jump = await jumpedToDay(signedIn, SIZE, (newer, first) =>
      listEvents(records, { ...chosen, ...newer }, first),
    );
    if (jump !== undefined) return jump;
    const found = await listEvents(records, chosen, { page, size: SIZE });
    return show(context, {
      title: "Logs",
      lead: "What happened, the newest first. Times are UTC.",
      content: html`${may(signedIn, "administrator", "operator") ? kinds("events") : ""}
        <section class="card" aria-label="Events">
          ${filter({
            path: EVENTS,
            query,
            words: "Words",
            byRepository: true,
            causes,
            byTime: true,
            choices: [
              { name: "level", label: "At least", choices: plainChoices(eventLevels) },
              { name: "component", label: "Part", choices: plainChoices(eventComponents) },
            ],
          })}
          <div data-region>
            ${list({
              ...found,
              path: EVENTS,
              query,
              columns: [
                { heading: "Time, UTC" },
                { heading: "Level" },
                { heading: "Part" },
                { heading: "What happened" },
                { heading: "By", number: true },
              ],
              rows: found.items.map(eventRow),
              byTime: true,
              noun: "event",
              caption: "Events",
              empty: emptyState("Nothing fits", "No event is like this. Take something out of the filter."),
            })}
          </div>
        </section>`,
    });
  });
  app.get("/logs/access", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator", "operator");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, ["path", "method", "status", "login", "since", "until"]);
    const statusClass = /^[1-5]$/.test(query.status ?? "") ? Number(query.status) : undefined;
    const login = /^\d{1,9}$/.test(query.login ?? "") ? Number(query.login) : undefined;
    const chosen = { path: query.path, method: oneOf(methods, query.method), statusClass, login, ...timesOf(query) };
    const jump = await jumpedToDay(signedIn, SIZE, (newer, first) =>
      listAccess(records, { ...chosen, ...newer }, first),
    );
    if (jump !== undefined) return jump;
    const found = await listAccess(records, chosen, { page, size: SIZE });
    return show(context, {
      title: "Logs",
      lead: "Who asked the administration for what. Times are UTC.",
      content: html`${kinds("access")}
        <section class="card" aria-label="Access">
          ${filter({
            path: ACCESS,
            query,
            words: "Path begins with",
            wordsName: "path",
            byTime: true,
            choices: [
              { name: "method", label: "Method", choices: plainChoices(methods) },
              {
                name: "status",
                label: "Answer",
                choices: [
                  { value: "2", words: "done (2xx)" },
                  { value: "3", words: "sent on (3xx)" },
                  { value: "4", words: "refused (4xx)" },
                  { value: "5", words: "broken (5xx)" },
                ],
              },
            ],
          })}
          <div data-region>
            ${list({
              ...found,
              path: ACCESS,
              query,
              columns: [
                { heading: "Time, UTC" },
                { heading: "Request" },
                { heading: "Answer", number: true },
                { heading: "Took", number: true },
                { heading: "Login", number: true },
                { heading: "From" },
              ],
              rows: found.items.map(accessRow),
              byTime: true,
              noun: "request",
              caption: "Requests",
              empty: emptyState("Nothing fits", "No request is like this. Take something out of the filter."),
            })}
          </div>
        </section>`,
    });
  });
  return app;
}

function kinds(current: "events" | "access"): Markup {
  return tabs("Kinds of logs", [
    { name: "Events", address: EVENTS, isCurrent: current === "events" },
    { name: "Access", address: ACCESS, isCurrent: current === "access" },
  ]);
}

function eventRow({ time, level, component, message, repository, run, login, details }: LoggedEvent): Markup {
  const more = Object.keys(details).length > 0;
  return html`<tr>
    <td>${moment(time)}</td>
    <td>${stateBadge(level)}</td>
    <td>${component}</td>
    <td>
      ${message}
      ${
        repository === null && run === null
          ? ""
          : html`<br /><small class="soft"
                >${repository}${run === null ? "" : html` <a href="${BASE}/runs/${run}">run ${run}</a>`}</small
              >`
      }
      ${
        more
          ? html`<details>
              <summary>Details</summary>
              <pre class="wrap">${JSON.stringify(details, undefined, 2)}</pre>
            </details>`
          : ""
      }
    </td>
    <td class="number" data-label="By">${login ?? "–"}</td>
  </tr>`;
}

function accessRow({ time, method, path, status, milliseconds, login, address, agent }: Access): Markup {
  return html`<tr>
    <td>${moment(time)}</td>
    <th scope="row"><code>${method} ${path}</code></th>
    <td class="number ${status >= 400 ? "bad" : ""}" data-label="Answer">${status}</td>
    <td class="number" data-label="Took">${duration(milliseconds)}</td>
    <td class="number" data-label="Login">${login ?? "–"}</td>
    <td><span title="${agent}">${address}</span></td>
  </tr>`;
}
