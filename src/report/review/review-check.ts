import type { CheckAnnotation, CheckReport } from "../../forge/discussion.ts";
import type { ReviewSettings } from "../../mapping/binding.ts";
import type { Review } from "../../review/index.ts";
import { displayKey } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import { cutToBytes, markdownCode, markdownText, shorten } from "../words/escape.ts";
import { fitSections } from "../words/fitting.ts";
import { languageName } from "../words/language-name.ts";
import { counted, listed } from "../words/words.ts";
import { BRIEF, EXPENDABLE, reviewBody } from "./review-comment.ts";
import type { ReviewContext } from "./review-context.ts";
import { brokenBy, frozenStrings, progressText, reviewHeadline, unfitStrings } from "./review-figures.ts";
import { gateOf, recallFailing, rememberFailing, type GateFailure } from "./review-gate.ts";

/** What a check run says of a review; `name` and `commit` are the caller's. */
export type ReviewCheck = Pick<CheckReport, "conclusion" | "title" | "summary" | "annotations"> & {
  /** The languages that are in failure now, for the next report: at most 200 characters. */
  readonly memory: string;
};

/** The last report on the pull request, or on the branch it goes to, as the forge gives it back. */
export interface PreviousReport {
  readonly memory: string | undefined;
}

const MOST_SUMMARY_BYTES = 60_000;
const LONGEST_TITLE = 160;
const LONGEST_MESSAGE = 1_000;
/** Of what is no mistake, or the same one in line after line. */
const MOST_NOTICES = 10;

/**
 * Always a report, also where nothing is to be said: a check that a branch's rules ask for, and that never comes, would
 * keep the pull request from being merged. The summary is written when somebody asks for it.
 */
export function reviewCheck(
  review: Review,
  settings: ReviewSettings,
  previous?: PreviousReport,
  context: ReviewContext = {},
): ReviewCheck {
  const { failing, failures } = gateOf(review.languages, settings, recallFailing(previous?.memory));
  const reasons = reasonsToFail(review, settings, failures);
  return {
    conclusion: reasons.length > 0 ? "failure" : "success",
    title: titleOf(review, reasons),
    get summary() {
      return summaryOf(review, failures, context);
    },
    annotations: annotationsOf(review, settings),
    memory: rememberFailing(failing),
  };
}

/** In words, worst first. */
function reasonsToFail(review: Review, settings: ReviewSettings, failures: readonly GateFailure[]): readonly string[] {
  const broken = settings.broken === "fail" ? brokenBy(review, "translation").length : 0;
  const frozen = frozenStrings(review).length;
  return [
    review.unreadable.length === 0 ? "" : `${counted(review.unreadable.length, "file")} cannot be read`,
    review.mistakes.length === 0 ? "" : `${counted(review.mistakes.length, "mistake")} in the mapping`,
    broken === 0 ? "" : `${counted(broken, "translation")} would break the app`,
    frozen === 0 ? "" : "strings are frozen",
    failures.length === 0
      ? ""
      : `${listed(
          failures.map(({ language }) => languageName(language)),
          2,
        )} not complete enough`,
  ].filter((reason) => reason !== "");
}

function titleOf(review: Review, reasons: readonly string[]): string {
  const { languages, after } = review;
  const news = reviewHeadline(review);
  const complete = languages.length === 0 || after.total === 0 ? "" : ` · ${progressText(after)} complete`;
  const words = reasons.length > 0 ? reasons.join(", ") : `${news}${complete}`;
  return shorten(oneLine(words.replace(/^./, (first) => first.toUpperCase())), LONGEST_TITLE);
}

function summaryOf(review: Review, failures: readonly GateFailure[], context: ReviewContext): string {
  const text = fitSections(
    (limits) =>
      [gateSection(failures), ...reviewBody(review, context, limits)].filter((part) => part !== "").join("\n\n"),
    BRIEF,
    EXPENDABLE,
    MOST_SUMMARY_BYTES,
  );
  return cutToBytes(text === "" ? "This change has nothing to do with translations." : text, MOST_SUMMARY_BYTES);
}

