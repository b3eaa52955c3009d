/**
 * Begins a statement that a connection to PostgreSQL keeps until there is another one, and sends together with it
 * (`postgres/pool.ts`).
 */
export const WITH_THE_NEXT = "/* with the next */ ";
