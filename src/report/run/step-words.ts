import type { Finding, Plan, Step, StepOutcome } from "../../sync/plan.ts";
import { number } from "../words/words.ts";

/** One step of a plan as its parts, for tables and lines alike; foreign text, not escaped yet. */
export interface StepWords {
  readonly verb: string;
  /** What moves: `locales/en.json → acme/website`, `locales/de.json ← acme/website`. */
  readonly subject: string;
  readonly language: string;
}

const verbs: Readonly<Record<Step["kind"], string>> = {
  "pull-repository": "pull",
  commit: "commit",
  "add-language": "add",
  upload: "upload",
  rename: "rename",
  download: "download",
  prune: "remove",
  "create-component": "create",
  "remove-component": "remove",
};

export function stepWords(step: Step): StepWords {
  return { verb: verbs[step.kind], subject: subjectOf(step), language: "language" in step ? step.language : "" };
}

function subjectOf(step: Step): string {
  if (step.kind === "prune") return step.path;
  if (step.kind === "create-component" || step.kind === "remove-component") return step.component;
  if ("path" in step) return `${step.path} ${step.kind === "upload" ? "→" : "←"} ${step.component}`;
  return step.kind === "add-language" ? `${step.component}/${step.language}` : step.component;
}

export const outcomeWords: Readonly<Record<StepOutcome["outcome"], string>> = {
  planned: "planned",
  done: "done",
  failed: "failed",
  "not-needed": "not needed",
};

/** `2 to upload · 7 to download · 112 in step` — parts that are nothing are left out. */
export function planSummary(plan: Plan, conflicts: number): string {
  const kinds = (kind: Step["kind"]): number => plan.steps.filter((step) => step.kind === kind).length;
  const findings = (kind: Finding["kind"]): number => plan.findings.filter((finding) => finding.kind === kind).length;
  const parts: readonly (readonly [number, string])[] = [
    [kinds("pull-repository"), "to pull"],
    [kinds("add-language"), "to add"],
    [kinds("upload"), "to upload"],
    [kinds("rename"), "to rename"],
    [kinds("commit"), "to commit"],
    [kinds("download"), "to download"],
    [kinds("create-component"), "to create"],
    [kinds("prune") + kinds("remove-component"), "to remove"],
    [conflicts, conflicts === 1 ? "conflict" : "conflicts"],
    [findings("refused"), "held back"],
    [findings("blocked"), "blocked"],
    [plan.inStep, "in step"],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${number(count)} ${words}`);
  return said.length === 0 ? "nothing to do" : said.join(" · ");
}
