import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { createWorld } from "../support/world.ts";
import { expectNothingDone, updateThePullRequest } from "./round-trip.ts";

test("later translations go into the open pull request, which stays the only one", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  await updateThePullRequest(world);
});

test("after the pull request is merged both sides are in step, and finding that out takes one request a component and two more", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { github, repository } = world;
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  expect((await world.run(await scheduled(repository))).exitCode).toBe(0);
  await repository.git("fetch", "--quiet", "origin");
  await repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
  await repository.publish("Merge the translations");
  await repository.remoteGit("branch", "-D", "interlinear/main");
  for (const pull of github.world.pulls) pull.state = "closed"; // as GitHub does when a branch goes
  world.forgetRequests();

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(result.outputs).toMatchObject({ changed: "false" });
  expectNothingDone(world);
  expect(site.proxy.requests).toHaveLength(4);
});
