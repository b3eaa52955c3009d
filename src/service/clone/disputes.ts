import { isRecord } from "../../core/json.ts";

/** What the alert of a failed merge keeps of it (`alert.details`). */
type Details = Readonly<Record<string, unknown>>;

/** How an alert names a string. @param path of its file in the repository */
export function disputedString(path: string, key: string): string {
  return `${path}: ${key}`;
}

/** A line of what an alert says. @param string as `disputedString` names it */
export function disputeWords(string: string): string {
  return `Both sides have changed ${string}`;
}

function linesOf({ error }: Details): readonly string[] {
  return typeof error === "string" ? error.split("\n") : [];
}

/** Whether both sides changed this string, and nobody settled it since; without one: whether that is so of any. */
export function isDisputed(details: Details, string?: string): boolean {
  const lines = linesOf(details);
  return string === undefined
    ? lines.some((line) => line.startsWith(disputeWords("")))
    : lines.includes(disputeWords(string));
}

/** Strings that somebody settled: name → the texts of git that they saw, and decided about by saving theirs. */
export function settledIn({ settled }: Details): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(settled)) return {};
  return Object.fromEntries(
    Object.entries(settled).map(([string, texts]) => [string, Array.isArray(texts) ? texts.map(String) : []]),
  );
}

/** The same once somebody decided about a string. @param seen texts of git that they saw */
export function withSettled(details: Details, string: string, seen: readonly string[]): Details {
  const error = linesOf(details)
    .filter((line) => line !== disputeWords(string))
    .join("\n");
  return { ...details, error, settled: { ...settledIn(details), [string]: seen } };
}
