const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When to look for answers again, by the age of a question in milliseconds; undefined: nobody answers any more. */
export function nextLook(age: number): number | undefined {
  if (age < DAY) return 5 * MINUTE;
  if (age < 7 * DAY) return 30 * MINUTE;
  return age < 90 * DAY ? 6 * HOUR : undefined;
}

/** When to try again to send a question that so many tries did not bring; undefined: no more. */
export function nextTry(attempts: number): number | undefined {
  return attempts > 20 ? undefined : Math.min(5 * MINUTE * 2 ** (attempts - 1), 12 * HOUR);
}
