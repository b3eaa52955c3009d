import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defined } from "../../src/core/defined.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestChanged, runFinished } from "../support/events.ts";
import { hasPassed } from "../support/github/merge-state.ts";
import { checkOutMerge, ourComments, proposeChange } from "../support/proposed-change.ts";
import { webSource } from "../support/sample-files.ts";
import { WorkflowRuns } from "../support/workflow-runs.ts";
import { createWorld, writes } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const EXAMPLES = join(import.meta.dirname, "../../docs/examples");
const FORK = "eve/app";
const changed = { "locales/en.json": webSource.replace('"Hello"', '"Hello there"') };
const withChecks = {
  settings: { permissions: { contents: "read", "pull-requests": "write", checks: "write" } },
} as const;
/** What GITHUB_TOKEN may do in a run for a fork, whatever the workflow asks for. */
const readOnly = {
  settings: { permissions: { contents: "read", "pull-requests": "read", checks: "read" } },
} as const;

test("a run for a fork shows its review in the job, writes nothing, needs no secret, and is green", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: readOnly });
  const change = await proposeChange(world, changed, { fork: FORK });
  await checkOutMerge(world, change);
  world.forgetRequests();

  const result = await world.run(
    await pullRequestChanged(world.repository, world.github.repository, change.head, { by: "eve" }),
    { inputs: { token: "" } },
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(result.commands.filter(({ name }) => name === "error" || name === "warning")).toEqual([]);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(site.proxy.requests).toEqual([]);
  expect(result.summary).toContain("1 string changed");
  expect(result.log).toContain("workflow_run posts the review");
});

test("where the gate fails, the job of a fork's run fails: it is the only check that such a run has", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: readOnly, mapping: "review:\n  fail-below: 90\n" });
  const change = await proposeChange(world, changed, { fork: FORK });

  const result = await world.run(
    await pullRequestChanged(world.repository, world.github.repository, change.head, { by: "eve" }),
    { inputs: { token: "" } },
  );

  expect(result.exitCode).toBe(1);
  expect(writes(world).github).toEqual([]);
});

test("a run that Dependabot starts is treated the same", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: readOnly });
  const change = await proposeChange(world, changed);

  const result = await world.run(
    await pullRequestChanged(world.repository, world.github.repository, change.head, { by: "dependabot[bot]" }),
    { inputs: { token: "" } },
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world).github).toEqual([]);
  expect(result.summary).toContain("1 string changed");
});

test("the second workflow finds the fork's pull request, makes the review itself from objects alone, and posts it", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(
    world,
    {
      ...changed,
      ".gitattributes": "* filter=evil\n",
      ".github/interlinear.yml": "version: 1\nservice: https://evil.example\n",
    },
    { fork: FORK },
  );
  const before = await world.repository.git("status", "--porcelain", "--branch");
  world.forgetRequests();

  const result = await world.run(await runFinished(world.repository, world.github.repository, change.head));

  expect(result.exitCode, result.log).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("1 string changed")]);
  expect(world.github.world.checkRuns).toMatchObject([{ commit: change.head.sha, name: "Interlinear" }]);
  expect(await world.repository.git("status", "--porcelain", "--branch")).toBe(before);
  expect(await world.repository.git("worktree", "list")).not.toContain("\n");
  expect(site.proxy.requests).toEqual([]);
  expectNoSecrets(world, result);
});

