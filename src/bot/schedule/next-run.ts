import { createHash } from "node:crypto";
import { Cron } from "croner";
import { mostExact } from "../../records/repositories/repository-pattern.ts";
import type { ScheduleSettings } from "../../records/settings/settings.ts";

/** Repositories of one schedule begin within so many seconds of each other rather than all at once … */
const SPREAD_SECONDS = 600;
/** … or so many for each of them, where they are many: GitHub lets an installation ask 12,500 times an hour, and a run four times. */
const EACH_SECONDS = 1.2;

export interface ScheduledRepository {
  /** Its row: a repository keeps its place when it is renamed. */
  readonly id: number;
  /** `owner/name` */
  readonly name: string;
}

/**
 * When a repository's schedule runs it next: at a time of the expression, in UTC, and up to ten minutes after it, or more where there are
 * many repositories; always as many as long as it is the same repository and their number is of the same order.
 * @param repositories how many there are
 * @returns undefined without a schedule, and where the expression names no time
 */
export function nextRun(
  schedules: ScheduleSettings,
  repository: ScheduledRepository,
  after: Date,
  repositories = 1,
): Date | undefined {
  const expression = expressionFor(schedules, repository.name);
  if (expression === "") return undefined;
  const shift = Math.floor(placeOf(repository.id) * spreadOf(repositories)) * 1_000;
  const next = nextTime(expression, new Date(after.getTime() - shift));
  return next === undefined ? undefined : new Date(next.getTime() + shift);
}

function expressionFor({ default: usual, repositories }: ScheduleSettings, name: string): string {
  const [, expression] = mostExact(Object.entries(repositories), name, ([pattern]) => pattern) ?? ["", usual];
  return expression.trim();
}

function nextTime(expression: string, after: Date): Date | undefined {
  try {
    return new Cron(expression, { timezone: "UTC", mode: "5-part", paused: true }).nextRun(after) ?? undefined;
  } catch {
    // The settings take only what is right; an older version may have let it in.
    return undefined;
  }
}

/** Seconds. It doubles now and then, so that one more repository does not move all others. */
function spreadOf(repositories: number): number {
  const wanted = repositories * EACH_SECONDS;
  return wanted <= SPREAD_SECONDS
    ? SPREAD_SECONDS
    : SPREAD_SECONDS * 2 ** Math.ceil(Math.log2(wanted / SPREAD_SECONDS));
}

/** From 0 up to 1. */
function placeOf(id: number): number {
  return createHash("sha256").update(String(id)).digest().readUInt32BE() / 2 ** 32;
}
