import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, downloads } from "../support/world.ts";

test("what a person's own program made of the translations is proposed, and the next run is in step", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "run.json");
  await scene.translate("web", "de", "title", "Servus");

  const held = await scene.run("sync", "--hold", file);
  expect(held.exitCode, held.output).toBe(0);
  expect(JSON.parse(await scene.repository.read("locales/de.json"))).toMatchObject({ title: "Servus" });
  expect(await scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");

  // A formatter: other bytes, the same texts; and a file of its own that is none of ours.
  const formatted = `${JSON.stringify(JSON.parse(await scene.repository.read("locales/de.json")))}\n`;
  await scene.repository.write({ "locales/de.json": formatted, "formatter.log": "done\n" });
  const proposed = await scene.run("propose", "--held", file);

  expect(proposed.exitCode, proposed.output).toBe(0);
  expect(await scene.proposed("locales/de.json")).toBe(formatted.trimEnd());
  const changed = await scene.repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(changed).toBe("locales/de.json");
  const proposal = await scene.repository.remoteGit("rev-parse", "interlinear/main:locales/de.json");
  const agreed = await scene.repository.remoteGit("grep", "-h", "locales/de.json", "refs/interlinear/agreement/main");
  expect(agreed, "the record knows the formatter's file, whatever the merge's message says").toContain(proposal);

  await scene.repository.git("checkout", "--quiet", "--", ".");
  await scene.merge();
  const after = await scene.sync();
  expect(after.exitCode, after.output).toBe(0);
  expect(after.output).toContain("plan      3 in step");
});

test("a file that the program put back as it was is not proposed", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "run.json");
  await scene.translate("web", "de", "title", "Servus");
  await scene.run("sync", "--hold", file);
  await scene.repository.git("checkout", "--quiet", "--", ".");

  const proposed = await scene.run("propose", "--held", file);

  expect(proposed.exitCode, proposed.output).toBe(0);
  expect(await scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
});

test.each([
  ["is damaged", { "locales/de.json": '{ "title": ' }, 2, /locales\/de\.json:\d+:\d+/],
  ["is gone", { "locales/de.json": null }, 2, /IL-W08/],
])("a translation that %s in between ends the run, and nothing is proposed", async (_, change, exitCode, said) => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "run.json");
  await scene.translate("web", "de", "title", "Servus");
  await scene.run("sync", "--hold", file);
  await scene.repository.write(change);

  const proposed = await scene.run("propose", "--held", file);

  expect(proposed.exitCode, proposed.output).toBe(exitCode);
  expect(proposed.output).toMatch(said);
  expect(await scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
});

test("uncommitted work is not written over, and a run of another commit is not proposed", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "run.json");
  await scene.translate("web", "de", "title", "Servus");
  const before = await scene.repository.read("locales/de.json");
  await scene.repository.write({ "locales/de.json": before.replace("Hallo", "Moin") });

  const refused = await scene.run("sync", "--hold", file);
  expect(refused.exitCode, refused.output).toBe(3);
  expect(refused.output).toContain("IL-G05");
  expect(await scene.repository.read("locales/de.json")).toContain("Moin");

  await scene.repository.git("checkout", "--quiet", "--", ".");
  await scene.run("sync", "--hold", file);
  await scene.repository.git("checkout", "--quiet", "--", ".");
  await scene.repository.write({ "other.txt": "x\n" });
  await scene.repository.publish("Move on");
  const stale = await scene.run("propose", "--held", file);
  expect(stale.exitCode, stale.output).toBe(2);
  expect(stale.output).toContain("IL-W07");
});

test("two steps of a workflow do the same, with the workflow's own in between", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await using folder = await temporaryDirectory();
  const inputs = { "held-file": join(folder.path, "run.json") };
  await world.translate(world.web, "de", "title", "Servus");
  const night = await scheduled(world.repository);

  const held = await world.run(night, { inputs: { ...inputs, command: "sync" } });
  expect(held.exitCode, held.log).toBe(0);
  expect(await world.github.pullRequests()).toEqual([]);
  const text = await world.repository.read("locales/de.json");
  await world.repository.write({ "locales/de.json": text.replace("Servus", "Servus!") });
  world.forgetRequests();
  const proposed = await world.run(night, { inputs: { ...inputs, command: "propose" } });

  expect(proposed.exitCode, proposed.log).toBe(0);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/de.json")).toContain("Servus!");
  expect(downloads(world)).toEqual([]);
  expect(await world.github.pullRequests()).toHaveLength(1);
});

test.each([
  ["propose", {}, "held-file"],
  ["push", { "held-file": "x.json" }, "sync or propose"],
  ["sync", { "held-file": "x.json", components: "web" }, "whole run"],
])("command %s with the wrong inputs is refused", async (name, inputs, said) => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  const result = await world.run(await scheduled(world.repository), { inputs: { ...inputs, command: name } });

  expect(result.exitCode).toBe(1);
  expect(result.log).toContain("IL-A01");
  expect(result.log).toContain(said);
});
