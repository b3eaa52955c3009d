import { describe, expect, it } from "vitest";
import { createGitHubHost, type GitHubHost } from "../../../test/support/github-forge-host.ts";
import type { Fault } from "../../../test/support/github/faults.ts";
import { variants } from "../../../test/support/samples.ts";
import { proposal } from "../forge.contract.ts";
import type { Proposal } from "../forge.ts";

const FILES = { "de.json": "old\n", "fr.json": "old\n" };
const SETTINGS = {
  tokenKind: "app",
  login: "shop[bot]",
  permissions: { contents: "write", "pull-requests": "write", issues: "write" },
  collaborators: { ana: "write", ben: "write" },
  teams: ["core"],
  milestones: [{ number: 3, title: "Release", state: "open" }],
  autoMergeAllowed: true,
  mergeState: "blocked",
} as const;
const WHY = "Nothing is left to merge.";

interface Act {
  readonly name: string;
  /** What came before, undisturbed. */
  readonly prepare: (host: GitHubHost) => Promise<unknown>;
  readonly run: (host: GitHubHost) => Promise<unknown>;
}

const ACTS: readonly Act[] = [
  {
    name: "opening a pull request",
    prepare: () => Promise.resolve(),
    run: async (host) => host.forge.propose(await wanted(host, "new\n")),
  },
  {
    name: "bringing one up to date",
    prepare: async (host) => host.forge.propose(await proposal(host, { "de.json": "before\n" })),
    run: async (host) => host.forge.propose(await wanted(host, "new\n")),
  },
  {
    name: "withdrawing one",
    prepare: async (host) => host.forge.propose(await wanted(host, "new\n")),
    run: async (host) => host.forge.withdraw("interlinear/main", (await wanted(host, "new\n")).base, WHY),
  },
];

/** What a request may come to besides success. */
const ENDS: readonly (readonly [name: string, Pick<Fault, "answer" | "applied">])[] = [
  ["its answer is lost", { applied: true, answer: "cut" }],
  ["the run ends after it", { applied: true, answer: { status: 401, message: "Bad credentials" } }],
];

async function wanted(host: GitHubHost, content: string): Promise<Proposal> {
  const plain = await proposal(host, { "de.json": content, "fr.json": null });
  return {
    ...plain,
    pullRequest: {
      ...plain.pullRequest,
      labels: ["i18n", "robot"],
      assignees: ["ana"],
      reviewers: ["ben"],
      teamReviewers: ["core"],
      milestone: "Release",
      autoMerge: "squash",
    },
  };
}

/** All that people see in the end. */
async function stateOf({ github, repository }: GitHubHost): Promise<unknown> {
  const { pulls, comments } = github.world;
  return {
    branches: await repository.remoteGit("for-each-ref", "--format=%(refname) %(tree)", "refs/heads"),
    trees: await repository.remoteGit("log", "--all", "--not", "main", "--format=%T %s"),
    pulls: pulls.map(({ title, body, state, labels, assignees, reviewers, teams, milestone, autoMerge }) => {
      return { title, body, state, labels, assignees, reviewers, teams, milestone, autoMerge };
    }),
    comments: comments.map(({ issue, body }) => ({ issue, body })),
  };
}

async function playOut({ prepare, run }: Act, faults: readonly Fault[] = []): Promise<GitHubHost> {
  const host = await createGitHubHost(FILES, { settings: SETTINGS });
  await prepare(host);
  host.github.requests.length = 0;
  host.github.faults.push(...faults);
  await run(host).catch(() => undefined);
  return host;
}

/** Faults are taken in order by the requests of an operation: those before let theirs through. */
function faultAt(operations: readonly string[], at: number, end: Pick<Fault, "answer" | "applied">): readonly Fault[] {
  const operation = operations[at] ?? "";
  const before = operations.slice(0, at).filter((other) => other === operation);
  return [...before.map((): Fault => ({ operation })), { operation, ...end }];
}

describe.concurrent.each(ACTS)("$name on GitHub", (act) => {
  // `npm run test:extended` loses the answers; `npm run test:full` ends the runs there, too.
  it.each(variants(ENDS))("ends the same after another run, at whichever write %s", async (_name, end) => {
    await using undisturbed = await playOut(act);
    const operations = undisturbed.github.writes().map(({ operation }) => operation);
    const expected = await stateOf(undisturbed);
    expect(operations.length).toBeGreaterThan(2);

    for (const [at, operation] of operations.entries()) {
      await using host = await playOut(act, faultAt(operations, at, end));
      host.github.faults.length = 0;
      await act.run(host);
      expect(await stateOf(host), `write ${String(at)}: ${operation}`).toEqual(expected);
    }
  });
});
