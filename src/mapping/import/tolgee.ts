import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";
import { entriesOfList } from "./listed-files.ts";
import { sourceAmong } from "./source-among.ts";

/** `.tolgeerc.json`: the templates of the paths that `push` looks for. */
export const tolgee: ConfigurationReader = {
  tool: "tolgee",
  isConfiguration: (path) => /^\.tolgeerc(\.json|\.ya?ml)?$/.test(path),
  read: (text, files) => {
    const push = fieldsOf(readYaml(text)["push"]);
    const templates = listOf(push["filesTemplate"]).flatMap((each) => textOf(each) ?? []);
    const read = templates.map((template) => {
      const at = lineOf(text, template);
      const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: template, why }] });
      const style = template.includes("{androidLanguageTag}") ? ({ style: "android" } as const) : {};
      const translations = pathFrom(template).replace(/\{(languageTag|androidLanguageTag)\}/, "{language}");
      if (!translations.includes("{language}")) return unusable("it has no {languageTag}.");
      if (/\{(extension|snakeLanguageTag)\}|\*/.test(translations)) return unusable("write it as `translations`.");
      const source = sourceAmong(translations, [], files);
      if (source === undefined) return unusable("there is no file of it in English: name the `source`.");
      return { entries: [{ ...at, source, translations, ...style }], leftOut: [] };
    });
    const paths = listOf(push["files"]).flatMap((each) => textOf(fieldsOf(each)["path"]) ?? []);
    const listed = templates.length > 0 ? [] : entriesOfList(paths.map((path) => pathFrom(path)));
    const untold =
      paths.length > 0 && templates.length === 0 && listed.length === 0
        ? [{ ...lineOf(text, "files"), what: "push.files", why: "its paths do not differ in a language's code." }]
        : [];
    return {
      entries: [
        ...read.flatMap(({ entries }) => entries),
        ...listed.map((entry) => ({ ...entry, ...lineOf(text, entry.source ?? entry.translations) })),
      ],
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...untold],
    };
  },
};
