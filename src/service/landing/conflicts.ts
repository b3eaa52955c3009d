import type { Service } from "../service.ts";

/** Whether a merge of the component failed for strings that both sides changed, and nobody settled it yet. */
export async function conflicts({ database }: Service, component: number): Promise<boolean> {
  const alert = await database
    .selectFrom("alert")
    .select("id")
    .where("component_id", "=", component)
    .where("name", "=", "MergeFailure")
    .where("details", "like", "%Both sides have changed %")
    .executeTakeFirst();
  return alert !== undefined;
}
