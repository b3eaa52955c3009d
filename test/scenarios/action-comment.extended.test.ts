import { expect, test } from "vitest";
import { REBASE_BOX } from "../../src/forge/forge.ts";
import { commitOnBranch } from "../../src/forge/forge.contract.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { commented, dispatched, pullRequestChanged, pushed } from "../support/events.ts";
import { ourComments, proposeChange, writeComment } from "../support/proposed-change.ts";
import { webSource } from "../support/sample-files.ts";
import { uploadsIn } from "../support/service-api.ts";
import { createWorld, writes, type World } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const people = {
  settings: {
    permissions: { contents: "write", "pull-requests": "write" },
    collaborators: { dana: "write", eve: "read" },
  },
} as const;

async function say(world: World, body: string, by = "dana", pullRequest = 7) {
  const id = writeComment(world, pullRequest, by, body);
  return { id, trigger: await commented(world.repository, world.github.repository, { id, body, by, pullRequest }) };
}

function reactions(world: World, comment: number): readonly string[] {
  return world.github.world.reactions.filter((each) => each.comment === comment).map(({ content }) => content);
}

test("sync, asked for in a comment, brings translations home and answers in one comment that is edited", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const { id, trigger } = await say(world, "/interlinear sync\nplease");
  world.forgetRequests();

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(reactions(world, id)).toEqual(["eyes", "rocket"]);
  expect(ourComments(world, 7)).toEqual([
    expect.stringMatching(/^<!-- interlinear:answer -->\n`\/interlinear sync`, asked by dana[^]*pull request #8/),
  ]);
  expect(writes(world).github.filter((line) => line.endsWith("/comments"))).toHaveLength(1);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Zrušit");
  expect(result.outputs).toMatchObject({ changed: "true", "pull-request-number": "8" });
  expect(JSON.parse(result.outputs["pull-requests"] ?? "")).toMatchObject([{ number: 8, outcome: "created" }]);
  expectNoSecrets(world, result);

  const again = await say(world, "/interlinear stats");
  const stats = await world.run(again.trigger);

  expect(stats.exitCode, stats.log).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("Czech")]);
});

test("plan shows what would be done for the base's files, whatever the pull request's own say, and does nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, {
    "locales/en.json": webSource.replace('"Save"', '"Store"'),
    ".github/interlinear.yml": "version: 1\nservice: https://evil.example\n",
  });
  await world.repository.write({ "locales/en.json": webSource.replace('"Cancel"', '"Leave"') });
  await world.repository.publish("Change another string");
  const { trigger } = await say(world, "/interlinear plan");
  world.forgetRequests();

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world).service).toEqual([]);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("planned, nothing written")]);
  expect(JSON.stringify(result.plan)).toContain("1 changed (replace");
  expect(await world.repository.git("worktree", "list")).not.toContain("\n");
});

test("an order on a pull request onto another branch is about that branch, not the one that is checked out", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  const { repository, github } = world;
  await repository.git("push", "--quiet", "origin", "main:refs/heads/release/1");
  await proposeChange(world, { "README.md": "# Changed\n" });
  const [pull] = github.world.pulls;
  if (pull !== undefined) pull.base = "release/1";
  await repository.write({ "locales/cs.json": null, ".github/interlinear.yml": null });
  await repository.publish("Main has no translations any more");
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const { trigger } = await say(world, "/interlinear sync");

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(await github.pullRequests()).toContainEqual(
    expect.objectContaining({
      head: expect.objectContaining({ ref: "interlinear/release/1" }),
      base: expect.objectContaining({ ref: "release/1" }),
    }),
  );
  expect(await repository.remoteGit("diff", "--name-only", "release/1", "interlinear/release/1")).toBe(
    "locales/cs.json",
  );
});

test("an order in an old pull request is about the base as it is now, not as the pull request found it", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  const { repository, github } = world;
  await proposeChange(world, { "README.md": "# Changed\n" });
  await repository.write({ "locales/en.json": webSource.replace('"Cancel"', '"Leave"') });
  await repository.publish("Change a string");
  const sent = await world.run(await pushed(repository, github.repository));
  expect(sent.exitCode, sent.log).toBe(0);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const { trigger } = await say(world, "/interlinear sync");
  world.forgetRequests();

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(uploadsIn(site.proxy.requests)).toEqual([]);
  expect(await repository.remoteGit("merge-base", "interlinear/main", "main")).toBe(
    await repository.remoteGit("rev-parse", "main"),
  );
});

