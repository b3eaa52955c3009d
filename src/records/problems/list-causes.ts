import { sql } from "kysely";
import type { Records } from "../records.ts";
import { groupedByCause, totalOf, type Cause, type Problem } from "./causes.ts";

/** Lists whose rows say why they are as they are. */
export type ListWithCauses = "delivery" | "run" | "repository" | "bound_file" | "event";

/** The causes that rows of a list tell of. */
export interface ListCauses {
  /** Those with the most rows first. */
  readonly causes: readonly (Cause & { readonly rows: number })[];
  /** The very words in which rows tell of a cause: what a condition on their column takes. */
  readonly reasonsOf: (key: string) => readonly string[];
}

/** Of very many different words those that most rows have are looked at: databases limit the values of a statement, too. */
const MOST_REASONS = 10_000;

/** Rows that have no reason have the empty text, and those that have one begin with something. */
const NO_REASON = " ";

/** Why rows of a list are as they are, as far as something is wrong or nothing was done. @param repository of this one alone */
export async function readCauses(
  { database }: Pick<Records, "database">,
  list: ListWithCauses,
  repository?: number,
): Promise<ListCauses> {
  const rows = await reasonsIn(database, list, repository);
  const groups = groupedByCause(
    rows.map(({ reason, repository: named, count }): Problem => ({
      kind: list,
      reason,
      repository: named ?? undefined,
      time: "",
      count,
    })),
  );
  return {
    causes: groups
      .map((group) => ({ key: group.key, words: group.words, rows: totalOf(group) }))
      .toSorted((one, other) => other.rows - one.rows),
    reasonsOf: (key) => {
      const found = groups.find((group) => group.key === key)?.problems.map(({ reason }) => reason);
      // Of a cause that is over, no row: a condition without any value is none that every database takes.
      return found === undefined ? [NO_REASON] : [...new Set(found)];
    },
  };
}

interface Reason {
  readonly reason: string;
  readonly repository: string | null;
  readonly count: number;
}

function reasonsIn(
  database: Records["database"],
  list: ListWithCauses,
  repository: number | undefined,
): Promise<readonly Reason[]> {
  const [column, which] = sources[list];
  const reason = sql.ref(`${list}.${column}`);
  const joined =
    list === "repository" ? sql`` : sql`left join repository on repository.id = ${sql.ref(`${list}.repository_id`)}`;
  const of = repository === undefined ? sql`` : sql`and repository.id = ${repository}`;
  return sql<Reason>`select ${reason} as reason, repository.name as repository, count(*) as count
    from ${sql.table(list)} ${joined} where ${reason} <> '' and ${which} ${of}
    group by ${reason}, repository.name order by count(*) desc limit ${sql.lit(MOST_REASONS)}`
    .execute(database)
    .then(({ rows }) => rows);
}

/** Column of the words, and which rows have some that tell of a cause. */
const sources = {
  delivery: ["reason", sql`delivery.state in ('dead', 'ignored', 'waiting')`],
  run: ["outcome", sql`run.state = 'failed'`],
  repository: ["problem", sql`repository.state in ('active', 'unmapped')`],
  bound_file: ["reason", sql`bound_file.state <> 'in-step'`],
  event: ["message", sql`event.level in ('warning', 'error')`],
} as const;
