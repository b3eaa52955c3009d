import type { Database } from "../../store/database.ts";
import type { Service } from "../service.ts";

/** What is being noted. */
const underWay = new WeakMap<Database, Set<string>>();

/**
 * Notes beside the answer when somebody was last there: whoever only reads waits for nobody who writes, and an import writes for minutes.
 * What is being noted already, or cannot be, is left to the next who asks.
 * @param of names the row
 */
export function noteBeside({ database, logger }: Service, of: string, write: () => Promise<unknown>): void {
  const names = underWay.get(database) ?? new Set();
  underWay.set(database, names);
  if (names.has(of)) return;
  names.add(of);
  void write()
    .catch((error: unknown) => logger.debug(`It is not noted when somebody was last there: ${String(error)}`))
    .finally(() => names.delete(of));
}
