import { Hono } from "hono";
import { listDeliveries, type DeliveryFilter } from "../../../records/deliveries/delivery-list.ts";
import { readCauses, type ListCauses } from "../../../records/problems/list-causes.ts";
import { replayDeliveries, replayDelivery } from "../../../records/deliveries/replay-delivery.ts";
import { conflict, notFound } from "../../http/refusal.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { plainChoices, postButton } from "../../../http-api/form.ts";
import { deliveryColumns, deliveryRow } from "../parts/deliveries-table.ts";
import { addressOf, emptyState, filter, list, onPage, type Query } from "../parts/list.ts";
import { timesOf } from "../parts/list-times.ts";
import { counted } from "../parts/numbers.ts";
import {
  goTo,
  jumpedToDay,
  listQuery,
  may,
  numberOf,
  oneOf,
  requireAny,
  show,
  type PageVariables,
} from "../page-context.ts";

const PATH = `${BASE}/deliveries`;
const SIZE = 50;
const names = ["text", "repository", "state", "source", "cause", "since", "until"] as const;
/** States in which nothing happens any more by itself. */
const replayable = ["dead", "ignored"] as const;
const states = ["waiting", "running", "done", "ignored", "dead"] as const;
const sources = ["github", "forgejo", "service", "schedule", "person"] as const;

/** What came in, and what became of it; what failed too often is brought back here. */
export function deliveriesPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/deliveries", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, names);
    const causes = await readCauses(records, "delivery");
    const chosen = chosenBy(query, causes);
    const jump = await jumpedToDay(signedIn, SIZE, (newer, first) =>
      listDeliveries(records, { ...chosen, ...newer }, first),
    );
    if (jump !== undefined) return jump;
    const found = await listDeliveries(records, chosen, { page, size: SIZE });
    const shown = onPage(query, page);
    const csrf = may(signedIn, "administrator", "operator") ? signedIn.caller.session.csrf : undefined;
    const isFiltered = names.some((name) => query[name] !== undefined);
    return show(context, {
      title: "Deliveries",
      lead: "Every event that a forge, the service, the schedule or a person told of. Each is done once; what fails is tried again, and after that waits here for you.",
      content: html`<section class="card" aria-label="Deliveries">
        ${filter({
          path: PATH,
          query,
          words: "Event, id or reason",
          byRepository: true,
          causes: causes.causes,
          byTime: true,
          choices: [
            { name: "state", label: "State", choices: plainChoices(states) },
            { name: "source", label: "Told by", choices: plainChoices(sources) },
          ],
        })}
        <div data-region data-refresh="10">
          ${replayAll(query, found.total, csrf)}
          ${list({
            ...found,
            path: PATH,
            query,
            columns: deliveryColumns,
            rows: found.items.map((delivery) => deliveryRow(delivery, signedIn.now, csrf, shown)),
            byTime: true,
            noun: "delivery",
            nouns: "deliveries",
            caption: "Deliveries",
            empty: isFiltered
              ? emptyState(query.state === "dead" ? "None was given up" : "Nothing fits", "No delivery is like this.")
              : emptyState(
                  "Nothing came in yet",
                  "Install the GitHub App on a repository, or point a Forgejo webhook here: its first event appears at once.",
                ),
          })}
        </div>
      </section>`,
    });
  });
  app.post("/deliveries/replay", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator", "operator");
    const { records } = signedIn.admin;
    const form = context.get("form");
    const query = Object.fromEntries(
      names.map((name) => [name, form.get(name) ?? ""]).filter(([, value]) => value !== ""),
    );
    const state = oneOf(replayable, query["state"]);
    if (state === undefined) throw conflict("Choose deliveries that were given up, or those that were ignored.");
    const chosen = { ...chosenBy(query, await readCauses(records, "delivery")), state };
    const replayed = await replayDeliveries(records, chosen, signedIn.caller.login);
    return goTo("/deliveries", replayed === 0 ? "replayed-none" : "replayed-all");
  });
  app.post("/deliveries/:id/replay", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator", "operator");
    const outcome = await replayDelivery(
      signedIn.admin.records,
      numberOf(context.req.param("id")),
      signedIn.caller.login,
    );
    if (outcome === "unknown") throw notFound("There is no such delivery.");
    if (outcome === "refused") throw conflict("This delivery waits already, or is about no repository.");
    const { page, query } = listQuery(signedIn, names);
    return goTo(addressOf("/deliveries", onPage(query, page)), "replayed");
  });
  return app;
}

function chosenBy(query: Query, { reasonsOf }: Pick<ListCauses, "reasonsOf">): DeliveryFilter {
  return {
    text: query.text,
    repositoryPart: query.repository,
    state: oneOf(states, query.state),
    source: oneOf(sources, query.source),
    reasons: query.cause === undefined ? undefined : reasonsOf(query.cause),
    ...timesOf(query),
  };
}

/** All that the filter finds at once, where each of them may be replayed. */
function replayAll(query: Query, total: number, csrf: string | undefined): Markup | string {
  const state = oneOf(replayable, query.state);
  if (csrf === undefined || state === undefined || total === 0) return "";
  const words = counted(total, "delivery", "deliveries");
  return html`<div class="bulk">
    ${postButton({
      action: `${PATH}/replay`,
      csrf,
      words: total === 1 ? "Replay it" : `Replay all ${words}`,
      fields: Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))),
      manner: state === "dead" ? "second" : "plain",
      ask: `Send ${words} on their way again? Those of one repository become one run.`,
    })}
  </div>`;
}
