import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";

/** `i18n.json` of Lingo.dev: buckets of paths with `[locale]`. */
export const lingo: ConfigurationReader = {
  tool: "lingo",
  isConfiguration: (path) => path === "i18n.json",
  read: (text) => {
    const configuration = readYaml(text);
    const source = textOf(fieldsOf(configuration["locale"])["source"]) ?? "en";
    const paths = Object.values(fieldsOf(configuration["buckets"])).flatMap((bucket) =>
      listOf(fieldsOf(bucket)["include"]).flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["path"]) ?? []),
    );
    const read = paths.map((path) => {
      const at = lineOf(text, path);
      const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: path, why }] });
      if (!path.includes("[locale]")) return unusable("it has all languages in one file: bind files of one language.");
      if (path.includes("*")) return unusable("write a pattern with a capture {name} in the place of `*`.");
      const entry = {
        ...at,
        source: pathFrom(path).replaceAll("[locale]", source),
        translations: pathFrom(path).replace("[locale]", "{language}"),
      };
      if (entry.translations.includes("[locale]")) return unusable("the language may stand in a path once only.");
      return { entries: [entry], leftOut: [] };
    });
    return { entries: read.flatMap(({ entries }) => entries), leftOut: read.flatMap(({ leftOut }) => leftOut) };
  },
};
