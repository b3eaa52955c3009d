import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import type { GitHubApp, InstalledRepository } from "../../forge/github/github-app.ts";
import type { Records } from "../../records/records.ts";
import {
  installationNumbered,
  keepInstallation,
  leaveRepositories,
  listInstallations,
  NO_ACCESS,
  NOT_INSTALLED,
  removeInstallation,
  repositoriesOf,
  returnRepositories,
  SUSPENDED,
} from "../../records/repositories/installations.ts";
import { keepRepository } from "../../records/repositories/repositories.ts";
import { inTransaction } from "../../store/database.ts";

/** Job that asks every GitHub where the App is installed; `installation` of its payload: into which one alone it looks. */
export const INSTALLATIONS_JOB = "installations";
const MINUTE = 60_000;
/** So many accounts that refuse are named. */
const MOST_NAMED = 5;

/**
 * Has GitHub asked whether it is so that something is gone: its event may have come late, or again. Not at once, since GitHub's own
 * lists may be behind its events, and once for all of a minute. As a part of the transaction that `records` are of.
 * @param installation GitHub's number; undefined where it was not told: all are looked into
 */
export async function confirmInstallation(
  { database: queries, jobs, clock }: Pick<Records, "database" | "jobs" | "clock">,
  installation: number | undefined,
): Promise<void> {
  const minute = Math.ceil(clock.now().getTime() / MINUTE) + 1;
  const runAfter = new Date(minute * MINUTE);
  const key = `confirm ${String(installation)} ${String(minute)}`;
  await jobs.enqueue(INSTALLATIONS_JOB, defined({ installation }), { key, runAfter, queries });
}

type App = Pick<GitHubApp, "installations" | "repositoriesOf">;
type Installation = Awaited<ReturnType<App["installations"]>>[number];

/**
 * Brings the tables of installations and repositories up to what GitHub has, whichever of its events arrived.
 * @param only GitHub's number of the installation that is looked into; default all
 * @throws naming the accounts that refused, when all others are done; at once where GitHub itself does not answer
 */
export async function keepInstallations(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  app: App,
  only?: number,
): Promise<void> {
  const before = await listInstallations(records, forge);
  const found = await app.installations();
  const numbers = new Set(found.map(({ number }) => number));
  for (const { id, number } of before) {
    if (numbers.has(number)) continue;
    await inTransaction(records.database, (queries) =>
      removeInstallation({ ...records, database: queries }, id, NOT_INSTALLED),
    );
  }
  const refusals: string[] = [];
  for (const installation of found) {
    if (only !== undefined && installation.number !== only) continue;
    try {
      await keepOne(records, forge, app, installation);
    } catch (error) {
      // An organisation may let in none but its own addresses.
      if (!(error instanceof RemoteError) || error.status === undefined || error.status >= 500) throw error;
      refusals.push(`${installation.account}: ${error.message}`);
    }
  }
  if (refusals.length === 0) return;
  const more = refusals.length - MOST_NAMED;
  throw new Error([...refusals.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${String(more)} more`] : [])].join("; "));
}

async function keepOne(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  app: App,
  installation: Installation,
): Promise<void> {
  const before = await installationNumbered(records, forge, installation.number);
  // Read first: what is added while GitHub answers stays.
  const had = before === undefined ? [] : await repositoriesOf(records, before.id);
  const has = installation.isSuspended ? [] : await app.repositoriesOf(installation.number);
  await inTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const id = await keepInstallation(within, { forge, ...installation });
    if (installation.isSuspended) return leaveRepositories(within, had, SUSPENDED);
    if (before?.isSuspended === true) await returnRepositories(within, id, SUSPENDED);
    const kept = await keepAll(within, forge, id, has);
    await leaveRepositories(
      within,
      had.filter((repository) => !kept.has(repository)),
      NO_ACCESS,
    );
  });
}

/** @returns their rows */
async function keepAll(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  installation: number,
  repositories: readonly InstalledRepository[],
): Promise<ReadonlySet<number>> {
  const kept = new Set<number>();
  for (const { name, number, defaultBranch, isArchived } of repositories) {
    // Nothing can be proposed there.
    if (isArchived) continue;
    kept.add((await keepRepository(records, { forge, name, number, defaultBranch, installation })).id);
  }
  return kept;
}
