import { UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { httpsRemote } from "../../forge/https-remote.ts";
import type { Remote } from "../../git/remote-branch.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { ForgejoSettings, GitHubSettings, Settings } from "../../records/settings/settings.ts";
import type { ForgeTokens } from "../tokens/forge-tokens.ts";

/** Where a job gets tokens of its forge. */
export type JobTokens = Pick<ForgeTokens, "tokenFor" | "teamTokenFor" | "forget">;

export interface ForgeAccessRequest {
  readonly settings: Settings;
  readonly repository: Pick<RepositoryRecord, "forge" | "name" | "number">;
  readonly logger: Logger;
  readonly onRequest?: RequestObserver;
  /** Told of each secret that is made on the way. */
  readonly onSecret?: (secret: string) => void;
}

export interface ForgeAccess {
  readonly forge: GitHubSettings | ForgejoSettings;
  /** Without a slash at its end. */
  readonly serverUrl: string;
  /** Good for one run. */
  readonly token: string;
  readonly teamToken: ReturnType<ForgeTokens["teamTokenFor"]>;
  /** The repository on its forge, with what git needs to reach it. */
  readonly remote: Remote;
  /** The forge did not take the token: the next run gets a new one. */
  readonly forget: () => void;
}

/**
 * How a repository is reached on its forge.
 * @throws {UserError} `IL-B20` where the repository's forge is not in the settings; as {@link ForgeTokens.tokenFor}
 */
export async function forgeAccess(tokens: JobTokens, request: ForgeAccessRequest): Promise<ForgeAccess> {
  const { settings, repository, logger, onRequest, onSecret } = request;
  const forge = forgeSettings(settings, repository.forge);
  const serverUrl = forge.serverUrl.replace(/\/+$/, "");
  const asked = { forge, repository: repository.name, number: repository.number };
  const wanted = { ...asked, minutes: settings.limits.runMinutes, logger, onRequest, onSecret };
  const token = await tokens.tokenFor(wanted);
  return {
    forge,
    serverUrl,
    token,
    teamToken: tokens.teamTokenFor(wanted),
    remote: httpsRemote(serverUrl, repository.name, token),
    forget: () => {
      tokens.forget(asked);
    },
  };
}

function forgeSettings({ forges }: Settings, name: string): GitHubSettings | ForgejoSettings {
  const found = Object.hasOwn(forges, name) ? forges[name] : undefined;
  if (found !== undefined) return found;
  throw new UserError(`there is no forge "${name}" in the settings`, {
    code: "IL-B20",
    hint: "Add it under `forges` with that name.",
  });
}
