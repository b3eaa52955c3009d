import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestChanged, pushed, queued, type Trigger } from "../support/events.ts";
import { checkOutMerge, ourComments, proposeChange, type ProposedChange } from "../support/proposed-change.ts";
import { repeatedFolder } from "../support/repeated-folder.ts";
import { webSource } from "../support/sample-files.ts";
import { CATALOGUE_ENTRY, CATALOGUE_PATH, catalogueBefore, catalogueProposed } from "../support/proposed-catalogue.ts";
import { createWorld, writes } from "../support/world.ts";
import { brokenGerman, changedTitle, trigger, withChecks } from "./action-review.ts";

/** So many of the source's four strings, translated. */
function germanOf(count: number): string {
  const all = { title: "Hallo", files: "Sie haben {count} Dateien.", save: "Speichern", cancel: "Abbrechen" };
  const [title, files, ...buttons] = Object.entries(all).slice(0, count);
  const tree = Object.fromEntries([title, files].filter((entry) => entry !== undefined));
  return `${JSON.stringify(buttons.length === 0 ? tree : { ...tree, button: Object.fromEntries(buttons) }, null, 4)}\n`;
}

test("a pull request that touches no strings gets no comment, and a check that a branch rule can require", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "README.md": "# Changed\n" });
  await checkOutMerge(world, change);

  const result = await world.run(await trigger(world, change));

  expect(result.exitCode, result.log).toBe(0);
  expect(ourComments(world, 7)).toEqual([]);
  expect(world.github.world.checkRuns).toMatchObject([{ conclusion: "success" }]);
});

test("when a later commit takes its strings back, the comment says so instead of what is over", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "locales/en.json": changedTitle });
  await world.run(await trigger(world, change));
  world.github.world.pulls.length = 0;
  const later = await proposeChange(world, { "README.md": "# Other\n" });

  await world.run(await trigger(world, later, "synchronize"));

  expect(ourComments(world, 7)).toEqual([expect.stringContaining("does not touch translations any more")]);
});

test("where no check can be written, the job fails in its place, says what is missing, and shows the lines itself", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const change = await proposeChange(world, { "locales/de.json": brokenGerman });

  const result = await world.run(await trigger(world, change));

  expect(result.exitCode).toBe(1);
  expect(result.rawLog).toMatch(/::error .*file=locales\/de\.json,line=7.*::/);
  expect(result.log).toContain("checks: write");
  expect(ourComments(world, 7)).toHaveLength(1);
});

test("the gate is the base's, whatever the pull request writes into its own mapping; the workflow may raise it", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks, mapping: "review:\n  fail-below: 40\n" });
  const mapping = await world.repository.read(".github/interlinear.yml");
  const change = await proposeChange(world, {
    ".github/interlinear.yml": mapping.replace("fail-below: 40", "fail-below: 0\n  check: false"),
    "locales/en.json": webSource.replace('"Hello",', '"Hello",\n    "a": "A",\n    "b": "B",\n    "c": "C",'),
  });

  await world.run(await trigger(world, change));
  const [asMapped] = world.github.world.checkRuns.splice(0);
  await world.run(await trigger(world, change), { inputs: { "fail-below": "0" } });
  const [asInput] = world.github.world.checkRuns.splice(0);

  expect(asMapped).toMatchObject({ conclusion: "failure" });
  expect(asInput).toMatchObject({ conclusion: "success" });
});

test("a push to the default branch notes how far languages are, and judges nobody", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks, mapping: "review:\n  fail-below: 90\n" });
  await world.repository.write({ "locales/en.json": changedTitle });
  const commit = await world.repository.publish("Change a string");

  const result = await world.run(await pushed(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.checkRuns).toMatchObject([{ name: "Interlinear", commit, conclusion: "neutral" }]);
});

test("what the gate remembers of a push stands in the record beside the branch as well: checks on commits vanish", async () => {
  await using site = await embeddedSite();
  const permissions = { contents: "write", "pull-requests": "write", checks: "write" } as const;
  await using world = await createWorld(site, {
    github: { settings: { permissions } },
    mapping: "review:\n  fail-below: 90\n",
  });
  await world.repository.write({ "locales/en.json": changedTitle });
  const commit = await world.repository.publish("Change a string");

  const push = await world.run(await pushed(world.repository, world.github.repository));

  expect(push.exitCode, push.log).toBe(0);
  const [check] = world.github.world.checkRuns;
  const memory = check?.externalId?.replace(/^interlinear:[0-9a-f]+:/, "") ?? "";
  expect(memory).not.toBe("");
  expect(await world.repository.remoteGit("show", "refs/interlinear/agreement/main:gate")).toBe(`${commit}\n${memory}`);
});

