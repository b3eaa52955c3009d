/*
 * Numbers as people read them. Everything is English with a point and a thin grouping: figures stand below each other.
 */

const whole = new Intl.NumberFormat("en");

export function count(number: number): string {
  return whole.format(number);
}

/** `1 run`, `2 runs` */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** 0.431 → `43.1 %`; nothing is rounded up to all, or down to nothing. */
export function percent(share: number): string {
  const value = share * 100;
  const rounded = Math.round(value * 10) / 10;
  if (rounded === 100 && value < 100) return "99.9 %";
  if (rounded === 0 && value > 0) return "0.1 %";
  return `${rounded.toFixed(1).replace(/\.0$/, "")} %`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `850 ms`, `2.4 s`, `3 min 05 s`, `2 h 10 min`, `4 d 3 h` */
export function duration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${String(Math.round(milliseconds))} ms`;
  if (milliseconds < 10 * SECOND) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  if (milliseconds < MINUTE) return `${String(Math.floor(milliseconds / SECOND))} s`;
  if (milliseconds < HOUR) return pair(milliseconds, MINUTE, "min", SECOND, "s");
  if (milliseconds < DAY) return pair(milliseconds, HOUR, "h", MINUTE, "min");
  return pair(milliseconds, DAY, "d", HOUR, "h");
}

function pair(milliseconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const first = Math.floor(milliseconds / large);
  const second = Math.floor((milliseconds % large) / small);
  return second === 0
    ? `${String(first)} ${largeName}`
    : `${String(first)} ${largeName} ${String(second).padStart(2, "0")} ${smallName}`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** Powers of 1000, as disks are sold: `512 B`, `1.5 GB`. */
export function bytes(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? String(Math.round(value)) : value.toFixed(1)} ${byteUnits[unit] ?? ""}`;
}

/** How long before or after the present: `now`, `4 min ago`, `in 2 h`. */
export function distance(time: Date, present: Date): string {
  const milliseconds = time.getTime() - present.getTime();
  const length = Math.abs(milliseconds);
  if (length < 5 * SECOND) return "now";
  const words = oneUnit(length);
  return milliseconds < 0 ? `${words} ago` : `in ${words}`;
}

function oneUnit(length: number): string {
  if (length < MINUTE) return `${String(Math.floor(length / SECOND))} s`;
  if (length < HOUR) return `${String(Math.floor(length / MINUTE))} min`;
  if (length < 2 * DAY) return `${String(Math.floor(length / HOUR))} h`;
  return `${String(Math.floor(length / DAY))} days`;
}
