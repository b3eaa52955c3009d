import type { IncomingHttpHeaders } from "node:http";
import { authorizeApp, isForApp, liveToken, seenByInstallation, worldNamed } from "./app.ts";
import type { Operation } from "./contract.ts";
import { GRAPHQL } from "./graphql.ts";
import { isRecord } from "../../../src/core/json.ts";
import { Refused } from "./refusal.ts";
import type { RequestBody, Settings, World } from "./world.ts";

interface Known {
  /** The one token that is known besides those of the App's installations. */
  readonly token: string;
  readonly world: World;
  readonly worlds: readonly World[];
}

/** What a token may not see does not exist. */
export function authorize(
  known: Known,
  headers: IncomingHttpHeaders,
  { template, method }: Operation,
  parameters: Readonly<Record<string, string>>,
  body: RequestBody | undefined,
): { readonly token: string; readonly world: World } {
  const { world: first, worlds } = known;
  if (template.startsWith("/app-manifests/")) return { token: "", world: first };
  const given = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "")?.[1];
  const isApp = isForApp(template);
  if (isApp && given !== undefined) authorizeApp(first, given);
  else if (given !== undefined && given !== known.token && liveToken(first.app, given) === undefined) {
    throw new Refused(401, "Bad credentials");
  }
  if (given === undefined && template === GRAPHQL) {
    throw new Refused(401, "This endpoint requires you to be authenticated.");
  }
  const { owner, repo } = parameters;
  const name = owner === undefined ? undefined : `${owner}/${repo ?? ""}`;
  if (name !== undefined) leadOn(known, name, method, parameters);
  const named = name === undefined ? undefined : worldNamed(worlds, name);
  if (given === undefined || (template.startsWith("/repos/") && named === undefined)) throw notThere();
  if (isApp || given === known.token) return { token: given, world: named ?? wanted(worlds, body) ?? first };
  const world = named ?? wanted(worlds, body) ?? worlds.find((one) => seenByInstallation(one, given) !== undefined);
  const seen = seenBy(worlds, world, given);
  if (seen === undefined && template.startsWith("/repos/")) throw notThere();
  return { token: given, world: seen ?? { ...first, settings: { ...first.settings, permissions: {} } } };
}

/** Forks are public here: an installation of the repository they are of reads them. */
function seenBy(worlds: readonly World[], world: World | undefined, token: string): World | undefined {
  const home = worlds.find(({ fork }) => fork !== undefined && fork === world);
  if (world === undefined || home === undefined) return world && seenByInstallation(world, token);
  const { tokenKind, login } = seenByInstallation(home, token)?.settings ?? {};
  if (tokenKind === undefined || login === undefined) return undefined;
  const permissions: Settings["permissions"] = { contents: "read", "pull-requests": "read", metadata: "read" };
  return { ...world, settings: { ...world.settings, tokenKind, login, permissions } };
}

/** The repository that a GraphQL document is about. */
function wanted(worlds: readonly World[], body: RequestBody | undefined): World | undefined {
  const input = body?.variables?.["input"] ?? body?.variables;
  if (!isRecord(input)) return undefined;
  const branch = isRecord(input["branch"]) ? input["branch"] : {};
  const { repositoryNameWithOwner: name } = branch;
  const { pullRequestId: pull } = input;
  if (typeof name === "string") return worldNamed(worlds, name);
  return worlds.find(({ pulls }) => pulls.some(({ id }) => `PR_${String(id)}` === pull));
}

/** @throws {Refused} where the repository has another name by now */
function leadOn({ worlds }: Known, name: string, method: string, parameters: Readonly<Record<string, string>>): void {
  if (worldNamed(worlds, name) !== undefined) return;
  const moved = worlds.find(({ formerNames }) =>
    formerNames.some((former) => former.toLowerCase() === name.toLowerCase()),
  );
  if (moved === undefined) return;
  const isAsking = method === "GET";
  throw new Refused(isAsking ? 301 : 307, isAsking ? "Moved Permanently" : "Temporary Redirect", {
    headers: { location: `${parameters["owner"] ?? ""}/${parameters["repo"] ?? ""}>${moved.owner}/${moved.repo}` },
  });
}

function notThere(): Refused {
  return new Refused(404, "Not Found");
}
