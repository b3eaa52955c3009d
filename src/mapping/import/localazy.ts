import { parseLanguage, type LanguageStyle } from "../language-code.ts";
import {
  fieldsOf,
  lineOf,
  listOf,
  pathFrom,
  readYaml,
  textOf,
  type ConfigurationReader,
  type Fields,
  type ImportedEntry,
} from "./imported.ts";
import { entriesOfList } from "./listed-files.ts";
import { CARRIED, namedSettings, OWN, settingsOf, type Fates } from "./settings.ts";

/** Variables that stand for a language, as Localazy's command line documents them. */
const LANGUAGES: readonly { readonly mark: string; readonly pattern: string; readonly style?: LanguageStyle }[] = [
  { mark: "${lang}", pattern: "{language}" },
  { mark: "${languageCode}", pattern: "{language}" },
  { mark: "${langLsrDash}", pattern: "{language}", style: "bcp47" },
  { mark: "${langLsrUnderscore}", pattern: "{language}", style: "posix" },
  { mark: "${langAndroidResNoScript}", pattern: "{language}", style: "android" },
  { mark: "${langAndroidRes}", pattern: "{language}", style: "android" },
  { mark: "${androidResFolder}", pattern: "values-{language}", style: "android" },
  { mark: "${iosLprojFolder}", pattern: "{language}.lproj", style: "apple" },
];

const KNOWN_FORMAT = "the component on the service knows the format.";
/** What becomes of each setting, as the tool's configuration file documents them. */
const fates: Fates = {
  readKey: OWN,
  writeKey: OWN,
  projectId: OWN,
  "upload.files": CARRIED,
  "upload.files.pattern": CARRIED,
  "upload.files.lang": CARRIED,
  "upload.files[].pattern": CARRIED,
  "upload.files[].path": CARRIED,
  "upload.files[].lang": CARRIED,
  "upload.files[].excludes": CARRIED,
  "upload.files[].group":
    "it says what a file of translations is to the source: `push.translations` says whether they are sent.",
  "upload.files[].file": "the component's name says where its strings are: correct its slug.",
  "upload.files[].type": KNOWN_FORMAT,
  "upload.folder": CARRIED,
  "upload.type": KNOWN_FORMAT,
  "upload.features": "the component on the service knows the format, and its parameters.",
  "upload.deprecateMissing": "strings that git removed go from the service, as far as `removal-limit` lets them.",
  "upload.deprecate": "strings that git removed go from the service, as far as `removal-limit` lets them.",
  "download.files": CARRIED,
  "download.files[].output": CARRIED,
  "download.files.output": CARRIED,
  "download.folder": CARRIED,
  "download.langAliases": CARRIED,
  "download.includeSourceLang": "the source is git's, and never comes from the service.",
  "conversion.actions[].output": CARRIED,
  "conversion.actions[].type": KNOWN_FORMAT,
  "conversion.actions[].conditions": CARRIED,
};

interface Output {
  readonly path: string;
  readonly folder: string | undefined;
}

/** `localazy.json` */
export const localazy: ConfigurationReader = {
  tool: "localazy",
  isConfiguration: (path) => path === "localazy.json",
  read: (text) => {
    const configuration = readYaml(text);
    const [upload, download] = [fieldsOf(configuration["upload"]), fieldsOf(configuration["download"])];
    const outputs = listOf(download["files"]).flatMap((each) => textOf(each) ?? textOf(fieldsOf(each)["output"]) ?? []);
    const files = listOf(upload["files"]).map((each) =>
      typeof each === "string" ? { pattern: each } : fieldsOf(each),
    );
    const folder = textOf(download["folder"]);
    const aliases = aliasesOf(download["langAliases"]);
    const read =
      files.length === 0
        ? [readConversion(configuration, text)]
        : (files.some(isSource) ? files.filter(isSource) : files.map((file) => inEnglish(file, outputs))).map((file) =>
            readFile(
              file,
              outputs.map((path) => ({ path, folder })),
              { text, folder: textOf(upload["folder"]), aliases },
            ),
          );
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...namedSettings(settingsOf(text), fates)],
    };
  },
  settings: settingsOf,
  fates,
};

