import { inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { notePosition } from "../clone/alerts.ts";
import type { ComponentClone } from "../clone/clone.ts";
import { readState } from "../clone/component-clone.ts";
import { componentMessage } from "../clone/message-values.ts";
import { siteAuthor } from "../clone/pending.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { scanClone } from "../files/scan.ts";
import { timestamp, type Service } from "../service.ts";
import type { Installed } from "./installed.ts";

/** Lets an add-on bring a component's files in order, commits what it changed, and reads that. The caller holds the clone. */
export async function changeFiles(
  service: Service,
  target: ComponentClone,
  component: ComponentRecord,
  { addon, configuration }: Installed,
  user: number | undefined,
): Promise<void> {
  const paths = (await addon.changeFiles?.({ service, target, component, configuration })) ?? [];
  if (paths.length === 0) return;
  const committed = await target.clone.commit({
    message: await componentMessage(service, component, component.settings.addon_message, { addon_name: addon.title }),
    author: siteAuthor(service),
    committer: siteAuthor(service),
    paths,
    authored: timestamp(service),
  });
  if (!committed) return;
  await scanClone(service, target, { user });
  await inTransaction(service.database, (queries) =>
    record(service, queries, [
      { action: action.committed, project: component.project_id, component: component.id, user },
    ]),
  );
  await notePresent(service, target);
}

/** The database agrees with what an add-on made of the clone. */
export async function notePresent(service: Service, target: ComponentClone): Promise<void> {
  const state = await readState(target);
  await inTransaction(service.database, (queries) => notePosition(service, queries, target, state));
}
