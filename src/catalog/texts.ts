/** Whether texts say nothing: no text in any plural form. */
export function isEmpty(texts: readonly string[]): boolean {
  return texts.every((text) => text === "");
}

export function equalTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
