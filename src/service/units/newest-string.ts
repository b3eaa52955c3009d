import { inOpenTransaction, type Database, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { notFound } from "../http/refusal.ts";

/**
 * Id of the newest string there is: whoever reads the files of these components from now on knows by it what was added meanwhile,
 * which no file has yet. PostgreSQL gives ids before strings are committed, so that one with a lower id may come later: strings
 * that are being added to these components are waited for there.
 */
export async function newestString(
  database: Database,
  components: readonly { readonly id: number }[],
): Promise<number> {
  if (!isPostgres(database)) return newestOf(database);
  return inOpenTransaction(database, async (queries) => {
    const ids = [0, ...components.map(({ id }) => id)];
    // In one order, so that nobody waits in a circle.
    await queries.selectFrom("component").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
    return newestOf(queries);
  });
}

async function newestOf(queries: Queries): Promise<number> {
  const { newest } = await queries
    .selectFrom("unit")
    .select(({ fn }) => fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/**
 * To be called before strings are added to a component, and before anybody looks which there are: whoever adds some to it as well,
 * `newestString`, and who removes the component, wait for the end of the transaction.
 * @throws 404 where it is gone
 */
export async function announceAddition(queries: Queries, component: number): Promise<void> {
  const row = queries.selectFrom("component").select("id").where("id", "=", component);
  const found = await (isPostgres(queries) ? row.forNoKeyUpdate() : row).executeTakeFirst();
  if (found === undefined) throw notFound();
}