test.each([
  ["a pull request of a fork", { fork: FORK, by: "eve", files: changed, mapping: undefined }],
  [
    "a fork's pull request without strings",
    { fork: FORK, by: "eve", files: { "README.md": "# Changed\n" }, mapping: undefined },
  ],
  [
    "a fork's pull request onto a base without a mapping",
    { fork: FORK, by: "eve", files: changed, mapping: ".github/other.yml" },
  ],
  ["Dependabot's pull request", { fork: undefined, by: "dependabot[bot]", files: changed, mapping: undefined }],
] as const)(
  "the required check of %s is left out by its own run, and comes with the second workflow",
  async (_, { fork, by, files, mapping }) => {
    await using site = await embeddedSite();
    await using world = await createWorld(site, { github: readOnly });
    const { repository, github } = world;
    const change = await proposeChange(world, files, defined({ fork }));
    const opened = await pullRequestChanged(repository, github.repository, change.head, { by });
    const finished = await runFinished(repository, github.repository, change.head, by);
    const options = { inputs: { token: "", ...defined({ mapping }) } };
    const required = { name: mapping === undefined ? "Interlinear" : "Interlinear (other)" };
    const actor = { by: by === "eve" ? ("person" as const) : ("dependabot" as const), isFork: fork !== undefined };

    for (const [name, trigger, mayWrite] of [
      ["interlinear", opened, false],
      ["forks", finished, true],
    ] as const) {
      // Which token the printed workflow's run has, GitHub's rules say.
      const runs = new WorkflowRuns(readFileSync(join(EXAMPLES, `${name}.yml`), "utf8"));
      const { event, ref, sha, payload } = trigger;
      expect(runs.tell({ name: event, ref, sha, payload: { ...payload }, ...actor })).toBeUndefined();
      expect(runs.ready()).toMatchObject([{ mayWrite }]);
      github.world.settings.permissions = (mayWrite ? withChecks : readOnly).settings.permissions;
      expect(hasPassed(github.world, change.head.sha, required)).toBe(false);

      const result = await world.run(trigger, options);

      expect(result.exitCode, result.log).toBe(0);
      expect(hasPassed(github.world, change.head.sha, required)).toBe(mayWrite);
    }
    expect(github.world.checkRuns).toMatchObject([{ commit: change.head.sha, conclusion: "success" }]);
  },
);

test("after a person had Dependabot rebase its pull request, that person's run has rights: it brings the check, and no second run starts", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { repository, github } = world;
  const { head } = await proposeChange(world, changed);
  // GitHub names who wrote `@dependabot rebase` as the actor (carbonintensityio/green-scheduler#232).
  const rebased = await pullRequestChanged(repository, github.repository, head, { action: "synchronize", by: "dana" });
  const finished = await runFinished(repository, github.repository, head, "dana");

  const result = await world.run(rebased, { inputs: { token: "" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(hasPassed(github.world, head.sha, { name: "Interlinear" })).toBe(true);
  const second = new WorkflowRuns(readFileSync(join(EXAMPLES, "forks.yml"), "utf8"));
  const { event: name, ref, sha, payload } = finished;
  expect(second.tell({ name, ref, sha, payload: { ...payload }, by: "person" })).toBe(
    "no job of the workflow wants it",
  );
});

test("a run for a head that has moved on, was closed, or belongs to another repository posts nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { head } = await proposeChange(world, changed, { fork: FORK });
  const [pull] = world.github.world.pulls;
  const runs = [
    await runFinished(world.repository, world.github.repository, { ...head, sha: "d".repeat(40) }),
    await runFinished(world.repository, world.github.repository, { ...head, repository: "mallory/app" }),
  ];
  world.forgetRequests();

  for (const run of runs) {
    const result = await world.run(run);
    expect(result.exitCode, result.log).toBe(0);
  }
  if (pull !== undefined) pull.state = "closed";
  const late = await world.run(await runFinished(world.repository, world.github.repository, head));

  expect(late.exitCode, late.log).toBe(0);
  expect(writes(world).github).toEqual([]);
});

test("pull_request_target reviews a fork with full rights, and checks nothing of it out", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { head } = await proposeChange(world, changed, { fork: FORK });

  const result = await world.run(
    await pullRequestChanged(world.repository, world.github.repository, head, {
      event: "pull_request_target",
      by: "eve",
    }),
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("1 string changed")]);
  expect(await world.repository.git("status", "--porcelain")).toBe("");
  expect(await world.repository.git("rev-parse", "HEAD")).not.toBe(head.sha);
});
