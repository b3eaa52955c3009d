import { NoResultError } from "kysely";

/**
 * What a statement refers to is not in the database: somebody removed it since it was looked at. Nothing of the statement was done. On
 * SQLite also where something refers to what is removed.
 */
export class Gone extends Error {}

/** Whether a row is missing that was there when the work began: others remove things while it goes on. */
export function isGone(error: unknown): boolean {
  return error instanceof Gone || error instanceof NoResultError;
}
