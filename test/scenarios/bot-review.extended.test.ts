import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { repeatedFolder } from "../support/repeated-folder.ts";
import { variants } from "../support/samples.ts";
import { changed, ourComments, checksAt, filesBelow, isReviewed } from "./bot-review.ts";

test("a check that somebody asks for again is made again at the same commit", async () => {
  await using world = await createBotWorld();
  const { app, host, bot } = world;
  const commit = await app.branch("topic", changed);
  const pull = await host.people.open(app.name, { title: "Greet", head: "topic", base: "main" });
  await isReviewed(world, commit);
  const [check] = checksAt(app, commit);
  const reviews = bot.rows("select id from run where kind = 'review'").length;

  await host.people.rerequest(app.name, check?.id ?? 0);
  await world.until("another review ran", () => {
    return bot.rows("select id from run where kind = 'review' and state = 'done'").length > reviews;
  });
  await world.settled();

  expect(ourComments(app, pull)).toHaveLength(1);
  expect(checksAt(app, commit).at(-1)).toMatchObject({ status: "completed", conclusion: "success" });
});

test("a pull request from a fork is reviewed with full rights, and nothing of the fork becomes a file or runs", async () => {
  // As users have them; others play jobs in their own process.
  await using world = await createBotWorld({ hasJobProcesses: true });
  const { app, host, data } = world;
  const marker = "a-marker-that-nothing-else-has";
  const commit = await app.branch(
    "patch",
    {
      ...changed,
      [`${marker}.sh`]: "#!/bin/sh\ntouch executed-by-the-bot\n",
      ".gitattributes": "* filter=evil diff=evil\n*.json merge=evil\n",
      ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = file:///etc\n',
      ".github/interlinear.yml": `version: 1\nservice: https://evil.example.org\nproject: ${marker}\n`,
      "node_modules/.bin/git": "#!/bin/sh\ntouch executed-by-the-bot\n",
    },
    "fork",
  );
  const before = world.site.proxy.requests.length;
  const pull = await host.people.open(app.name, { title: "Patch", head: "eve:patch", base: "main", by: "eve" });
  await isReviewed(world, commit);

  expect(ourComments(app, pull)).toEqual([expect.stringContaining("1 string changed")]);
  expect(checksAt(app, commit)).toHaveLength(1);
  expect(ourComments(app, pull).join("")).not.toContain(marker);
  const files = await filesBelow(data);
  expect(files.filter((path) => path.includes(marker) || path.includes("executed-by-the-bot"))).toEqual([]);
  for (const path of files.filter((name) => !/objects|\.sqlite/.test(name))) {
    expect(await readFile(path, "utf8").catch(() => ""), path).not.toContain(marker);
  }
  await world.until("nothing but bare clones is left", () =>
    readdirSync(join(data, "repositories")).every((name) => /^\d+\.git$/.test(name)),
  );
  // Reviews ask nothing of the service: the token is for what the base branch says.
  expect(world.site.proxy.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each(
  variants([
    ["", ""],
    [
      ", nor gets components where every branch has its own",
      'branches:\n  - branch: "**"\n    component: "{component}-{branch}"\n',
    ],
  ]),
)(
  "every group of the merge queue gets the required check, and nothing else of the queue is a job%s",
  async (_, more) => {
    await using world = await createBotWorld();
    const { app, host, bot, site } = world;
    if (more !== "") {
      const mapping = await app.repository.read(".github/interlinear.yml");
      await app.push({ ".github/interlinear.yml": `${mapping}${more}` });
      await world.settled();
    }
    const required = { required_status_checks: [{ context: "Interlinear" }] };
    app.hosted.settings.rules = [
      { branches: "main", requires: { type: "required_status_checks", parameters: required } },
      { branches: "main", requires: { type: "merge_queue" } },
    ];
    // The queue builds each of them on the one before.
    const wanted = [
      ["topic", changed],
      ["words", { "WORDS.md": "# Words\n" }],
      ["more", { "MORE.md": "# More\n" }],
    ] as const;
    const pulls: number[] = [];
    for (const [head, files] of wanted.slice(0, more === "" ? 3 : 1)) {
      const commit = await app.branch(head, files);
      const pull = await host.people.open(app.name, { title: head, head, base: "main" });
      await expect(host.people.enqueue(app.name, pull)).rejects.toThrow("not mergeable");
      await isReviewed(world, commit);
      pulls.push(pull);
    }
    await world.settled();
    const before = site.proxy.requests.length;

    const groups = await Promise.all(pulls.map((pull) => host.people.enqueue(app.name, pull)));
    await world.until("all groups are merged", () =>
      pulls.every((pull) => app.hosted.pulls.some(({ number, mergedAt }) => number === pull && mergedAt !== undefined)),
    );
    await world.settled();

    for (const { commit } of groups) {
      expect(checksAt(app, commit)).toMatchObject([{ app: "interlinear", conclusion: "success" }]);
    }
    expect(bot.rows("select cause from run where cause like '%gh-readonly-queue%'")).toEqual([]);
    const asked = site.proxy.requests.slice(before);
    expect(
      asked.filter(({ path, requestBody }) => `${path} ${requestBody.toString()}`.includes("readonly-queue")),
    ).toEqual([]);
  },
);

test("our own pull request, a fork's, Dependabot's, one without strings, one without a mapping and one that mends a mapping get the required check, too", async () => {
  await using world = await createBotWorld();
  const { app, host } = world;
  const heads: string[] = [];
  for (const [name, files, where, by] of [
    ["interlinear/main", { "locales/cs.json": "{}\n" }, "here", "interlinear[bot]"],
    ["theirs", changed, "fork", "eve"],
    ["words", { "README.md": "# Changed\n" }, "here", "dana"],
    ["dependabot/npm", changed, "here", "dependabot[bot]"],
  ] as const) {
    heads.push(await app.branch(name, files, where));
    const head = where === "fork" ? `eve:${name}` : name;
    await host.people.open(app.name, { title: name, head, base: "main", by });
  }
  const empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  const unmapped = await app.repository.git("commit-tree", empty, "-m", "Nothing yet");
  const onTop = await app.repository.git("commit-tree", empty, "-p", unmapped, "-m", "Still nothing");
  const refs = [`${unmapped}:refs/heads/unmapped`, `${onTop}:refs/heads/onto-unmapped`];
  await app.repository.git("push", "--quiet", "origin", ...refs);
  await host.notice(app.name);
  await host.people.open(app.name, { title: "No mapping", head: "onto-unmapped", base: "unmapped" });
  heads.push(onTop);
  await app.branch("damaged", { ".github/interlinear.yml": "version: [\n" });
  heads.push(await app.branch("mending", { "MENDED.md": "# As it was\n" }));
  await host.people.open(app.name, { title: "Mend", head: "mending", base: "damaged" });
  for (const commit of heads) await isReviewed(world, commit);

  for (const commit of heads) expect(checksAt(app, commit)).toMatchObject([{ conclusion: "success" }]);
});

test("a pull request of a few kB with 54,872 paths is done with at once, without a failed try, and says that it is too large", async () => {
  await using world = await createBotWorld();
  const { app, host, bot } = world;
  await app.branch("topic", changed);
  const commit = await repeatedFolder(app.repository, { width: 38, levels: 3 });
  await app.repository.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/topic`);
  await host.notice(app.name);
  const pull = await host.people.open(app.name, { title: "Much", head: "topic", base: "main", by: "eve" });
  await isReviewed(world, commit);

  expect(checksAt(app, commit)).toMatchObject([
    { conclusion: "failure", title: expect.stringMatching(/^Too large to review: more than 50,0\d\d paths$/) },
  ]);
  expect(ourComments(app, pull)).toEqual([expect.stringContaining("Too large to review")]);
  expect(
    bot.rows("select state, attempts from delivery where state not in ('done', 'ignored') or attempts > 1"),
  ).toEqual([]);
});
