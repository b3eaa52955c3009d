import { storeDelivery, type StoredDelivery } from "../../records/deliveries.ts";
import { note } from "../../records/event-log.ts";
import {
  installationNumbered,
  keepInstallation,
  leaveRepositories,
  removeInstallation,
  repositoriesOf,
  returnRepositories,
} from "../../records/installations.ts";
import type { Records } from "../../records/records.ts";
import { keepRepository, repositoryNamed } from "../../records/repositories.ts";
import { inTransaction } from "../../store/database.ts";
import { readInstallationEvent, type InstallationEvent } from "./installation-event.ts";
import type { ForgeMessage } from "./take-forge-event.ts";

const SUSPENDED = "The App's installation is suspended.";

/** Keeps the tables of installations and repositories as GitHub tells. @returns undefined where it tells nothing of use */
export async function takeInstallationEvent(
  records: Records,
  { forge, guid, event, payload }: ForgeMessage,
): Promise<StoredDelivery | undefined> {
  const told = readInstallationEvent(event, payload);
  if (told === undefined) return undefined;
  return inTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const reason = wordsOf(told);
    const delivery = await storeDelivery(within, {
      source: "github",
      sender: forge,
      guid,
      event,
      action: "",
      repository: null,
      payload: {},
      ended: { state: "done", reason },
    });
    if (delivery.outcome !== "stored") return delivery;
    await apply(within, forge, told);
    await note(within, { level: "info", component: "repositories", message: reason, details: { forge } });
    return delivery;
  });
}

async function apply(records: Records, forge: string, told: InstallationEvent): Promise<void> {
  const { kind, number } = told;
  const known = await installationNumbered(records, forge, number);
  if (kind === "removed") {
    if (known !== undefined) await removeInstallation(records, known.id, "The App is not installed here any more.");
    return;
  }
  const installation = await keepInstallation(records, { forge, ...told, isSuspended: kind === "suspended" });
  if (kind === "suspended") {
    await leaveRepositories(records, await repositoriesOf(records, installation), SUSPENDED);
    return;
  }
  if (known?.isSuspended === true) await returnRepositories(records, installation, SUSPENDED);
  for (const added of told.added) await keepRepository(records, { forge, ...added, installation });
  for (const { name } of told.removed) {
    const left = await repositoryNamed(records, forge, name);
    if (left !== undefined) await leaveRepositories(records, [left.id], "The App has no access to it any more.");
  }
}

function wordsOf({ kind, account, added, removed }: InstallationEvent): string {
  if (kind === "removed") return `The App was removed by ${account}.`;
  if (kind === "suspended") return `The App was suspended by ${account}.`;
  const counts = [
    ...(added.length === 0 ? [] : [`${String(added.length)} more`]),
    ...(removed.length === 0 ? [] : [`${String(removed.length)} fewer`]),
  ];
  const repositories = counts.length === 0 ? "" : `; repositories: ${counts.join(", ")}`;
  return `The App is installed by ${account}${repositories}.`;
}