/** Files of other languages are the translations, which `download` names. */
function isSource(file: Fields): boolean {
  const language = textOf(file["lang"]) ?? "inherited";
  return language === "inherited" || parseLanguage(language)?.startsWith("en") === true;
}

/** One pattern for all languages: the source is the English file, at the place that the output says. */
function inEnglish(file: Fields, [output]: readonly string[]): Fields {
  const mark = LANGUAGES.find((language) => output?.includes(language.mark) === true)?.mark;
  const pattern = textOf(file["pattern"]) ?? "";
  if (mark === undefined || output === undefined || output.split("${").length !== 2) return file;
  const isSame = output.replace(mark, "*") === pattern;
  return isSame ? { ...file, english: output.replace(mark, "en") } : file;
}

interface Reading {
  readonly text: string;
  readonly folder: string | undefined;
  readonly aliases: Readonly<Record<string, string>>;
}

function readFile(file: Fields, outputs: readonly Output[], { text, folder, aliases }: Reading) {
  const english = textOf(file["english"]);
  const pattern =
    english === undefined ? pathFrom(textOf(file["path"]), textOf(file["pattern"]) ?? "") : pathFrom(english);
  const at = lineOf(text, textOf(file["pattern"]) ?? "");
  const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: pattern, why }] });
  const [output, ...others] = outputs;
  if (output === undefined || others.length > 0) return unusable("`download` has none or several outputs for it.");
  if (!output.path.includes("${")) {
    const listed = entriesOfList([pathFrom(folder, pattern), pathFrom(output.folder, output.path)]);
    return { entries: listed.map((entry) => ({ ...at, ...entry })), leftOut: [] };
  }
  if (/\*\*|\$/.test(pattern)) return unusable("write a pattern with captures {name} in the place of `**`.");
  const language = LANGUAGES.find(({ mark }) => output.path.includes(mark));
  if (language === undefined)
    return unusable(`the language in ${output.path} is told in a way that is not known here.`);
  const named = pattern.replaceAll("*", "{name}");
  if (named.split("{name}").length > 2) return unusable("write a pattern with captures {name} in the place of `*`.");
  const cut = named.lastIndexOf("/") + 1;
  const translations = output.path
    .replace(language.mark, () => language.pattern)
    .replace("${file}", () => named.slice(cut))
    .replace("${path}", () => named.slice(0, cut));
  if (translations.includes("${"))
    return unusable(`${output.path} has a variable twice, or one that is not known here.`);
  const exclude = listOf(file["excludes"]).map((each) => pathFrom(folder, String(each)));
  const entry: ImportedEntry = {
    ...at,
    source: pathFrom(folder, named),
    translations: pathFrom(output.folder, translations),
    ...(language.style !== undefined && { style: language.style }),
    ...(exclude.length === 0 ? {} : { exclude }),
    aliases,
  };
  return { entries: [entry], leftOut: [] };
}

/** A project that is filled elsewhere: the output without a variable is the source, that with one the translations. */
function readConversion(configuration: Fields, text: string) {
  const actions = listOf(fieldsOf(configuration["conversion"])["actions"]).map(fieldsOf);
  const outputs = actions.flatMap(({ output }) => textOf(output) ?? []);
  const sources = outputs.filter((output) => !output.includes("${"));
  const read = outputs
    .filter((output) => output.includes("${"))
    .map((output) => {
      const language = LANGUAGES.find(({ mark }) => output.includes(mark));
      const at = lineOf(text, output);
      const name = output.slice(output.lastIndexOf("/") + 1);
      const source = sources.find((path) => path.endsWith(`/${name}`) || sources.length === 1);
      if (language === undefined || source === undefined) {
        return { entries: [], leftOut: [{ ...at, what: output, why: "no output of `conversion` is its source." }] };
      }
      const style = language.style === undefined ? {} : { style: language.style };
      const translations = pathFrom(output.replace(language.mark, () => language.pattern));
      return { entries: [{ ...at, source: pathFrom(source), translations, ...style }], leftOut: [] };
    });
  return { entries: read.flatMap(({ entries }) => entries), leftOut: read.flatMap(({ leftOut }) => leftOut) };
}

function aliasesOf(map: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(map)).flatMap(([code, alias]) => {
      const own = textOf(alias);
      return own === undefined ? [] : [[parseLanguage(code) ?? code, own] as const];
    }),
  );
}
