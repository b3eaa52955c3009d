import type { Service } from "../service.ts";

/** Kind of the job that does `landEarly`. */
export const LAND_EARLY = "landing.early";

/** Asks for `landEarly` where something waits for strings of these components. */
export async function expectEarly({ database, jobs }: Service, components: readonly number[]): Promise<void> {
  const waiting = await database
    .selectFrom("early_translation")
    .innerJoin("translation", "translation.id", "early_translation.translation_id")
    .select("translation.component_id")
    .distinct()
    .where("translation.component_id", "in", [0, ...components])
    .execute();
  for (const { component_id: component } of waiting) {
    await jobs.enqueue(LAND_EARLY, { component }, { key: `${LAND_EARLY} ${String(component)}` });
  }
}
