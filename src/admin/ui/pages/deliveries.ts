import { Hono } from "hono";
import { listDeliveries } from "../../../records/deliveries/delivery-list.ts";
import { replayDelivery } from "../../../records/deliveries/replay-delivery.ts";
import { conflict, notFound } from "../../http/refusal.ts";
import { BASE } from "../layout.ts";
import { html } from "../../../http-api/markup.ts";
import { plainChoices } from "../../../http-api/form.ts";
import { deliveryColumns, deliveryRow } from "../parts/deliveries-table.ts";
import { emptyState, filter, list } from "../parts/list.ts";
import { goTo, listQuery, may, numberOf, oneOf, requireAny, show, type PageVariables } from "../visit.ts";

const PATH = `${BASE}/deliveries`;
const SIZE = 50;
const states = ["waiting", "running", "done", "ignored", "dead"] as const;
const sources = ["github", "forgejo", "service", "schedule", "person"] as const;

/** What came in, and what became of it; what failed too often is brought back here. */
export function deliveriesPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/deliveries", async (context) => {
    const visit = context.get("visit");
    const { page, query } = listQuery(visit, ["state", "source"]);
    const chosen = { state: oneOf(states, query.state), source: oneOf(sources, query.source) };
    const found = await listDeliveries(visit.admin.records, chosen, { page, size: SIZE });
    const csrf = may(visit, "administrator", "operator") ? visit.caller.session.csrf : undefined;
    const isFiltered = query.state !== undefined || query.source !== undefined;
    return show(context, {
      title: "Deliveries",
      lead: "Every event that a forge, the service, the schedule or a person told of. Each is done once; what fails is tried again, and after that waits here for you.",
      content: html`<section class="card" aria-label="Deliveries">
        ${filter({
          path: PATH,
          query,
          choices: [
            { name: "state", label: "State", choices: plainChoices(states) },
            { name: "source", label: "Told by", choices: plainChoices(sources) },
          ],
        })}
        <div data-region data-refresh="10">
          ${list({
            ...found,
            path: PATH,
            query,
            columns: deliveryColumns,
            rows: found.items.map((delivery) => deliveryRow(delivery, visit.now, csrf)),
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
  app.post("/deliveries/:id/replay", async (context) => {
    const visit = context.get("visit");
    requireAny(visit, "administrator", "operator");
    const outcome = await replayDelivery(visit.admin.records, numberOf(context.req.param("id")), visit.caller.login);
    if (outcome === "unknown") throw notFound("There is no such delivery.");
    if (outcome === "refused") throw conflict("This delivery waits already, or is about no repository.");
    return goTo("/deliveries", "replayed");
  });
  return app;
}
