import type { Service } from "../service.ts";

/** Kind of the job that does `landEarly`. */
export const LAND_EARLY = "landing.early";

/** Asks for `landEarly` where something waits for strings of a component, whose files were just read. */
export async function expectEarly({ database, jobs }: Service, component: number): Promise<void> {
  const waiting = await database
    .selectFrom("early_translation")
    .innerJoin("translation", "translation.id", "early_translation.translation_id")
    .select("early_translation.key")
    .where("translation.component_id", "=", component)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return;
  await jobs.enqueue(LAND_EARLY, { component }, { key: `${LAND_EARLY} ${String(component)}` });
}
