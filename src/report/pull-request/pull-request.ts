import type { RunResult, Translator } from "../../sync/plan.ts";
import { brokenSection } from "../run/broken-section.ts";
import { conflictSection } from "../run/conflict-section.ts";
import { isUrgent, worstFirst } from "../run/finding-order.ts";
import { healthSection, isIllness } from "../run/health-section.ts";
import { digestOf, projectsOf, type RunDigest } from "../run/run-digest.ts";
import { waitingParagraph } from "../run/waiting-review.ts";
import { renderTemplate } from "../template/template.ts";
import {
  brokenTemplate,
  chosenTemplate,
  withoutOurMarks,
  type NamedTemplate,
  type TextTemplates,
} from "../template/text-templates.ts";
import { oneLine } from "../../core/one-line.ts";
import { cutToBytes, markdownLink, markdownText, shorten } from "../words/escape.ts";
import { fitSections, type RowLimits } from "../words/fitting.ts";
import { counted, listed } from "../words/words.ts";
import type { Merging } from "./auto-merge.ts";
import { changesSection } from "./changes-section.ts";
import { coAuthorLine } from "./commit-message.ts";
import { calmSection, urgentSection } from "./finding-section.ts";
import { languageTable } from "./language-table.ts";
import { footer, mergingNotice, workflowsNotice, type StartedWorkflows } from "./pull-request-notices.ts";
import { removedSection } from "./removed-languages.ts";
import { renamedParagraph } from "./renamed-keys.ts";
import { bodyVariables, lineVariables, type StandardParts, type TemplateContext } from "./template-variables.ts";
import { standardTitle } from "./title.ts";

/** The forge's limits (an answer of 422 beyond them). The title counts characters. */
export const MAX_TITLE = 256;
/** The forge's limit is 65,536; a mark that people do not see is put before the text. */
export const MAX_BODY_BYTES = 65_000;

export interface PullRequestWords {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** What went wrong with templates. */
  readonly notes: readonly string[];
}

export interface PullRequestContext extends TemplateContext {
  /** `pull-request.title` and `.body` of the mapping. */
  readonly templates?: { readonly title?: string | undefined; readonly body?: string | undefined };
  /** For what the mapping does not set. */
  readonly handedIn?: Pick<TextTemplates, "pullRequestTitle" | "pullRequestBody"> | undefined;
  /** Address of a line of the proposed file on the forge; without it, places are plain text. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
  readonly workflows?: StartedWorkflows | undefined;
  readonly forge?: "github" | "forgejo" | undefined;
  /** Set where the mapping asks for merging without a person. */
  readonly merging?: Merging | undefined;
}

type Section = "languages" | "conflicts" | "broken" | "urgent" | "calm" | "changes" | "authors";
const GENEROUS: RowLimits<Section> = {
  languages: 500,
  conflicts: 50,
  broken: 100,
  urgent: 50,
  calm: 100,
  changes: 100,
  authors: 300,
};
const LONGEST_NAME = 60;
/** Who reads a pull request can rarely mend the service: the first few tell. */
const HEALTH_ROWS = 5;

export function pullRequestText(result: RunResult, context: PullRequestContext = {}): PullRequestWords {
  const digest = digestOf(result);
  const title = titleText(result, digest, context);
  const notes = new Set<string>();
  let tail = "";
  const text = fitSections(
    (limits) => {
      const head = headText(result, digest, context, limits);
      if (head.note !== undefined) notes.add(head.note);
      tail = paragraphs([footer(context.runUrl, context.forge), credits(result, limits)]);
      return paragraphs([head.text, tail]);
    },
    GENEROUS,
    ["changes", "calm", "urgent", "broken", "conflicts", "authors", "languages"],
    MAX_BODY_BYTES,
  );
  const body = withEnd(text, tail);
  return { title: title.text, body, notes: [...title.notes, ...notes] };
}