test("the gate remembers a language in failure from the record where the check is gone, and nothing where the record is, too", async () => {
  await using site = await embeddedSite();
  const permissions = { contents: "write", "pull-requests": "write", checks: "write" } as const;
  await using world = await createWorld(site, {
    github: { settings: { permissions } },
    mapping: "review:\n  fail-below: 40\n  pass-above: 90\n",
  });
  const { repository, github } = world;
  const { checkRuns } = github.world;
  const push = async (german: string): Promise<void> => {
    await repository.write({ "locales/de.json": german });
    await repository.publish("Translate");
    const { exitCode, log } = await world.run(await pushed(repository, github.repository));
    expect(exitCode, log).toBe(0);
    checkRuns.length = 0; // as after 90 days, or with the run that they hung on
  };
  const review = async (change: ProposedChange): Promise<(typeof checkRuns)[number] | undefined> => {
    const { exitCode, log } = await world.run(await trigger(world, change), { inputs: { token: "" } });
    expect(exitCode, log).toBe(0);
    return checkRuns.splice(0).at(-1);
  };
  await push(germanOf(1)); // 25 %: in failure
  await push(germanOf(3)); // 75 %: still below pass-above
  const change = await proposeChange(world, { "locales/de.json": germanOf(2) });

  expect(await review(change)).toMatchObject({
    conclusion: "failure",
    summary: expect.stringContaining("failed before and is not above the limit again: 75 % → **50 %**"),
  });

  await repository.remoteGit("update-ref", "-d", "refs/interlinear/agreement/main");
  expect(await review(change)).toMatchObject({ conclusion: "success" });
});

test("our own pull request, and one onto a base without a mapping, get a check that a branch rule can require, and no more", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { checkRuns } = world.github.world;
  const own = await proposeChange(world, { "locales/cs.json": "{}\n" });
  const ours = { ...own.head, branch: "interlinear/main" };
  const opened = await pullRequestChanged(world.repository, world.github.repository, ours);
  world.forgetRequests();

  const result = await world.run(opened);

  expect(result.exitCode, result.log).toBe(0);
  expect(result.log).toContain("our own");
  expect(result.summary).toBe("");
  expect(checkRuns).toMatchObject([{ name: "Interlinear", commit: own.head.sha, conclusion: "success" }]);
  expect(checkRuns[0]?.summary).toContain("our own");
  expect(writes(world).github).toEqual(["POST /repos/acme/app/check-runs"]);
  checkRuns.length = 0;

  const unmapped = await world.run(await trigger(world, own), { inputs: { mapping: ".github/other.yml" } });

  expect(unmapped.exitCode, unmapped.log).toBe(0);
  expect(unmapped.rawLog).toMatch(/::notice .*no mapping \.github\/other\.yml yet/);
  expect(checkRuns).toMatchObject([{ name: "Interlinear (other)", commit: own.head.sha, conclusion: "success" }]);
  expect(ourComments(world, 7)).toEqual([]);
});

test("a merge queue gets the check on its group's commit, or it would wait until its time is out", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { head } = await proposeChange(world, { "locales/en.json": changedTitle });

  const result = await world.run(await queued(world.repository, world.github.repository, head.sha), {
    inputs: { token: "" },
  });

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.checkRuns).toMatchObject([
    { name: "Interlinear", commit: head.sha, conclusion: "success", status: "completed" },
  ]);
});

/** Mistakes of a mapping that is on the base already: no pull request could be merged there any more. */
function unreadable(good: string): readonly (readonly [string, string])[] {
  return [
    ["version: 1\nservice: [\n", "a bracket is opened and not closed"],
    [good.replace("locales/en.json", "locales/xx.json"), "locales/xx.json"],
  ];
}

test("where the base's mapping cannot be read, the check fails and says so, and succeeds for who mends it and in a merge queue", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const { repository, github } = world;
  const { checkRuns, pulls } = github.world;
  const path = ".github/interlinear.yml";
  const good = await repository.read(path);
  const run = (event: Trigger) => world.run(event, { inputs: { token: "" } });
  for (const [damaged, said] of unreadable(good)) {
    await repository.write({ [path]: damaged });
    await repository.publish("Damage the mapping");
    const other = await proposeChange(world, { "README.md": "# Changed\n" });

    const refused = await run(await trigger(world, other));

    expect(refused.exitCode, refused.log).toBe(0);
    const title = "The mapping of main cannot be read";
    expect(checkRuns).toMatchObject([{ commit: other.head.sha, conclusion: "failure", title }]);
    expect(checkRuns[0]?.summary).toContain("somebody mends it on main");
    expect(checkRuns[0]?.summary).toContain(said);
    [checkRuns.length, pulls.length] = [0, 0];
  }
  const mending = await proposeChange(world, { [path]: good });
  for (const event of [await trigger(world, mending), await queued(repository, github.repository, mending.head.sha)]) {
    const result = await run(event);
    expect(result.exitCode, result.log).toBe(0);
    expect(checkRuns).toMatchObject([{ commit: mending.head.sha, conclusion: "success" }]);
    checkRuns.length = 0;
  }

  github.world.settings.permissions = { contents: "read", "pull-requests": "read" };
  pulls.length = 0;
  const unsaid = await run(await trigger(world, await proposeChange(world, { "README.md": "# Else\n" })));
  expect(unsaid.exitCode).toBe(1);
  expect(unsaid.log).toContain("locales/xx.json");
});

