import type { Metrics } from "../../contract/resources/metrics.ts";
import { VERSION } from "../../core/version.ts";
import { countOf } from "../http/paging.ts";
import { access } from "../identity/permissions.ts";
import type { Service } from "../service.ts";

/**
 * How much there is, without what is being removed. Strings are not counted but taken from the counters that are kept of them.
 */
export async function measure(service: Service): Promise<Metrics> {
  const { database } = service;
  const removed = database.selectFrom("component").select("id").where("removing", "<>", 0);
  const sums = await database
    .selectFrom("translation")
    .select(({ fn }) => [
      fn.sum<number | null>("total").as("units"),
      fn.sum<number | null>("translated").as("translated"),
      fn.countAll<number>().as("translations"),
      fn.count<number>("language_id").distinct().as("languages"),
    ])
    .where("component_id", "not in", removed)
    .executeTakeFirstOrThrow();
  const leaving = await removed.execute();
  const strings = database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.id")
    .where("translation.component_id", "in", [0, ...leaving.map(({ id }) => id)]);
  const all = async (table: "user" | "change" | "project" | "component" | "unit_check" | "alert" | "suggestion") =>
    countOf(database.selectFrom(table));
  /** Most often nothing is being removed, and nothing is to be looked for. */
  const left = async (table: "unit_check" | "suggestion"): Promise<number> =>
    leaving.length === 0 ? all(table) : countOf(database.selectFrom(table).where("unit_id", "not in", strings));
  const queues = await service.jobs.lengths();
  return {
    units: sums.units ?? 0,
    units_translated: sums.translated ?? 0,
    users: await all("user"),
    changes:
      (await all("change")) - (await countOf(database.selectFrom("change").where("component_id", "in", removed))),
    projects: await countOf(database.selectFrom("project").where("access_control", "<>", access.nobody)),
    components: (await all("component")) - leaving.length,
    translations: sums.translations,
    languages: sums.languages,
    checks: await left("unit_check"),
    configuration_errors: await countOf(database.selectFrom("alert").where("component_id", "not in", removed)),
    suggestions: await left("suggestion"),
    worker_queues: queues,
    celery_queues: queues,
    name: service.settings.siteTitle,
    version: VERSION,
  };
}
