import { randomBytes } from "node:crypto";
import { callService, type ServiceUnderTest } from "./service-api.ts";

/** Codes of the changes that bring something new for a repository, as `docs/bot.md` names them. */
const EVENTS = [1, 2, 5, 6, 7, 8, 9, 27, 32, 36, 37, 77] as const;

/** A signing key in the form that every service takes: without `whsec_`, which Weblate up to 5.14 calls invalid. */
export function signingSecret(): string {
  return randomBytes(24).toString("base64");
}

/** Has the service tell of all translations of a project, as its owner sets it up, until it is disposed of. */
export async function installServiceWebhook(
  service: ServiceUnderTest,
  project: string,
  hook: { readonly url: string; readonly secret: string; readonly events?: readonly number[] | undefined },
): Promise<AsyncDisposable> {
  const { id } = await callService<{ readonly id: number }>(service, "POST", `/api/projects/${project}/addons/`, {
    body: {
      name: "weblate.webhook.webhook",
      configuration: { webhook_url: hook.url, secret: hook.secret, events: hook.events ?? EVENTS },
    },
  });
  return {
    [Symbol.asyncDispose]: () => callService(service, "DELETE", `/api/addons/${String(id)}/`),
  };
}
