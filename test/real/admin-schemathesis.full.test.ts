import { join } from "node:path";
import { expect, test } from "vitest";
import { adminEndpoints } from "../../src/admin/contract/index.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { defaultSettings } from "../../src/records/settings/settings.ts";
import { startAdmin, type AdminServer, type AdminSession } from "../support/admin-server.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { manualClock } from "../support/test-clock.ts";
import { runSchemathesis, schemathesisModules } from "../support/tools.ts";

const MINUTE = 60_000;
/** More of them with SCHEMATHESIS_EXAMPLES=100: it takes as many times longer. */
const examples = process.env["SCHEMATHESIS_EXAMPLES"] ?? "15";

const modules = await schemathesisModules();

/** Users and texts, so that requests get past "not found". */
async function furnish(server: AdminServer, session: AdminSession): Promise<void> {
  const users = ["administrator", "operator", "viewer", "viewer", "viewer"] as const;
  for (const [index, role] of users.entries()) await server.addUser(`User${String(index)}`, role);
  for (const kind of ["commit-message", "pull-request-title", "review-comment"]) {
    const json = { kind, name: kind, repositories: "acme/*", body: "{{ standard }}" };
    await server.request("POST", "/templates", { session, json });
  }
}

/** Operations that never succeeded: then what they answer was not looked at. */
async function neverTaken({ records }: AdminServer): Promise<string[]> {
  const rows = await records.database
    .selectFrom("access")
    .select(["method", "path"])
    .where("status", "<", 300)
    .distinct()
    .execute();
  const taken = new Set(rows.map(({ method, path }) => `${method} ${path}`));
  return adminEndpoints.map(({ method, path }) => `${method} ${path}`).filter((operation) => !taken.has(operation));
}

/** From the first finding on, as much as one reads. */
function findingsIn(output: string): string {
  const start = output.search(/^=+ (?:ERRORS|FAILURES) =+$/m);
  return output.slice(Math.max(0, start)).slice(0, 30_000);
}

test.skipIf(modules.missing !== undefined)(
  `every operation of the administration answers as its document says, whatever it is asked${becauseMissing(modules)}`,
  { timeout: 30 * MINUTE },
  async () => {
    const faults: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void faults.push(message) };
    await using folder = await temporaryDirectory();
    // Time stands still, so that the session keeps its id; there are as many tries to sign in as settings allow.
    const settings = { limits: { ...defaultSettings.limits, failedLogins: 100 } };
    await using server = await startAdmin({ logger, clock: manualClock(), settings });
    const session = await server.signIn(server.administrator);
    await furnish(server, session);

    const result = await runSchemathesis(
      modules.path ?? "",
      join(import.meta.dirname, "admin-schemathesis.toml"),
      [
        "run",
        `${server.api}/openapi.json`,
        `--url=${server.api}`,
        "--checks=all",
        "--phases=examples,coverage,fuzzing,stateful",
        `--max-examples=${examples}`,
        "--workers=1",
        "--continue-on-failure",
        "--request-timeout=60",
        "--seed=1",
      ],
      { cwd: folder.path, timeoutMilliseconds: 28 * MINUTE },
      {
        ADMIN_HOOKS: join(import.meta.dirname, "admin_schemathesis.py"),
        ADMIN_SESSION: session.cookie.split("=")[1] ?? "",
        ADMIN_CSRF: session.csrf,
        ADMIN_PASSWORD: server.administrator.password,
      },
    );

    expect(faults).toEqual([]);
    expect(result.exitCode, findingsIn(result.output)).toBe(0);
    expect(result.output).toMatch(/Tested: 25\b/);
    expect(await neverTaken(server)).toEqual([]);
  },
);
