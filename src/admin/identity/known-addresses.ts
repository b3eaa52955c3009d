import { present, type Records } from "../../records/records.ts";

type Surroundings = Pick<Records, "database" | "clock">;

/** So many addresses of one user are remembered: home, work, a phone on its way. */
const MOST = 20;

/** Whether somebody signed in to an account from an address before, as far as that is kept. */
export async function isKnownAddress(
  { database }: Pick<Records, "database">,
  login: number,
  address: string,
): Promise<boolean> {
  const row = await database
    .selectFrom("known_address")
    .select("used")
    .where("login", "=", login)
    .where("address", "=", address)
    .executeTakeFirst();
  return row !== undefined;
}

/** Somebody signed in from an address. Of very many, those that were used last are remembered. */
export async function keepAddress(records: Surroundings, login: number, address: string): Promise<void> {
  const { database } = records;
  const used = present(records);
  await database
    .insertInto("known_address")
    .values({ login, address, used })
    .onConflict((conflict) => conflict.columns(["login", "address"]).doUpdateSet({ used }))
    .execute();
  const own = database.selectFrom("known_address").where("login", "=", login);
  const oldest = await own.select("used").orderBy("used", "desc").offset(MOST).limit(1).executeTakeFirst();
  if (oldest === undefined) return;
  await database.deleteFrom("known_address").where("login", "=", login).where("used", "<=", oldest.used).execute();
}
