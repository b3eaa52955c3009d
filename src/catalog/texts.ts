/** Whether texts say nothing: no text in any plural form. */
export function isEmpty(texts: readonly string[]): boolean {
  return texts.every((text) => text === "");
}

export function equalTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** No text is no text, in however many plural forms. */
export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return equalTexts(one, other) || (isEmpty(one) && isEmpty(other));
}
