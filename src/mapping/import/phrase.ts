import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";
import { fileMatcher, parsePattern } from "../pattern.ts";
import { entriesOfList } from "./listed-files.ts";
import { sourceAmong } from "./source-among.ts";

/** `.phrase.yml`, in older ones `.phraseapp.yml` */
export const phrase: ConfigurationReader = {
  tool: "phrase",
  isConfiguration: (path) => /^\.phrase(app)?\.ya?ml$/.test(path),
  read: (text, files) => {
    const configuration = readYaml(text);
    const settings = fieldsOf(configuration["phrase"] ?? configuration["phraseapp"]);
    const sources = filesOf(fieldsOf(settings["push"])["sources"]).map((file) => pathFrom(file));
    const targets = filesOf(fieldsOf(settings["pull"])["targets"]);
    const single = targets.filter((target) => !/<(?:locale_name|locale_code|tag)>/.test(target));
    const listed = entriesOfList([...sources, ...single.map((target) => pathFrom(target))]).map((entry) => ({
      ...entry,
      ...lineOf(text, entry.source ?? entry.translations),
    }));
    const isListed = (target: string): boolean =>
      listed.some(
        ({ source, translations }) =>
          pathFrom(target) === source || fileMatcher(parsePattern(translations))([pathFrom(target)]).length > 0,
      );
    const read = targets
      .filter((target) => !(single.includes(target) && isListed(target)))
      .map((target) => {
        const at = lineOf(text, target);
        const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: target, why }] });
        if (target.includes("<tag>")) return unusable("<tag> splits one project by tags: bind each file by itself.");
        if (!/<locale_(name|code)>/.test(target)) return unusable("it has no <locale_name> or <locale_code>.");
        const translations = pathFrom(target).replace(/<locale_(name|code)>/, "{language}");
        const source = sourceAmong(translations, sources, files);
        if (source === undefined)
          return unusable("no source of `push` is one of its files, and there is none in English.");
        return { entries: [{ ...at, source, translations }], leftOut: [] };
      });
    return {
      entries: [...listed, ...read.flatMap(({ entries }) => entries)],
      leftOut: read.flatMap(({ leftOut }) => leftOut),
    };
  },
};

function filesOf(list: unknown): readonly string[] {
  return listOf(list).flatMap((each) => textOf(fieldsOf(each)["file"]) ?? []);
}
