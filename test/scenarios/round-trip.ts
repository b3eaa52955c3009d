import { expect } from "vitest";
import { dispatched, pushed, scheduled } from "../support/events.ts";
import { serverSource, webSource } from "../support/sample-files.ts";
import { unitOf, uploadsIn } from "../support/service-api.ts";
import type { StepResult } from "../support/runner.ts";
import { downloads, secretsOf, writes, type World } from "../support/world.ts";

/** What a project lives through, told once and played against the embedded service and against a real one. */

export const changedWebSource = webSource
  .replace('"Save"', '"Save changes"')
  .replace('"title"', '"subtitle": "New here?",\n    "title"');
const changedServerSource = `${serverSource}\n#: src/menu.c:12\nmsgctxt "menu"\nmsgid "Close"\nmsgstr ""\n`;

/** Every way of a project's pull request: opened, left alone by the next run, brought up to date, never doubled. */
export async function bringTranslationsHome(world: World): Promise<void> {
  const { site, github, repository } = world;
  const trigger = await dispatched(repository, github.repository);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  world.forgetRequests();

  const first = await world.run(trigger);

  expect(first.exitCode, first.log).toBe(0);
  expect(writes(world)).toEqual({
    service: [`POST /api/projects/${site.project}/repository/`],
    github: [
      "POST /repos/acme/app/git/trees",
      "POST /repos/acme/app/git/commits",
      "POST /repos/acme/app/git/refs",
      "POST /repos/acme/app/pulls",
    ],
  });
  expect(downloads(world)).toEqual([`GET /api/translations/${world.web}/cs/file/`]);
  expect(await repository.remoteGit("ls-tree", "-r", "--name-only", "refs/interlinear/agreement/main")).not.toBe("");
  const [pullRequest, ...others] = await github.pullRequests();
  expect(others).toEqual([]);
  expect(pullRequest).toMatchObject({
    number: 1,
    state: "open",
    head: { ref: "interlinear/main" },
    base: { ref: "main" },
  });
  expect(first.outputs).toMatchObject({
    changed: "true",
    "pull-request-number": "1",
    "pull-request-url": pullRequest?.html_url,
    commit: await repository.remoteGit("rev-parse", "interlinear/main"),
    conflicts: "0",
  });
  expect(await repository.remoteGit("diff", "--numstat", "main", "interlinear/main")).toBe("2\t1\tlocales/cs.json");
  expect(await repository.remoteGit("log", "-1", "--format=%B", "interlinear/main")).toContain(
    `Co-authored-by: ${site.translator.name} <`,
  );
  expectNoSecrets(world, first);

  world.forgetRequests();
  const second = await world.run(trigger);

  expect(second.exitCode, second.log).toBe(0);
  expectNothingDone(world);
  expect(second.outputs).toMatchObject({ changed: "false", "pull-request-number": "1" });
}

/** Later work goes into the pull request that is open, and git's history stays one commit long. */
export async function updateThePullRequest(world: World): Promise<void> {
  const { site, github, repository } = world;
  const trigger = await scheduled(repository);
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  const first = await world.run(trigger);
  expect(first.exitCode, first.log).toBe(0);
  await world.translate(world.server, "de", "Welcome", "Willkommen");
  world.forgetRequests();

  const second = await world.run(trigger);

  expect(second.exitCode, second.log).toBe(0);
  expect(second.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  expect(writes(world).service).toEqual([`POST /api/projects/${site.project}/repository/`]);
  expect(await github.pullRequests()).toHaveLength(1);
  expect(await repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  expect((await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).split("\n")).toEqual([
    "locales/cs.json",
    "po/de.po",
  ]);
  expect(await repository.remoteGit("show", "interlinear/main:po/de.po")).toContain('msgstr "Willkommen"');

  world.forgetRequests();
  const third = await world.run(trigger);

  expect(third.exitCode, third.log).toBe(0);
  expectNothingDone(world);
}

/** Sources go up, each by the method its component takes; a second run sends nothing. */
export async function sendChangedSources(world: World): Promise<void> {
  const { site, github, repository } = world;
  await repository.write({ "locales/en.json": changedWebSource, "po/server.pot": changedServerSource });
  await repository.publish("Change strings");
  world.forgetRequests();

  const first = await world.run(await pushed(repository, github.repository));

  expect(first.exitCode, first.log).toBe(0);
  const uploads = uploadsIn(site.proxy.requests).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(uploads).toMatchObject([
    { path: `/api/translations/${world.server}/en/file/`, fields: { method: "source" }, content: changedServerSource },
    { path: `/api/translations/${world.web}/en/file/`, fields: { method: "replace" }, content: changedWebSource },
  ]);
  expect(JSON.stringify(first.plan)).toMatch(/1 new, 1 changed \(replace:/);
  expect(JSON.stringify(first.plan)).toMatch(/1 new \(source:/);
  expect(await unitOf(site.service, world.web, "en", "subtitle")).toMatchObject({ target: ["New here?"] });
  expect(await unitOf(site.service, world.server, "cs", "Close")).toMatchObject({ target: [""] });
  expect(writes(world).github).toEqual([]);
  expectNoSecrets(world, first);

  world.forgetRequests();
  const second = await world.run(await pushed(repository, github.repository));

  expect(second.exitCode, second.log).toBe(0);
  expectNothingDone(world);
}

/** Where the service reads the repository itself, it is told to fetch; nothing is sent. */
export async function tellTheServiceToFetch(world: World): Promise<void> {
  const { site, github, repository } = world;
  await repository.write({ "locales/en.json": changedWebSource });
  await repository.publish("Change strings");
  world.forgetRequests();

  const first = await world.run(await pushed(repository, github.repository));

  expect(first.exitCode, first.log).toBe(0);
  expect(writes(world)).toEqual({ service: [`POST /api/components/${world.web}/repository/`], github: [] });
  expect(String(site.proxy.requests.find(({ method }) => method === "POST")?.requestBody)).toContain("pull");
  expect(await unitOf(site.service, world.web, "cs", "subtitle")).toMatchObject({ target: [""] });

  world.forgetRequests();
  const second = await world.run(await pushed(repository, github.repository));

  expect(second.exitCode, second.log).toBe(0);
  expectNothingDone(world);
}

export function expectNothingDone(world: World): void {
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(downloads(world)).toEqual([]);
}

/** Looks at what the step really wrote: that the runner masks it is a second line of defence. */
export function expectNoSecrets(world: World, { rawLog, summary, outputs, plan }: StepResult): void {
  const lines = rawLog.split("\n").filter((line) => !line.startsWith("::add-mask::"));
  const addresses = [...world.site.proxy.requests, ...world.github.proxy.requests].map(({ path }) => path);
  const text = [...lines, ...addresses, summary, JSON.stringify(outputs), JSON.stringify(plan)].join("\n");
  for (const secret of secretsOf(world)) expect(text).not.toContain(secret);
}
