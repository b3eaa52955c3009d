import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pullRequestChanged, queued } from "../support/events.ts";
import { proposeChange } from "../support/proposed-change.ts";
import { webSource } from "../support/sample-files.ts";
import { createWorld } from "../support/world.ts";

test("two mappings of one repository have a branch, a pull request, a comment and a check each, and none takes the other's place", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { settings: { permissions: { contents: "write", "pull-requests": "write", checks: "write" } } },
  });
  const { repository, github } = world;
  const whole = await repository.read(".github/interlinear.yml");
  const [head = "", web = "", server = ""] = whole.split(/(?=^ {2}- component:)/m);
  const mappings = { ".github/interlinear.yml": `${head}${web}`, ".github/interlinear-docs.yml": `${head}${server}` };
  // The second asks for more than there is: its gate fails, and the first one's check must not hide that.
  await repository.write({ ...mappings, ".github/strict.yml": `${head}${web}review:\n  fail-below: 100\n` });
  await repository.publish("Divide the mapping");
  await world.translate(world.web, "cs", "files", "Souborů: {count}");
  await world.translate(world.server, "de", "Welcome", "Willkommen");

  // Each twice: what one finds of the other's is left as it is.
  for (const mapping of [...Object.keys(mappings), ...Object.keys(mappings)]) {
    const result = await world.run(await dispatched(repository, github.repository), { inputs: { mapping } });
    expect(result.exitCode, result.log).toBe(0);
  }

  expect(github.world.pulls).toMatchObject([
    { state: "open", head: "interlinear/main" },
    { state: "open", head: "interlinear/main@docs" },
  ]);
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/cs.json");
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main@docs")).toBe("po/de.po");

  const change = await proposeChange(world, { "locales/en.json": webSource.replace('"Hello"', '"Hi"') }, { number: 9 });
  const opened = await pullRequestChanged(repository, github.repository, change.head, { number: 9 });
  for (const mapping of [".github/strict.yml", ".github/interlinear.yml", ".github/strict.yml"]) {
    const result = await world.run(opened, { inputs: { mapping, token: "" } });
    expect(result.exitCode, result.log).toBe(0);
  }
  await world.run(await queued(repository, github.repository, change.head.sha), {
    inputs: { mapping: ".github/none.yml", token: "" },
  });

  expect(github.world.checkRuns).toMatchObject([
    { name: "Interlinear (strict)", conclusion: "failure" },
    { name: "Interlinear", conclusion: "success" },
    { name: "Interlinear (none)", conclusion: "success" },
  ]);
  expect(github.world.comments.filter(({ issue }) => issue === 9)).toMatchObject([
    { body: expect.stringMatching(/^<!-- interlinear:review strict -->/) },
    { body: expect.stringMatching(/^<!-- interlinear:review -->/) },
  ]);
});
