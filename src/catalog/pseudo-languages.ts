/**
 * Languages that nobody speaks, made by machines to see which texts a program asks for: `ach_UG` of Crowdin, `en_XA` and
 * `ar_XB` of Android, `qps-ploc` of Windows, `x-pseudo`; `qqq`, which explains messages; and `zxx`, which says that a text is in no language.
 */
const PSEUDO =
  /^(?:ach[_-]r?UG|(?:en|ar)[_-]r?X[A-C]|zxx|qqq|qps(?:[_-]ploc[am]?)?|(?:[a-z]{2,3}[_-])?x?[_-]?pseudo|xx)(?:[_-][a-z]{2})?$/i;

/** @param code in whatever spelling */
export function isPseudoLanguage(code: string): boolean {
  return PSEUDO.test(code);
}