const MOST_FAILURES = 50;

function gateSection(failures: readonly GateFailure[]): string {
  if (failures.length === 0) return "";
  const why = {
    fell: "falls below the limit",
    further: "was below the limit and falls further",
    again: "failed before and is not above the limit again",
  } as const satisfies Record<GateFailure["why"], string>;
  const rest = failures.length - MOST_FAILURES;
  return [
    `**${counted(failures.length, "language")} would not be complete enough:**`,
    "",
    ...failures
      .slice(0, MOST_FAILURES)
      .map(
        ({ language, before, after, wanted, why: reason }) =>
          `- ${markdownText(languageName(language))} ${markdownCode(language)} ${why[reason]}: ${String(before)} % → **${String(after)} %**, wanted ${String(wanted)} %`,
      ),
    ...(rest > 0 ? [`- … and ${counted(rest, "more language")}.`] : []),
  ].join("\n");
}

/** Every fifty are a request, and nobody reads hundreds of them. */
const MOST_ANNOTATIONS = 200;

/** Worst first; a forge shows them beside their lines. */
function annotationsOf(review: Review, settings: ReviewSettings): readonly CheckAnnotation[] {
  const level = settings.broken === "fail" ? "failure" : "warning";
  return [
    ...review.unreadable.map(({ path, line, column, message }) =>
      annotation("failure", path, line, "Cannot be read", `line ${String(line)}, column ${String(column)}: ${message}`),
    ),
    ...review.mistakes.map(({ path, line, code, message, hint }) =>
      annotation("failure", path, line, `Mapping: ${code}`, hint === undefined ? message : `${message}. ${hint}`),
    ),
    ...brokenBy(review, "translation").map(({ path, line, language, key, findings }) =>
      annotation(
        level,
        path,
        line,
        "Breaks the app",
        `${language} ${displayKey(key)}: ${findings.map(({ message }) => message).join(" ")}`,
      ),
    ),
    ...review.flaws
      .slice(0, MOST_NOTICES)
      .map(({ path, line, message }) => annotation("warning", path, line, "Read around", message)),
    ...review.unknownKeys.map(({ path, line, key, nearest }) =>
      annotation(
        "warning",
        path,
        line,
        "Key used before it exists",
        `No source file has ${JSON.stringify(displayKey(key))}${nearest === undefined ? "" : `; did you mean ${JSON.stringify(displayKey(nearest))}?`}`,
      ),
    ),
    ...review.strayKeys
      .slice(0, MOST_NOTICES)
      .map(({ path, line, key }) =>
        annotation("warning", path, line, "Key that no source has", `${displayKey(key)} is only in this translation.`),
      ),
    ...frozenStrings(review)
      .slice(0, MOST_NOTICES)
      .map(({ source, line, key, kind }) =>
        annotation(
          "failure",
          source,
          line,
          "Strings are frozen",
          `${displayKey(key)} is ${kind === "added" ? "new" : kind}.`,
        ),
      ),
    ...noticesOf(review),
  ].slice(0, MOST_ANNOTATIONS);
}

/** Source texts that existing translations no longer fit: one notice a string, at the source. */
function noticesOf(review: Review): readonly CheckAnnotation[] {
  return unfitStrings(review)
    .slice(0, MOST_NOTICES)
    .map(({ key, path, line, languages }) =>
      annotation(
        "notice",
        path,
        line,
        "Translations no longer fit",
        `${displayKey(key)}: until it is renewed the translation would break the app in ${listed(languages, 5)}.`,
      ),
    );
}

function annotation(
  level: CheckAnnotation["level"],
  path: string,
  line: number,
  title: string,
  message: string,
): CheckAnnotation {
  return { level, path, line: Math.max(1, line), title, message: shorten(oneLine(message), LONGEST_MESSAGE) };
}
