import type { Finding } from "../../sync/plan.ts";

const RANK: Readonly<Record<Finding["kind"], number>> = {
  refused: 0,
  blocked: 1,
  ahead: 2,
  unmatched: 3,
  flawed: 4,
  skipped: 5,
};

export const findingWords: Readonly<Record<Finding["kind"], string>> = {
  refused: "held back",
  blocked: "blocked",
  ahead: "ahead",
  unmatched: "unmatched",
  flawed: "flawed",
  skipped: "skipped",
};

/** Needs a person: held back or blocked. The rest explains why nothing was done. */
export function isUrgent(finding: Finding): boolean {
  return finding.kind === "refused" || finding.kind === "blocked";
}

/** Needs no answer, and is a mistake in somebody's file all the same: a run says it at its end too. */
export function isToldAtTheEnd(finding: Finding): boolean {
  return isUrgent(finding) || finding.kind === "flawed";
}

export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => RANK[a.kind] - RANK[b.kind]);
}
