import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../store/database.ts";

/** Answers that need not be asked for again for a while, in the memory of this process: the newest so many of each database. */
export class Kept<T> {
  readonly #most: number;
  readonly #byDatabase = new WeakMap<Database, Map<string, { readonly value: T; readonly until: number }>>();

  constructor(most: number) {
    this.#most = most;
  }

  get(database: Database, key: string, clock: Clock): T | undefined {
    const found = this.#byDatabase.get(database)?.get(key);
    return found !== undefined && found.until > clock.now().getTime() ? found.value : undefined;
  }

  keep(database: Database, key: string, value: T, clock: Clock, milliseconds: number): void {
    const own = this.#byDatabase.get(database) ?? new Map<string, { readonly value: T; readonly until: number }>();
    this.#byDatabase.set(database, own);
    const old = own.get(key);
    if (old !== undefined && old.until > clock.now().getTime()) return;
    own.delete(key);
    own.set(key, { value, until: clock.now().getTime() + milliseconds });
    const [oldest] = own.keys();
    if (own.size > this.#most && oldest !== undefined) own.delete(oldest);
  }
}
