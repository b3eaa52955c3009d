import { join } from "node:path";
import { expect, test } from "vitest";
import { output } from "../support/command.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestChanged, scheduled } from "../support/events.ts";
import { gitEnvironment } from "../support/repository.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, writes } from "../support/world.ts";

const FORK = "keeper/app";

test("translations come from the mapping's fork; its branch goes after the merge, which no run with rights is told of", async () => {
  await using folder = await temporaryDirectory();
  const bare = join(folder.path, "fork.git");
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    reads: "this repository",
    mapping: `pull-request:\n  fork: ${FORK}\n`,
    github: {
      fork: { repository: FORK, bareRepository: bare },
      settings: {
        tokenKind: "personal",
        login: "keeper",
        permissions: { contents: "write", "pull-requests": "write", statuses: "write" },
        collaborators: { keeper: "read" },
      },
    },
  });
  const { repository, github } = world;
  const env = gitEnvironment();
  await output("git", ["clone", "--quiet", "--bare", "--shared", repository.remotePath, bare], { env });
  const branches = (): Promise<string> => output("git", ["-C", bare, "branch", "--list", "interlinear/*"], { env });
  await world.translate(world.web, "de", "title", "Guten Tag");
  const proposing = await world.run(await scheduled(repository));
  expect(proposing.exitCode, proposing.log).toBe(0);
  const [pull] = github.world.pulls;
  expect(pull).toMatchObject({ state: "open", head: "interlinear/main", fork: { repository: FORK } });

  const head = {
    repository: FORK,
    branch: "interlinear/main",
    sha: (await output("git", ["-C", bare, "rev-parse", "interlinear/main"], { env })).trim(),
  };
  await repository.git("fetch", "--quiet", bare, "interlinear/main");
  await repository.git("merge", "--quiet", "--squash", "FETCH_HEAD");
  const tip = await repository.publish("Translations (#1)");
  if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: github.world.now(), closedAt: head.sha });
  world.forgetRequests();
  const event = { action: "closed", number: 1, merged: true } as const;
  const told = await world.run(await pullRequestChanged(repository, github.repository, head, event), {
    inputs: { token: "" },
  });
  expect(told.exitCode, told.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });

  const next = await world.run(await scheduled(repository));

  expect(next.exitCode, next.log).toBe(0);
  expect(next.log).toContain("Deleted the branch interlinear/main");
  expect(await branches()).toBe("");
  const clone = await callService(site.service, "GET", `/api/components/${world.web}/repository/`);
  expect(JSON.stringify(clone)).toContain(tip.slice(0, 7));
  world.forgetRequests();
  const again = await world.run(await scheduled(repository));
  expect(again.exitCode, again.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
});
