/** A key that one side gave a new name: same texts, another key. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  readonly by: "repository" | "service" | "both";
}
