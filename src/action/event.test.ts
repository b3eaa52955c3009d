import { describe, expect, test } from "vitest";
import { jobOf, type ActionEvent } from "./event.ts";

function anEvent(overrides: Partial<ActionEvent>): ActionEvent {
  return { name: "push", ref: "refs/heads/main", repository: "acme/shop", payload: {}, ...overrides };
}

describe("push", () => {
  test("a branch's sources are sent", () => {
    expect(jobOf(anEvent({}), "auto")).toEqual({ kind: "run", command: "push", hasBase: true });
  });

  test.each([
    ["a deleted branch", anEvent({ payload: { deleted: true } })],
    ["a tag", anEvent({ ref: "refs/tags/v1" })],
    ["the branch of our own pull request", anEvent({ ref: "refs/heads/interlinear/main" })],
  ])("%s is nothing to do, even where a command is named", (_, event) => {
    expect(jobOf(event, "sync")).toMatchObject({ kind: "nothing" });
  });
});

test.each(["schedule", "workflow_dispatch", "repository_dispatch"])("%s brings everything in step", (name) => {
  expect(jobOf(anEvent({ name }), "auto")).toEqual({ kind: "run", command: "sync", hasBase: true });
});

test("a dispatch on a tag has no branch for a pull request", () => {
  expect(jobOf(anEvent({ name: "workflow_dispatch", ref: "refs/tags/v1" }), "auto")).toMatchObject({ hasBase: false });
});

describe("pull_request", () => {
  const payload = (full_name: string | undefined) => ({
    pull_request: {
      base: { ref: "main", sha: "b".repeat(40) },
      head: { ref: "topic", repo: full_name === undefined ? null : { full_name } },
    },
  });

  test("gets statistics, with the mapping of its base", () => {
    const job = jobOf(anEvent({ name: "pull_request", payload: payload("acme/shop") }), "auto");

    expect(job).toMatchObject({ kind: "run", command: "stats", mappingCommit: "b".repeat(40), hasBase: false });
  });

  test.each([
    ["from a fork", "eve/shop"],
    ["from a fork that is gone", undefined],
  ])("%s says so where there is no token", (_, name) => {
    expect(jobOf(anEvent({ name: "pull_request", payload: payload(name) }), "auto")).toMatchObject({
      withoutToken: expect.stringContaining("fork"),
    });
  });
});

test("an event without a meaning is a notice, unless a command says what is wanted", () => {
  expect(jobOf(anEvent({ name: "issues" }), "auto")).toMatchObject({
    kind: "nothing",
    message: expect.stringContaining('"issues"'),
  });
  expect(jobOf(anEvent({ name: "issues" }), "stats")).toEqual({ kind: "run", command: "stats", hasBase: true });
});
