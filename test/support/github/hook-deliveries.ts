import { appOf } from "./app.ts";
import { complete } from "./contract.ts";
import type { Hook, HookDelivery } from "./hook.ts";
import { notFound, Refused } from "./refusal.ts";
import type { Answer, Call, Operations } from "./world.ts";

/** What was delivered to an App, and what it did not take. */
export const hookDeliveries: Operations = {
  "GET /app/hook/config": { run: config },
  "GET /app/hook/deliveries": { run: list },
  "GET /app/hook/deliveries/{delivery_id}": { run: get },
  "POST /app/hook/deliveries/{delivery_id}/attempts": { run: attempt },
};

function hookOf({ world }: Call): Hook {
  const { hook } = appOf(world);
  if (hook === undefined) throw notFound();
  return hook;
}

async function config(call: Call): Promise<Answer> {
  const { address } = hookOf(call);
  const body = { url: address?.url ?? "", content_type: "json", secret: "********", insecure_ssl: "0" };
  return Promise.resolve({ status: 200, body });
}

/** Newest first; `cursor` is an id to go on from. */
async function list(call: Call): Promise<Answer> {
  const { query, address, world } = call;
  const { status, cursor } = query;
  const found = hookOf(call)
    .deliveries.filter(({ status: words }) => status === undefined || (words === "OK") === (status === "success"))
    .toReversed();
  const before = cursor === undefined ? Infinity : Number(cursor.replace(/^v1_/, ""));
  if (Number.isNaN(before)) throw new Refused(400, "Invalid cursor");
  const size = Math.min(Number(query["per_page"] ?? 30), 100);
  const rest = found.filter(({ id }) => id < before);
  const shown = rest.slice(0, size);
  const last = shown.at(-1);
  const next = new URLSearchParams({ ...query, cursor: `v1_${String(last?.id ?? 0)}` }).toString();
  return Promise.resolve({
    status: 200,
    body: shown.map((delivery) => complete("hook-delivery-item", facts(delivery), world.apiUrl)),
    headers: rest.length > size ? { link: `<${address}?${next}>; rel="next"` } : {},
  });
}

function facts(delivery: HookDelivery): object {
  const { id, guid, deliveredAt, isRedelivery, duration, status, statusCode } = delivery;
  const { event, action, installation, repository } = delivery;
  return {
    id,
    guid,
    delivered_at: deliveredAt,
    redelivery: isRedelivery,
    duration,
    status,
    status_code: statusCode,
    event,
    action,
    installation_id: installation,
    repository_id: repository,
    throttled_at: null,
  };
}

function deliveryOf(call: Call): HookDelivery {
  const found = hookOf(call).deliveries.find(({ id }) => String(id) === call.parameters["delivery_id"]);
  if (found === undefined) throw notFound();
  return found;
}

async function get(call: Call): Promise<Answer> {
  const delivery = deliveryOf(call);
  const { headers, payload } = delivery;
  const request = { headers, payload };
  const body = { ...facts(delivery), request, response: { headers: {}, payload: null } };
  return Promise.resolve({ status: 200, body: complete("hook-delivery", body, call.world.apiUrl) });
}

async function attempt(call: Call): Promise<Answer> {
  const delivery = deliveryOf(call);
  hookOf(call).tellAgain(delivery);
  return Promise.resolve({ status: 202, body: {} });
}
