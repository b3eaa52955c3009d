import { isCatalogue } from "../catalogue-paths.ts";
import {
  type ImportedEntry,
  fieldsOf,
  lineOf,
  listOf,
  pathFrom,
  readYaml,
  textOf,
  type ConfigurationReader,
} from "./imported.ts";
import { CARRIED, namedSettings, OWN, settingsOf, type Fates } from "./settings.ts";

/** What becomes of each setting, as the tool's configuration file documents them. */
const fates: Fates = {
  $schema: OWN,
  version: OWN,
  provider: "the service translates by machines where its component is set up to.",
  "locale.source": CARRIED,
  "locale.targets": "languages are those of the service: `languages: { only: […] }` narrows them.",
  "buckets.*.include": CARRIED,
  "buckets.*.include[].path": CARRIED,
  "buckets.*.exclude": CARRIED,
  "buckets.*.lockedKeys": "mark these strings as read-only on the service.",
  "buckets.*.ignoredKeys": "mark these strings as read-only on the service.",
};

/** `i18n.json` of Lingo.dev: buckets of paths with `[locale]`. */
export const lingo: ConfigurationReader = {
  tool: "lingo",
  isConfiguration: (path) => path === "i18n.json",
  read: (text) => {
    const configuration = readYaml(text);
    const source = textOf(fieldsOf(configuration["locale"])["source"]) ?? "en";
    const paths = Object.entries(fieldsOf(configuration["buckets"])).flatMap(([kind, bucket]) => {
      const exclude = listOf(fieldsOf(bucket)["exclude"])
        .flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["path"]) ?? [])
        .map((path) => pathFrom(path).replaceAll("[locale]", "*"));
      const rules = {
        ...(exclude.length === 0 ? {} : { exclude }),
        ...(kind === "android" ? { style: "android" as const } : {}),
      };
      return listOf(fieldsOf(bucket)["include"])
        .flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["path"]) ?? [])
        .map((path) => ({ path, rules }));
    });
    const read = paths.map(({ path, rules }) => {
      const at = lineOf(text, path);
      const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: path, why }] });
      if (isCatalogue(path) && !/[*[]/.test(path)) {
        const entry: ImportedEntry = { ...at, source: undefined, translations: pathFrom(path), ...rules };
        return { entries: [entry], leftOut: [] };
      }
      if (!path.includes("[locale]")) return unusable("it has all languages in one file: bind files of one language.");
      if (path.includes("*")) return unusable("write a pattern with a capture {name} in the place of `*`.");
      const entry: ImportedEntry = {
        ...at,
        source: pathFrom(path).replaceAll("[locale]", source),
        translations: pathFrom(path).replace("[locale]", "{language}"),
        ...rules,
      };
      if (entry.translations.includes("[locale]")) return unusable("the language may stand in a path once only.");
      return { entries: [entry], leftOut: [] };
    });
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...namedSettings(settingsOf(text), fates)],
    };
  },
  settings: settingsOf,
  fates,
};
