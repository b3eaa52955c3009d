import { didYouMean, nearest } from "../../mapping/nearest.ts";
import { templatePreview } from "../../report/preview/template-preview.ts";
import { knownVariables, type TrialKind } from "../../report/preview/template-trial.ts";
import type { TemplateFault } from "../../report/template/template.ts";
import { mailVariables, trialMail } from "../mail/mail-text.ts";
import { builtInTemplates, isMailKind, type ReportKind, type TemplateKindName } from "./template-kinds.ts";

/** A template, filled in with made-up data. */
export interface TemplatePreview {
  /** Of mail; null of everything else. */
  readonly subject: string | null;
  readonly text: string;
  readonly format: "line" | "markdown" | "plain";
}

const trialKinds: Readonly<Record<ReportKind, TrialKind>> = {
  "pull-request-title": "line",
  "pull-request-body": "markdown",
  "review-comment": "review",
  "commit-message": "line",
};

/** Names that a template of a kind may use. */
export function variablesOf(kind: TemplateKindName): readonly string[] {
  return isMailKind(kind) ? mailVariables(kind) : knownVariables(trialKinds[kind]);
}

/** A text filled in with made-up data, or what is wrong with it: where it is, what is meant most likely. */
export function previewOf(kind: TemplateKindName, body: string): TemplatePreview | { readonly fault: string } {
  const { longest } = builtInTemplates[kind];
  if (body.length > longest) return { fault: `It is longer than ${String(longest)} characters.` };
  if (isMailKind(kind)) {
    const mail = trialMail(kind, body);
    return "subject" in mail ? { ...mail, format: "plain" } : { fault: faultWords(kind, body, mail.fault) };
  }
  const preview = templatePreview(trialKinds[kind], body);
  if ("fault" in preview) return { fault: faultWords(kind, body, preview.fault) };
  return { subject: null, text: preview.text, format: trialKinds[kind] === "line" ? "line" : "markdown" };
}

function faultWords(kind: TemplateKindName, body: string, { message, piece, unknownVariable }: TemplateFault): string {
  const known = variablesOf(kind);
  const names =
    unknownVariable === true && piece !== undefined
      ? (didYouMean(nearest(piece, known)) ?? `there is ${known.join(", ")}`)
      : undefined;
  const words = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`.replace(/\.$/, "");
  const place = / \(line \d+, column \d+\)$/.test(words) ? "" : placeOf(body, piece);
  return names === undefined ? `${words}${place}.` : `${words}${place}: ${names}${names.endsWith("?") ? "" : "."}`;
}

/** Where a piece stands among what is filled in; "" where it cannot be told. */
function placeOf(body: string, piece: string | undefined): string {
  if (piece === undefined) return "";
  for (const { 0: tag, index } of body.matchAll(/\{\{[^]*?\}\}|\{%[^]*?%\}/g)) {
    const at = tag.search(new RegExp(`(?<![\\w-])${literally(piece)}(?![\\w-])`));
    if (at === -1) continue;
    const before = body.slice(0, index + at).split("\n");
    return ` (line ${String(before.length)}, column ${String((before.at(-1) ?? "").length + 1)})`;
  }
  return "";
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
