import type { IncomingHttpHeaders } from "node:http";
import { authorizeApp, isForApp, seenByInstallation } from "./app.ts";
import type { Operation } from "./contract.ts";
import { GRAPHQL } from "./graphql.ts";
import { Refused } from "./refusal.ts";
import type { World } from "./world.ts";

/** What a token may not see does not exist. */
export function authorize(
  { token: known, world }: { readonly token: string; readonly world: World },
  headers: IncomingHttpHeaders,
  { template }: Operation,
  { owner, repo }: Readonly<Record<string, string>>,
): { readonly token: string; readonly world: World } {
  const given = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "")?.[1];
  const isApp = isForApp(template);
  const seen = given === known || given === undefined ? world : seenByInstallation(world, given);
  if (isApp && given !== undefined) authorizeApp(world, given);
  else if (seen === undefined) throw new Refused(401, "Bad credentials");
  const named = `${owner ?? ""}/${repo ?? ""}`.toLowerCase();
  const isNamed = (one: World | undefined): boolean => `${one?.owner ?? ""}/${one?.repo ?? ""}`.toLowerCase() === named;
  const isOurs = isNamed(world) || isNamed(world.fork);
  if (given === undefined && template === GRAPHQL) {
    throw new Refused(401, "This endpoint requires you to be authenticated.");
  }
  if (given === undefined || (template.startsWith("/repos/") && !isOurs)) throw new Refused(404, "Not Found");
  return { token: given, world: [world.fork].find(isNamed) ?? seen ?? world };
}
