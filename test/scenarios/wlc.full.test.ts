import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { command } from "../support/command.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { webSource } from "../support/sample-files.ts";
import { callService, serviceFile, unitOf } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runWlc, wlcModules } from "../support/tools.ts";
import { createWorld, type World } from "../support/world.ts";

const wlc = await wlcModules();
const because = becauseMissing(wlc);

/** Commands that the scenarios ran. */
const used = new Set<string>();

/** Runs the official client as the project's bot; it has to succeed. */
async function client(world: World, ...args: readonly string[]): Promise<string> {
  const service = { api: `${world.site.proxy.url}/api/`, token: world.site.botToken };
  for (const argument of args) used.add(argument);
  const result = await runWlc(wlc.path ?? "", service, args);
  expect(result.exitCode, `wlc ${args.join(" ")}\n${result.output}`).toBe(0);
  return result.stdout;
}

async function json<Answer>(world: World, ...args: readonly string[]): Promise<Answer> {
  return JSON.parse(await client(world, "--format", "json", ...args));
}

test.skipIf(wlc.missing !== undefined)(`the official client lists and shows what there is${because}`, async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  const projects = await json<{ slug: string }[]>(world, "ls");
  const components = await json<{ slug: string }[]>(world, "ls", site.project);
  const translations = await json<{ language_code: string }[]>(world, "ls", world.web);

  expect(projects.map(({ slug }) => slug)).toEqual([site.project]);
  expect(components.map(({ slug }) => slug).toSorted()).toEqual(["server", "web"]);
  expect(translations.map(({ language_code: code }) => code).toSorted()).toEqual(["cs", "de", "en"]);
  expect(await json(world, "show", world.server)).toMatchObject({
    slug: "server",
    file_format: "po",
    filemask: "po/*.po",
  });
  expect(await json(world, "show", `${world.server}/cs`)).toMatchObject({
    filename: "po/cs.po",
    total: 3,
    translated: 1,
  });
  expect(await json(world, "list-projects")).toEqual(await json(world, "ls"));
  expect(await json(world, "list-languages")).not.toHaveLength(0);
  expect(await json(world, "list-translations")).toHaveLength(6);
});

test.skipIf(wlc.missing !== undefined)(
  `the official client reads statistics, changes and the repository's state${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorld(site);
    await world.translate(world.web, "cs", "button.cancel", "Zrušit");

    expect(await json(world, "stats", site.project)).toMatchObject({ total: 21 });
    expect(await json<object[]>(world, "stats", world.web)).toHaveLength(3);
    expect(await json(world, "stats", `${world.web}/cs`)).toMatchObject({ total: 4, translated: 3 });
    const changes = await json<{ action_name: string; target: string }[]>(world, "changes", `${world.web}/cs`);
    expect(changes[0]).toMatchObject({ target: "Zrušit" });
    expect(await json(world, "repo", site.project)).toMatchObject({ needs_commit: true });
    expect(await json(world, "repo", world.web)).toMatchObject({ needs_commit: true, merge_failure: null });

    await client(world, "commit", world.web);

    expect(await json(world, "repo", world.web)).toMatchObject({ needs_commit: false, needs_push: true });
    await client(world, "pull", world.web);
    await client(world, "commit", site.project);
  },
);

test.skipIf(wlc.missing !== undefined)(
  `the official client locks a component against translators${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorld(site);

    await client(world, "lock", world.web);

    expect(await json(world, "lock-status", world.web)).toEqual({ locked: true });
    await expect(world.translate(world.web, "cs", "title", "Nazdar")).rejects.toThrow(" 403");
    await client(world, "unlock", world.web);
    expect(await json(world, "lock-status", world.web)).toEqual({ locked: false });
    await world.translate(world.web, "cs", "title", "Nazdar");
  },
);

