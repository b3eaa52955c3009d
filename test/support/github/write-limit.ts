import { Refused } from "./refusal.ts";
import type { World } from "./world.ts";

const GITHUBS = { minute: 80, hour: 500 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When each token wrote content, by the server. */
const written = new WeakMap<object, Map<string, number[]>>();

/** @throws {Refused} 403 where a token has written as much as GitHub lets it in a minute or an hour */
export function countWrite(github: object, token: string, { settings: { writeLimit = GITHUBS } }: World): void {
  const now = Date.now();
  const times = written.get(github) ?? new Map<string, number[]>();
  written.set(github, times);
  const recent = (times.get(token) ?? []).filter((time) => time > now - HOUR);
  const lastMinute = recent.filter((time) => time > now - MINUTE);
  if (lastMinute.length >= writeLimit.minute || recent.length >= writeLimit.hour) {
    throw new Refused(
      403,
      "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.",
      { headers: { "retry-after": lastMinute.length >= writeLimit.minute ? "60" : "3600" } },
    );
  }
  times.set(token, [...recent, now]);
}
