import { present, type Records } from "../records.ts";

/** What one server still lets us ask. */
export interface NewBudget {
  /** `github.com acme`, `translate.example.org` */
  readonly name: string;
  /** Requests of a whole period. */
  readonly allowed: number;
  readonly remaining: number;
  /** When all are allowed again; null where the server does not tell. */
  readonly resets: string | null;
}

export interface Budget extends NewBudget {
  /** When the server said so. */
  readonly time: string;
}

/** Keeps the last word of a server. */
export async function noteBudget(records: Pick<Records, "database" | "clock">, budget: NewBudget): Promise<void> {
  const { name, allowed, remaining, resets } = budget;
  const time = present(records);
  await records.database
    .insertInto("budget")
    .values({ name, allowed, remaining, resets, time })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ allowed, remaining, resets, time }))
    .execute();
}

/** The scarcest first. */
export async function listBudgets({ database }: Pick<Records, "database">): Promise<readonly Budget[]> {
  const budgets = await database.selectFrom("budget").selectAll().orderBy("name").execute();
  const left = ({ allowed, remaining }: Budget): number => (allowed === 0 ? 0 : remaining / allowed);
  return budgets.toSorted((a, b) => left(a) - left(b));
}
