/** At the beginning of a text or after what belongs to no word. */
const MENTIONS = /(?<![\w@.+-])@([\w@.+-]{1,150})/g;

/** Who is named in a comment, as `@name`. What ends a sentence may be of the name, or not: both are told. */
export function mentionedNames(comment: string): readonly string[] {
  return [...comment.matchAll(MENTIONS)].flatMap(([, name = ""]) => [name, name.replace(/[.+-]+$/, "")]);
}
