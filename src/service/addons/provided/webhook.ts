import * as z from "zod";
import { listOf, integer } from "../../../contract/fields.ts";
import { actionNames } from "../../changes/actions.ts";
import { addon } from "../addon.ts";

export const WEBHOOK = "weblate.webhook.webhook";

const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const webhookConfiguration = z.strictObject({
  webhook_url: z
    .string()
    .trim()
    .max(2000)
    .refine((address) => isAddress(address), "Enter a valid URL that begins with https://."),
  /** Base64, as Standard Webhooks have it, with or without `whsec_`. */
  secret: z.string().max(500).regex(SECRET, "The secret has to be in base64.").default(""),
  /** Codes of the changes to tell of. */
  events: listOf(integer.refine((code) => actionNames[code] !== undefined, "This is not the code of a change.")).refine(
    (events) => events.length > 0,
    "Name at least one event.",
  ),
});

/** Plain http is for this machine alone, unless the server's settings allow more. */
function isAddress(address: string): boolean {
  return URL.canParse(address) && ["https:", "http:"].includes(new URL(address).protocol);
}

/** Whether a message may be sent there: whatever it says of translations must not be read on the way. */
export function isConfidential(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

/** Tells another server of changes (`../webhook-delivery.ts`). */
export const webhook = addon({
  name: WEBHOOK,
  title: "Webhook",
  scope: "either",
  multiple: true,
  configuration: webhookConfiguration,
  notHere: ({ settings }, { webhook_url: url }) =>
    settings.allowPlainWebhooks || isConfidential(url)
      ? undefined
      : "Error in parameter webhook_url: Enter an address that begins with https://. Plain http is for this machine alone.",
  secrets: ["secret"],
});
