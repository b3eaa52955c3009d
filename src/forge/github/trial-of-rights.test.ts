import { describe, expect, it } from "vitest";
import { silentLogger } from "../../core/logger.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { createGitHub } from "../../../test/support/github-host.ts";
import type { GitHubOptions } from "../../../test/support/github/github.ts";
import { examineGitHub } from "./examination.ts";

type Settings = NonNullable<GitHubOptions["settings"]>;

const APP = { contents: "write", "pull-requests": "write", checks: "write", metadata: "read" } as const;
const PERSON = { contents: "write", "pull-requests": "write", statuses: "write", metadata: "read" } as const;
const dana = { tokenKind: "personal", login: "dana", collaborators: { dana: "write" } } satisfies Settings;

/** What a token with these permissions may not do, as it is told, after a look whether anything was left behind. */
async function refusedRights(settings: Settings): Promise<readonly string[]> {
  await using repository = await createRepository({ "a.txt": "a\n" });
  await using github = await createGitHub(repository, { settings });
  const { world } = github;
  const place = { repository: github.repository, serverUrl: github.serverUrl, apiUrl: github.apiUrl };
  const traces = async () => ({
    refs: await repository.remoteGit("for-each-ref"),
    lists: [world.pulls, world.comments, world.checkRuns, world.statuses, world.issues].map(({ length }) => length),
    labels: world.labels.size,
  });
  const before = await traces();

  const tempo = { spaced: false, second: 1 };
  const options = { ...place, tempo, token: github.token, logger: silentLogger, isSignedByGit: false };
  const { rights = [] } = await examineGitHub(options, "interlinear/main");

  expect(await traces()).toEqual(before);
  return rights.flatMap((tried) => (tried.isGranted ? [] : [`${tried.right}: ${tried.words}. ${tried.remedy}`]));
}

describe("doctor plays each right on GitHub and leaves no trace", () => {
  it.each([
    ["a job's token", { tokenKind: "actions", login: "github-actions[bot]", permissions: APP }],
    ["an App's", { tokenKind: "app", login: "interlinear[bot]", permissions: APP }],
    ["a person's", { ...dana, permissions: PERSON }],
  ] as const)("with %s that may all of it, nothing is refused", async (_, settings) => {
    expect(await refusedRights(settings)).toEqual([]);
  });

  it.each([
    ["contents", "push branches", "contents: write"],
    ["pull-requests", "open pull requests and comment on them", "pull-requests: write"],
    ["checks", "report checks", "checks: write"],
  ] as const)(
    "an App without %s: write may not %s, and is told what is missing",
    async (permission, right, missing) => {
      const permissions = { ...APP, [permission]: "read" as const };
      const settings = { tokenKind: "app", login: "interlinear[bot]", permissions } as const;

      expect(await refusedRights(settings)).toEqual([
        expect.stringMatching(
          new RegExp(`^${right}: Resource not accessible by integration. .*${missing}.*to the App`, "s"),
        ),
      ]);
    },
  );

  it("a person's token sets commit statuses, and is told where that is missing", async () => {
    const permissions = { ...PERSON, statuses: "read" as const };

    expect(await refusedRights({ ...dana, permissions })).toEqual([
      expect.stringMatching(/^set a commit's status: .*statuses: write.*Fine-grained tokens/s),
    ]);
  });
});
