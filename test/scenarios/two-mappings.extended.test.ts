import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pullRequestChanged, queued } from "../support/events.ts";
import { proposeChange } from "../support/proposed-change.ts";
import { requestLines } from "../support/proxy.ts";
import { webSource } from "../support/sample-files.ts";
import { createWorld, type World } from "../support/world.ts";
import { anHourAgo } from "./one-change.ts";

/** The sample's mapping in two, each with one component. @returns the beginning of both, and the first one's component */
async function divide({ repository }: World): Promise<{ readonly paths: readonly string[]; readonly first: string }> {
  const whole = await repository.read(".github/interlinear.yml");
  const [head = "", web = "", server = ""] = whole.split(/(?=^ {2}- component:)/m);
  const mappings = { ".github/interlinear.yml": `${head}${web}`, ".github/interlinear-docs.yml": `${head}${server}` };
  await repository.write(mappings);
  return { paths: Object.keys(mappings), first: `${head}${web}` };
}

test("two mappings of one repository have a branch, a pull request, a comment and a check each, and none takes the other's place", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { settings: { permissions: { contents: "write", "pull-requests": "write", checks: "write" } } },
  });
  const { repository, github } = world;
  const { paths, first } = await divide(world);
  // The second asks for more than there is: its gate fails, and the first one's check must not hide that.
  await repository.write({ ".github/strict.yml": `${first}review:\n  fail-below: 100\n` });
  await repository.publish("Divide the mapping");
  await world.translate(world.web, "cs", "files", "Souborů: {count}");
  await world.translate(world.server, "de", "Welcome", "Willkommen");

  // Each twice: what one finds of the other's is left as it is.
  for (const mapping of [...paths, ...paths]) {
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

test("runs of two mappings in turn leave each other's records alone: the service is asked once, and nothing is written", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  const { repository, github } = world;
  const { paths } = await divide(world);
  await repository.publish("Divide the mapping");
  const ownRefs = () => repository.remoteGit("for-each-ref", "--format=%(refname) %(objectname)", "refs/interlinear");
  const run = async (mapping: string) => {
    world.forgetRequests();
    const result = await world.run(await dispatched(repository, github.repository), { inputs: { mapping } });
    expect(result.exitCode, result.log).toBe(0);
    return { asked: requestLines(site.proxy.requests), refs: await ownRefs() };
  };
  const seen: Awaited<ReturnType<typeof run>>[] = [];
  for (const mapping of Array.from({ length: 4 }, () => paths).flat()) seen.push(await run(mapping));

  const [, second, , fourth, ...later] = seen;
  const recordIn = (refs = ""): string | undefined => /^.*\/agreement\/.*$/m.exec(refs)?.[0];
  expect(second?.asked.length).toBeGreaterThan(1);
  for (const { asked, refs } of seen.slice(2)) {
    expect(asked).toEqual(["GET /api/projects/acme/changes/"]);
    expect(recordIn(refs)).toBe(recordIn(second?.refs));
  }
  // What the first one had proved stood on the record before the second one wrote to it.
  for (const { refs } of later) expect(refs).toBe(fourth?.refs);
  expect(fourth?.refs.match(/in-step\/main(?:@docs)?\//g)).toEqual(["in-step/main/", "in-step/main@docs/"]);
});
