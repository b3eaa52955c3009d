import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { branchDeleted } from "../support/events.ts";
import { callService, createComponent } from "../support/service-api.ts";
import { createWorld, writes, type World, type WorldOptions } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const GONE = "release/2";
const RULE = 'branches:\n  - branch: release/*\n    component: "{component}-{branch}"\n';

/** A world in which a branch had a component of its own, and is gone. */
async function afterTheBranch(
  site: Awaited<ReturnType<typeof embeddedSite>>,
  options: WorldOptions = {},
): Promise<World> {
  const world = await createWorld(site, { reads: "this repository", ...options });
  const { repository } = world;
  await repository.git("push", "--quiet", "origin", `main:refs/heads/${GONE}`);
  await createComponent(site.service, site.project, {
    name: "web 2",
    slug: "web-release-2",
    repo: repository.remoteUrl,
    branch: GONE,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await repository.remoteGit("update-ref", "-d", `refs/heads/${GONE}`);
  world.forgetRequests();
  return world;
}

async function slugs({ site }: World): Promise<readonly string[]> {
  const { results } = await callService<{ readonly results: readonly { readonly slug: string }[] }>(
    site.service,
    "GET",
    `/api/projects/${site.project}/components/`,
  );
  return results.map(({ slug }) => slug).toSorted();
}

test("the components of a branch go as soon as the branch is deleted, and nothing else moves", async () => {
  await using site = await embeddedSite();
  await using world = await afterTheBranch(site, { mapping: RULE });
  const { repository, github } = world;
  const trigger = await branchDeleted(repository, github.repository, GONE);
  const inputs = { token: site.service.adminToken };

  const planned = await world.run(trigger, { inputs: { ...inputs, "dry-run": "true" } });
  expect(planned.exitCode, planned.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(planned.summary).toContain("1 step planned");

  const result = await world.run(trigger, { inputs });

  expect(result.exitCode, result.log).toBe(0);
  expect(await slugs(world)).toEqual(["server", "web"]);
  expect(writes(world).github).toEqual([]);
  expect(result.summary).toContain("### Interlinear: 1 component removed");
  expect(result.summary).toContain("the branch release/2 is gone");
  expectNoSecrets(world, result);

  world.forgetRequests();
  const again = await world.run(trigger, { inputs });
  expect(again.exitCode, again.log).toBe(0);
  expect(again.log).toContain("nothing to do");
  expect(writes(world).service).toEqual([]);
});

test.each([
  ["no rule fits", { mapping: RULE }, "topic", {}],
  ["the mapping has no branches", {}, GONE, {}],
  ["the run has no token, as Dependabot's have none", { mapping: RULE }, GONE, { token: "" }],
])("where %s a deleted branch is passed over without a word to the service", async (_, options, branch, inputs) => {
  await using site = await embeddedSite();
  await using world = await afterTheBranch(site, options);
  const { repository, github } = world;

  const result = await world.run(await branchDeleted(repository, github.repository, branch, "push"), { inputs });

  expect(result.exitCode, result.log).toBe(0);
  expect(site.proxy.requests).toEqual([]);
  expect(result.summary).toBe("");
});
