import { jsonIn } from "../../core/json.ts";
import type { Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Redactor } from "../../core/redaction.ts";
import { GitHubApp, type AppInstallation } from "../../forge/github/github-app.ts";
import { fetchOf } from "../../network/connections.ts";
import type { ForgejoSettings, GitHubSettings } from "../../records/settings/settings.ts";
import { neededPermissions } from "../manifest/app-manifest.ts";
import { attention, bad, clockTrial, errorWords, good, refusedTrial, type Trial } from "./trial.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_NAMED = 10;

export interface TriedForge<Settings> {
  readonly forge: Settings;
  /** Where its webhooks are to go; "" where nobody said. */
  readonly hookUrl: string;
  /** `owner/name` of repositories that are known there. */
  readonly repositories: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
}

export async function gitHubTrials(tried: TriedForge<GitHubSettings>): Promise<readonly Trial[]> {
  const { forge, hookUrl, clock, logger, redactor } = tried;
  const app = new GitHubApp({ ...forge, clock, logger, tempo: { spaced: false, second: 1_000 } });
  try {
    const { slug, hookAddress } = await app.about();
    const installations = await app.installations();
    return [
      good("Key", `It is valid: the bot speaks as the App ${slug}.`),
      ...(installations.length === 0
        ? [
            attention(
              "Installations",
              "The App is installed nowhere: install it in the repositories, on its page on GitHub.",
            ),
          ]
        : installations.slice(0, MOST_NAMED).map(installationTrial)),
      ...(hookAddress === undefined || hookUrl === "" || hookAddress === hookUrl
        ? []
        : [
            bad(
              "Address",
              `GitHub sends webhooks to ${hookAddress}, and this bot takes them at ${hookUrl}: correct it in the App's settings.`,
            ),
          ]),
      ...(await clockOf(forge.apiUrl, clock)),
    ];
  } catch (error) {
    const words = errorWords(error, redactor);
    // 404: the key may be an App's, and not this one's.
    const isRefused = error instanceof RemoteError && (error.status === 401 || error.status === 404);
    return [isRefused ? refusedTrial("Key", words) : bad("Key", words), ...(await clockOf(forge.apiUrl, clock))];
  }
}

function installationTrial({ account, isSuspended, permissions }: AppInstallation): Trial {
  const what = `Installed: ${account}`;
  if (isSuspended) return bad(what, "The installation is suspended: its owner can let it go on, on GitHub.");
  const missing = Object.entries(neededPermissions).filter(([name, level]) => {
    const has = permissions[name];
    return has !== "write" && has !== "admin" && has !== level;
  });
  if (missing.length === 0) return good(what, "It has every permission that the bot needs.");
  const names = missing.map(([name, level]) => `${name.replaceAll("_", " ")}: ${level}`).join(", ");
  return bad(what, `It lacks ${names}. Add it in the App's settings; the account has to accept the change.`);
}

export async function forgejoTrials(tried: TriedForge<ForgejoSettings>): Promise<readonly Trial[]> {
  const { forge, repositories, clock } = tried;
  if (forge.token === "") return [attention("Token", "There is none: nothing is done for these repositories.")];
  const api = `${forge.serverUrl}/api/v1`;
  const ask = async (
    path: string,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly date: string | null | undefined }> => {
    const answer = await fetchOf(api)(`${api}${path}`, {
      headers: { authorization: `token ${forge.token}`, accept: "application/json", "user-agent": "interlinear" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return { status: answer.status, body: jsonIn(await answer.text()), date: answer.headers?.get("date") };
  };
  try {
    const user = await ask("/user");
    const clocks = clockTrial(user.date, clock.now());
    if (user.status === 401) {
      return [
        refusedTrial(
          "Token",
          "The server refuses it: it is wrong, or somebody removed it. Make another one for the bot's account.",
        ),
        ...clocks,
      ];
    }
    // A token whose scopes are for repositories and issues alone is told so little.
    const login = user.status === 200 ? textAt(user.body, "login") : undefined;
    if (login === undefined && user.status !== 403) {
      return [
        bad("Token", `${api}/user answered ${String(user.status)}: is this the address of a Forgejo or Gitea?`),
        ...clocks,
      ];
    }
    const who = login === undefined ? "its scopes do not let it say who it is" : `it speaks as ${login}`;
    return [good("Token", `It is valid: ${who}.`), ...(await rightsOf(repositories, ask)), ...clocks];
  } catch {
    return [
      bad("Token", `${forge.serverUrl} cannot be reached from here: look at the address, and at the network between.`),
    ];
  }
}

async function rightsOf(
  repositories: readonly string[],
  ask: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<readonly Trial[]> {
  if (repositories.length === 0) {
    return [
      attention("Rights", "No repository told of anything yet: a push there shows whether the webhook is set up."),
    ];
  }
  return Promise.all(
    repositories.map(async (name) => {
      const what = `Rights: ${name}`;
      const { status, body } = await ask(`/repos/${name}`);
      if (status !== 200)
        return bad(
          what,
          `The server answered ${String(status)}: add the bot's account to the repository, with write access.`,
        );
      const permissions: unknown =
        typeof body === "object" && body !== null ? Reflect.get(body, "permissions") : undefined;
      const mayPush =
        typeof permissions === "object" && permissions !== null && Reflect.get(permissions, "push") === true;
      return mayPush
        ? good(what, "It may write there.")
        : bad(what, "It may only read there: give the bot's account write access.");
    }),
  );
}

/** By a question that counts against no limit, and that GitHub answers or refuses to everybody with its time. */
async function clockOf(api: string, clock: Clock): Promise<readonly Trial[]> {
  try {
    const answer = await fetchOf(api)(`${api}/rate_limit`, {
      headers: { "user-agent": "interlinear" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return clockTrial(answer.headers?.get("date"), clock.now());
  } catch {
    return [];
  }
}

function textAt(value: unknown, name: string): string | undefined {
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "string" ? member : undefined;
}
