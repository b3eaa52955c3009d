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
  type LeftOut,
} from "./imported.ts";

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

/** `crowdin.yml` */
export const crowdin: ConfigurationReader = {
  tool: "crowdin",
  isConfiguration: (path) => /^(\.github\/)?\.?crowdin\.ya?ml$/.test(path),
  read: (text, files) => {
    const configuration = readYaml(text);
    const base = textOf(configuration["base_path"]);
    const read = listOf(configuration["files"]).map((each) => readFiles(fieldsOf(each), base, { text, files }));
    const all = listOf(configuration["files"]).map(fieldsOf);
    const isApproved = (fields: Fields): boolean => fields["export_only_approved"] === true;
    const approvedOnly = isApproved(configuration) || (all.length > 0 && all.every(isApproved));
    const partly = !approvedOnly && all.some(isApproved) ? lineOf(text, "export_only_approved") : undefined;
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [
        ...read.flatMap(({ leftOut }) => leftOut),
        ...otherSettings(configuration, ofAll, text),
        ...all.flatMap((fields) => otherSettings(fields, ofFiles, text)),
        ...(partly === undefined
          ? []
          : [
              {
                ...partly,
                what: "export_only_approved",
                why: "some files have it: set `pull: { approved-only: true }` on their components.",
              },
            ]),
      ],
      ...(approvedOnly ? { settings: { approvedOnly } } : {}),
    };
  },
};

/** Settings that are carried over, or that only say how to reach the tool. */
const ofAll = new Set(
  "project_id project_id_env project_identifier api_token api_token_env api_key api_key_env base_path base_path_env base_url base_url_env preserve_hierarchy files export_only_approved".split(
    " ",
  ),
);
const ofFiles = new Set(
  "source translation languages_mapping excluded_target_languages ignore export_only_approved".split(" "),
);
/** What does the same here. */
const equivalents: Readonly<Record<string, string>> = {
  skip_untranslated_strings: "untranslated strings never come: nothing is to be set.",
  skip_untranslated_files: "set `pull: { minimum-translated: 100 }`.",
  pull_request_title: "set `pull-request: { title: … }`.",
  pull_request_labels: "set `pull-request: { labels: […] }`.",
  pull_request_assignees: "set `pull-request: { assignees: […] }`.",
  pull_request_reviewers: "set `pull-request: { reviewers: […] }`.",
  commit_message: "set `commit: { message: … }`.",
  append_commit_message: "set `commit: { message: … }`.",
  update_option: "changed sources keep their translations by `push: { method: add }`; see `push.method`.",
  dest: "the component's name says where its strings are: correct its slug.",
  type: "the component on the service knows the format.",
};

/** What is neither carried over nor about the tool itself, with its line. */
function otherSettings(fields: Fields, known: ReadonlySet<string>, text: string): readonly LeftOut[] {
  return Object.keys(fields)
    .filter((key) => !known.has(key))
    .map((key) => ({ ...lineOf(text, key), what: key, why: equivalents[key] ?? "it has no equivalent here." }));
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
  const entries = variants(pathFrom(base, source), files).map((variant) => ({
    ...at,
    source: variant,
    translations: filled(pathFrom(base, translation), variant, { [`%${language}%`]: found.pattern }),
    ...defined({ style: found.style }),
    aliases,
  }));
  return { entries, leftOut: settingsLeftOut(fields, at) };
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

function aliasesOf(mapping: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(mapping)).flatMap(([code, text]) => {
      const own = textOf(text);
      return own === undefined ? [] : [[parseLanguage(code) ?? code, own] as const];
    }),
  );
}

function settingsLeftOut(fields: Fields, at: { readonly line?: number }): readonly LeftOut[] {
  const excluded = listOf(fields["excluded_target_languages"]).map(String);
  return [
    ...(excluded.length === 0
      ? []
      : [
          {
            ...at,
            what: `excluded_target_languages: ${excluded.join(", ")}`,
            why: "add them as `languages.except`, by the service's codes.",
          },
        ]),
    ...(listOf(fields["ignore"]).length === 0
      ? []
      : [{ ...at, what: "ignore", why: "narrow `source` so that it passes those files by." }]),
  ];
}
