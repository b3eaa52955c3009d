import type { ListedDelivery } from "../../../records/deliveries/delivery-list.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { postButton } from "../../../http-api/form.ts";
import { addressOf, type Query } from "./list.ts";
import { count } from "./numbers.ts";
import { stateBadge } from "./state.ts";
import { ago } from "./time.ts";

export const deliveryColumns = [
  { heading: "Event" },
  { heading: "Repository" },
  { heading: "State" },
  { heading: "Received" },
  { heading: "Failed tries", number: true },
  { heading: "" },
];

/**
 * @param csrf undefined: the reader may not have things done
 * @param shown where in the list it is shown: whoever has it done again comes back there
 */
export function deliveryRow(delivery: ListedDelivery, now: Date, csrf: string | undefined, shown: Query = {}): Markup {
  const { id, source, sender, event, action, repository, state, reason, run, attempts } = delivery;
  const name = action === "" ? event : `${event}.${action}`;
  const told = sender === "" || sender === source ? source : `${source} · ${sender}`;
  const isLeft = state === "dead" || state === "ignored";
  return html`<tr>
    <th scope="row">${name}<br /><small class="soft">${told} · number ${id}</small></th>
    <td>
      ${repository === undefined ? html`<span class="soft">none</span>` : html`<a href="${BASE}/repositories/${repository.id}">${repository.name}</a>`}
    </td>
    <td>
      ${stateBadge(state)}${reason === "" ? "" : html`<br /><small>${reason}</small>`}
      ${state === "waiting" && attempts > 0 ? html`<br /><small class="soft">another try ${ago(delivery.due, now)}</small>` : ""}
      ${run === undefined ? "" : html`<br /><small><a href="${BASE}/runs/${run}">run ${run}</a></small>`}
    </td>
    <td data-label="Received">${ago(delivery.received, now)}</td>
    <td class="number" data-label="Failed tries">${count(attempts)}</td>
    <td class="act">
      ${
        csrf !== undefined && isLeft && repository !== undefined
          ? postButton({
              action: addressOf(`${BASE}/deliveries/${String(id)}/replay`, shown),
              csrf,
              words: "Replay",
              manner: state === "dead" ? "second" : "plain",
              about: `delivery ${String(id)}`,
            })
          : ""
      }
    </td>
  </tr>`;
}
