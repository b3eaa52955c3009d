/** What could not be carried over. */
export interface LeftOut {
  /** Where it stands, the line from 1; undefined where it is about all of it. */
  readonly file?: string;
  readonly line?: number;
  readonly what: string;
  /** And what to do about it. */
  readonly why: string;
}
