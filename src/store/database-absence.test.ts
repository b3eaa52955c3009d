import { expect, it } from "vitest";
import { manualClock } from "../../test/support/test-clock.ts";
import { silentLogger } from "../core/logger.ts";
import { DatabaseAbsence } from "./database-absence.ts";
import { DatabaseAway } from "./database-away.ts";

function openAbsence() {
  const log: string[] = [];
  const note = (message: string): void => void log.push(message);
  const clock = manualClock();
  const absence = new DatabaseAbsence({ clock, logger: { ...silentLogger, warning: note, notice: note } });
  return { absence, clock, log };
}

it("says once that the database is away, and once that it is back, each time", () => {
  const { absence, clock, log } = openAbsence();
  for (let time = 0; time < 2; time += 1) {
    for (let request = 0; request < 100; request += 1) {
      absence.met(new DatabaseAway(new Error("the server stops")));
      clock.advance(70);
    }
    clock.advance(5_000);
    for (let request = 0; request < 100; request += 1) absence.over();
  }

  expect(log).toEqual([
    "The database cannot be used just now: the server stops",
    "The database can be used again. It could not from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:06.930Z.",
    "The database cannot be used just now: the server stops",
    "The database can be used again. It could not from 2026-01-01T00:00:12.000Z to 2026-01-01T00:00:18.930Z.",
  ]);
});

it("takes no answer for the end while others are still refused, as readers are answered whose disk is full", () => {
  const { absence, clock, log } = openAbsence();
  for (let second = 0; second < 60; second += 1) {
    absence.met(new DatabaseAway(new Error("database or disk is full")));
    absence.over();
    clock.advance(1_000);
    absence.over();
  }

  expect(log).toHaveLength(1);
});

it("takes what comes again and again for one absence, as where somebody saves every ten seconds while a disk is full", () => {
  const { absence, clock, log } = openAbsence();
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  for (let second = 0; second < 3600; second += 1) {
    if (second % 10 === 0) absence.met(new DatabaseAway(full));
    absence.over();
    clock.advance(1_000);
  }
  const during = log.length;
  clock.advance(60_000);
  absence.over();

  expect(during).toBe(3);
  expect(log.slice(during)).toEqual([
    "The database can be used again. It could not from 2026-01-01T00:00:10.000Z to 2026-01-01T00:59:50.000Z.",
  ]);
});

it("is not met by what went wrong otherwise", () => {
  const { absence, log } = openAbsence();

  expect(absence.met(new Error("no such column"))).toBe(false);
  expect(log).toEqual([]);
});
