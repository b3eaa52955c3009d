import type { KeyObject } from "node:crypto";
import { systemClock, type Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError, UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { appWebToken, readAppKey } from "./app-key.ts";
import { theirTime } from "./clock-trouble.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "./connection.ts";
import type { Octokit } from "./octokit.ts";
import { explain, explained, isStatus, refusalOf } from "./refusal.ts";

export type AppPermission =
  | "checks"
  | "contents"
  | "issues"
  /** Of the organisation. */
  | "members"
  | "pull_requests"
  | "statuses"
  | "workflows";
type Level = "read" | "write";
export type AppPermissions = Readonly<Partial<Record<AppPermission, Level>>>;

export interface AppTokenOptions {
  /** Number or client id of the App. */
  readonly appId: string;
  /** Private: {@link readAppKey} says in which forms. */
  readonly privateKey: string;
  /** `owner/name`; the token is for it alone. */
  readonly repository: string;
  /** For all repositories of the installation: one that is for some sees no teams of the organisation. */
  readonly isWide?: boolean;
  /** GITHUB_API_URL; default github.com's. */
  readonly apiUrl?: string;
  /** GITHUB_SERVER_URL; default github.com. */
  readonly serverUrl?: string;
  /** What the run cannot do without. */
  readonly permissions: AppPermissions;
  /** What it uses where the installation has it. */
  readonly optional?: AppPermissions;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
  /** Told of every request. */
  readonly onRequest?: RequestObserver;
  /** Of this App and owner. */
  readonly known?: KnownInstallation;
}

/** Its owner may change at any time what an App may do. */
const KNOWN_MILLISECONDS = 10 * 60_000;

/**
 * An owner's installation of an App, of which there is one for all repositories: GitHub is not asked for it again for each of them.
 * Only one that a token was made of a moment ago.
 */
export class KnownInstallation {
  #found: Installation | undefined;
  #until = 0;

  at(now: number): Installation | undefined {
    return now < this.#until ? this.#found : undefined;
  }

  keep(found: Installation | undefined, now: number): void {
    this.#found = found;
    this.#until = now + KNOWN_MILLISECONDS;
  }
}

export interface InstallationToken {
  /** Private; to be masked before anything else is done. Lives for an hour. */
  readonly token: string;
  /** Name of the App in addresses. */
  readonly slug: string;
  /** Who it speaks as: `slug[bot]`. */
  readonly login: string;
  /** What it may do, which is no more than what was asked for. */
  readonly permissions: AppPermissions;
  /** {@link revokeInstallationToken} */
  readonly revoke: () => Promise<void>;
}

interface Installation {
  readonly id: number;
  readonly slug: string;
  /** Where its owner changes what it may do. */
  readonly settingsUrl: string;
  readonly permissions: Readonly<Record<string, string | undefined>>;
  readonly isSuspended: boolean;
}

/**
 * A token of the App's installation in the repository, for this repository only and with no more permissions than asked for.
 * @throws {UserError} `IL-F11` for a key or an id that cannot be one
 * @throws {RemoteError} `IL-F11` for a key or id that GitHub does not know, `IL-F12` where the App is not installed,
 * `IL-F02` where a permission was not granted
 */
export async function installationToken(options: AppTokenOptions): Promise<InstallationToken> {
  const appId = options.appId.trim();
  if (!/^[\w.-]+$/.test(appId)) {
    throw new UserError("`app-id` is neither the number nor the client id of a GitHub App", {
      code: "IL-F11",
      hint: "You find both on the App's page under General → About.",
    });
  }
  const key = readAppKey(options.privateKey);
  const now = (options.clock ?? systemClock).now().getTime();
  const known = options.known?.at(now);
  if (known !== undefined) {
    try {
      return await tokenOf(options, connected(options, appWebToken(appId, key, Math.floor(now / 1_000))), known);
    } catch (error) {
      if (!mayBeAnother(error)) throw error;
      options.known?.keep(undefined, now);
    }
  }
  const { app, installation, isOnTime } = await findInstallation(options, appId, key);
  const made = await tokenOf(options, app, installation);
  if (isOnTime) options.known?.keep(installation, now);
  return made;
}

/** Refusals of an installation that was removed and made anew, or is for other repositories now. A limit is none of them. */
const OF_ANOTHER = new Set([401, 404, 422]);

function mayBeAnother(error: unknown): boolean {
  return error instanceof RemoteError && error.status !== undefined && OF_ANOTHER.has(error.status);
}

async function tokenOf(
  options: AppTokenOptions,
  app: GitHubRepository,
  installation: Installation,
): Promise<InstallationToken> {
  const permissions = agreedPermissions(options, installation);
  const { repo, serverUrl } = app;
  const { workflows, members, ...others } = permissions;
  const attempt = {
    action: `give the App ${installation.slug} a token for ${options.repository}`,
    permission: "the App",
  };
  const { data } = await explained(attempt, () =>
    app.octokit.rest.apps.createInstallationAccessToken({
      installation_id: installation.id,
      ...(options.isWide === true ? {} : { repositories: [repo] }),
      // Workflow files can only be written: there is no other level.
      permissions: {
        ...others,
        ...(workflows === "write" ? { workflows } : {}),
        ...defined({ members }),
        metadata: "read",
      },
    }),
  );
  const { slug } = installation;
  options.logger.debug(`token of the App ${slug} on ${serverUrl} until ${data.expires_at}: ${said(permissions)}`);
  return {
    token: data.token,
    slug,
    login: `${slug}[bot]`,
    permissions,
    revoke: () => revokeInstallationToken(options, data.token),
  };
}

/** Asked again by GitHub's own clock where it does not take ours. */
async function findInstallation(
  options: AppTokenOptions,
  appId: string,
  key: KeyObject,
): Promise<{ readonly app: GitHubRepository; readonly installation: Installation; readonly isOnTime: boolean }> {
  const clock = options.clock ?? systemClock;
  const appAt = (seconds: number): GitHubRepository => connected(options, appWebToken(appId, key, seconds));
  const app = appAt(Math.floor(clock.now().getTime() / 1_000));
  try {
    return { app, installation: await readInstallation(app), isOnTime: true };
  } catch (error) {
    const theirs = theirTime(error);
    if (theirs === undefined) throw await explainMissing(app, error);
    options.logger.info("This machine's clock is not GitHub's; signing in by GitHub's.");
    const again = appAt(theirs);
    try {
      return { app: again, installation: await readInstallation(again), isOnTime: false };
    } catch (second) {
      throw await explainMissing(again, second);
    }
  }
}

async function readInstallation({ octokit, owner, repo }: GitHubRepository): Promise<Installation> {
  const { data } = await octokit.rest.apps.getRepoInstallation({ owner, repo });
  return {
    id: data.id,
    slug: data.app_slug,
    settingsUrl: data.html_url,
    permissions: { ...data.permissions },
    isSuspended: data.suspended_at !== null,
  };
}

/** Tells a wrong key from an App that is not installed: both are not found. */
async function explainMissing({ octokit, fullName, serverUrl }: GitHubRepository, error: unknown): Promise<Error> {
  if (!isStatus(error, 401, 404))
    return explain({ action: `show the App of ${fullName}`, permission: "the App" }, error);
  const found = await ownApp(octokit);
  if (found === undefined) {
    return new RemoteError("GitHub does not know the App by this key", {
      code: "IL-F11",
      hint: `Check that \`app-id\` and \`private-key\` belong to the same App of ${serverUrl}, and that the key was not deleted there.`,
      status: 401,
    });
  }
  return new RemoteError(`the App ${found.name} is not installed in ${fullName}`, {
    code: "IL-F12",
    hint: `Install it, and choose this repository: ${found.url}/installations/new`,
    status: 404,
  });
}

async function ownApp(octokit: Octokit): Promise<{ readonly name: string; readonly url: string } | undefined> {
  try {
    const { data } = await octokit.rest.apps.getAuthenticated();
    return data === null ? undefined : { name: data.slug ?? data.name, url: data.html_url };
  } catch (error) {
    if (isStatus(error, 401, 404)) return undefined;
    throw explain({ action: "show the App", permission: "the App" }, error);
  }
}

/** What is wanted and granted, at the lower of both levels. */
function agreedPermissions(
  { permissions, optional = {}, repository }: AppTokenOptions,
  { slug, permissions: granted, settingsUrl, isSuspended }: Installation,
): AppPermissions {
  if (isSuspended) {
    throw new RemoteError(`the App ${slug} is suspended in ${repository}`, {
      code: "IL-F12",
      hint: `Its owner lets it work again: ${settingsUrl}`,
    });
  }
  const missing = entriesOf(permissions).filter(([name, level]) => !covers(granted[name], level));
  if (missing.length > 0) {
    throw new RemoteError(`the App ${slug} was not granted ${said(Object.fromEntries(missing))} in ${repository}`, {
      code: "IL-F02",
      hint: `Add it on the App's page under Permissions & events (members: under Organization permissions), then accept it where the App is installed: ${settingsUrl}`,
    });
  }
  const more = entriesOf(optional).flatMap(([name, level]) => {
    const has = granted[name];
    return has === "read" || has === "write" ? [[name, covers(has, level) ? level : has] as const] : [];
  });
  // Of a permission that is in both, the higher level counts.
  return { ...permissions, ...Object.fromEntries(more.filter(([name]) => permissions[name] !== "write")) };
}

function covers(granted: string | undefined, wanted: Level): boolean {
  return granted === "write" || granted === wanted;
}

const NAMES: readonly AppPermission[] = [
  "checks",
  "contents",
  "issues",
  "members",
  "pull_requests",
  "statuses",
  "workflows",
];

function entriesOf(permissions: AppPermissions): readonly (readonly [AppPermission, Level])[] {
  return NAMES.flatMap((name) => {
    const level = permissions[name];
    return level === undefined ? [] : [[name, level] as const];
  });
}

function said(permissions: AppPermissions): string {
  return entriesOf(permissions)
    .map(([name, level]) => `${name.replaceAll("_", "-")}: ${level}`)
    .join(", ");
}

/**
 * A token that asks teams for reviews, for that one call: it sees the organisation, and with it every repository of the
 * installation.
 * @throws as {@link installationToken}; `IL-F02` where the App was not granted `members: read`
 */
export function teamToken(options: Omit<AppTokenOptions, "permissions" | "optional">): Promise<InstallationToken> {
  return installationToken({ ...options, isWide: true, permissions: { members: "read", pull_requests: "write" } });
}

type Connecting = Omit<AppTokenOptions, "appId" | "privateKey" | "permissions" | "optional">;

/** Ends a token; a refusal is nobody's trouble, as it ends by itself. */
export async function revokeInstallationToken(options: Connecting, token: string): Promise<void> {
  try {
    await connected(options, token).octokit.rest.apps.revokeInstallationAccessToken();
  } catch (error) {
    options.logger.debug(`the App's token was not ended: ${String(refusalOf(error)?.status ?? "no answer")}`);
  }
}

function connected(options: Connecting, token: string): GitHubRepository {
  return connect({
    token,
    repository: options.repository,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? "https://github.com",
    logger: options.logger,
    clock: options.clock ?? systemClock,
    ...defined({ fetch: options.fetch }),
    tempo: options.tempo ?? POLITE,
    onRequest: options.onRequest,
  });
}
