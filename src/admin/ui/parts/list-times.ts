import type { Query } from "./list.ts";

const DAY_MILLISECONDS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The days of a filter, both included, as times of UTC; what is no day is left out. */
export function timesOf({ since, until }: Query): { readonly since?: string; readonly until?: string } {
  const from = dayOf(since);
  const to = dayOf(until);
  return {
    ...(from !== undefined && { since: from.toISOString() }),
    ...(to !== undefined && { until: after(to) }),
  };
}

/** What is not newer than a day begins with what is older than this time; undefined where there is no such day. */
export function endOf(day: string | undefined): string | undefined {
  const known = dayOf(day);
  return known === undefined ? undefined : after(known);
}

function dayOf(text: string | undefined): Date | undefined {
  if (text === undefined || !DAY.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

function after(day: Date): string {
  return new Date(day.getTime() + DAY_MILLISECONDS).toISOString();
}
