import { defined } from "../../core/defined.ts";
import { parseLanguage, type LanguageStyle } from "../language-code.ts";
import { fileMatcher, parsePattern } from "../pattern.ts";
import {
  fieldsOf,
  lineOf,
  listOf,
  pathFrom,
  readYaml,
  textOf,
  type ConfigurationReader,
  type Fields,
  type Imported,
  type ImportedSettings,
} from "./imported.ts";
import { sourceAmong } from "./source-among.ts";
import { CARRIED, namedSettings, OWN, settingsOf, type Fates, type Setting } from "./settings.ts";

interface Placeholder {
  readonly pattern: string;
  readonly style?: LanguageStyle;
}

/** What stands for a language in a path, as Crowdin's configuration file documents it. */
const LANGUAGES: Readonly<Record<string, Placeholder>> = {
  two_letters_code: { pattern: "{language}" },
  locale: { pattern: "{language}", style: "bcp47-country" },
  locale_with_underscore: { pattern: "{language}", style: "posix" },
  android_code: { pattern: "{language}", style: "android" },
  osx_code: { pattern: "{language}.lproj", style: "apple" },
  osx_locale: { pattern: "{language}", style: "apple" },
};

/** What becomes of each setting, as the tool's configuration file documents them. */
const fates: Fates = {
  project_id: OWN,
  project_id_env: OWN,
  project_identifier: OWN,
  project_identifier_env: OWN,
  api_token: OWN,
  api_token_env: OWN,
  api_key: OWN,
  api_key_env: OWN,
  base_url: OWN,
  base_url_env: OWN,
  preserve_hierarchy: OWN,
  base_path: CARRIED,
  export_only_approved: CARRIED,
  export_languages: CARRIED,
  pull_request_labels: CARRIED,
  pull_request_assignees: CARRIED,
  pull_request_reviewers: CARRIED,
  "files[].source": CARRIED,
  "files[].translation": CARRIED,
  "files[].languages_mapping": CARRIED,
  "files[].excluded_target_languages": CARRIED,
  "files[].ignore": CARRIED,
  "files[].export_only_approved": CARRIED,
  base_path_env: "name the folder in `source` and `translations`.",
  pull_request_title: "it has variables of the tool: set `pull-request: { title: … }` with ours.",
  commit_message: "it has variables of the tool: set `commit: { message: … }` with ours.",
  append_commit_message: "set `commit: { message: … }`.",
  skip_untranslated_strings: "untranslated strings never come: nothing is to be set.",
  skip_untranslated_files: "set `pull: { minimum-translated: 100 }`.",
  "files[].skip_untranslated_strings": "untranslated strings never come: nothing is to be set.",
  "files[].skip_untranslated_files": "set `pull: { minimum-translated: 100 }`.",
  "files[].update_option": "changed sources keep their translations by `push: { method: add }`; see `push.method`.",
  "files[].translation_replace":
    "files that are there show how languages are written; `languages.aliases` says it of others.",
  "files[].dest": "the component's name says where its strings are: correct its slug.",
  "files[].type": "the component on the service knows the format.",
};

/** `crowdin.yml` */
export const crowdin: ConfigurationReader = {
  tool: "crowdin",
  isConfiguration: (path) => /^(\.github\/)?\.?crowdin\.ya?ml$/.test(path),
  read: (text, files) => {
    const configuration = readYaml(text);
    // The path is that of the folder of the configuration, which lies in the root or right below it.
    const base = textOf(configuration["base_path"])?.replace(/^\.\.(?:\/|$)/, "./");
    const all = listOf(configuration["files"]).map(fieldsOf);
    const isApproved = (fields: Fields): boolean => fields["export_only_approved"] === true;
    const approvedOnly = isApproved(configuration) || (all.length > 0 && all.every(isApproved));
    const only = codesOf(configuration["export_languages"]);
    const read = all.map((fields) => {
      const { entries, leftOut } = readFiles(fields, base, { text, files });
      const rules = {
        ...(only.length === 0 ? {} : { only }),
        ...(isApproved(fields) && !approvedOnly ? { approvedOnly: true } : {}),
      };
      return { entries: entries.map((entry) => ({ ...entry, ...rules })), leftOut };
    });
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [
        ...read.flatMap(({ leftOut }) => leftOut),
        ...namedSettings(
          settingsOf(text).filter((setting) => !isCarriedTemplate(setting) && !isCarriedReplacement(setting, all)),
          fates,
        ),
      ],
      settings: {
        ...(approvedOnly ? { approvedOnly } : {}),
        ...templateOf("title", configuration["pull_request_title"]),
        ...templateOf("commitMessage", configuration["commit_message"]),
        ...textsOf("labels", configuration["pull_request_labels"]),
        ...textsOf("assignees", configuration["pull_request_assignees"]),
        ...textsOf("reviewers", configuration["pull_request_reviewers"]),
      },
    };
  },
  settings: (text) =>
    settingsOf(text).map((setting) =>
      isCarriedTemplate(setting) ? { ...setting, path: `${setting.path} without variables` } : setting,
    ),
  fates: { ...fates, "pull_request_title without variables": CARRIED, "commit_message without variables": CARRIED },
};

const templates = new Set(["pull_request_title", "commit_message"]);

/** What is replaced in the name of a source; in the code of a language it is told by an alias. */
function isCarriedReplacement({ path }: Setting, entries: readonly Fields[]): boolean {
  const start = "files[].translation_replace.";
  const name = path.startsWith(start) ? path.slice(start.length) : "";
  return name !== "" && entries.some(({ source }) => textOf(source)?.includes(name) === true);
}

