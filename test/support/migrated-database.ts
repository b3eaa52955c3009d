import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "../../src/service/administration.ts";
import { DATABASE_FILE } from "../../src/service/clone/folder-owner.ts";
import { openDatabase } from "../../src/store/database.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

let migrated: Promise<Uint8Array> | undefined;

/**
 * Puts the tables of a new embedded service into its data folder, with its languages, roles and teams. Each service of a test begins with
 * them, and to make them takes more than all else of its start: they are made once, and copied. `src/store/store.test.ts` makes them step
 * by step.
 */
export async function placeTables(data: string): Promise<void> {
  migrated ??= migrate();
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(join(data, DATABASE_FILE), await migrated);
}

async function migrate(): Promise<Uint8Array> {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, DATABASE_FILE);
  const database = await openDatabase(file);
  await prepare({ database });
  // All that was written is in the one file then.
  await database.destroy();
  return await readFile(file);
}
