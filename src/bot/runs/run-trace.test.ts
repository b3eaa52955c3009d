import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../network/seen-request.ts";
import type { StepOutcome } from "../../sync/plan.ts";
import { RunTrace } from "./run-trace.ts";

function commit(component: string, milliseconds: number, outcome: StepOutcome["outcome"] = "done"): StepOutcome {
  return { step: { kind: "commit", component, whole: false, reason: "" }, outcome, detail: "", bytes: 0, milliseconds };
}

function request(more: Partial<SeenRequest> = {}): SeenRequest {
  return { service: "service", method: "GET", endpoint: "/api/projects/", status: 200, milliseconds: 5, ...more };
}

describe("the trace of a run", () => {
  it("has each phase from its beginning to that of the next, and each step within its phase", () => {
    const trace = new RunTrace();
    trace.enter("fetch", 10);
    trace.enter("observe", 50);
    trace.enter("observe", 60);
    trace.enter("commit", 80);

    const ended = trace.end([commit("acme/a", 5), commit("acme/b", 7), commit("acme/a", 9)], 100, false);

    expect(
      ended.trace.map(({ name, component, begin, milliseconds }) => [name, component, begin, milliseconds]),
    ).toEqual([
      ["fetch", "", 10, 40],
      ["observe", "", 50, 30],
      ["commit", "", 80, 20],
      ["commit", "acme/a", 80, 5],
      ["commit", "acme/b", 80, 7],
      ["commit", "acme/a", 85, 9],
    ]);
  });

  it("tells when the engine is through and its pull request begins", () => {
    const trace = new RunTrace();
    trace.saw(request({ service: "github", method: "POST", endpoint: "/app/installations/{id}/access_tokens" }), 1);
    trace.enter("observe", 10);
    trace.saw(request({ service: "github", endpoint: "/repos/{owner}/{repo}/pulls" }), 20);
    trace.saw(request({ service: "github", method: "POST", endpoint: "/repos/{owner}/{repo}/git/trees" }), 30);

    expect(trace.end([], 50, false).trace.map(({ name, begin }) => [name, begin])).toEqual([
      ["observe", 10],
      ["propose", 30],
    ]);
  });

  it("says of the phase that broke that it did", () => {
    const trace = new RunTrace();
    trace.enter("open", 0);
    trace.enter("fetch", 5);

    expect(trace.end([], 9, true).trace.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["open", "done"],
      ["fetch", "failed"],
    ]);
  });

  it("counts all requests, and keeps the times of a thousand", () => {
    const trace = new RunTrace();
    for (let at = 0; at < 1_200; at += 1) trace.saw(request(), at);

    const { requests, timings } = trace.end([], 1_200, false);

    expect(requests).toBe(1_200);
    expect(timings).toHaveLength(1_000);
  });

  it("has times by step, by component and by endpoint, none of them twice", () => {
    const trace = new RunTrace();
    trace.enter("commit", 0);
    trace.enter("propose", 20);
    trace.saw(request({ status: 503 }), 25);

    const { timings } = trace.end(
      [commit("acme/a", 5), commit("acme/a", 6, "failed"), commit("acme/b", 0, "not-needed")],
      30,
      false,
    );

    expect(timings).toEqual([
      { kind: "step", name: "propose", milliseconds: 10, failed: false },
      { kind: "step", name: "commit", milliseconds: 5, failed: false },
      { kind: "step", name: "commit", milliseconds: 6, failed: true },
      { kind: "component", name: "acme/a", milliseconds: 11, failed: true },
      { kind: "endpoint", name: "GET /api/projects/", milliseconds: 5, failed: true },
    ]);
  });

  it("remembers what each server said last of what it still lets us ask", () => {
    const trace = new RunTrace();
    trace.saw(request({ remaining: { limit: 5000, remaining: 4999 } }), 1);
    trace.saw(request({ remaining: { limit: 5000, remaining: 4998 } }), 2);
    trace.saw(request(), 3);

    expect([...trace.budgets]).toEqual([["service", { limit: 5000, remaining: 4998 }]]);
  });
});
