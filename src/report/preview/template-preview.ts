import { pullRequestText, templateLine } from "../pull-request/pull-request.ts";
import { reviewCommentBy } from "../review/review-comment.ts";
import type { TemplateFault } from "../template/template.ts";
import { FULL_REVIEW, FULL_RUN, SAMPLE_SERVICE } from "./template-samples.ts";
import { templateFault, type TrialKind } from "./template-trial.ts";

export type TemplatePreview = { readonly text: string } | { readonly fault: TemplateFault };

const CONTEXT = { base: "main", branch: "interlinear/main" };
/** Never shown: what would need it is tried before. */
const NAME = "preview";

/** What a template makes of a made-up run, or review, as it would be proposed: one line, or Markdown. */
export function templatePreview(kind: TrialKind, body: string): TemplatePreview {
  const fault = templateFault(kind, body);
  return fault === undefined ? filled(kind, body) : { fault };
}

function filled(kind: TrialKind, body: string): TemplatePreview {
  const named = { name: NAME, template: body };
  switch (kind) {
    case "line": {
      const line = templateLine(named, FULL_RUN, CONTEXT);
      return "text" in line ? line : { fault: { message: "It comes out empty." } };
    }
    case "markdown":
      return { text: pullRequestText(FULL_RUN, { ...CONTEXT, handedIn: { pullRequestBody: body } }).body };
    case "review": {
      const { text = "", note } = reviewCommentBy(named, FULL_REVIEW, { service: SAMPLE_SERVICE, commands: true });
      return note === undefined ? { text } : { fault: { message: "It comes out empty." } };
    }
  }
}
