import { findLanguage } from "../../catalog/languages.ts";
import { defined } from "../../core/defined.ts";
import { componentNames } from "../component-names.ts";
import { languagesOf, styled, withServiceCodes, type DetectedFamily } from "../detect.ts";
import { MappingError, type MappingProblem } from "../errors.ts";
import { formatLanguage, isLanguageStyle, parseLanguage } from "../language-code.ts";
import { loadMapping } from "../load.ts";
import type { LanguageInPath, LocaleFamily } from "../locale-family.ts";
import { exclusion, fileMatcher, fillPattern, parsePattern } from "../pattern.ts";
import { bindMapping } from "../resolve.ts";
import { componentFiles } from "../translation-sets.ts";
import { flow, writeMapping } from "../write-mapping.ts";
import type { Imported, ImportedEntry, ImportedSettings } from "./imported.ts";
import type { LeftOut } from "./left-out.ts";

export interface MappingProposal {
  /** The mapping's text; loads and binds without a problem. Undefined where nothing is left of it. */
  readonly text: string | undefined;
  readonly components: readonly DetectedFamily[];
  readonly leftOut: readonly LeftOut[];
}

export interface ProposalContext {
  /** Of the service. */
  readonly address: string;
  /** Slug of the project. */
  readonly project: string;
  /** Paths that git knows. */
  readonly files: readonly string[];
}

/** The mapping that an import amounts to: entries that bind files, one after the other as long as nothing clashes. */
export function proposeMapping({ entries, leftOut, settings }: Imported, context: ProposalContext): MappingProposal {
  const left: LeftOut[] = [...leftOut];
  const found = entries.map(byServiceCodes).map((entry) => ({ entry, family: familyOf(entry, context.files) }));
  const named = componentNames(found.map(({ family }) => family));
  const components: DetectedFamily[] = [];
  for (const [index, { entry, family }] of found.entries()) {
    const candidate = detected(entry, family, named[index] ?? "");
    const [problem] = problemsOf([...components, candidate], context);
    if (problem === undefined) components.push(candidate);
    else left.push(leftOutFor(entry, problem));
  }
  return {
    text: components.length === 0 ? undefined : textOf(components, context, settings),
    components,
    leftOut: left,
  };
}

/** What another tool calls `ru_RU` is `ru` to the service: a map of languages is one of the service's codes here. */
function byServiceCodes(entry: ImportedEntry): ImportedEntry {
  if (entry.aliases === undefined) return entry;
  const aliases = Object.entries(entry.aliases).map(([code, text]) => [findLanguage(code)?.code ?? code, text]);
  return { ...entry, aliases: Object.fromEntries(aliases) };
}

function leftOutFor(
  { file, line, source, translations }: ImportedEntry,
  { code, message, note, hint }: MappingProblem,
): LeftOut {
  // A path that another tool was given is not misspelt: the file is gone.
  const more = code === "IL-M05" ? [] : [note, hint];
  const why = [message, ...more].filter((part) => part !== undefined).join("; ");
  const place = { ...defined({ file, line }) };
  return { ...place, what: source ?? translations, why };
}

function familyOf(entry: ImportedEntry, files: readonly string[]): LocaleFamily {
  const { source, translations, style, aliases, exclude } = entry;
  const found = componentFiles({ source, translations, aliases, exclude }, files);
  const isExcluded = exclusion(exclude);
  const own = new Map(Object.entries(aliases ?? {}).map(([code, text]) => [text, code]));
  const read = found.flatMap(({ path, captures }) => {
    const pattern = fillPattern(parsePattern(translations), captures);
    return fileMatcher(parsePattern(pattern))(files)
      .filter((match) => (source === undefined || match.path !== path) && !isExcluded(match.path))
      .flatMap((match): LanguageInPath[] => {
        const text = match.captures["language"] ?? "";
        const code = own.get(text) ?? parseLanguage(text, style) ?? parseLanguage(text);
        return code === undefined ? [] : [{ code, text }];
      });
  });
  const codes = withServiceCodes(read);
  return { source, translations, codes, style: undefined, doubled: [], sources: found.map(({ path }) => path) };
}

/** Files that are there show how languages are written; where there are none, the tool's word counts. */
function detected(entry: ImportedEntry, family: LocaleFamily, name: string): DetectedFamily {
  const { style, aliases, component, exclude, except, only, minimumTranslated, approvedOnly } = entry;
  const { source, sources, codes, translations } = family;
  // A map of languages shows how codes are written, too.
  const mapped = Object.entries(aliases ?? {}).map(([code, text]) => ({ code, text }));
  const shown = [...codes, ...mapped.filter(({ code }) => !codes.some((found) => found.code === code))];
  const placeholder = style === undefined ? "{language}" : `{language:${style}}`;
  const written =
    codes.length === 0
      ? { translations: translations.replace("{language}", placeholder), aliases: {} }
      : styled({ ...family, codes: shown, style: style === "android" || style === "apple" ? style : undefined });
  return {
    component: component ?? name,
    source,
    sources,
    languages: languagesOf({ codes }),
    translations: written.translations,
    aliases: { ...beyondStyle(aliases ?? {}, written.translations), ...written.aliases },
    rules: defined({ exclude, except, only, minimumTranslated, approvedOnly }),
  };
}

/** A map of languages is the style it is: only what the style does not give stays an alias. */
function beyondStyle(
  aliases: Readonly<Record<string, string>>,
  translations: string,
): Readonly<Record<string, string>> {
  const style = /\{language:([a-z0-9-]+)\}/.exec(translations)?.[1];
  return Object.fromEntries(
    Object.entries(aliases).filter(
      ([code, text]) => (style !== undefined && isLanguageStyle(style) ? formatLanguage(code, style) : code) !== text,
    ),
  );
}

function textOf(
  components: readonly DetectedFamily[],
  { address, project }: ProposalContext,
  { approvedOnly, commitMessage, ...pullRequest }: ImportedSettings = {},
): string {
  const { title, ...lists } = pullRequest;
  const inPullRequest = [
    ...(title === undefined ? [] : [`  title: ${JSON.stringify(title)}`]),
    ...Object.entries(lists).flatMap(([key, values]) => (values.length === 0 ? [] : [`  ${key}: ${flow(values)}`])),
  ];
  const further = [
    ...(approvedOnly === true ? ["pull: { approved-only: true }"] : []),
    ...(inPullRequest.length === 0 ? [] : ["pull-request:", ...inPullRequest]),
    ...(commitMessage === undefined ? [] : [`commit: { message: ${JSON.stringify(commitMessage)} }`]),
  ];
  const text = writeMapping(components, { service: address, project });
  return further.length === 0 ? text : `${text}\n${further.join("\n")}\n`;
}

function problemsOf(components: readonly DetectedFamily[], context: ProposalContext): readonly MappingProblem[] {
  try {
    return bindMapping(loadMapping(textOf(components, context), "mapping"), context.files).problems;
  } catch (error) {
    if (error instanceof MappingError) return error.problems;
    throw error;
  }
}
