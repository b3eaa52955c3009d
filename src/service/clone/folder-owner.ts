import { randomUUID } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LocalError } from "../../core/errors.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { Service } from "../service.ts";

/** File of the database in the data folder, where there is no other. */
export const DATABASE_FILE = "service.sqlite";
const OWNER_FILE = "database";
const SETTING = "instance";

/**
 * Clones bear numbers of one database: with those of another one the service would work in strange repositories. So a
 * database has an id, and its folder bears it.
 * @throws {LocalError} `IL-E05`
 */
export async function assertOwnFolder({
  database,
  dataFolder,
}: Pick<Service, "database" | "dataFolder">): Promise<void> {
  await database
    .insertInto("setting")
    .values({ name: SETTING, value: randomUUID() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value: id } = await database
    .selectFrom("setting")
    .select("value")
    .where("name", "=", SETTING)
    .executeTakeFirstOrThrow();
  const file = join(dataFolder, OWNER_FILE);
  const owner = await readFile(file, "utf8").catch(() => undefined);
  if (owner === id) return;
  if (owner !== undefined || (isPostgres(database) && (await exists(join(dataFolder, DATABASE_FILE))))) {
    throw new LocalError(`The data folder ${dataFolder} holds the repositories of another database.`, {
      code: "IL-E05",
      hint: "Choose another folder, or use the database that it belongs to.",
    });
  }
  await writeFile(file, id);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
