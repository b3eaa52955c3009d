import type { SelectQueryBuilder } from "kysely";
import type { RepositoryStatus } from "../../contract/resources/repository.ts";
import { cloneOf } from "./component-clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";
import type { Tables } from "../../store/tables.ts";
import { failedSince } from "./pending.ts";

/**
 * Status of the clone a component lives in; with a translation, `needs_commit` and the strings that wait are that one's.
 * `needs_merge` knows the last fetch, as git does (probe §4).
 */
export async function repositoryStatus(
  service: Service,
  component: ComponentRecord,
  url: string,
  translation?: number,
): Promise<RepositoryStatus> {
  const { database } = service;
  const record = await database
    .selectFrom("clone")
    .selectAll()
    .where("id", "=", component.clone_id)
    .executeTakeFirstOrThrow();
  const translations = database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .where("component.clone_id", "=", component.clone_id)
    .$if(translation !== undefined, (query) => query.where("translation.id", "=", translation ?? 0));
  const { pending } = await translations
    .select(({ fn }) => fn.sum<number | null>("translation.pending").as("pending"))
    .executeTakeFirstOrThrow();
  const total = pending ?? 0;
  const skipped = total === 0 ? 0 : await unwritable(service, translations.select("translation.id"));
  const status = await service.locks.hold(component.clone_id, component.path, () =>
    cloneOf(service, component.clone_id).status(),
  );
  return {
    needs_commit: total > 0,
    needs_merge: record.behind > 0,
    needs_push: record.ahead > 0,
    url,
    remote_commit: record.remote_commit,
    weblate_commit: record.head === "" ? null : record.head,
    status,
    merge_failure: record.merge_failure,
    outgoing_commits: record.ahead,
    missing_commits: record.behind,
    pending_units: {
      total,
      errors_skipped: skipped,
      commit_policy_skipped: 0,
      eligible_for_commit: total - skipped,
    },
  };
}

async function unwritable(
  { database }: Service,
  translations: SelectQueryBuilder<Tables, "translation" | "component", { id: number }>,
): Promise<number> {
  const { units } = await failedSince(database)
    .select(({ fn }) => fn.count<number>("unit.id").distinct().as("units"))
    .where("unit.translation_id", "in", translations)
    .executeTakeFirstOrThrow();
  return units;
}
