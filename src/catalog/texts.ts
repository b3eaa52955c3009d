/** Whether texts say nothing: no text in any plural form. */
export function isEmpty(texts: readonly string[]): boolean {
  return texts.every((text) => text === "");
}

export function equalTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** The same texts; a form that only one of them has says nothing. A text that is there and empty is none that is not there. */
export function equalForms(one: readonly string[], other: readonly string[]): boolean {
  if (equalTexts(one, other)) return true;
  const longer = one.length > other.length ? one : other;
  return !isEmpty(longer) && longer.every((_, index) => (one[index] ?? "") === (other[index] ?? ""));
}

/** No text is no text, in however many plural forms. */
export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return equalForms(one, other) || (isEmpty(one) && isEmpty(other));
}
