import { describe, expect, it } from "vitest";
import { nextRun } from "./next-run.ts";

const MINUTE = 60_000;
const at = (time: string): Date => new Date(`${time}Z`);
const schedules = (usual: string, repositories: Readonly<Record<string, string>> = {}) => ({
  default: usual,
  repositories,
});

/** The time of the expression that a run belongs to: the newest that is not after it. */
function planned(run: Date | undefined, minutes: number): string | undefined {
  if (run === undefined) return undefined;
  const step = minutes * MINUTE;
  return new Date(Math.floor(run.getTime() / step) * step).toISOString();
}

describe("nextRun", () => {
  it.each([
    ["17 3 * * *", "2026-01-01T00:00:00", "2026-01-01T03:17:00.000Z"],
    ["17 3 * * *", "2026-01-01T04:00:00", "2026-01-02T03:17:00.000Z"],
    ["0 0 29 2 *", "2026-01-01T00:00:00", "2028-02-29T00:00:00.000Z"],
    ["30 2 * * 1", "2026-01-01T00:00:00", "2026-01-05T02:30:00.000Z"],
    // In local time of Europe, this hour is left out on this day, and comes twice on the other.
    ["30 2 * * *", "2026-03-29T00:00:00", "2026-03-29T02:30:00.000Z"],
    ["30 2 * * *", "2026-10-25T02:45:00", "2026-10-26T02:30:00.000Z"],
  ])("of “%s” after %s follows %s within ten minutes", (expression, after, expected) => {
    const run = nextRun(schedules(expression), { id: 7, name: "acme/app" }, at(after));

    const late = (run?.getTime() ?? 0) - Date.parse(expected);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(10 * MINUTE);
  });

  it("is the same however often it is asked, and whatever the repository is called", () => {
    const after = at("2026-01-01T00:00:00");
    const run = nextRun(schedules("17 3 * * *"), { id: 7, name: "acme/app" }, after);

    expect(nextRun(schedules("17 3 * * *"), { id: 7, name: "acme/renamed" }, after)).toEqual(run);
  });

  it("never skips a time and never runs twice for one, from run to run", () => {
    for (const id of [1, 2, 3, 4, 5]) {
      let now = at("2026-01-01T00:00:00");
      const times = [];
      for (let count = 0; count < 8; count += 1) {
        const run = nextRun(schedules("0 * * * *"), { id, name: "acme/app" }, now);
        expect(run).toBeInstanceOf(Date);
        times.push(planned(run, 60));
        now = run ?? now;
      }
      expect(new Set(times).size).toBe(8);
      expect(Date.parse(times.at(-1) ?? "") - Date.parse(times[0] ?? "")).toBe(7 * 60 * MINUTE);
    }
  });

  it.each([
    [500, 600],
    [501, 1_200],
    [1_001, 2_400],
    [10_000, 19_200],
  ])("spreads %d repositories over %d seconds", (repositories, seconds) => {
    const after = at("2026-01-01T00:00:00");
    const begin = at("2026-01-01T03:00:00").getTime();
    const late = Array.from({ length: 2_000 }, (_, id) => {
      const run = nextRun(schedules("0 3 * * *"), { id, name: "acme/app" }, after, repositories);
      return ((run?.getTime() ?? 0) - begin) / 1_000;
    });

    expect(Math.min(...late)).toBeLessThan(seconds / 100);
    expect(Math.max(...late)).toBeLessThan(seconds);
    expect(Math.max(...late)).toBeGreaterThan(seconds * 0.99);
  });

  it("spreads repositories of one schedule over ten minutes", () => {
    const runs = Array.from({ length: 500 }, (_, id) =>
      nextRun(schedules("17 3 * * *"), { id, name: `acme/${String(id)}` }, at("2026-01-01T00:00:00")),
    );
    const minutes = new Map<string | undefined, number>();
    for (const run of runs) minutes.set(planned(run, 1), (minutes.get(planned(run, 1)) ?? 0) + 1);

    expect(minutes.size).toBe(10);
    expect(Math.max(...minutes.values())).toBeLessThan(100);
  });

  it.each([
    ["acme/app", 1],
    ["acme/web", 2],
    ["other/app", 3],
    ["ACME/APP", 1],
  ])("of %s is by the most exact pattern", (name, hour) => {
    const settings = schedules("0 3 * * *", { "acme/*": "0 2 * * *", "acme/app": "0 1 * * *" });

    expect(planned(nextRun(settings, { id: 7, name }, at("2026-01-01T00:00:00")), 60)).toBe(
      `2026-01-01T0${String(hour)}:00:00.000Z`,
    );
  });

  it.each([
    ["no schedule", schedules("")],
    ["a pattern that takes it out", schedules("17 3 * * *", { "acme/app": "" })],
    ["an expression that is none", schedules("whenever")],
    ["seconds, which nobody needs", schedules("* * * * * *")],
    ["a day that never comes", schedules("0 0 30 2 *")],
  ])("is none with %s", (_, settings) => {
    expect(nextRun(settings, { id: 7, name: "acme/app" }, at("2026-01-01T00:00:00"))).toBeUndefined();
  });
});