test.skipIf(wlc.missing !== undefined)(
  `the official client downloads files and archives and uploads translations${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorld(site);
    await using folder = await temporaryDirectory();
    const file = join(folder.path, "cs.json");

    await client(world, "download", "--output", file, `${world.web}/cs`);
    expect(await readFile(file, "utf8")).toBe(await world.repository.read("locales/cs.json"));
    await client(world, "download", "--output", folder.path, world.web);
    const archive = unzipSync(await readFile(join(folder.path, `${site.project}-web.zip`)));
    expect(
      Object.keys(archive)
        .map((name) => name.split("/").slice(2).join("/"))
        .toSorted(),
    ).toEqual(["locales/cs.json", "locales/de.json", "locales/en.json"]);
    await client(world, "download", "--output", folder.path, site.project);

    await writeFile(file, '{ "button": { "cancel": "Zrušit" }, "title": "Nazdar" }\n');
    await client(world, "upload", "--input", file, "--method", "translate", `${world.web}/cs`);
    expect(await unitOf(site.service, world.web, "cs", "button.cancel")).toMatchObject({
      target: ["Zrušit"],
      state: 20,
    });
    expect(await unitOf(site.service, world.web, "cs", "title")).toMatchObject({ target: ["Ahoj"] });
    await client(world, "upload", "--input", file, "--overwrite", `${world.web}/cs`);
    expect(await unitOf(site.service, world.web, "cs", "title")).toMatchObject({ target: ["Nazdar"] });

    const source = join(folder.path, "en.json");
    await writeFile(source, webSource.replace('"Save"', '"Save it"'));
    await client(world, "upload", "--input", source, "--method", "replace", `${world.web}/en`);
    expect(await serviceFile(site.service, world.web, "en")).toContain("Save it");
  },
);

test.skipIf(wlc.missing !== undefined)(
  `the official client lists strings, finds some of them, and edits one${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorld(site);

    const all = await json<{ id: number; context: string }[]>(world, "list-units", `${world.web}/cs`);
    const waiting = await json<{ id: number }[]>(world, "list-units", "-q", "state:<translated", `${world.web}/cs`);
    expect([all.length, waiting.length]).toEqual([4, 2]);
    const id = String(all.find(({ context }) => context === "button.cancel")?.id);
    expect(await json(world, "show", id)).toMatchObject({ context: "button.cancel", target: [""] });

    await client(world, "edit-unit", id, "--target", "Zrušit", "--state", "20");

    expect(await unitOf(site.service, world.web, "cs", "button.cancel")).toMatchObject({
      target: ["Zrušit"],
      state: 20,
      pending: true,
    });
  },
);

test.skipIf(wlc.missing !== undefined)(
  `the official client brings the repository in step: commit, push, pull, reset, cleanup${because}`,
  async () => {
    await using site = await embeddedSite();
    await using folder = await temporaryDirectory();
    await using world = await createWorld(site);
    const address = `/api/components/${world.web}/`;
    const { repo } = await callService<{ repo: string }>(site.service, "GET", address);
    await callService(site.service, "PATCH", address, { body: { push: repo } });
    await world.translate(world.web, "cs", "button.cancel", "Zrušit");

    await client(world, "commit", `${world.web}/cs`);
    await client(world, "push", world.web);

    expect(await json(world, "repo", world.web)).toMatchObject({ needs_commit: false, needs_push: false });
    const { branch } = world.repository;
    const clone = ["clone", "--quiet", "--branch", branch, repo, join(folder.path, "clone")];
    expect((await command("git", clone)).exitCode).toBe(0);
    expect(await readFile(join(folder.path, "clone", "locales", "cs.json"), "utf8")).toContain("Zrušit");
    await world.translate(world.web, "de", "title", "Guten Tag");
    await client(world, "reset", world.web);
    expect(await unitOf(site.service, world.web, "de", "title")).toMatchObject({ target: ["Hallo"] });
    await client(world, "cleanup", site.project);
    await client(world, "pull", site.project);
  },
);

test.skipIf(wlc.missing !== undefined)(
  `the official client removes a string, a translation, a component and a project${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorld(site);
    const [unit] = await json<{ id: number }[]>(world, "list-units", "-q", "key:=title", `${world.web}/en`);

    await client(world, "delete", String(unit?.id));
    expect(await json(world, "show", `${world.web}/cs`)).toMatchObject({ total: 3 });
    await client(world, "delete", `${world.web}/de`);
    expect(await json<object[]>(world, "list-translations", world.web)).toHaveLength(2);
    await client(world, "delete", world.web);
    const left = await json<{ slug: string }[]>(world, "list-components", site.project);
    expect(left.map(({ slug }) => slug)).toEqual(["server"]);
    await client(world, "delete", site.project);
    const project = new URL(`/api/projects/${site.project}/`, site.service.url);
    const headers = { authorization: `Token ${site.service.adminToken}` };
    await expect.poll(async () => (await fetch(project, { headers })).status).toBe(404);
  },
);

test.skipIf(wlc.missing !== undefined)(`no command of the official client was left out${because}`, async () => {
  const service = { api: "http://127.0.0.1:9/api/", token: "none" };
  const { stdout } = await runWlc(wlc.path ?? "", service, ["--help"]);
  used.add("version");
  const { stdout: version } = await runWlc(wlc.path ?? "", service, ["version"]);
  expect(version).toContain("3.0.0");
  const commands = /\{(version,[^}]+)\}/.exec(stdout)?.[1]?.replaceAll(/\s/g, "").split(",") ?? [];

  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !used.has(name))).toEqual([]);
});
