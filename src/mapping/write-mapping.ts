import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { isCatalogue } from "./catalogue-paths.ts";
import type { DetectedFamily } from "./detect.ts";

export interface WriteMappingOptions {
  /** Address of the service. */
  readonly service: string;
  /** Slug of the project on it. */
  readonly project: string;
  /** Address of the JSON Schema, for editors. */
  readonly schema?: string;
}

/** A mapping with comments, for a person to read and correct. It loads as it is if there is at least one family. */
export function writeMapping(
  families: readonly DetectedFamily[],
  { service, project, schema }: WriteMappingOptions,
): string {
  const [first, ...others] = families;
  // What all entries would say is said once.
  const shared =
    first !== undefined &&
    others.length > 0 &&
    others.every(({ aliases }) => isDeepStrictEqual(aliases, first.aliases));
  const aliases = shared ? aliasLine(first.aliases) : undefined;
  const editor = schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`];
  const entries =
    families.length === 0 ? [...noEntry] : ["components:", ...families.flatMap((family) => entryLines(family, shared))];
  const lines = [
    ...editor,
    "# Which files of this repository belong to which component of the translation service.",
    "version: 1",
    `service: ${scalar(service)} # the only address that the token is ever sent to`,
    `project: ${scalar(project)} # slug of the project that the components below are in`,
    "",
    ...entries,
    "",
    ...(aliases === undefined ? [] : ["languages:", `  ${aliases}`, ""]),
    ...furtherSettings,
  ];
  return `${lines.join("\n")}\n`;
}

/** Which languages a family has, in words. */
export function foundLanguages({ translations, languages }: DetectedFamily): string {
  if (isCatalogue(translations)) return "all languages in one file";
  if (languages.length === 0) return "no translations yet";
  return `${String(languages.length)} ${languages.length === 1 ? "language" : "languages"}: ${listed(languages)}`;
}

function entryLines(family: DetectedFamily, withoutAliases: boolean): string[] {
  const { component, source, translations, sources } = family;
  const { exclude = [], except, only, minimumTranslated, approvedOnly } = family.rules ?? {};
  const aliases = withoutAliases ? undefined : aliasLine(family.aliases);
  const comment = [
    ...(source === undefined && !isCatalogue(translations)
      ? ["no template: the translations hold the source texts"]
      : []),
    ...(sources.length > 1 ? [`${String(sources.length)} components`] : []),
    foundLanguages(family),
  ].join("; ");
  const languageLines = [
    ...(aliases === undefined ? [] : [aliases]),
    ...(only === undefined ? [] : [`only: ${flow(only)}`]),
    ...(except === undefined ? [] : [`except: ${flow(except)}`]),
  ];
  const pull = [
    ...(approvedOnly === true ? ["approved-only: true"] : []),
    ...(minimumTranslated === undefined ? [] : [`minimum-translated: ${String(minimumTranslated)}`]),
  ];
  return [
    `  # ${comment}`,
    `  - component: ${scalar(component)}`,
    ...(source === undefined ? [] : [`    source: ${scalar(source)}`]),
    `    translations: ${scalar(translations)}`,
    ...(exclude.length === 0 ? [] : [`    exclude: ${flow(exclude)}`]),
    ...(languageLines.length === 0 ? [] : ["    languages:", ...languageLines.map((line) => `      ${line}`)]),
    ...(pull.length === 0 ? [] : [`    pull: { ${pull.join(", ")} }`]),
  ];
}

function aliasLine(aliases: Readonly<Record<string, string>>): string | undefined {
  const pairs = Object.entries(aliases).map(([code, alias]) => `${scalar(code)}: ${scalar(alias)}`);
  return pairs.length === 0 ? undefined : `aliases: { ${pairs.join(", ")} } # the service's code: the code in paths`;
}

/** `[a, "b: c"]` */
export function flow(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

function listed(languages: readonly string[]): string {
  const shown = languages.slice(0, 8);
  return languages.length > shown.length ? `${shown.join(", ")}, …` : shown.join(", ");
}

function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

const noEntry = [
  "# No translation files were found. An entry looks like this:",
  "#   - component: website",
  "#     source: locales/en.json",
  "#     translations: locales/{language}.json",
  "components: []",
] as const;

const furtherSettings = [
  "# Who wins where both sides changed the same string: service, repository, or fail (nobody, exit code 3).",
  "# conflicts: service",
  "",
  "# languages:",
  "#   except: [en_GB] # the service's codes of languages to leave out",
  "#   aliases: { zh_Hans: zh-CN } # the service's code: the code in paths",
  "",
  "# push: { translations: never } # never, missing (languages the service lacks) or changed",
  "# pull: { minimum-translated: 80 } # percent, below which a language is not downloaded",
  "",
  "# pull-request:",
  "#   branch: interlinear/{base}",
  "#   labels: [translations]",
  "#   credit-translators: noreply # noreply, email or off",
] as const;
