import * as z from "zod";
import { jsonIn } from "../../core/json.ts";
import { RemoteError } from "../../core/errors.ts";
import { fetchOf } from "../../network/connections.ts";

/** A GitHub App that was made from a manifest just now. */
export interface CreatedApp {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Page of the App: `…/installations/new` below it installs it. */
  readonly url: string;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
}

const TIMEOUT_MILLISECONDS = 30_000;

const answer = z.object({
  id: z.number().int().positive(),
  slug: z.string(),
  name: z.string(),
  html_url: z.url({ protocol: /^https?$/ }),
  pem: z.string(),
  webhook_secret: z.string(),
});

/**
 * Exchanges the code that GitHub sends a person back with, once and within an hour.
 * @throws {RemoteError} `IL-B40`, without the code
 */
export async function createdApp(apiUrl: string, code: string): Promise<CreatedApp> {
  if (!/^[\w-]{1,200}$/.test(code)) throw refused("the answer holds no code of GitHub");
  const address = `${apiUrl.replace(/\/+$/, "")}/app-manifests/${code}/conversions`;
  const response = await fetchOf(address)(address, {
    method: "POST",
    headers: {
      accept: "application/vnd.github+json",
      "user-agent": "interlinear",
      "x-github-api-version": "2022-11-28",
    },
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  }).catch(() => {
    throw refused(`${new URL(apiUrl).host} did not answer`);
  });
  if (response.status !== 201) {
    throw refused(`${new URL(apiUrl).host} answered ${String(response.status)}`);
  }
  const { data } = answer.safeParse(jsonIn(await response.text()));
  if (data === undefined) throw refused(`${new URL(apiUrl).host} answered something else than an App`);
  return {
    id: data.id,
    slug: data.slug,
    name: data.name,
    url: data.html_url,
    privateKey: data.pem,
    webhookSecret: data.webhook_secret,
  };
}

function refused(why: string): RemoteError {
  return new RemoteError(`The key of the new GitHub App could not be fetched: ${why}.`, {
    code: "IL-B40",
    hint: "A code counts once and for an hour: remove the App on GitHub, and make it again.",
  });
}
