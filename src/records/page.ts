import type { SelectQueryBuilder } from "kysely";

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** Rows of a page. */
  readonly size: number;
}

export interface Page<Item> extends PageRequest {
  readonly items: readonly Item[];
  /** Rows of all pages. */
  readonly total: number;
}

/** One page of the rows that a query finds, in the query's order; beyond the last one it is empty. */
export async function paged<Schema, Table extends keyof Schema, Row, Item>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { page, size }: PageRequest,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .$castTo<{ total: number }>();
  const { total } = await counted.executeTakeFirstOrThrow();
  const offset = (page - 1) * size;
  const found = offset < total ? await rows.limit(size).offset(offset).execute() : [];
  return { items: found.map(itemOf), total, page, size };
}
