import type { ComponentReview, Review } from "../../review/index.ts";
import { MAX_SUMMARY_BYTES } from "../run/job-summary.ts";
import { componentLink } from "../words/component-link.ts";
import { cutToBytes, markdownCode, markdownRow, markdownText, shorten } from "../words/escape.ts";
import { fitSections, type RowLimits } from "../words/fitting.ts";
import { languageName } from "../words/language-name.ts";
import { counted } from "../words/words.ts";
import { reviewBody, type ReviewSection } from "./review-comment.ts";
import type { ReviewContext } from "./review-context.ts";
import { isWorthTelling, reviewHeadline, worstFirst } from "./review-figures.ts";
import { progressCell } from "./review-tables.ts";

type Section = ReviewSection | "grid";
const GENEROUS: RowLimits<Section> = {
  mistakes: 500,
  broken: 1_000,
  unfit: 1_000,
  keys: 1_000,
  components: 2_000,
  languages: 500,
  grid: 500,
  strings: 5_000,
};
const EXPENDABLE: readonly Section[] = [
  "strings",
  "grid",
  "unfit",
  "keys",
  "components",
  "languages",
  "broken",
  "mistakes",
];
/** More columns than these do not fit a page. */
const GRID_COMPONENTS = 6;

/** The job summary of a review, as Markdown below 1 MiB: all strings, every language of every component, all findings. */
export function reviewSummary(review: Review, context: ReviewContext = {}): string {
  // The summary is the place that others point to for the rest.
  const here: ReviewContext = { ...context, runUrl: undefined };
  const text = fitSections((limits) => summaryText(review, here, limits), GENEROUS, EXPENDABLE, MAX_SUMMARY_BYTES);
  return cutToBytes(text, MAX_SUMMARY_BYTES);
}

function summaryText(review: Review, context: ReviewContext, limits: RowLimits<Section>): string {
  const body = isWorthTelling(review) || review.components.length > 0 ? reviewBody(review, context, limits) : [];
  return [
    `### Interlinear review: ${reviewHeadline(review)}`,
    ...body,
    grid(review, context, limits.grid),
    `<sub>${counted(review.components.length, "component")} touched · ${commitText(review.base)} … ${commitText(review.head)}</sub>`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** Every language of every component that the change touches, furthest behind first. */
function grid({ components, languages }: Review, context: ReviewContext, limit: number): string {
  const shown = components.filter((component) => component.languages.length > 0).slice(0, GRID_COMPONENTS);
  if (shown.length < 2 || limit === 0) return "";
  const rows = worstFirst(languages);
  const hidden = components.filter((component) => component.languages.length > 0).length - shown.length;
  return [
    "#### Languages and components",
    "",
    markdownRow(["language", ...shown.map(({ component }) => componentLink(component, context.service))]),
    markdownRow(["---", ...shown.map(() => ":--")]),
    ...rows
      .slice(0, limit)
      .map(({ language }) =>
        markdownRow([markdownText(languageName(language)), ...shown.map((component) => cell(component, language))]),
      ),
    ...(rows.length > limit ? ["", `… and ${counted(rows.length - limit, "more language")}.`] : []),
    ...(hidden > 0 ? ["", `${counted(hidden, "more component")}: see the table above.`] : []),
  ].join("\n");
}

function cell({ languages }: ComponentReview, language: string): string {
  const found = languages.find((each) => each.language === language);
  return found?.after === undefined ? "" : progressCell(found.before, found.after);
}

/** In a form that can be copied; whatever is no commit id is foreign. */
function commitText(commit: string): string {
  return /^[0-9a-f]{40}$/.test(commit) ? `\`${commit.slice(0, 7)}\`` : markdownCode(shorten(commit, 40));
}
