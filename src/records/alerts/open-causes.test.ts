import { describe, expect, it } from "vitest";
import { defaultSettings } from "../settings/settings.ts";
import type { Failures } from "../problems/failures.ts";
import { openCauses, type AlertFacts } from "./open-causes.ts";

const rules = defaultSettings.alerts;
const time = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 1, minute)).toISOString();

const nothing: AlertFacts = {
  failedRuns: [],
  givenUp: [],
  blocked: [],
  budgets: [],
  silent: [],
  apart: [],
  disk: { host: "bot-1", used: 40, total: 100 },
  tokens: [],
  serviceOf: (repository) =>
    repository.startsWith("acme/") ? { name: "main", host: "translate.example.org" } : undefined,
  forgeHost: () => "github.com",
  present: new Date(Date.UTC(2026, 0, 1, 6)),
};

let number = 0;
const failures = (kind: string, repository: string, code: string, reason: string, minute: number): Failures => {
  number += 1;
  const where = { id: number, repositoryId: 1, repository, forge: "github", kind };
  return { ...where, code, reason, count: 1, first: time(minute), last: time(minute) };
};
const run = (repository: string, code: string, outcome: string, minute = 0): Failures =>
  failures("push", repository, code, outcome, minute);
const dead = (repository: string, code: string, reason: string, minute = 0): Failures =>
  failures("", repository, code, reason, minute);

const DOWN = "The service could not list the components of acme (503): Service Unavailable";
const REFUSED = "The service refused to list the components of acme (401): “Invalid token.”";
const FORBIDDEN = "GitHub refused to open the pull request (403): Resource not accessible by integration";

