import type { Metrics } from "../../contract/resources/metrics.ts";
import { VERSION } from "../../core/version.ts";
import type { Service } from "../service.ts";

/** How much there is. Strings are not counted but taken from the counters that are kept of them. */
export async function measure(service: Service): Promise<Metrics> {
  const { database } = service;
  const sums = await database
    .selectFrom("translation")
    .select(({ fn }) => [
      fn.sum<number | null>("total").as("units"),
      fn.sum<number | null>("translated").as("translated"),
      fn.countAll<number>().as("translations"),
      fn.count<number>("language_id").distinct().as("languages"),
    ])
    .executeTakeFirstOrThrow();
  const count = async (
    table: "user" | "change" | "project" | "component" | "unit_check" | "alert" | "suggestion",
  ): Promise<number> => {
    const { rows } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const queues = await service.jobs.lengths();
  return {
    units: sums.units ?? 0,
    units_translated: sums.translated ?? 0,
    users: await count("user"),
    changes: await count("change"),
    projects: await count("project"),
    components: await count("component"),
    translations: sums.translations,
    languages: sums.languages,
    checks: await count("unit_check"),
    configuration_errors: await count("alert"),
    suggestions: await count("suggestion"),
    worker_queues: queues,
    celery_queues: queues,
    name: service.settings.siteTitle,
    version: VERSION,
  };
}
