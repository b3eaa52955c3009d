import { createHash } from "node:crypto";
import { systemClock, type Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import {
  installationToken,
  KnownInstallation,
  teamToken,
  type AppPermissions,
  type InstallationToken,
} from "../../forge/github/app-token.ts";
import type { Tempo } from "../../forge/github/connection.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { matchesRepository } from "../../records/repositories/repository-pattern.ts";
import type { ForgejoSettings, GitHubSettings } from "../../records/settings/settings.ts";

/** What every run needs, and what some use where the App has it. */
const NEEDED: AppPermissions = { contents: "write", pull_requests: "write" };
const OPTIONAL: AppPermissions = { checks: "write", issues: "write", statuses: "write", workflows: "write" };

const MINUTE = 60_000;
/** A token is used up to so many minutes before its end, or longer before it for longer runs. */
const SPARE_MINUTES = 10;
/** GitHub's live for an hour, by its clock, which need not be ours. */
const LIFETIME_MINUTES = 60;
/** Who wants more than this gets a new one each time, and no more. */
const MOST_SPARE_MINUTES = 50;

export interface ForgeTokensOptions {
  readonly clock?: Clock;
  readonly tempo?: Tempo;
}

/** For whom a token is, and what for. */
export interface TokenRequest {
  readonly forge: GitHubSettings | ForgejoSettings;
  /** `owner/name` */
  readonly repository: string;
  /** The forge's own number of it: another repository may have got the name meanwhile. */
  readonly number?: number | undefined;
  /** How long it has to be good for. */
  readonly minutes: number;
  readonly logger: Logger;
  readonly onRequest?: RequestObserver | undefined;
  /** Told of a secret before anything is done with it, so that no output shows it. */
  readonly onSecret?: ((secret: string) => void) | undefined;
}

type TeamToken = () => Promise<Pick<InstallationToken, "token" | "revoke">>;

interface Kept {
  readonly token: string;
  /** Milliseconds since 1970 by our clock. */
  readonly expires: number;
}

/**
 * Tokens of the forges, each for one repository. Those of a GitHub App are made for the repository alone, with the least
 * that runs need, and kept until they are near their end.
 */
export class ForgeTokens {
  readonly #clock: Clock;
  readonly #tempo: Tempo | undefined;
  readonly #kept = new Map<string, Promise<Kept>>();
  /** By App and owner. */
  readonly #installations = new Map<string, KnownInstallation>();

  constructor({ clock = systemClock, tempo }: ForgeTokensOptions = {}) {
    this.#clock = clock;
    this.#tempo = tempo;
  }

  /**
   * @throws {UserError} `IL-B22` for a repository that the forge's settings do not name
   * @throws {UserError | RemoteError} as `installationToken`, where GitHub gives none
   */
  async tokenFor(request: TokenRequest): Promise<string> {
    const { forge, repository } = request;
    if (forge.kind === "forgejo") return forgejoToken(forge, repository);
    const key = keyOf(forge, request);
    const kept = this.#kept.get(key);
    const known = await kept?.catch(() => undefined);
    if (known !== undefined && this.#lasts(known, request.minutes)) return known.token;
    // Somebody else asked for one meanwhile.
    if (this.#kept.get(key) !== kept) return this.tokenFor(request);
    const made = this.#make(forge, request);
    this.#kept.set(key, made);
    try {
      return (await made).token;
    } catch (error) {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
      throw error;
    }
  }

  /** One that asks teams of an organisation for reviews, for that one call; undefined where the forge has no Apps. */
  teamTokenFor({ forge, repository, logger, onRequest, onSecret }: TokenRequest): TeamToken | undefined {
    if (forge.kind === "forgejo") return undefined;
    const { appId, privateKey, apiUrl, serverUrl } = forge;
    const more = defined({ tempo: this.#tempo, onRequest });
    const app = { appId, privateKey, apiUrl, serverUrl, repository, logger, clock: this.#clock, ...more };
    return async () => {
      const made = await teamToken(app);
      onSecret?.(made.token);
      return made;
    };
  }

  /** For one that the forge did not take: the App may have been installed anew, or been given other permissions. */
  forget(request: Pick<TokenRequest, "forge" | "repository" | "number">): void {
    const { forge, repository } = request;
    if (forge.kind === "forgejo") return;
    this.#kept.delete(keyOf(forge, request));
    this.#installations.delete(ownerKey(forge, repository));
  }

  async #make(forge: GitHubSettings, { repository, logger, onRequest }: TokenRequest): Promise<Kept> {
    const { appId, privateKey, apiUrl, serverUrl } = forge;
    const expires = this.#clock.now().getTime() + LIFETIME_MINUTES * MINUTE;
    const { token } = await installationToken({
      appId,
      privateKey,
      apiUrl,
      serverUrl,
      repository,
      permissions: NEEDED,
      optional: OPTIONAL,
      logger,
      clock: this.#clock,
      known: this.#installationOf(forge, repository),
      ...defined({ tempo: this.#tempo, onRequest }),
    });
    return { token, expires };
  }

  #installationOf(forge: GitHubSettings, repository: string): KnownInstallation {
    const key = ownerKey(forge, repository);
    const known = this.#installations.get(key) ?? new KnownInstallation();
    this.#installations.set(key, known);
    return known;
  }

  #lasts({ expires }: Kept, minutes: number): boolean {
    const spare = Math.min(MOST_SPARE_MINUTES, Math.max(SPARE_MINUTES, minutes)) * MINUTE;
    return expires - spare > this.#clock.now().getTime();
  }
}

function keyOf(forge: GitHubSettings, { repository, number }: Pick<TokenRequest, "repository" | "number">): string {
  return JSON.stringify([appOf(forge), repository.toLowerCase(), number ?? null]);
}

function ownerKey(forge: GitHubSettings, repository: string): string {
  const [owner = ""] = repository.split("/");
  return JSON.stringify([appOf(forge), owner.toLowerCase()]);
}

/** Whoever is another App, on another server or has another key gets a token of its own. */
function appOf({ serverUrl, apiUrl, appId, privateKey }: GitHubSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([serverUrl, apiUrl, appId, privateKey]))
    .digest("hex");
}

function forgejoToken({ token, repositories, serverUrl }: ForgejoSettings, repository: string): string {
  if (repositories.some((pattern) => matchesRepository(pattern, repository))) return token;
  throw new UserError(`${repository} on ${serverUrl} is not among the repositories that the bot serves there`, {
    code: "IL-B22",
    hint: `Add ${repository} to the \`repositories\` of its forge in the settings.`,
  });
}
