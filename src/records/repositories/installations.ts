import type { BotDatabase } from "../../store/bot-tables/tables.ts";
import { present, type Records } from "../records.ts";
import { goneFor, haveWaitAgain, thereAgain } from "./repositories.ts";

/** Why a repository is not served any more, in words for people; what is over is told apart by them. */
export const SUSPENDED = "The App's installation is suspended.";
export const NOT_INSTALLED = "The App is not installed here any more.";
export const NO_ACCESS = "The App has no access to it any more.";
export const DELETED = "The repository was deleted.";
export const ARCHIVED = "The repository was archived: nothing can be proposed there.";

/** Where the GitHub App is installed, as GitHub tells it. */
export interface FoundInstallation {
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** GitHub's. */
  readonly number: number;
  /** Who has it: a person or an organisation. */
  readonly account: string;
  readonly isSuspended: boolean;
  /** Permission → level; what is left out stays as it was. */
  readonly permissions?: Readonly<Record<string, string>>;
}

export interface InstallationRecord {
  readonly id: number;
  readonly number: number;
  readonly account: string;
  readonly isSuspended: boolean;
}

/** Records, or those of a transaction: `{ ...records, database: queries }`. */
type Surroundings = Pick<Records, "database" | "clock">;

/** @returns its row */
export async function keepInstallation(records: Surroundings, found: FoundInstallation): Promise<number> {
  const { forge, number, account, isSuspended, permissions } = found;
  const told = {
    account,
    suspended: isSuspended ? 1 : 0,
    ...(permissions !== undefined && { permissions: JSON.stringify(permissions) }),
  };
  const { id } = await records.database
    .insertInto("installation")
    .values({ forge, number, permissions: "{}", created: present(records), ...told })
    .onConflict((conflict) => conflict.columns(["forge", "number"]).doUpdateSet(told))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function installationNumbered(
  { database }: Pick<Records, "database">,
  forge: string,
  number: number,
): Promise<InstallationRecord | undefined> {
  const row = await rows(database).where("forge", "=", forge).where("number", "=", number).executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

export async function listInstallations(
  { database }: Pick<Records, "database">,
  forge: string,
): Promise<readonly InstallationRecord[]> {
  return (await rows(database).where("forge", "=", forge).orderBy("id").execute()).map(recordOf);
}

/** Forgets an installation; its repositories are gone, what waits for them is not done. */
export async function removeInstallation(records: Surroundings, id: number, reason: string): Promise<void> {
  await leaveRepositories(records, await repositoriesOf(records, id), reason);
  await records.database.deleteFrom("installation").where("id", "=", id).execute();
}

/** Rows of the repositories that an installation has, but for those that are gone. */
export async function repositoriesOf(
  { database }: Pick<Records, "database">,
  installation: number,
): Promise<readonly number[]> {
  const found = await database
    .selectFrom("repository")
    .select("id")
    .where("installation_id", "=", installation)
    .where("state", "!=", "gone")
    .execute();
  return found.map(({ id }) => id);
}

/** Marks repositories as gone and gives up what waits for them. @param reason in words, for people */
export async function leaveRepositories(
  records: Surroundings,
  repositories: readonly number[],
  reason: string,
): Promise<void> {
  const finished = present(records);
  for (const id of repositories) {
    await records.database
      .updateTable("repository")
      .set({ ...goneFor(reason), next_run: null })
      .where("id", "=", id)
      .execute();
    await records.database
      .updateTable("delivery")
      .set({ state: "ignored", reason, finished })
      .where("repository_id", "=", id)
      .where("state", "=", "waiting")
      .execute();
  }
}

/** Serves again what was left for a reason that is over. */
export async function returnRepositories(records: Surroundings, installation: number, reason: string): Promise<void> {
  const { database } = records;
  const back = await database
    .updateTable("repository")
    .set(thereAgain)
    .where("installation_id", "=", installation)
    .where("state", "=", "gone")
    .where("problem", "=", reason)
    .returning("id")
    .execute();
  for (const { id } of back) await haveWaitAgain(database, { id, problem: reason }, present(records));
}

function rows(database: BotDatabase) {
  return database.selectFrom("installation").select(["id", "number", "account", "suspended"]);
}

function recordOf(row: {
  readonly id: number;
  readonly number: number;
  readonly account: string;
  readonly suspended: number;
}): InstallationRecord {
  const { id, number, account, suspended } = row;
  return { id, number, account, isSuspended: suspended === 1 };
}
