import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestChanged } from "../support/events.ts";
import { checkOutMerge, ourComments, proposeChange } from "../support/proposed-change.ts";
import { createWorld, writes } from "../support/world.ts";
import { brokenGerman, changedTitle, trigger, withChecks } from "./action-review.ts";
import { expectNoSecrets } from "./round-trip.ts";

test("a pull request that touches strings gets one comment and one check, from git alone, and no second ones", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "locales/en.json": changedTitle });
  await checkOutMerge(world, change);
  world.forgetRequests();

  const first = await world.run(await trigger(world, change), { inputs: { token: "" } });

  expect(first.exitCode, first.log).toBe(0);
  expect(site.proxy.requests).toEqual([]);
  expect(writes(world).github.toSorted()).toEqual([
    "POST /repos/acme/app/check-runs",
    "POST /repos/acme/app/issues/7/comments",
  ]);
  const [comment, ...others] = ourComments(world, 7);
  expect(others).toEqual([]);
  expect(comment).toMatch(/^<!-- interlinear:review -->\n/);
  expect(comment).toContain("1 string changed");
  expect(first.summary).toContain("title");
  expect(world.github.world.checkRuns).toMatchObject([
    { name: "Interlinear", commit: change.head.sha, conclusion: "success" },
  ]);
  expect(first.review).toMatchObject([
    { pullRequest: 7, components: [{ component: world.web, strings: [{ kind: "changed", key: "title" }] }] },
  ]);
  expectNoSecrets(world, first);

  world.forgetRequests();
  const second = await world.run(await trigger(world, change, "synchronize"), { inputs: { token: "" } });

  expect(second.exitCode, second.log).toBe(0);
  expect(ourComments(world, 7)).toHaveLength(1);
  expect(world.github.world.checkRuns).toHaveLength(1);
});

test("a translation that would break the app fails the check at its line, and not the job twice", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "locales/de.json": brokenGerman });

  const result = await world.run(await trigger(world, change));

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.checkRuns).toMatchObject([
    { conclusion: "failure", annotations: [{ path: "locales/de.json", start_line: 7, annotation_level: "failure" }] },
  ]);

  // The same commit, proposed a second time in a way that asks for no review, does not pass for the first.
  const { repository, github } = world;
  const twice = await pullRequestChanged(
    repository,
    github.repository,
    { ...change.head, branch: "interlinear/main" },
    { number: 8 },
  );
  const kept = await world.run(twice);
  expect(kept.exitCode, kept.log).toBe(0);
  expect(kept.log).toContain("still fails: pull request #7 is open with the same commit");
  expect(github.world.checkRuns).toMatchObject([{ conclusion: "failure" }]);
  Object.assign(github.world.pulls[0] ?? {}, { state: "closed" });
  await world.run(twice);
  expect(github.world.checkRuns.at(-1)).toMatchObject({ conclusion: "success" });
});
