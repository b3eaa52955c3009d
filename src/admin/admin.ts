import type { Records } from "../records/records.ts";

/** What the administration works on. */
export interface Admin {
  readonly records: Records;
  /** Of this program, for its pages. */
  readonly version: string;
}
