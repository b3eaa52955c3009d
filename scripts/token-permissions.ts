import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { Octokit } from "../src/forge/github/octokit.ts";
import { root } from "./stage.ts";

type Level = "read" | "write";

interface Table {
  readonly operations: Readonly<Record<string, readonly Readonly<Record<string, Level>>[]>>;
}

/** What GitHub asks for by the target: our talk, labels and people are those of pull requests. */
const OF_PULL_REQUESTS = /\/issues\/(?:\{issue_number\}|comments\/)/;
/** Groups of calls that such a token needs no permission of a repository for, or may not make. */
const NOT_PERSONAL: ReadonlySet<string> = new Set(["apps", "checks", "users"]);
const NAMES: Readonly<Record<string, string>> = {
  contents: "Contents",
  pull_requests: "Pull requests",
  issues: "Issues",
  statuses: "Commit statuses",
  metadata: "Metadata",
  administration: "Administration",
};

/** Permissions of a fine-grained personal token → what it is for, of the calls that the sources make and GitHub's own table. */
export async function tokenPermissions(): Promise<readonly (readonly string[])[]> {
  const table: Table = JSON.parse(readFileSync(join(root, "test/contracts/github-permissions.json"), "utf8"));
  const needed = new Map<string, { level: Level; calls: Set<string> }>();
  for (const operation of await callsOfSources("a person's token")) {
    const [first = {}] = table.operations[operation] ?? [];
    const level: Level = operation.startsWith("GET ") ? "read" : "write";
    const permissions = OF_PULL_REQUESTS.test(operation) ? { pull_requests: level } : first;
    for (const [name, wanted] of Object.entries(permissions)) {
      const known = needed.get(name) ?? { level: wanted, calls: new Set() };
      if (wanted === "write" && known.level === "read") Object.assign(known, { level: wanted, calls: new Set() });
      if (wanted === known.level) known.calls.add(`\`${operation.replace("/repos/{owner}/{repo}", "…")}\``);
      needed.set(name, known);
    }
  }
  return Object.entries(NAMES).flatMap(([name, title]) => {
    const found = needed.get(name);
    return found === undefined ? [] : [[title, found.level, [...found.calls].toSorted().join(", ")]];
  });
}

/** `POST /repos/{owner}/{repo}/pulls`: operations of whoever asks; checks are for Apps alone, and `init` has a person's token once. */
export async function callsOfSources(of: "a person's token" | "all"): Promise<readonly string[]> {
  const { rest } = new Octokit({ throttle: { enabled: false } });
  const found = new Set<string>();
  for await (const path of glob("src/forge/github/**/*.ts", { cwd: root })) {
    if (path.endsWith(".test.ts") || (of !== "all" && path.endsWith("set-up.ts"))) continue;
    for (const [, scope = "", method = ""] of readFileSync(join(root, path), "utf8").matchAll(
      /\brest\.(\w+)\.(\w+)\b/g,
    )) {
      if (of !== "all" && NOT_PERSONAL.has(scope)) continue;
      const endpoints: unknown = Reflect.get(rest, scope);
      const call: unknown =
        typeof endpoints === "object" && endpoints !== null ? Reflect.get(endpoints, method) : undefined;
      if (typeof call !== "function" || !("endpoint" in call))
        throw new Error(`${scope}.${method} is no call of GitHub's`);
      const { endpoint } = call;
      const defaults: unknown =
        typeof endpoint === "function" && "DEFAULTS" in endpoint ? endpoint.DEFAULTS : undefined;
      found.add(`${String(Reflect.get(Object(defaults), "method"))} ${String(Reflect.get(Object(defaults), "url"))}`);
    }
  }
  return [...found].toSorted();
}
