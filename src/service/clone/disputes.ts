import { sameTexts } from "../../catalog/texts.ts";
import { isRecord, jsonIn } from "../../core/json.ts";
import type { Queries } from "../../store/database.ts";
import { texts } from "../units/unit-row.ts";

/** A string that both sides changed; as such an object it stands in the alert's JSON, where `is:conflicting` finds it. */
export interface Dispute {
  /** As `disputedString` names it. */
  readonly string: string;
  /** What git says; none: an older version noted the name alone. */
  readonly git: readonly string[];
}

/** What somebody decided of a string by saving a text beside that of git; in the alert's JSON in this order. */
export interface Decision {
  readonly chosen: readonly string[];
  /** What git said. */
  readonly seen: readonly string[];
  readonly unit: number;
}

/** String → decision. */
export type Decisions = Readonly<Record<string, Decision>>;

/** What the alert of a failed merge keeps of it (`alert.details`). */
export type Details = Readonly<Record<string, unknown>>;

/** How an alert names a string. @param path of its file in the repository */
export function disputedString(path: string, key: string): string {
  return `${path}: ${key}`;
}

const WORDS = "Both sides have changed ";

/** A line of what an alert says. */
export function disputeWords({ string }: Pick<Dispute, "string">): string {
  return `${WORDS}${string}`;
}

/** The strings that both sides changed; an older version's alert has them in its words alone. */
export function disputesIn({ disputed, error }: Details): readonly Dispute[] {
  if (Array.isArray(disputed))
    return disputed
      .filter(isRecord)
      .map(({ string, git }) => ({ string: String(string), git: Array.isArray(git) ? git.map(String) : [] }));
  const lines = typeof error === "string" ? error.split("\n") : [];
  return lines.filter((line) => line.startsWith(WORDS)).map((line) => ({ string: line.slice(WORDS.length), git: [] }));
}

export function decisionsIn({ settled }: Details): Decisions {
  if (!isRecord(settled)) return {};
  return Object.fromEntries(
    Object.entries(settled).flatMap(([string, decision]) => {
      if (!isRecord(decision) || !Array.isArray(decision["chosen"]) || !Array.isArray(decision["seen"])) return [];
      const [chosen, seen] = [decision["chosen"].map(String), decision["seen"].map(String)];
      return [[string, { chosen, seen, unit: Number(decision["unit"]) }]];
    }),
  );
}

export function withDecision(details: Details, string: string, decision: Decision): Details {
  return { ...details, settled: { ...decisionsIn(details), [string]: decision } };
}

/** Those that nobody decided, or decided beside another text of git. */
export function undecided(disputes: readonly Dispute[], decisions: Decisions): readonly Dispute[] {
  return disputes.filter(({ string, git }) => git.length === 0 || !sameTexts(decisions[string]?.seen ?? [], git));
}

/** What the alerts of a merge that failed keep, of all components of a clone. */
export async function failedMerges(queries: Queries, clone: number) {
  const rows = await queries
    .selectFrom("alert")
    .innerJoin("component", "component.id", "alert.component_id")
    .select(["alert.id", "alert.details"])
    .where("component.clone_id", "=", clone)
    .where("alert.name", "=", "MergeFailure")
    .execute();
  return rows.map(({ id, details }) => ({ id, details: detailsIn(details) }));
}

export function detailsIn(json: string): Details {
  const details = jsonIn(json);
  return isRecord(details) ? details : {};
}

/** The decisions of alerts that hold: whose string says what was chosen. Who changes it without deciding (undo, API) takes it back. */
export async function decisionsThatHold(
  queries: Queries,
  alerts: readonly { readonly details: Details }[],
): Promise<Decisions> {
  const all = Object.entries(allDecisions(alerts));
  const units = await queries
    .selectFrom("unit")
    .select(["id", "target"])
    .where("id", "in", [0, ...all.map(([, { unit }]) => unit)])
    .execute();
  const now = new Map(units.map(({ id, target }) => [id, texts(target)]));
  return Object.fromEntries(all.filter(([, { unit, chosen }]) => sameTexts(now.get(unit) ?? [], chosen)));
}

export function allDecisions(alerts: readonly { readonly details: Details }[]): Decisions {
  return Object.assign({}, ...alerts.map(({ details }) => decisionsIn(details)));
}
