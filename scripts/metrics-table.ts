import { silentLogger } from "../src/core/logger.ts";
import { systemClock } from "../src/core/clock.ts";
import { DatabaseQueue } from "../src/queue/database-queue.ts";
import { metricFamilies } from "../src/server/metrics.ts";
import { openBotDatabase } from "../src/store/bot-tables/open-bot-database.ts";
import type { Family } from "../src/records/metrics/exposition.ts";
import { markdownTable } from "./reference-tables.ts";

/** What `/metrics` tells of a bot that has done nothing yet. */
export async function emptyMetrics(): Promise<readonly Family[]> {
  const database = await openBotDatabase(":memory:");
  const jobs = new DatabaseQueue({ database, clock: systemClock, logger: silentLogger });
  try {
    return await metricFamilies({ database, jobs, clock: systemClock })();
  } finally {
    await jobs.stop();
    await database.destroy();
  }
}

/** Name as it is asked for, kind and meaning of each metric. */
export function metricsTable(families: readonly Family[]): string {
  return markdownTable(
    ["metric", "kind", "what it tells"],
    families.map(({ name, kind, help }) => [`\`${kind === "counter" ? `${name}_total` : name}\``, kind, help]),
  );
}
