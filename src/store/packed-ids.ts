import { sql, type RawBuilder } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/** Many ids in one value, as a database gives them soonest: four bytes each, or JSON. */
export type PackedIds = Uint8Array | string | null;

/** An aggregate of all ids that a column has. */
export function packed(queries: Queries, column: string): RawBuilder<PackedIds> {
  const id = sql.ref(column);
  return isPostgres(queries) ? sql`string_agg(int4send(${id}), '')` : sql`json_group_array(${id})`;
}

export function unpacked(ids: PackedIds): ArrayLike<number> {
  if (ids === null) return [];
  if (typeof ids === "string") {
    const list: number[] = JSON.parse(ids);
    return list;
  }
  const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  return Int32Array.from({ length: ids.byteLength / BYTES }, (_, at) => view.getInt32(at * BYTES));
}

const BYTES = 4;

/** Ids, each a bit: of a hundred thousand, a set takes ten times as long. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(ids: ArrayLike<number>): void {
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      let page = this.#pages.get(id >>> PAGE_BITS);
      if (page === undefined) this.#pages.set(id >>> PAGE_BITS, (page = new Uint8Array(PAGE_BYTES)));
      const place = (id >>> 3) % PAGE_BYTES;
      page[place] = (page[place] ?? 0) | (1 << (id & 7));
    }
  }

  /** How many of some ids it has; one that comes twice counts twice. */
  count(ids: ArrayLike<number>): number {
    let found = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      const byte = this.#pages.get(id >>> PAGE_BITS)?.[(id >>> 3) % PAGE_BYTES] ?? 0;
      found += (byte >>> (id & 7)) & 1;
    }
    return found;
  }
}

const PAGE_BITS = 15;
const PAGE_BYTES = 2 ** (PAGE_BITS - 3);
