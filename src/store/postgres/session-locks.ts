import { Client } from "pg";
import { connectionOptions } from "./open.ts";
import { awayOr } from "./pool.ts";

/** What locks are for: any number, as long as nobody else locks pairs that begin with it in the same database. */
const classes = { clones: 7_310_552, jobs: 7_310_553 } as const;

/**
 * Locks between processes, each a number, on a connection of their own: when its process dies, PostgreSQL frees them. A lock
 * is not for two of one process to contend for: the one that has it gets it again.
 */
export class SessionLocks {
  readonly #address: string;
  readonly #class: number;
  #connecting: Promise<Client> | undefined;

  constructor(address: string, of: keyof typeof classes = "clones") {
    this.#address = address;
    this.#class = classes[of];
  }

  /** @returns false while another process has it. @throws {DatabaseAway} */
  async tryAcquire(lock: number): Promise<boolean> {
    try {
      const client = await (this.#connecting ??= this.#connect());
      const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1, $2) as held", [
        this.#class,
        lock,
      ]);
      return rows[0]?.held === true;
    } catch (error) {
      throw awayOr(error);
    }
  }

  async release(lock: number): Promise<void> {
    // A connection that broke has freed it already.
    const client = await this.#connecting?.catch(() => undefined);
    await client?.query("select pg_advisory_unlock($1, $2)", [this.#class, lock]).catch(() => undefined);
  }

  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    await client?.end();
  }

  async #connect(): Promise<Client> {
    const client = new Client(connectionOptions(this.#address));
    const forget = (): void => {
      this.#connecting = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
