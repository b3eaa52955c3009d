import { describe, expect, it } from "vitest";
import { afterFailure, changesDue, lastMoment } from "./delivery-turn.ts";

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

describe("changesDue", () => {
  it.each([
    ["the first change waits for more", 0, undefined, 20],
    ["another one puts it off", 10, 0, 30],
    ["as long as they keep coming", 24, 0, 44],
    ["but not beyond 45 s after the first", 30, 0, 45],
    ["however late the last one comes", 300, 0, 45],
  ])("%s", (_, now, first, due) => {
    expect(changesDue(at(now), first === undefined ? undefined : at(first))).toEqual(at(due));
  });

  it.each([
    ["it is the first change", 0, undefined, 0, 2],
    ["others came before", 10, 0, 10, 12],
    ["another change of the same save follows", 11, 0, 10, 12],
    ["somebody goes on", 15, 0, 10, 35],
    ["its last moment is near", 44, 0, 44, 45],
  ])("ends two seconds after somebody is done, where %s", (_, now, first, done, due) => {
    expect(changesDue(at(now), first === undefined ? undefined : at(first), at(done))).toEqual(at(due));
  });

  it("never is later than the last moment that the others of the burst have", () => {
    expect(lastMoment(at(7))).toEqual(at(52));
  });
});

describe("afterFailure", () => {
  it.each([
    [0, "waiting", 30],
    [1, "waiting", 120],
    [2, "waiting", 480],
    [3, "waiting", 1_920],
    [4, "dead", 3_600],
  ])("after %d tries that failed and one more it is %s, due in %d s", (attempts, state, seconds) => {
    expect(afterFailure(attempts, 5, at(0))).toEqual({ state, attempts: attempts + 1, due: at(seconds).toISOString() });
  });

  it("never pauses longer than an hour, however many tries there are", () => {
    expect(afterFailure(40, 100, at(0)).due).toBe(at(3_600).toISOString());
  });
});
