import * as z from "zod";
import { keepValue, keptValue } from "../kept-values.ts";
import { present, type Records } from "../records.ts";

/** A service whose genuine messages were refused, since they came from another time. */
export interface TimesApart {
  /** Its name in the settings. */
  readonly service: string;
  /** Positive: the message was older; negative: from the future. */
  readonly seconds: number;
  /** Of the last such message, ISO 8601. */
  readonly time: string;
}

const schema = z.object({ seconds: z.number(), time: z.string() });
/** What nobody sends any more is over. */
const LATEST_MILLISECONDS = 3_600_000;

type Surroundings = Pick<Records, "database" | "clock">;

export async function keepTimesApart(records: Surroundings, service: string, seconds: number): Promise<void> {
  await keepValue(records.database, nameOf(service), JSON.stringify({ seconds, time: present(records) }));
}

/** One of its messages came from our time. */
export async function forgetTimesApart(records: Surroundings, service: string): Promise<void> {
  await keepValue(records.database, nameOf(service), "");
}

/** Of the last hour. */
export async function timesApart(records: Surroundings, services: readonly string[]): Promise<readonly TimesApart[]> {
  const now = records.clock.now().getTime();
  const all = await Promise.all(
    services.map(async (service) => {
      const kept = (await keptValue(records.database, nameOf(service))) ?? "";
      return kept === "" ? undefined : { service, ...schema.parse(JSON.parse(kept)) };
    }),
  );
  return all.filter((one) => one !== undefined).filter(({ time }) => now - Date.parse(time) < LATEST_MILLISECONDS);
}

function nameOf(service: string): string {
  return `times apart: ${service}`;
}