test("an order onto a branch that is gone is answered with that", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  const [pull] = world.github.world.pulls;
  if (pull !== undefined) pull.base = "release/1";
  const { trigger } = await say(world, "/interlinear plan");

  const result = await world.run(trigger);

  expect(result.exitCode).toBe(1);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("release/1")]);
  expect(ourComments(world, 7)[0]).toContain("IL-A06");
});

test("who may only read gets no work done, whatever the payload says of them", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const { id, trigger } = await say(world, "/interlinear sync", "eve");
  world.forgetRequests();

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(reactions(world, id)).toEqual(["eyes", "-1"]);
  expect(ourComments(world, 7)).toEqual([]);
  expect(writes(world)).toEqual({
    service: [],
    github: ["eyes", "-1"].map(() => `POST /repos/acme/app/issues/comments/${String(id)}/reactions`),
  });
});

test("an order that is none is answered with those that there are; other talk is not answered", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  const wrong = await say(world, "/interlinear <b>everything</b> @acme/team");
  const talk = await say(world, "Shall we use /interlinear sync here?");
  world.forgetRequests();

  const help = await world.run(wrong.trigger);
  const silence = await world.run(talk.trigger);

  expect(help.exitCode, help.log).toBe(0);
  expect(reactions(world, wrong.id)).toEqual(["eyes", "confused"]);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("`/interlinear rebase`")]);
  expect(ourComments(world, 7)[0]).not.toMatch(/<b>|@acme/);
  expect(silence.exitCode, silence.log).toBe(0);
  expect(silence.summary).toBe("");
  expect(reactions(world, talk.id)).toEqual([]);
});

test("an order that fails says so in its answer, and fails the job", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  const { id, trigger } = await say(world, "/interlinear sync");

  const result = await world.run(trigger, { inputs: { token: "wlp_wrong" } });

  expect(result.exitCode).toBe(1);
  expect(reactions(world, id)).toEqual(["eyes", "confused"]);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("failed")]);
  expectNoSecrets(world, result);
});

test("a branch that people committed to is left alone with a word in the pull request; rebase makes it anew and takes the word back", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  const { repository, github } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await world.run(await dispatched(repository, github.repository));
  await commitOnBranch(world, "Fix a typo", { "locales/cs.json": "{}\n" });
  await world.translate(world.web, "cs", "button.cancel", "Storno");

  const left = await world.run(await dispatched(repository, github.repository));
  expect(left.outputs).toMatchObject({ changed: "false" });
  expect(ourComments(world, 1)).toEqual([expect.stringMatching(/left-alone -->[^]*Newer translations are waiting/)]);

  const { trigger } = await say(world, "/interlinear rebase", "dana", 1);
  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(await repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Storno");
  expect(ourComments(world, 1)).toEqual([expect.stringContaining("interlinear:answer")]);
});

test.each([
  ["somebody who may write", "dana", "Storno"],
  ["somebody who may not", "eve", "{}"],
])("the box in the pull request, ticked by %s", async (_, by, content) => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  const { repository, github } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await world.run(await dispatched(repository, github.repository));
  const sha = await commitOnBranch(world, "Fix a typo", { "locales/cs.json": "{}\n" });
  await world.translate(world.web, "cs", "button.cancel", "Storno");
  const [pull] = github.world.pulls;
  const unticked = pull?.body ?? "";
  expect(unticked).toContain(REBASE_BOX);
  const body = unticked.replace("- [ ]", "- [x]");
  if (pull !== undefined) pull.body = body;

  const result = await world.run(
    await pullRequestChanged(
      repository,
      github.repository,
      { repository: github.repository, branch: "interlinear/main", sha },
      { action: "edited", number: 1, body, changes: { body: { from: unticked } }, by },
    ),
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(await repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain(content);
});

test("plan, asked for in a comment, says what waits in the open pull request already instead of planning it anew", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  await proposeChange(world, { "README.md": "# Changed\n" });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await world.run(await dispatched(world.repository, world.github.repository));
  const { trigger } = await say(world, "/interlinear plan");

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(result.log).toMatch(/waiting +1 file waits in the open pull request already/);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("1 file waits in the open pull request already")]);
  expect(ourComments(world, 7)[0]).not.toContain("planned, nothing written");
});
