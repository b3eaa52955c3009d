import { readFileSync } from "node:fs";
import { Refused } from "./refusal.ts";
import { isBot, may, type Level, type Permission, type World } from "./world.ts";

type Alternative = Readonly<Partial<Record<Permission, Exclude<Level, "none">>>>;

interface Table {
  /** Operation → the sets of permissions of which any one is enough. */
  readonly operations: Readonly<Record<string, readonly Readonly<Record<string, Exclude<Level, "none">>>[]>>;
}

/** GitHub's own table, reduced to the operations in use; it says where it comes from, and when it was read. */
const table: Table = JSON.parse(
  readFileSync(new URL("../../contracts/github-permissions.json", import.meta.url), "utf8"),
);

/** @throws {Refused} 403, with what GitHub would take */
export function assertPermitted(world: World, operation: string, parameters: Readonly<Record<string, string>>): void {
  // Who administers the repository has it by their role.
  if (operation.endsWith("/actions/permissions/workflow") && !isBot(world.settings)) return;
  const alternatives = alternativesOf(world, operation, parameters);
  if (alternatives.length === 0 || alternatives.some((needed) => has(world, needed))) return;
  const { settings } = world;
  throw new Refused(403, `Resource not accessible by ${isBot(settings) ? "integration" : "personal access token"}`, {
    headers: { "x-accepted-github-permissions": alternatives.map(said).join("; ") },
  });
}

export function permissionsOf(operation: string): readonly Alternative[] {
  return (table.operations[operation] ?? []).map((needed) =>
    Object.fromEntries(Object.entries(needed).map(([name, level]) => [name.replaceAll("_", "-"), level])),
  );
}

/**
 * The table names `issues` and `pull_requests` for talk, labels and people alike, or `issues` alone; what GitHub asks for is that of
 * the target (RevenueCat/purchases-ios#6655, NOFireAI/ravel#347, eneo-ai/eneo#512).
 */
function alternativesOf(
  world: World,
  operation: string,
  parameters: Readonly<Record<string, string>>,
): readonly Alternative[] {
  const all = permissionsOf(operation);
  if (!/\/issues\/(?:\{issue_number\}|comments\/)/.test(operation)) return all;
  const { issue_number: issue, comment_id: comment } = parameters;
  const number = issue === undefined ? world.comments.find(({ id }) => String(id) === comment)?.issue : Number(issue);
  const isPull = number === undefined || world.pulls.some((pull) => pull.number === number);
  const target: Permission = isPull ? "pull-requests" : "issues";
  const level = operation.startsWith("GET ") ? "read" : "write";
  return [{ [target]: level }];
}

function has({ settings }: World, needed: Alternative): boolean {
  return permissionsIn(needed).every(([permission, level]) => may(settings, { permission, level }));
}

function said(needed: Alternative): string {
  return permissionsIn(needed)
    .map(([permission, level]) => `${permission.replaceAll("-", "_")}=${level}`)
    .join(",");
}

function permissionsIn(needed: Alternative): readonly (readonly [Permission, Exclude<Level, "none">])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are permissions
  return Object.entries(needed) as [Permission, Exclude<Level, "none">][];
}
