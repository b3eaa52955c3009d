import type { LanguageStyle } from "../language-code.ts";
import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";

/** Variables that stand for a language, as Localazy's command line documents them. */
const LANGUAGES: readonly { readonly mark: string; readonly pattern: string; readonly style?: LanguageStyle }[] = [
  { mark: "${lang}", pattern: "{language}" },
  { mark: "${langLsrDash}", pattern: "{language}", style: "bcp47" },
  { mark: "${langLsrUnderscore}", pattern: "{language}", style: "posix" },
  { mark: "${androidResFolder}", pattern: "values-{language}", style: "android" },
  { mark: "${iosLprojFolder}", pattern: "{language}.lproj", style: "apple" },
];

/** `localazy.json` */
export const localazy: ConfigurationReader = {
  tool: "localazy",
  isConfiguration: (path) => path === "localazy.json",
  read: (text) => {
    const configuration = readYaml(text);
    const [upload, download] = [fieldsOf(configuration["upload"]), fieldsOf(configuration["download"])];
    const outputs = listOf(download["files"]).flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["output"]) ?? []);
    const patterns = listOf(upload["files"]).flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["pattern"]) ?? []);
    const [output, ...others] = outputs;
    const read = patterns.map((pattern) => {
      const at = lineOf(text, pattern);
      const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: pattern, why }] });
      if (output === undefined || others.length > 0) return unusable("`download` has none or several outputs for it.");
      if (/[*$]/.test(pattern)) return unusable("write a pattern with captures {name} in the place of `*`.");
      const language = LANGUAGES.find(({ mark }) => output.includes(mark));
      if (language === undefined) return unusable(`the language in ${output} is told in a way that is not known here.`);
      const cut = pattern.lastIndexOf("/") + 1;
      const translations = output
        .replace(language.mark, language.pattern)
        .replace("${file}", pattern.slice(cut))
        .replace("${path}", pattern.slice(0, cut));
      if (translations.includes("${")) return unusable(`not every variable of ${output} is known here.`);
      const style = language.style === undefined ? {} : { style: language.style };
      const source = pathFrom(textOf(upload["folder"]), pattern);
      const entry = { ...at, source, translations: pathFrom(textOf(download["folder"]), translations), ...style };
      return { entries: [entry], leftOut: [] };
    });
    return { entries: read.flatMap(({ entries }) => entries), leftOut: read.flatMap(({ leftOut }) => leftOut) };
  },
};
