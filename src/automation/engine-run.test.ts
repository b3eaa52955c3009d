import { describe, expect, it } from "vitest";
import { silentLogger } from "../core/logger.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { tipOf } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { rememberPush } from "./remember-push.ts";

const COMMIT = "c".repeat(40);

/** A job in a clone that has these branches, or in one that nobody brought up to date. @returns with what the forge was asked */
function jobWith(branches: readonly string[] | undefined): { readonly context: JobContext; readonly asked: string[] } {
  const asked: string[] = [];
  const answer = <Answer>(question: string, value: Answer): Promise<Answer> => {
    asked.push(question);
    return Promise.resolve(value);
  };
  const discussion = { branchTip: (branch: string) => answer(`branch ${branch}`, undefined) };
  const context = {
    repository: "acme/app",
    forge: "github",
    serverUrl: "https://github.com",
    logger: silentLogger,
    hasForgeToken: true,
    source: () => answer("git", { root: "/nowhere", remote: { address: "origin", environment: {} } }),
    discussion: () => Promise.resolve(discussion),
    ...(branches && { branches: () => Promise.resolve(new Map(branches.map((name) => [name, COMMIT]))) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
  return { context: context as unknown as JobContext, asked };
}

function workspaceWith(failBelow: number): Workspace {
  const review = { check: true, failBelow, languages: {} };
  const git = { head: () => Promise.resolve(COMMIT), branch: () => Promise.resolve("main") };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
  return { git, mapping: { review }, logger: silentLogger } as unknown as Workspace;
}

describe("in a clone that was brought up to date a moment ago", () => {
  it("a branch is where the clone has it, and is not asked for", async () => {
    const { context, asked } = jobWith(["main"]);

    expect([await tipOf(context, "main"), await tipOf(context, "topic")]).toEqual([COMMIT, undefined]);
    expect(asked).toEqual([]);
  });
});

it("asks the forge for branches in any other clone", async () => {
  const { context, asked } = jobWith(undefined);

  await tipOf(context, "main");

  expect(asked).toEqual(["branch main"]);
});

it("looks for the commit before a push only where a gate asks how far languages were", async () => {
  const { context, asked } = jobWith(undefined);

  await rememberPush(context, workspaceWith(0), "b".repeat(40));
  expect(asked).toEqual([]);

  await rememberPush(context, workspaceWith(50), "b".repeat(40));
  expect(asked).toEqual(["git"]);
});
