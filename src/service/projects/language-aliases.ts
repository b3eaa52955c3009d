/** `zh:zh_Hans,pt:pt_BR` → code in file names → code of the language. */
export function languageAliases(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").map((pair) => pair.split(":").map((code) => code.trim()));
  return new Map(
    pairs.flatMap(([code = "", language = "", ...rest]) =>
      code === "" || language === "" || rest.length > 0 ? [] : [[code, language] as const],
    ),
  );
}

/** Whether the text is a list of pairs, each code but once. */
export function isLanguageAliases(text: string): boolean {
  return text.trim() === "" || languageAliases(text).size === text.split(",").length;
}
