import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";
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
    const listed =
      templates.length === 0 && listOf(push["files"]).length > 0
        ? [{ ...lineOf(text, '"files"'), what: "push.files", why: "a list of single files tells no pattern." }]
        : [];
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...listed],
    };
  },
};
