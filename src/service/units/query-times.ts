import { unparsable } from "./query-terms.ts";

/** A span of time that a word of a query means: from its start up to, not including, its end. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/**
 * What a time in a query means: ISO 8601 (`2024`, `2024-05`, `2024-05-17`, `2024-05-17T10:30`), `today`, `yesterday`,
 * `now`, `3 days ago`, `last week`, `this month`. In UTC. Weeks begin on Monday.
 * @throws 400 on `q`
 */
export function spanOf(text: string, now: Date): Span {
  const span = isoSpan(text) ?? relativeSpan(text.trim().toLowerCase(), now);
  if (span !== undefined && !Number.isNaN(span.start.getTime()) && !Number.isNaN(span.end.getTime())) return span;
  throw unparsable(`Invalid timestamp: ${text}`);
}

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

function isoSpan(text: string): Span | undefined {
  const date = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text);
  if (date !== null) {
    const [, year, month, day] = date;
    const start = new Date(0);
    // As `Date.UTC` does, which takes the first hundred years for those of the last century.
    start.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
    const isReal = start.getUTCMonth() === Number(month ?? 1) - 1 && start.getUTCDate() === Number(day ?? 1);
    const unit = month === undefined ? "year" : day === undefined ? "month" : "day";
    return isReal ? { start, end: moved(start, 1, unit) } : undefined;
  }
  const time = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (time === null) return undefined;
  const [, day = "", minutes = "", seconds = ":00", zone = "Z"] = time;
  const start = new Date(`${day}T${minutes}${seconds}${zone.replace(/(\d{2})(\d{2})$/, "$1:$2")}`);
  if (Number.isNaN(start.getTime())) return undefined;
  return { start, end: moved(start, 1, time[3] === undefined ? "minute" : "second") };
}

function relativeSpan(text: string, now: Date): Span | undefined {
  if (text === "now") return { start: now, end: moved(now, 1, "second") };
  if (text === "today") return whole(now, "day", 0);
  if (text === "yesterday") return whole(now, "day", -1);
  if (text === "tomorrow") return whole(now, "day", 1);
  const ago = /^(?:(\d{1,4})|an?) (second|minute|hour|day|week|month|year)s? ago$/.exec(text);
  const named = /^(this|last) (week|month|year)$/.exec(text);
  if (ago !== null && isUnit(ago[2])) {
    const past = moved(now, -Number(ago[1] ?? 1), ago[2]);
    // Of what is longer than a day the day is meant, of what is shorter the moment.
    return ["day", "week", "month", "year"].includes(ago[2])
      ? whole(past, "day", 0)
      : { start: past, end: moved(past, 1, ago[2]) };
  }
  return named !== null && isUnit(named[2]) ? whole(now, named[2], named[1] === "last" ? -1 : 0) : undefined;
}

const units: ReadonlySet<string> = new Set(["second", "minute", "hour", "day", "week", "month", "year"]);

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && units.has(text);
}

/** The day, week, month or year a moment is in, moved by some. */
function whole(moment: Date, unit: "day" | "week" | "month" | "year" | Unit, by: number): Span {
  const start = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
  if (unit === "week") start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (unit === "month" || unit === "year") start.setUTCDate(1);
  if (unit === "year") start.setUTCMonth(0);
  const first = moved(start, by, unit);
  return { start: first, end: moved(first, 1, unit) };
}

function moved(date: Date, by: number, unit: Unit): Date {
  const other = new Date(date);
  switch (unit) {
    case "second":
      other.setUTCSeconds(date.getUTCSeconds() + by);
      break;
    case "minute":
      other.setUTCMinutes(date.getUTCMinutes() + by);
      break;
    case "hour":
      other.setUTCHours(date.getUTCHours() + by);
      break;
    case "day":
      other.setUTCDate(date.getUTCDate() + by);
      break;
    case "week":
      other.setUTCDate(date.getUTCDate() + 7 * by);
      break;
    case "month":
      other.setUTCMonth(date.getUTCMonth() + by);
      break;
    case "year":
      other.setUTCFullYear(date.getUTCFullYear() + by);
  }
  return other;
}
