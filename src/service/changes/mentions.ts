/** What a comment's change says of it. */
export interface SaidComment {
  readonly comment?: string;
  /** Login of who answered on the forge. */
  readonly answered_by?: string;
}

/** At the beginning of a text or after what belongs to no word. */
const MENTIONS = /(?<![\w@.+-])@([\w@.+-]{1,150})/g;

/**
 * Who is named in a comment, as `@name`. What ends a sentence may be of the name, or not: both are told. Names in an answer from the forge
 * are names there.
 */
export function mentionedNames({ comment = "", answered_by: forge }: SaidComment): readonly string[] {
  if (forge !== undefined) return [];
  return [...comment.matchAll(MENTIONS)].flatMap(([, name = ""]) => [name, name.replace(/[.+-]+$/, "")]);
}
