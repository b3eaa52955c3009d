import { createServer } from "node:http";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { commented, pullRequestChanged, runFinished, type Trigger } from "../support/events.ts";
import { proposeChange, writeComment, type ProposedChange } from "../support/proposed-change.ts";
import { sampleMapping } from "../support/sample-files.ts";
import { createWorld, type World } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const FORK = "eve/app";
const people = {
  settings: {
    permissions: { contents: "write", "pull-requests": "write", checks: "write" },
    collaborators: { dana: "write" },
  },
} as const;

interface Thief extends AsyncDisposable {
  readonly address: string;
  readonly visits: readonly string[];
}

/** A service that somebody would like to have the token. */
async function startThief(): Promise<Thief> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(`${String(request.url)} ${String(request.headers.authorization)}`);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    visits,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** What a careless workflow does: `ref: head.sha` in a run that has rights. */
async function checkOutHead({ repository }: World, { number }: ProposedChange): Promise<void> {
  await repository.git("fetch", "--quiet", "origin", `refs/pull/${String(number)}/head`);
  await repository.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
}

type Start = (world: World, change: ProposedChange) => Promise<Trigger>;
const inPullRequest: Start = ({ repository, github }, { head }) =>
  pullRequestChanged(repository, github.repository, head, { event: "pull_request_target", by: "eve" });
const afterRun: Start = ({ repository, github }, { head }) => runFinished(repository, github.repository, head);
const byComment: Start = (world, { number }) => {
  const body = "/interlinear sync";
  const id = writeComment(world, number, "dana", body);
  return commented(world.repository, world.github.repository, { id, body, by: "dana", pullRequest: number });
};

test.each<readonly [string, Start, string, number, string]>([
  ["a privileged review", inPullRequest, "auto", 0, ""],
  ["a review after the fork's run", afterRun, "auto", 0, ""],
  ["an order of somebody who may", byComment, "auto", 0, ""],
  ["statistics that the workflow insists on", inPullRequest, "stats", 0, ""],
  ["sending that it insists on", inPullRequest, "push", 1, "IL-A07"],
  ["any command after the fork's run", afterRun, "sync", 1, "IL-A07"],
  ["any command for a comment", byComment, "stats", 1, "IL-A07"],
])("a fork's mapping gets nobody's token, even checked out: %s", async (_, start, command, exitCode, said) => {
  await using thief = await startThief();
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: people });
  const before = await world.repository.remoteGit("rev-parse", "main");
  const files = { ".github/interlinear.yml": sampleMapping(thief.address, site.project, "") };
  const change = await proposeChange(world, { ...files, "locales/cs.json": "{}\n" }, { fork: FORK });
  const trigger = await start(world, change);
  await checkOutHead(world, change);

  const result = await world.run({ ...trigger, sha: before }, { inputs: { command } });

  expect(result.exitCode, result.log).toBe(exitCode);
  expect(result.log).toContain(said);
  expect(thief.visits).toEqual([]);
  expect(await world.repository.remoteGit("branch", "--contains", change.head.sha)).toBe("");
  expectNoSecrets(world, result);
});
