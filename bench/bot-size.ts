import { measureMany } from "./bot-many.ts";
import type { Measurement } from "./row.ts";

const SIZES = [5, 20, 60] as const;
const EACH = { components: 20, languages: 3, strings: 20 } as const;

/** What a machine for the bot needs, by how many repositories it serves: each is pushed to and synced once. */
export async function botSize(): Promise<readonly Measurement[]> {
  const rows: Measurement[] = [];
  for (const repositories of SIZES) {
    const { runs, runsPerMinute, cost, cloneBytes, databaseBytes } = await measureMany({ repositories, ...EACH });
    const of = `${String(repositories)} repositories, ${String(runs)} runs`;
    const row = (name: string, unit: string, ours: number | undefined): Measurement => ({
      name: `${of}: ${name}`,
      unit,
      ours: ours === undefined ? undefined : Number(ours.toPrecision(3)),
      peer: undefined,
    });
    rows.push(
      row("runs", "a minute", runsPerMinute),
      row("processor for a run", "ms", cost && cost.server + cost.jobs + cost.git),
      row("most memory of the bot's own process", "MB", megabytes(cost?.peakBytes)),
      row("most memory of a run's process", "MB", megabytes(cost?.jobPeakBytes)),
      row("disk for a clone", "kB", cloneBytes / 1e3),
      row("disk for the database", "MB", databaseBytes / 1e6),
    );
  }
  return rows;
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6;
}
