import { randomBytes } from "node:crypto";
import { callService, type ServiceUnderTest } from "./service-api.ts";

/** Codes of the changes that bring something new for a repository: translations changed, added, uploaded, completed. */
const EVENTS = [1, 2, 5, 6, 7, 9, 36] as const;

/** A signing key in the form of Standard Webhooks. */
export function signingSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

/** Has the service tell of all translations of a project, as its owner sets it up. */
export async function installServiceWebhook(
  service: ServiceUnderTest,
  project: string,
  hook: { readonly url: string; readonly secret: string },
): Promise<void> {
  await callService(service, "POST", `/api/projects/${project}/addons/`, {
    body: {
      name: "weblate.webhook.webhook",
      configuration: { webhook_url: hook.url, secret: hook.secret, events: EVENTS },
    },
  });
}