/** The end is what later runs and squash merges read: a text that is still too long is cut before it. */
function withEnd(text: string, tail: string): string {
  if (Buffer.byteLength(text) <= MAX_BODY_BYTES) return text;
  const room = MAX_BODY_BYTES - Buffer.byteLength(tail) - 100;
  const head = cutToBytes(text.slice(0, -tail.length), room);
  const unfolded = Math.max(0, countOf(head, /<details\b/g) - countOf(head, /<\/details>/g));
  return paragraphs([head, "</details>".repeat(Math.min(unfolded, 5)), tail]);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function titleText(
  result: RunResult,
  digest: RunDigest,
  context: PullRequestContext,
): { readonly text: string; readonly notes: readonly string[] } {
  const standard = shorten(standardTitle(digest, 2, context.group), MAX_TITLE);
  const own = chosenTemplate(
    { name: "pull-request.title", template: context.templates?.title },
    context.handedIn?.pullRequestTitle,
  );
  if (own === undefined) return { text: standard, notes: [] };
  const line = templateLine(own, result, context);
  return "text" in line ? { text: shorten(line.text, MAX_TITLE), notes: [] } : { text: standard, notes: [line.note] };
}

/** A title or a headline of somebody's own, on one line. */
export function templateLine(
  { name, template }: NamedTemplate,
  result: RunResult,
  context: TemplateContext,
): { readonly text: string } | { readonly note: string } {
  const rendered = renderTemplate("line", template, lineVariables(result, digestOf(result), context));
  if ("fault" in rendered) return { note: brokenTemplate(name, rendered.fault.message) };
  const text = oneLine(rendered.text.replace(/\s+/g, " ").trim());
  return text === "" ? { note: brokenTemplate(name, "it came out empty") } : { text };
}

function headText(
  result: RunResult,
  digest: RunDigest,
  context: PullRequestContext,
  limits: RowLimits<Section>,
): { readonly text: string; readonly note?: string } {
  const parts = standardParts(result, digest, context, limits);
  const own = chosenTemplate(
    { name: "pull-request.body", template: context.templates?.body },
    context.handedIn?.pullRequestBody,
  );
  if (own === undefined) return { text: parts.standard };
  const rendered = renderTemplate("markdown", own.template, bodyVariables(result, digest, context, parts));
  if ("text" in rendered) return { text: withoutOurMarks(rendered.text.trim()) };
  return { text: parts.standard, note: brokenTemplate(own.name, rendered.fault.message) };
}

function standardParts(
  result: RunResult,
  digest: RunDigest,
  context: PullRequestContext,
  limits: RowLimits<Section>,
): StandardParts {
  const findings = worstFirst(result.plan.findings);
  const calm = findings.filter((finding) => !isUrgent(finding));
  const heldBack = paragraphs([
    brokenSection(result.broken, { service: result.service, linkTo: context.linkTo }, limits.broken),
    urgentSection(findings.filter(isUrgent), limits.urgent),
  ]);
  const conflicts = conflictSection(result, context, limits.conflicts);
  const notices = paragraphs([mergingNotice(context.merging, context.workflows), workflowsNotice(context.workflows)]);
  const table = languageTable(digest, result.service, limits.languages);
  const changes = changesSection(result, context, limits.changes);
  return {
    standard: paragraphs([
      summaryLine(result, digest),
      healthSection(result.health.filter(isIllness), result.service, HEALTH_ROWS),
      conflicts,
      heldBack,
      notices,
      table,
      digest.untranslated === 0
        ? ""
        : `${counted(digest.untranslated, "untranslated string")} came or went with the sources.`,
      renamedParagraph(result.files),
      removedSection(result),
      waitingParagraph(findings),
      changes,
      calmSection(calm, limits.calm),
    ]),
    table,
    conflicts_section: conflicts,
    held_back_section: heldBack,
    changes_section: changes,
    notices,
    credits: creditText(result.translators),
  };
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * In the last paragraph, so that a squash merge which takes over this text credits people as well. The fence has no end: as code,
 * nobody's `<address>` becomes a link, and nothing stands after the lines.
 */
function credits({ translators }: RunResult, { authors }: RowLimits<Section>): string {
  const lines = translators.slice(0, authors).map(coAuthorLine);
  return lines.length === 0 ? "" : ["```", "", ...lines].join("\n");
}

function summaryLine(result: RunResult, digest: RunDigest): string {
  const languages = counted(digest.languages.length, "language");
  const amount =
    digest.strings > 0
      ? `${counted(digest.strings, "string")} in ${languages}`
      : `${counted(digest.files, "file")} in ${languages}`;
  const places = digest.components.length === 1 ? digest.components : projectsOf(result);
  const names = listed(
    places.map((place) => markdownText(shorten(place, LONGEST_NAME))),
    2,
  );
  const host = URL.canParse(result.service) ? new URL(result.service).host : result.service;
  const origin = `${names === "" ? "" : `${names} on `}${markdownLink(markdownText(host), result.service)}`;
  const credit = creditText(result.translators);
  return `**${amount}** from ${origin}${credit === "" ? "" : `, by ${credit}`}.`;
}

function creditText(translators: readonly Translator[]): string {
  const names = translators
    .toSorted((a, b) => b.strings - a.strings)
    .map(({ name, username }) => markdownText(shorten(name || username, LONGEST_NAME)));
  return listed(names, 2);
}
