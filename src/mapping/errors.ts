import { UserError } from "../core/errors.ts";
import type { ErrorTable, Place } from "../core/errors.ts";

/** What can be wrong with a mapping. The codes are stable: they stand in docs/errors.md and in links. */
export const mappingErrors = {
  "IL-M01": {
    title: "There is no mapping file",
    remedy: "Run `interlinear init` to write one, or name its path (`--mapping`, the action's input `mapping`).",
  },
  "IL-M02": {
    title: "The mapping is not readable YAML",
    remedy: "Mend the place shown. Each key may appear once only, and tags (`!name`) have no meaning here.",
  },
  "IL-M03": {
    title: "A key or a value of the mapping is not what is expected there",
    remedy: "Compare with the mapping reference; an editor that reads the JSON Schema shows the same while typing.",
  },
  "IL-M05": {
    title: "The source matches no file",
    remedy: "Correct `source`. Only files that git knows (`git ls-files`) are seen.",
  },
  "IL-M06": {
    title: "A path is refused",
    remedy:
      "Write paths from the root of the repository with `/`; they may not leave it or touch `.git` or workflow files.",
  },
  "IL-M07": {
    title: "A pattern cannot be understood",
    remedy:
      "`source` may hold `*`, `**`, `?`, `{a,b}` and captures `{name}`; `translations` exactly one `{language}` and captures of `source`.",
  },
  "IL-M08": {
    title: "Two entries or two languages land on one path, or one component is bound twice",
    remedy: "Make the paths differ: correct `translations`, or `languages.aliases`, or leave one out.",
  },
  "IL-M09": {
    title: "A component's or project's name is not usable",
    remedy: "Slugs are made of letters, digits, `_` and `-`; `component` is `slug` or `category/slug`.",
  },
  "IL-M10": {
    title: "The service's address is refused",
    remedy: "Write an https address without user, query and fragment; plain http is for loopback only.",
  },
  "IL-M12": {
    title: "The file holds all languages, the source among them",
    remedy:
      "Give a string catalogue of Xcode (`.xcstrings`) an entry of its own, in which `translations` is the catalogue and `source` is left out. Every other format needs one file for each language.",
  },
  "IL-M13": {
    title: "A template cannot be filled in",
    remedy:
      "Write it in Liquid with the variables, filters and tags that docs/pull-request.md lists; the place shown is where it fails.",
  },
  "IL-M14": {
    title: "Another tool's configuration gives no mapping",
    remedy:
      "The message says what could not be carried over and why. Name the tool with `--from`, or let `interlinear init` look at the files instead.",
  },
  "IL-M15": {
    title: "Nothing was found that a mapping can bind",
    remedy:
      "Add the translation files to git (`git add`): only those are seen. Where the source is not in English, say `--source-language`; otherwise write the mapping by hand.",
  },
} satisfies ErrorTable;

export type MappingErrorCode = keyof typeof mappingErrors;

/** One thing wrong with the mapping, at one place. */
export interface MappingProblem {
  readonly code: MappingErrorCode;
  readonly message: string;
  readonly place: Place;
  /** The line of the file at `place`; printed with carets under `place.text`. */
  readonly sourceLine?: string;
  /** Stands after the carets: `did you mean "website"?` */
  readonly note?: string;
  /** Stands below, a sentence: what was expected, what to do. */
  readonly hint?: string;
}

/**
 * Everything that is wrong with a mapping, at once. `message` is made for people: every problem with its place, the line
 * and carets, ready to print. `place` is left undefined, since the message holds all of them; annotations are made of `problems`.
 */
export class MappingError extends UserError {
  readonly problems: readonly MappingProblem[];

  constructor(problems: readonly [MappingProblem, ...MappingProblem[]]) {
    super(problems.map(printProblem).join("\n"), { code: problems[0].code });
    this.problems = problems;
  }
}

/** @throws {MappingError} if there is any problem. */
export function throwProblems(problems: readonly MappingProblem[]): void {
  const [first, ...rest] = problems.toSorted(byPlace);
  if (first !== undefined) throw new MappingError([first, ...rest]);
}

function byPlace(a: MappingProblem, b: MappingProblem): number {
  return (a.place.line ?? 0) - (b.place.line ?? 0) || (a.place.column ?? 0) - (b.place.column ?? 0);
}

/**
 * ```
 * .github/interlinear.yml:9:5  IL-M03  unknown key "sorce"
 *    9 |     sorce: locales/en.json
 *      |     ^^^^^ did you mean "source"?
 *    Known here: component, project, source, translations.
 * ```
 */
export function printProblem(problem: MappingProblem): string {
  const { place, sourceLine, note } = problem;
  const [message = "", hint] = [problem.message, problem.hint].map((text) => text?.replaceAll(/\r?\n/g, "⏎"));
  const position = [place.file, place.line, place.column].filter((part) => part !== undefined).join(":");
  const lines = [`${position}  ${problem.code}  ${message}`];
  if (sourceLine === undefined || place.line === undefined || place.column === undefined) {
    if (note !== undefined) lines.push(`   ${note}`);
  } else {
    const number = String(place.line).padStart(4);
    // Tabs stay tabs, so that the carets stand under the text whatever a terminal's tab width is.
    const indent = sourceLine.slice(0, place.column - 1).replaceAll(/[^\t]/g, " ");
    const room = Math.max(1, sourceLine.length - place.column + 1);
    const carets = "^".repeat(Math.max(1, Math.min(place.text?.length ?? 1, room)));
    lines.push(
      `${number} | ${sourceLine}`,
      `${" ".repeat(4)} | ${indent}${carets}${note === undefined ? "" : ` ${note}`}`,
    );
  }
  if (hint !== undefined) lines.push(`   ${hint}`);
  return lines.join("\n");
}