describe("what is wrong now", () => {
  it("is one entry a cause: of 34 failed runs and 50 deliveries given up with three causes, three", () => {
    const failedRuns = Array.from({ length: 34 }, (_, index) => {
      const repository = `acme/r${String(index % 7)}`;
      if (index % 3 === 0) return run(repository, "IL-S14", DOWN, index);
      if (index % 3 === 1) return run(repository, "IL-S07", REFUSED, index);
      return run(repository, "", FORBIDDEN, index);
    });
    const givenUp = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? dead(
            `acme/r${String(index % 9)}`,
            "IL-S04",
            "The service did not answer: connect ECONNREFUSED 10.0.0.7:443",
            index,
          )
        : dead(`acme/r${String(index % 9)}`, "", FORBIDDEN, index),
    );

    const causes = openCauses({ ...nothing, failedRuns, givenUp }, rules);

    expect(
      causes.map(({ title, evidence }) => [title, evidence.runs, evidence.deliveries, evidence.repositories.length]),
    ).toEqual([
      ["The translation service “main” does not answer", 12, 25, 9],
      ["The translation service “main” refuses the token", 11, 0, 7],
      [FORBIDDEN, 11, 25, 9],
    ]);
    expect(causes.every(({ severity }) => severity === "error")).toBe(true);
  });

  it.each([
    ["two runs that failed", [run("acme/app", "", FORBIDDEN), run("acme/app", "", FORBIDDEN)], 0],
    [
      "three runs in one repository that failed in the same words",
      [{ ...run("acme/app", "", FORBIDDEN), count: 3 }],
      1,
    ],
    ["three runs of one cause in one repository", [1, 2, 3].map((minute) => run("acme/app", "", FORBIDDEN, minute)), 1],
    [
      "three runs of one cause in three repositories",
      ["a", "b", "c"].map((name) => run(`acme/${name}`, "", FORBIDDEN)),
      1,
    ],
    [
      "three runs in a row in one repository, each of another cause",
      [run("acme/app", "", "One thing"), run("acme/app", "", "Another thing"), run("acme/app", "", "A third thing")],
      1,
    ],
    ["a token that is refused, at once", [run("acme/app", "IL-S07", REFUSED)], 1],
    ["a token that the forge refuses, at once", [run("acme/app", "IL-F01", "GitHub refused (401)")], 1],
    ["a disk that is full, at once", [run("acme/app", "IL-G01", "git: write error: No space left on device")], 1],
  ])("%s", (_, failedRuns, expected) => {
    expect(openCauses({ ...nothing, failedRuns }, rules)).toHaveLength(expected);
  });

  it("names the repository where one alone has it", () => {
    const failedRuns = [1, 2, 3].map((minute) => run("other/site", "", FORBIDDEN, minute));
    expect(openCauses({ ...nothing, failedRuns }, rules)[0]?.title).toBe(`other/site: ${FORBIDDEN}`);
  });

  it("says one thing of a limit, whether runs met it or a server told of it", () => {
    const failedRuns = [1, 2, 3].map((minute) => run("acme/app", "IL-S05", "The service asks to wait 3,000 s", minute));
    const budgets = [
      {
        name: "translate.example.org",
        allowed: 1_000,
        remaining: 0,
        resets: "2026-01-01T06:40:00.000Z",
        time: time(5),
      },
      { name: "github.com acme", allowed: 5_000, remaining: 4_000, resets: null, time: time(5) },
      { name: "old.example.org", allowed: 100, remaining: 0, resets: "2026-01-01T05:59:00.000Z", time: time(5) },
    ];
    const causes = openCauses({ ...nothing, failedRuns, budgets }, rules);
    expect(causes).toMatchObject([
      {
        severity: "warning",
        title: "translate.example.org allows 0 of 1000 requests until 2026-01-01 06:40 UTC",
        evidence: { runs: 3 },
      },
    ]);
  });

  it("says one thing of a disk, a warning before it is full", () => {
    const disk = (used: number) => openCauses({ ...nothing, disk: { host: "bot-1", used, total: 100 } }, rules);
    expect(disk(89)).toEqual([]);
    expect(disk(96)).toMatchObject([{ key: "disk", severity: "warning", title: "The disk of bot-1 is 96 % full" }]);
    const failedRuns = [run("acme/app", "IL-G01", "git: write error: No space left on device")];
    expect(openCauses({ ...nothing, failedRuns, disk: { host: "bot-1", used: 99, total: 100 } }, rules)).toMatchObject([
      { key: "disk", severity: "error", title: "The disk of bot-1 is 99 % full", evidence: { runs: 1 } },
    ]);
  });

  it("tells of a token before it ends, and when it has", () => {
    const token = (day: string) =>
      openCauses({ ...nothing, tokens: [{ of: "the service “main”", place: "services.main", day }] }, rules);
    expect(token("2026-01-16")).toEqual([]);
    expect(token("2026-01-15")).toMatchObject([
      { severity: "warning", title: "The token of the service “main” ends on 2026-01-15" },
    ]);
    expect(token("2025-12-31")).toMatchObject([
      { severity: "error", title: "The token of the service “main” ended on 2025-12-31" },
    ]);
  });

  it("tells of a channel that takes no messages, and of a service whose messages come from another time", () => {
    const silent = [{ channel: "chat", messages: 2, reason: "hooks.example.org answered 500." }];
    const apart = [
      { service: "main", seconds: 720, time: time(1) },
      { service: "other", seconds: -600, time: time(2) },
    ];

    expect(openCauses({ ...nothing, silent, apart }, rules)).toMatchObject([
      {
        kind: "clock",
        severity: "error",
        title: "Messages of the service “main” come 12 minutes late, and are refused",
        evidence: { remedy: expect.stringContaining("Compare the clocks") },
      },
      { kind: "clock", title: "Messages of the service “other” come from 10 minutes ahead, and are refused" },
      {
        kind: "channel",
        severity: "error",
        title: "The channel “chat” takes no messages",
        evidence: { example: "hooks.example.org answered 500. 2 messages wait for it, or were given up." },
      },
    ]);
  });

  it("tells of components that are blocked, and leaves texts that break the app to translators", () => {
    const blocked = [
      {
        repository: "acme/app",
        component: "acme/web",
        reason: "The component is locked on the service.",
        time: time(1),
      },
      {
        repository: "acme/app",
        component: "acme/server",
        reason: "The component is locked on the service.",
        time: time(0),
      },
      {
        repository: "acme/app",
        component: "acme/android",
        reason: "The service could not upload the file (503): Service Unavailable",
        time: time(0),
      },
      {
        repository: "acme/app",
        component: "acme/ios",
        reason: "held back, since it would break the app: cart.items",
        time: time(0),
      },
    ];
    expect(openCauses({ ...nothing, blocked }, rules)).toMatchObject([
      {
        kind: "component",
        severity: "warning",
        title: "2 components are blocked: acme/server, acme/web",
        since: time(0),
      },
    ]);
  });
});
