/** Text that every database stores: PostgreSQL refuses U+0000, and half a surrogate pair is no text. */
export function databaseText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}
