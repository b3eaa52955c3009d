import { readInstallationEvent, type InstallationEvent } from "../../automation/installation-event.ts";
import { storeDelivery, type StoredDelivery } from "../../records/deliveries/deliveries.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import {
  installationNumbered,
  keepInstallation,
  leaveRepositories,
  NO_ACCESS,
  NOT_INSTALLED,
  removeInstallation,
  repositoriesOf,
  returnRepositories,
  SUSPENDED,
} from "../../records/repositories/installations.ts";
import { keepRepository, repositoryMeant } from "../../records/repositories/repositories.ts";
import { databaseText } from "../../store/database-text.ts";
import { inTransaction } from "../../store/database.ts";
import { confirmInstallation } from "../missed/keep-installations.ts";
import type { ForgeMessage } from "./take-forge-event.ts";

const NAMES: ReadonlySet<string> = new Set(["installation", "installation_repositories"]);

/** Whether an event is about where the App is installed rather than about a repository. */
export function isInstallationEvent(name: string): boolean {
  return NAMES.has(name);
}

/** Keeps the tables of installations and repositories as GitHub tells. @returns undefined where it tells nothing of use */
export async function takeInstallationEvent(
  records: Records,
  { forge, guid, event, payload }: ForgeMessage,
): Promise<StoredDelivery | undefined> {
  const told = readInstallationEvent(payload);
  if (told === undefined) return undefined;
  return inTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const reason = databaseText(wordsOf(told));
    const delivery = await storeDelivery(within, {
      source: "github",
      sender: forge,
      guid,
      event,
      action: databaseText(told.action),
      repository: null,
      payload: {},
      ended: { state: "done", reason },
    });
    if (delivery.outcome !== "stored") return delivery;
    await apply(within, forge, told);
    const { isGone, installation, removed } = told;
    if (isGone || installation.isSuspended || removed.length > 0)
      await confirmInstallation(within, installation.number);
    await note(within, { level: "info", component: "repositories", message: reason, details: { forge } });
    return delivery;
  });
}

async function apply(records: Records, forge: string, told: InstallationEvent): Promise<void> {
  const { installation: found, isGone, added, removed } = told;
  const known = await installationNumbered(records, forge, found.number);
  if (isGone) {
    if (known !== undefined) await removeInstallation(records, known.id, NOT_INSTALLED);
    return;
  }
  const installation = await keepInstallation(records, { forge, ...found, account: databaseText(found.account) });
  if (found.isSuspended) {
    await leaveRepositories(records, await repositoriesOf(records, installation), SUSPENDED);
    return;
  }
  if (known?.isSuspended === true) await returnRepositories(records, installation, SUSPENDED);
  for (const repository of added) await keepRepository(records, { forge, ...repository, installation });
  for (const repository of removed) {
    const left = await repositoryMeant(records, forge, repository);
    if (left !== undefined) await leaveRepositories(records, [left.id], NO_ACCESS);
  }
}

function wordsOf({ installation, isGone, added, removed }: InstallationEvent): string {
  const { account, isSuspended } = installation;
  if (isGone) return `The App was removed by ${account}.`;
  if (isSuspended) return `The App is suspended for ${account}.`;
  const counts = [
    ...(added.length === 0 ? [] : [`${String(added.length)} more`]),
    ...(removed.length === 0 ? [] : [`${String(removed.length)} fewer`]),
  ];
  const repositories = counts.length === 0 ? "" : `; repositories: ${counts.join(", ")}`;
  return `The App is installed for ${account}${repositories}.`;
}
