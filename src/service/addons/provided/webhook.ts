import * as z from "zod";
import { listOf, integer } from "../../../contract/fields.ts";
import { actionNames } from "../../changes/actions.ts";
import { addon } from "../addon.ts";

export const WEBHOOK = "weblate.webhook.webhook";

const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const webhookConfiguration = z.strictObject({
  webhook_url: z.string().trim().max(2000).refine(isAddress, "Enter a valid URL that begins with https://."),
  /** Base64, as Standard Webhooks have it, with or without `whsec_`. */
  secret: z.string().max(500).regex(SECRET, "The secret has to be in base64.").default(""),
  /** Codes of the changes to tell of. */
  events: listOf(integer.refine((code) => actionNames[code] !== undefined, "This is not the code of a change.")).refine(
    (events) => events.length > 0,
    "Name at least one event.",
  ),
});

function isAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? "");
}

/** Tells another server of changes (`../webhook-delivery.ts`). */
export const webhook = addon({
  name: WEBHOOK,
  title: "Webhook",
  scope: "either",
  multiple: true,
  configuration: webhookConfiguration,
  notHere: async ({ outward }, { webhook_url: url }) => {
    const fault = await outward.fault(url);
    return fault && `Error in parameter webhook_url: ${fault}`;
  },
  secrets: ["secret"],
});
