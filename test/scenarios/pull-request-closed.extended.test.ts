import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { commentsOn, openPullRequests } from "../support/pull-requests.ts";
import { createWorld } from "../support/world.ts";
import { proposedOnce } from "./pull-request-closed.ts";

test("a pull request whose difference vanished is closed with a word of why, and its branch goes", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await proposedOnce(world);
  await world.translate(world.web, "de", "title", "Hallo");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(await openPullRequests(world)).toEqual({});
  expect(commentsOn(world, 1)).toEqual([
    expect.stringContaining("Nothing is left to merge: `main` and the translation"),
  ]);
  expect(await world.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  expect(result.log).toContain("interlinear/main · pull request #1 closed: not needed any more");
  expect(result.summary).toMatch(/\[pull request #1\]\(.*\) closed: not needed any more/);
});

test("a run that had to hold a text back does not know whether nothing is left, and closes nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await proposedOnce(world);
  await world.translate(world.web, "de", "title", "Hallo");
  await world.translate(world.web, "cs", "files", "Soubory.");

  const result = await world.run(await scheduled(world.repository));

  expect(result.log).toContain("held back");
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main"]);
});

test("a run for one language alone neither closes pull requests nor takes files of other languages out of one", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  const sync = (...filters: readonly string[]) =>
    runCli(["sync", ...filters], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });
  await world.translate(world.web, "de", "title", "Guten Tag");
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  expect((await sync()).exitCode).toBe(0);
  await world.translate(world.web, "de", "title", "Moin");

  const german = await sync("--language", "de");

  expect(german.exitCode, german.output).toBe(0);
  expect(german.output).toContain("Branch interlinear/main stays as it was");
  expect(german.output).toContain("locales/cs.json");
  await world.translate(world.web, "de", "title", "Hallo");

  const inStep = await sync("--language", "de");

  expect(inStep.exitCode, inStep.output).toBe(0);
  const files = await repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(files.split("\n")).toEqual(["locales/cs.json", "locales/de.json"]);

  const whole = await sync();

  expect(whole.exitCode, whole.output).toBe(0);
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/cs.json");
});
