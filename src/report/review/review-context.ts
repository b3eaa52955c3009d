/** What the texts about a review may link to and name. */
export interface ReviewContext {
  /** Address of a line of a file at head on the forge; without it, places are plain text. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
  /** The workflow run. */
  readonly runUrl?: string | undefined;
  /** The service's address. */
  readonly service?: string | undefined;
  /** Of the change: the embedded service shows its strings in the editor before they are merged. */
  readonly pullRequest?: number | undefined;
  /** A page that says what this is. */
  readonly helpUrl?: string | undefined;
  /** Whether `/interlinear …` in a comment is answered here. */
  readonly commands?: boolean;
  /** Whether the change comes from another repository. */
  readonly isFork?: boolean;
}