/** The tool's variables (`%language%`) are none of ours. */
function isCarriedTemplate({ path, value }: Setting): boolean {
  return templates.has(path) && templateOf("title", value).title !== undefined;
}

function templateOf<Key extends string>(key: Key, value: unknown): { readonly [Name in Key]?: string } {
  const text = textOf(value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one key, which TypeScript does not follow
  return (text === undefined || /%|\{/.test(text) ? {} : { [key]: text }) as { [Name in Key]?: string };
}

function textsOf(key: "labels" | "assignees" | "reviewers", value: unknown): ImportedSettings {
  const texts = listOf(value).map(String);
  return texts.length === 0 ? {} : { [key]: texts };
}

function codesOf(value: unknown): readonly string[] {
  return listOf(value).map((code) => parseLanguage(String(code)) ?? String(code));
}

interface Configuration {
  readonly text: string;
  readonly files: readonly string[];
}

function readFiles(fields: Fields, base: string | undefined, { text, files }: Configuration): Imported {
  const [source, translation] = [textOf(fields["source"]), textOf(fields["translation"])];
  if (source === undefined || translation === undefined) return { entries: [], leftOut: [] };
  const at = lineOf(text, source);
  const unusable = (why: string): Imported => ({ entries: [], leftOut: [{ ...at, what: source, why }] });
  if (/[?[\]]/.test(source)) return unusable("`?` and `[…]` cannot name what differs: write a pattern with {name}.");
  const language = Object.keys(LANGUAGES).find((name) => translation.includes(`%${name}%`));
  const found = language === undefined ? undefined : LANGUAGES[language];
  if (language === undefined || found === undefined) {
    return unusable(`the languages of ${translation} are not told by a code that is known here.`);
  }
  const aliases = aliasesOf(fieldsOf(fields["languages_mapping"])[language]);
  const except = codesOf(fields["excluded_target_languages"]);
  const exclude = listOf(fields["ignore"]).map((each) => ignoredGlob(String(each), base));
  const rules = { ...(except.length === 0 ? {} : { except }), ...(exclude.length === 0 ? {} : { exclude }) };
  // A source that fits the files of all languages means the one in English.
  const isOfAll = /\*/.test(source) && !/%original_|%file_name%|\*/.test(translation);
  const english = isOfAll
    ? sourceAmong(pathFrom(base, translation).replace(`%${language}%`, found.pattern), [], files)
    : undefined;
  const sources = english === undefined ? variants(pathFrom(base, source), files) : [english];
  const replaced = replacementsOf(fields);
  const entries = sources.map((variant) => ({
    ...at,
    source: variant,
    translations: withReplacements(
      filled(pathFrom(base, translation), variant, { [`%${language}%`]: found.pattern }),
      replaced,
    ),
    ...defined({ style: found.style }),
    aliases,
    ...rules,
  }));
  return { entries, leftOut: [] };
}

/** `**` may stand for no folder at all, a capture cannot: both are tried on the files there are. */
function variants(source: string, files: readonly string[]): readonly string[] {
  const named = (pattern: string): string => {
    let count = 0;
    return pattern
      .replace("**/", "{folder:**}/")
      .replace(/(?<!\*)\*(?!\*)/g, () => (count++ === 0 ? "{name}" : `{name${String(count)}}`));
  };
  const all = source.includes("**/") ? [named(source.replace("**/", "")), named(source)] : [named(source)];
  const matching = all.filter((pattern) => fileMatcher(parsePattern(pattern))(files).length > 0);
  return matching.length > 0 ? matching : all.slice(0, 1);
}

function filled(translation: string, source: string, language: Readonly<Record<string, string>>): string {
  const cut = source.lastIndexOf("/") + 1;
  const [folder, file] = [source.slice(0, Math.max(0, cut - 1)), source.slice(cut)];
  const [, name = file, extension = ""] = /^(.*)\.([^.]*)$/.exec(file) ?? [];
  const inner = /\{folder:\*\*\}/.test(source) ? "{folder}/" : "";
  const values: Readonly<Record<string, string>> = {
    ...language,
    "%original_file_name%": file,
    "%file_name%": name,
    "%file_extension%": extension,
    "%original_path%": folder.replace("{folder:**}", "{folder}"),
  };
  const whole = Object.entries(values).reduce((path, [mark, value]) => path.replaceAll(mark, value), translation);
  return pathFrom(whole.replace("**/", inner));
}

/** Of the name that a source gives its translations: `_en` may have to go. */
function replacementsOf(fields: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fieldsOf(fields["translation_replace"])).flatMap(([text, by]) =>
    text === "" || typeof by !== "string" ? [] : [[text, by] as const],
  );
}

/** Not in what stands for a language or another name: these differ from file to file. */
function withReplacements(pattern: string, replacements: ReturnType<typeof replacementsOf>): string {
  const parts = pattern.split(/(\{[^}]*\})/);
  const replaced = parts.map((part) =>
    part.startsWith("{") ? part : replacements.reduce((text, [from, to]) => text.replaceAll(from, to), part),
  );
  return replaced.join("");
}

function aliasesOf(mapping: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(mapping)).flatMap(([code, text]) => {
      const own = textOf(text);
      return own === undefined ? [] : [[parseLanguage(code) ?? code, own] as const];
    }),
  );
}

/** A folder stands for all that is in it; variables of languages are any code. */
function ignoredGlob(path: string, base: string | undefined): string {
  const glob = pathFrom(base, path).replaceAll(/%[a-z_]+%/g, "*");
  return /[*?]|\.[^/]+$/.test(glob) ? glob : `${glob}/**`;
}
