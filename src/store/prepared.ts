import type { Compilable, CompiledQuery } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import type { Write } from "./together.ts";

/** Begins a statement that a connection to PostgreSQL keeps prepared whatever its length: it is one of few, and asked often. */
export const ASKED_OFTEN = "/* asked often */ ";

/**
 * Stands in a statement that PostgreSQL plans each time: it reads a table that is being filled, and a plan that was made while that was
 * empty reads all of it ever after.
 */
export const PLANNED_EACH_TIME = "/* planned each time */ ";

/** Stands in a statement for a value that it is given each time. */
class Place {
  readonly name: string | symbol;

  constructor(name: string | symbol) {
    this.name = name;
  }
}

/** Whatever is asked of it is a place for the value of this name. */
const places: object = new Proxy({}, { get: (_, name) => new Place(name) });

/** A statement that is made once and asked often. */
interface Prepared<Values, Row> {
  rows(queries: Queries, values: Values): Promise<Row[]>;
  first(queries: Queries, values: Values): Promise<Row | undefined>;
  /** To be written with what else there is (`together.ts`). */
  write(queries: Queries, values: Values): Write;
}

/**
 * Makes a statement once for each kind of database: putting its words together costs as much as a short statement itself, and a
 * person's save asks two dozen.
 * @param build gets places for the values: it may put them where a value stands, and decide nothing by them
 */
export function prepared<Values extends object, Row>(
  build: (queries: Queries, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const made = new Map<boolean, CompiledQuery<Row>>();
  const filled = (queries: Queries, values: Values): CompiledQuery<Row> => {
    const kind = isPostgres(queries);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a place is put where a value stands
    const compiled = made.get(kind) ?? build(queries, places as Values).compile();
    made.set(kind, compiled);
    const parameters = compiled.parameters.map((value): unknown =>
      value instanceof Place ? Reflect.get(values, value.name) : value,
    );
    return { ...compiled, parameters };
  };
  const rows = async (queries: Queries, values: Values): Promise<Row[]> =>
    (await queries.executeQuery<Row>(filled(queries, values))).rows;
  return {
    rows,
    first: async (queries, values) => (await rows(queries, values))[0],
    write: (queries, values) => ({ compile: () => filled(queries, values) }),
  };
}
