import type { BotDatabase } from "../store/bot-tables/tables.ts";

/** A value of the table `setting`; undefined where none has that name. */
export async function keptValue(queries: BotDatabase, name: string): Promise<string | undefined> {
  const row = await queries.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Puts a value into the table `setting`, in the place of a former one. */
export async function keepValue(queries: BotDatabase, name: string, value: string): Promise<void> {
  await queries
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
