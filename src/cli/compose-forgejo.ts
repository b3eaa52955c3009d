import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { PROPOSED_COMMIT } from "../forge/forge.ts";
import { forgejoOrGitea, placeOf, type RepositoryPlace } from "../forge/forgejo/server.ts";
import { linesAtCommit } from "../workspace/forge-links.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { Target } from "../workspace/target.ts";
import type { CommandContext } from "./command.ts";
import { ownKey } from "./own-key.ts";

type Environment = CommandContext["environment"];

/**
 * A target on Forgejo or Gitea: the server that the environment names, or the first remote whose server is one.
 * @throws {UserError} `IL-C04`
 */
export async function composeForgejo(
  { environment, logger }: CommandContext,
  { git, mapping }: Workspace,
  base: Target["base"],
): Promise<Target> {
  const token = environment.FORGEJO_TOKEN || environment.GITEA_TOKEN || "";
  if (token === "") {
    throw notThere(
      "neither FORGEJO_TOKEN nor GITEA_TOKEN is set",
      "Make a token with the scopes write:repository and write:issue.",
    );
  }
  const { serverUrl, repository } = await placeToday(
    await findPlace(environment, await git.remoteUrls()),
    token,
    logger,
  );
  const { createForgejoForge } = await import("../forge/forgejo/forgejo-forge.ts");
  const key = ownKey(mapping.commit);
  const { fork } = mapping.pullRequest;
  const more = { ...defined({ fork }), ...(key && { signing: key }) };
  const forge = createForgejoForge({ directory: git.root, token, serverUrl, repository, logger, ...more });
  return {
    forge,
    base,
    context: { linkTo: linesAtCommit("forgejo", serverUrl, fork ?? repository, PROPOSED_COMMIT), forge: "forgejo" },
  };
}

/** The same place, by the name that the repository has now; said where that is another one. */
export async function placeToday(place: RepositoryPlace, token: string, logger: Logger): Promise<RepositoryPlace> {
  const { currentName } = await import("../forge/forgejo/current-name.ts");
  const repository = await currentName(place, token, logger);
  if (repository === place.repository) return place;
  logger.warning(
    `${place.repository} is ${repository} now. Tell your clone: git remote set-url origin ${place.serverUrl}/${repository}.git`,
  );
  return { ...place, repository };
}

/** @throws {UserError} `IL-C04` */
export async function findPlace(environment: Environment, remoteUrls: readonly string[]): Promise<RepositoryPlace> {
  const named = environment.FORGEJO_SERVER_URL?.replace(/\/+$/, "");
  const repository = environment.FORGEJO_REPOSITORY;
  const places = remoteUrls.map(placeOf).filter((place) => place !== undefined);
  if (named !== undefined && named !== "") {
    const known = repository || places.find(({ serverUrl }) => serverUrl === named)?.repository;
    if (known !== undefined) return { serverUrl: named, repository: known };
    throw notThere(`no remote of this repository is on ${named}`, "Set FORGEJO_REPOSITORY to owner/name.");
  }
  const asked = new Set<string>();
  for (const place of places) {
    if (asked.has(place.serverUrl)) continue;
    asked.add(place.serverUrl);
    if ((await forgejoOrGitea(place.serverUrl)) !== undefined) return place;
  }
  const servers = [...asked].join(", ");
  throw notThere(
    servers === "" ? "no remote of this repository is on a server" : `no Forgejo or Gitea answers at ${servers}`,
    "Set FORGEJO_SERVER_URL (https://codeberg.org) and FORGEJO_REPOSITORY (owner/name).",
  );
}

function notThere(message: string, hint: string): UserError {
  return new UserError(message, { code: "IL-C04", hint });
}
