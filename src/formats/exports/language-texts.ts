/** Languages of a translation, in the service's codes; files that hold several are read for these. */
export interface ReadLanguages {
  readonly sourceLanguage?: string | undefined;
  readonly language?: string | undefined;
}

interface LanguageText {
  readonly language: string;
  readonly text: string;
}

/**
 * Source and translation among the texts of one entry. Where no text is in the wanted language, that of the first other
 * language counts; undefined where the entry has a single text.
 */
export function languageTextsOf(
  texts: readonly LanguageText[],
  { sourceLanguage, language }: ReadLanguages,
): { readonly source: string; readonly target: string } | undefined {
  const [first, second] = texts;
  if (first === undefined || second === undefined) return undefined;
  const source = texts.find((text) => isSame(text.language, sourceLanguage)) ?? first;
  const others = texts.filter((text) => text !== source);
  const target = others.find((text) => isSame(text.language, language)) ?? others[0] ?? second;
  return { source: source.text, target: target.text };
}

/** `pt_BR` and `pt-br` are the same. */
function isSame(written: string, code: string | undefined): boolean {
  return code !== undefined && normal(written) === normal(code);
}

function normal(code: string): string {
  return code.replace(/[_@]/g, "-").toLowerCase();
}
