import { systemClock, type Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { appWebToken, readAppKey } from "./app-key.ts";
import { theirTime } from "./clock-trouble.ts";
import { openOctokit, POLITE, type Tempo } from "./connection.ts";
import type { Octokit } from "./octokit.ts";
import { explained, isStatus } from "./refusal.ts";

export interface GitHubAppOptions {
  /** Number or client id. */
  readonly appId: string;
  /** Private: {@link readAppKey} says in which forms. */
  readonly privateKey: string;
  /** `https://api.github.com` */
  readonly apiUrl: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
  readonly onRequest?: RequestObserver;
}

/** Where the App is installed. */
export interface AppInstallation {
  readonly number: number;
  /** Login of the person or organisation. */
  readonly account: string;
  readonly isSuspended: boolean;
  /** Permission → level. */
  readonly permissions: Readonly<Record<string, string>>;
}

export interface InstalledRepository {
  /** `owner/name` */
  readonly name: string;
  readonly number: number;
  readonly defaultBranch: string;
  readonly isArchived: boolean;
}

/** A webhook that GitHub could not deliver, once. */
export interface FailedDelivery {
  /** Of this attempt. */
  readonly id: number;
  /** Of the event: all attempts have it. */
  readonly guid: string;
  /** ISO 8601 */
  readonly time: string;
  readonly event: string;
  /** Of the answer; 0 where none came. */
  readonly status: number;
}

const PAGE = 100;

/** What an App can ask for itself. */
export class GitHubApp {
  readonly #options: GitHubAppOptions;
  readonly #clock: Clock;

  constructor(options: GitHubAppOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** @throws {UserError | RemoteError} `IL-F11` for a key that cannot be one; `IL-F01` … as GitHub refuses */
  installations(): Promise<readonly AppInstallation[]> {
    return this.#asApp("list where the App is installed", async ({ paginate, rest }) => {
      const found = await paginate(rest.apps.listInstallations, { per_page: PAGE });
      return found.flatMap(({ id, account, suspended_at: suspended, permissions }) => {
        // An enterprise as a whole has no repositories.
        if (account === null || !("login" in account)) return [];
        const { login } = account;
        return [{ number: id, account: login, isSuspended: suspended !== null, permissions: levelsOf(permissions) }];
      });
    });
  }

  /** Name of the App in addresses, and where GitHub sends its webhooks; undefined where it does not say. */
  about(): Promise<{ readonly slug: string; readonly hookAddress: string | undefined }> {
    return this.#asApp("say which App it is", async ({ rest }) => {
      const { data } = await rest.apps.getAuthenticated();
      const hook = await rest.apps.getWebhookConfigForApp().catch(() => undefined);
      return { slug: data?.slug ?? "", hookAddress: hook?.data.url };
    });
  }

  /** By a token that may do nothing but look, and that ends with the list. */
  async repositoriesOf(installation: number): Promise<readonly InstalledRepository[]> {
    const token = await this.#asApp("look into an installation", async ({ rest }) => {
      const answer = await rest.apps.createInstallationAccessToken({
        installation_id: installation,
        permissions: { metadata: "read" },
      });
      return answer.data.token;
    });
    const octokit = this.#octokit(token);
    return explained({ action: "list the repositories of an installation", permission: "metadata: read" }, async () => {
      const found = await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: PAGE });
      await octokit.rest.apps.revokeInstallationAccessToken();
      return found.map(({ full_name: name, id, default_branch: defaultBranch, archived }) => ({
        name,
        number: id,
        defaultBranch,
        isArchived: archived,
      }));
    });
  }

  /** Attempts that failed, the newest first. @param most how many are read */
  failedDeliveries(since: Date, most: number): Promise<readonly FailedDelivery[]> {
    return this.#asApp("list the App's webhooks", async (octokit) => {
      const failed: FailedDelivery[] = [];
      const parameters = { per_page: PAGE, status: "failure" } as const;
      // Older servers do not know the filter and list all of them.
      for await (const { data } of octokit.paginate.iterator(octokit.rest.apps.listWebhookDeliveries, parameters)) {
        for (const { id, guid, delivered_at: time, event, status_code: code } of data) {
          if (Date.parse(time) < since.getTime() || failed.length === most) return failed;
          if (code < 200 || code > 299) failed.push({ id, guid, time, event, status: code });
        }
      }
      return failed;
    });
  }

  /** @returns whether GitHub delivers it again; it does so for three days */
  async redeliver(delivery: number): Promise<boolean> {
    return this.#asApp("deliver a webhook again", async ({ rest }) => {
      try {
        await rest.apps.redeliverWebhookDelivery({ delivery_id: delivery });
        return true;
      } catch (error) {
        if (isStatus(error, 400, 404, 422)) return false;
        throw error;
      }
    });
  }

  /** Asked again by GitHub's own clock where it does not take ours. */
  #asApp<Answer>(action: string, ask: (octokit: Octokit) => Promise<Answer>): Promise<Answer> {
    const { appId, privateKey } = this.#options;
    const key = readAppKey(privateKey);
    const octokitAt = (seconds: number): Octokit => this.#octokit(appWebToken(appId.trim(), key, seconds));
    return explained({ action, permission: "the App" }, async () => {
      try {
        return await ask(octokitAt(Math.floor(this.#clock.now().getTime() / 1_000)));
      } catch (error) {
        const theirs = theirTime(error);
        if (theirs === undefined) throw error;
        return await ask(octokitAt(theirs));
      }
    });
  }

  #octokit(token: string): Octokit {
    const { apiUrl, logger, fetch, tempo = POLITE, onRequest } = this.#options;
    return openOctokit({ token, apiUrl, logger, tempo, onRequest, ...defined({ fetch }) });
  }
}

function levelsOf(permissions: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(permissions).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
