import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { callService } from "../support/service-api.ts";
import { writesOf } from "../support/proxy.ts";
import { variants } from "../support/samples.ts";

interface MergeQueue {
  readonly branches: string;
  readonly requires: { readonly type: "merge_queue" };
}

test.each(variants(["squash", "merge"] as const))(
  "after our pull request was merged (%s) the service pulls, and the branch is gone",
  async (method) => {
    await using world = await createBotWorld({ reads: "this repository" });
    const { app, host, site } = world;
    await app.push({ "README.md": "# First\n" });
    await world.settled();
    await app.translate("de", "title", "Guten Tag");
    await world.until("there is a pull request", () => app.ours().length === 1);
    await world.settled();
    const [pull] = app.ours();
    site.proxy.clear();

    await host.people.merge(app.name, pull?.number ?? 0, method);
    await world.until("the branch is gone", async () => {
      return (await app.repository.remoteGit("branch", "--list", "interlinear/*")) === "";
    });
    await world.settled();

    expect(writesOf(site.proxy.requests)).toContain(`POST /api/components/${app.web}/repository/`);
    const tip = await app.repository.remoteGit("rev-parse", "main");
    const clone = await callService<{ readonly merge_failure: string | null; readonly remote_commit: string }>(
      site.service,
      "GET",
      `/api/components/${app.web}/repository/`,
    );
    expect(clone.merge_failure).toBeNull();
    expect(tip).toMatch(/^[0-9a-f]{40}$/);
    expect(await app.repository.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
    expect(app.ours()).toEqual([]);
  },
);

test.each(
  variants<readonly [string, readonly MergeQueue[]]>([
    ["by itself", []],
    ["through the merge queue", [{ branches: "main", requires: { type: "merge_queue" } }]],
  ]),
)("what the bot arranged to merge %s waits for the bot's own check, and is followed up", async (_, queue) => {
  await using world = await createBotWorld({ reads: "this repository" });
  const { app, site } = world;
  const { hosted, repository } = app;
  const parameters = { required_status_checks: [{ context: "Interlinear" }] };
  hosted.settings.autoMergeAllowed = true;
  hosted.settings.rules = [{ branches: "main", requires: { type: "required_status_checks", parameters } }, ...queue];
  const mapping = await repository.read(".github/interlinear.yml");
  await app.push({ ".github/interlinear.yml": `${mapping}pull-request:\n  auto-merge: { method: squash }\n` });
  await world.settled();
  site.proxy.clear();

  await app.translate("de", "title", "Guten Tag");
  await world.until("GitHub has merged it", () => hosted.pulls.some(({ mergedAt }) => mergedAt !== undefined));
  await world.until("the branch is gone", async () => {
    return (await repository.remoteGit("branch", "--list", "interlinear/*")) === "";
  });
  await world.settled();

  expect(await repository.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
  expect(writesOf(site.proxy.requests)).toContain(`POST /api/components/${app.web}/repository/`);
  expect(app.ours()).toEqual([]);
  expect(await repository.remoteGit("branch", "--list", "gh-readonly-queue/*")).toBe("");
});

test("a merged pull request of somebody else is no business of the bot's", async () => {
  await using world = await createBotWorld();
  const { app, host, site } = world;
  await app.branch("topic", { "README.md": "# Another\n" });
  const pull = await host.people.open(app.name, { title: "Words", head: "topic", base: "main" });
  await world.settled();
  site.proxy.clear();

  await host.people.merge(app.name, pull);
  await world.settled();

  expect(writesOf(site.proxy.requests)).toEqual([]);
  expect(await app.repository.remoteGit("branch", "--list", "topic")).toContain("topic");
});

test("the bot asks teams with a token of its own that sees the organisation, which ends with that call and is shown nowhere", async () => {
  await using world = await createBotWorld();
  const { app, host, bot } = world;
  const members = { contents: "write", "pull-requests": "write", checks: "write", members: "read" } as const;
  for (const installation of host.app.installations) installation.permissions = members;
  app.hosted.settings.teams = ["translators"];
  const mapping = await app.repository.read(".github/interlinear.yml");
  await app.push({ ".github/interlinear.yml": `${mapping}\npull-request:\n  team-reviewers: [translators]\n` });
  await world.settled();
  await app.translate("de", "title", "Guten Tag");
  await world.until("there is a pull request that asks the team", () =>
    app.ours().some(({ teams }) => teams?.includes("translators") === true),
  );
  await world.settled();

  const wide = host.requests.filter(({ body }) => body?.permissions?.["members"] !== undefined);
  expect(wide).toMatchObject([
    { body: { permissions: { members: "read", pull_requests: "write", metadata: "read" } } },
  ]);
  expect(wide[0]?.body).not.toHaveProperty("repositories");
  expect(host.requests.map(({ operation }) => operation)).toContain("DELETE /installation/token");
  expect([...host.app.tokens.values()].filter(({ isNarrowed }) => !isNarrowed)).toEqual([]);
  expect(bot.output()).not.toContain("ghs_");
  expect(JSON.stringify(bot.rows("select * from run"))).not.toContain("ghs_");
});
