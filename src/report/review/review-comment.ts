import { MAX_COMMENT } from "../../forge/discussion.ts";
import type { Review } from "../../review/index.ts";
import { renderTemplate, type Rendered } from "../template/template.ts";
import { brokenTemplate, withoutOurMarks, type NamedTemplate } from "../template/text-templates.ts";
import { details } from "../words/details.ts";
import { cutToBytes, markdownLink } from "../words/escape.ts";
import { fitSections, type RowLimits } from "../words/fitting.ts";
import { counted } from "../words/words.ts";
import type { ReviewContext } from "./review-context.ts";
import { allStrings, isWorthTelling, reviewHeadline } from "./review-figures.ts";
import {
  brokenSection,
  frozenSection,
  flawSection,
  keySection,
  mistakeSection,
  staleSentence,
  unfitSection,
} from "./review-sections.ts";
import { componentTable, languageTable, languageTitle, stringTable } from "./review-tables.ts";
import { reviewVariables } from "./review-variables.ts";

export type { ReviewContext } from "./review-context.ts";

/** Room for the marker, and for what a forge counts otherwise. */
const MOST_BYTES = MAX_COMMENT - 1_536;

export type ReviewSection = "mistakes" | "broken" | "unfit" | "keys" | "components" | "languages" | "strings";

/** What people read before they scroll on. */
export const BRIEF: RowLimits<ReviewSection> = {
  mistakes: 25,
  broken: 50,
  unfit: 10,
  keys: 25,
  components: 50,
  languages: 100,
  strings: 100,
};
export const EXPENDABLE: readonly ReviewSection[] = [
  "strings",
  "languages",
  "unfit",
  "components",
  "keys",
  "broken",
  "mistakes",
];

/**
 * The comment on a pull request, as Markdown without a marker, below {@link MAX_COMMENT} bytes with one. Undefined where
 * there is nothing to say: no source string touched, nothing broken, nothing amiss.
 */
export function reviewComment(review: Review, context: ReviewContext = {}): string | undefined {
  return isWorthTelling(review) ? fitting((limits) => commentText(review, context, limits)) : undefined;
}

/** The same by a template of somebody's own; where it cannot be filled in, the standard comment, and what is wrong with it. */
export function reviewCommentBy(
  { name, template }: NamedTemplate,
  review: Review,
  context: ReviewContext = {},
): { readonly text: string | undefined; readonly note?: string } {
  const render = (limits: RowLimits<ReviewSection>): Rendered =>
    renderTemplate("markdown", template, reviewVariables(review, context, commentText(review, context, limits)));
  const first = isWorthTelling(review) ? render(BRIEF) : undefined;
  if (first === undefined) return { text: undefined };
  if ("fault" in first)
    return { text: reviewComment(review, context), note: brokenTemplate(name, first.fault.message) };
  if (first.text.trim() === "") {
    return { text: reviewComment(review, context), note: brokenTemplate(name, "it came out empty") };
  }
  const text = fitting((limits) => {
    const rendered = render(limits);
    return "text" in rendered ? withoutOurMarks(rendered.text.trim()) : commentText(review, context, limits);
  });
  return { text };
}

function fitting(render: (limits: RowLimits<ReviewSection>) => string): string {
  return cutToBytes(fitSections(render, BRIEF, EXPENDABLE, MOST_BYTES), MOST_BYTES);
}

function commentText(review: Review, context: ReviewContext, limits: RowLimits<ReviewSection>): string {
  return [
    `### Translations: ${reviewHeadline(review)}`,
    ...reviewBody(review, context, limits),
    footer(review, context),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** All but headline and footer, worst first. */
export function reviewBody(
  review: Review,
  context: ReviewContext,
  limits: RowLimits<ReviewSection>,
): readonly string[] {
  const strings = allStrings(review).length;
  return [
    frozenSection(review),
    mistakeSection(review, context, limits.mistakes),
    brokenSection(review, context, limits.broken),
    staleSentence(review),
    componentTable(review, context, limits.components),
    unfitSection(review, context, limits.unfit),
    flawSection(review, context, limits.keys),
    keySection(review, context, limits.keys),
    details(languageTitle(review.languages), languageTable(review, context, limits.languages)),
    details(
      strings > limits.strings ? `The first ${counted(limits.strings, "string")}` : "The strings",
      stringTable(review, context, limits.strings, runWords(context)),
    ),
  ];
}

/** Where the rest of a list stands. */
function runWords({ runUrl }: ReviewContext): string {
  return runUrl === undefined ? "" : `: the ${markdownLink("job summary", runUrl)} has them all`;
}

function footer(review: Review, { runUrl, helpUrl, commands, isFork }: ReviewContext): string {
  const words = [
    allStrings(review).length === 0
      ? ""
      : "The next sync after the merge sends the strings and brings the translations.",
    isFork === true ? "This was read from the fork's commits; nothing of them was run." : "",
    commands === true ? "`/interlinear help` lists what can be asked for here." : "",
  ].filter((part) => part !== "");
  const parts = [
    words.join(" "),
    runUrl === undefined ? "" : markdownLink("run", runUrl),
    helpUrl === undefined ? "" : markdownLink("what is this?", helpUrl),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `<sub>${parts.join(" · ")}</sub>`;
}