test("where the mapping wants no check, nobody gets one", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks, mapping: "review:\n  check: false\n" });
  const { head } = await proposeChange(world, { "locales/cs.json": "{}\n" });
  const { repository, github } = world;

  const own = await pullRequestChanged(repository, github.repository, { ...head, branch: "interlinear/main" });
  for (const event of [own, await queued(repository, github.repository, head.sha)]) {
    const result = await world.run(event);
    expect(result.exitCode, result.log).toBe(0);
  }

  expect(github.world.checkRuns).toEqual([]);
});

test("while an issue has the label of a freeze, sources stay here, and the review says so", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { settings: { permissions: { ...withChecks.settings.permissions, issues: "read" } } },
    mapping: "freeze:\n  label: string-freeze\n",
  });
  const { github } = world;
  github.world.issues.push({ number: 3, title: "Freeze", state: "open", labels: ["string-freeze"] });
  const change = await proposeChange(world, { "locales/en.json": changedTitle });
  await world.repository.write({ "locales/en.json": changedTitle });
  await world.repository.publish("Change a string");
  world.forgetRequests();

  const push = await world.run(await pushed(world.repository, github.repository));
  const review = await world.run(await trigger(world, change));

  expect(push.exitCode, push.log).toBe(0);
  expect(writes(world).service).toEqual([]);
  expect(JSON.stringify(push.plan)).toContain("string-freeze");
  expect(review.exitCode, review.log).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("string-freeze")]);
});

test("a dry run posts nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "locales/en.json": changedTitle });
  world.forgetRequests();

  const result = await world.run(await trigger(world, change), { inputs: { "dry-run": "true" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world).github).toEqual([]);
  expect(result.summary).toContain("1 string changed");
});

test("a head that repeats one folder a hundred thousand times is too large to review, which is said there, and fails no run", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withChecks });
  const change = await proposeChange(world, { "locales/en.json": changedTitle });
  const commit = await repeatedFolder(world.repository, { width: 50, levels: 3 });
  const head = { ...change.head, sha: commit };
  const { branch } = head;
  await world.repository.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/${branch}`);
  const opened = await pullRequestChanged(world.repository, world.github.repository, head);

  const result = await world.run(opened, { inputs: { token: "" } });

  expect(result.exitCode, result.log).toBe(0);
  const title = expect.stringMatching(/^Too large to review: more than 50,0\d\d paths$/);
  expect(world.github.world.checkRuns).toMatchObject([{ commit, conclusion: "failure", title }]);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("Too large to review: more than 50,0")]);

  world.github.world.settings.permissions = { contents: "read", "pull-requests": "read" };
  const unsaid = await world.run(opened, { inputs: { token: "" } });
  expect(unsaid.exitCode).toBe(1);
  expect(unsaid.log).toContain("too large to review: more than 50,0");

  world.github.world.settings.permissions = withChecks.settings.permissions;
  await world.repository.write({ ".github/interlinear.yml": "version: [" });
  await world.repository.publish("Damage the mapping");
  const unreviewed = await world.run(opened, { inputs: { token: "" } });
  expect(unreviewed.exitCode, unreviewed.log).toBe(0);
  expect(world.github.world.checkRuns.at(-1)).toMatchObject({ title: "The mapping of main cannot be read" });
});

test("a pull request that changes a string catalogue of Xcode is told by language and key, and fails at the catalogue's own line", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: withChecks,
    files: { [CATALOGUE_PATH]: catalogueBefore },
    mapping: CATALOGUE_ENTRY,
  });
  const change = await proposeChange(world, { [CATALOGUE_PATH]: catalogueProposed });
  await checkOutMerge(world, change);
  world.forgetRequests();

  const result = await world.run(await trigger(world, change), { inputs: { token: "" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(site.proxy.requests).toEqual([]);
  const [comment = ""] = ourComments(world, 7);
  expect(comment).toContain("1 string added");
  expect(comment).toMatch(/`de` \[`greeting`\]\(http[^)]*\): Missing/);
  expect(comment).toContain(CATALOGUE_PATH);
  expect(comment).not.toContain(`${CATALOGUE_PATH}/`);
  const line = catalogueProposed.split("\n").findIndex((text) => text.includes('"Hallo"')) + 1;
  expect(world.github.world.checkRuns).toMatchObject([
    { conclusion: "failure", annotations: [{ path: CATALOGUE_PATH, annotation_level: "failure" }] },
  ]);
  const [at = 0] = world.github.world.checkRuns.flatMap(({ annotations }) =>
    annotations.map(({ start_line }) => start_line),
  );
  expect(Math.abs(at - line)).toBeLessThan(4);
});
