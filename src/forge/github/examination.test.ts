import { expect, it } from "vitest";
import { silentLogger } from "../../core/logger.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { createGitHub } from "../../../test/support/github-host.ts";
import type { GitHubOptions } from "../../../test/support/github/github.ts";
import { examineGitHub } from "./examination.ts";

type Settings = NonNullable<GitHubOptions["settings"]>;

const permissions = { contents: "read", metadata: "read" } as const;
const workflow: Settings = { tokenKind: "actions", login: "github-actions[bot]", permissions };
const person: Settings = { tokenKind: "personal", login: "dana", permissions };
/** A classic token has every right of its owner's. */
const owner: Settings = { ...person, permissions: { ...permissions, "merge-queues": "read" } };
const ruled: Settings = { rules: [{ branches: "main", requires: { type: "merge_queue" } }] };
const classic: Settings = { protections: [{ branch: "main", enforcement: "everyone", checks: [], hasQueue: true }] };

it.each<readonly [string, Settings, string | undefined, boolean | undefined]>([
  ["of a rule is seen by whoever reads rules", { ...person, ...ruled }, "github_pat_x", true],
  ["of a classic protection is shown to a workflow's token", { ...workflow, ...classic }, undefined, true],
  ["of a classic protection is shown to a classic token", { ...owner, ...classic }, "ghp_x", true],
  [
    "of a classic protection may be kept from a fine-grained token",
    { ...person, ...classic },
    "github_pat_x",
    undefined,
  ],
  ["may be kept from an App", { ...workflow, tokenKind: "app", login: "il[bot]" }, undefined, undefined],
  ["that is not there is no secret to a workflow's token", workflow, undefined, false],
  ["that is not there is no secret to a classic token", owner, "ghp_x", false],
])("a merge queue %s", async (_, settings, token, expected) => {
  await using repository = await createRepository({ "a.txt": "a\n" });
  await using github = await createGitHub(repository, { settings, ...(token !== undefined && { token }) });
  const place = { repository: github.repository, serverUrl: github.serverUrl, apiUrl: github.apiUrl };
  const tempo = { spaced: false, second: 1 };
  const options = { ...place, tempo, token: github.token, logger: silentLogger, isSignedByGit: false, base: "main" };

  const { base } = await examineGitHub(options, "interlinear/main");

  expect(base).toMatchObject({ branch: "main", hasQueue: expected });
});
