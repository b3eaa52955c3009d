import { expect, it } from "vitest";
import { PullPace } from "./pull-pace.ts";

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

it("pulls at once for the usual pushes, and for a flood thirty times a minute, each push seen by a pull after it", () => {
  const pace = new PullPace();
  const pulls: number[] = [];
  const pushes = Array.from({ length: 6000 }, (_, index) => index / 10);
  for (const push of pushes) {
    const next = pace.nextPull(1, at(push));
    if (next !== undefined) pulls.push((next.getTime() - at(0).getTime()) / 1000);
    expect(Math.max(...pulls)).toBeGreaterThanOrEqual(push);
  }

  expect(pulls.slice(0, 30)).toEqual(pushes.slice(0, 30));
  expect(pulls.length).toBeLessThanOrEqual(330);
  expect(pace.nextPull(2, at(600))).toEqual(at(600));
  expect(pace.nextPull(1, at(800))).toEqual(at(800));
});

it("does not count on a pull that could not be noted", () => {
  const pace = new PullPace();
  for (let second = 0; second < 30; second += 1) pace.nextPull(1, at(second));
  const lost = pace.nextPull(1, at(31));
  expect([lost, pace.nextPull(1, at(32))]).toEqual([at(60), undefined]);

  pace.takeBack(1, at(60));

  expect(pace.nextPull(1, at(33))).toEqual(at(60));
});
