import { Client, DatabaseError } from "pg";
import { connectionOptions } from "./open.ts";
import { awayOr } from "./pool.ts";

/** What locks are for: any number, as long as nobody else locks pairs that begin with it in the same database. */
const classes = { clones: 7_310_552, jobs: 7_310_553 } as const;

/** PostgreSQL, Appendix A: a lock was waited for as long as `lock_timeout` lets. */
const WAITED_ENOUGH = "55P03";

/**
 * Locks between processes, each a number, on connections of their own: when its process dies, PostgreSQL frees them. A lock
 * is not for two of one process to contend for: the one that has it gets it again.
 */
export class SessionLocks {
  readonly #address: string;
  readonly #class: number;
  #connecting: Promise<Client> | undefined;
  /** By lock: connections that waited for it, and hold it. */
  readonly #waited = new Map<number, Client>();
  /** Those that hold nothing: the next that has to wait takes one. */
  readonly #idle: Client[] = [];

  constructor(address: string, of: keyof typeof classes = "clones") {
    this.#address = address;
    this.#class = classes[of];
  }

  /** @returns false while another process has it. @throws {DatabaseAway} */
  async tryAcquire(lock: number): Promise<boolean> {
    try {
      const client = await (this.#connecting ??= this.#connectLasting());
      const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1, $2) as held", [
        this.#class,
        lock,
      ]);
      return rows[0]?.held === true;
    } catch (error) {
      throw awayOr(error);
    }
  }

  /**
   * Waits in PostgreSQL's queue, which is in the order they came, whatever process they are of: who asks again and again would
   * be overtaken by those that hold it by turns.
   * @returns false where another process had it all the time. @throws {DatabaseAway}
   */
  async acquire(lock: number, milliseconds: number): Promise<boolean> {
    if (await this.tryAcquire(lock)) return true;
    // The connection that others' locks are on must be free to give them back.
    let client = this.#idle.pop();
    try {
      client ??= await this.#connect((lost) => {
        this.#forget(lost);
      });
      await client.query("select set_config('lock_timeout', $1, false)", [`${String(Math.max(1, milliseconds))}ms`]);
      await client.query("select pg_advisory_lock($1, $2)", [this.#class, lock]);
      this.#waited.set(lock, client);
      return true;
    } catch (error) {
      if (client !== undefined && error instanceof DatabaseError && error.code === WAITED_ENOUGH) {
        this.#idle.push(client);
        return false;
      }
      await client?.end().catch(() => undefined);
      throw awayOr(error);
    }
  }

  async release(lock: number): Promise<void> {
    const waited = this.#waited.get(lock);
    this.#waited.delete(lock);
    // A connection that broke has freed it already.
    const client = waited ?? (await this.#connecting?.catch(() => undefined));
    const freed = await client?.query("select pg_advisory_unlock($1, $2)", [this.#class, lock]).catch(() => undefined);
    if (waited !== undefined && freed !== undefined) this.#idle.push(waited);
  }

  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    const all = [...(client === undefined ? [] : [client]), ...this.#waited.values(), ...this.#idle.splice(0)];
    await Promise.all(all.map((each) => each.end()));
  }

  #forget(lost: Client): void {
    if (this.#idle.includes(lost)) this.#idle.splice(this.#idle.indexOf(lost), 1);
  }

  async #connectLasting(): Promise<Client> {
    const forget = (): void => {
      this.#connecting = undefined;
    };
    return this.#connect(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  /** @param lost is told that the connection is gone */
  async #connect(lost: (client: Client) => void): Promise<Client> {
    const client = new Client(connectionOptions(this.#address));
    client.on("error", () => {
      lost(client);
    });
    client.on("end", () => {
      lost(client);
    });
    await client.connect();
    return client;
  }
}
