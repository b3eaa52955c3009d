import { parseLanguage } from "../language-code.ts";
import { fileMatcher, parsePattern } from "../pattern.ts";

/**
 * The source of files whose pattern is known: one that the tool sends, or else the English one.
 * @param translations with `{language}`; other captures may stand in it
 * @param named paths that the tool sends
 */
export function sourceAmong(
  translations: string,
  named: readonly string[],
  files: readonly string[],
): string | undefined {
  const matches = fileMatcher(parsePattern(translations));
  const [sent] = matches(named.filter((path) => !/[<>*%]/.test(path)));
  const found = sent ?? matches(files).find(({ captures }) => isEnglish(captures["language"] ?? ""));
  const language = found?.captures["language"];
  return language === undefined ? undefined : translations.replace("{language}", language);
}

function isEnglish(text: string): boolean {
  const code = parseLanguage(text);
  return code === "en" || code?.startsWith("en_") === true;
}
