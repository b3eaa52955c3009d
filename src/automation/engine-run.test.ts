import { describe, expect, it } from "vitest";
import { writeIntent } from "../../test/support/heal-intent.ts";
import { MemoryRepository } from "../../test/support/memory/memory-repository.ts";
import { MemoryService } from "../../test/support/memory/memory-service.ts";
import { aConflict } from "../../test/support/run-result.ts";
import { silentLogger } from "../core/logger.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { loadMapping } from "../mapping/load.ts";
import { resolveMapping } from "../mapping/resolve.ts";
import { AgreementRecord } from "../sync/agreement/agreement.ts";
import { readerOf } from "../sync/observe/reader-of.ts";
import { runOnly, tipOf } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { rememberPush } from "./remember-push.ts";

const COMMIT = "c".repeat(40);

/** A job in a clone that has these branches, or in one that nobody brought up to date. @returns with what the forge was asked */
function jobWith(branches: readonly string[] | undefined): { readonly context: JobContext; readonly asked: string[] } {
  const asked: string[] = [];
  const answer = <Answer>(question: string, value: Answer): Promise<Answer> => {
    asked.push(question);
    return Promise.resolve(value);
  };
  const discussion = { branchTip: (branch: string) => answer(`branch ${branch}`, undefined) };
  const context = {
    repository: "acme/app",
    forge: "github",
    serverUrl: "https://github.com",
    logger: silentLogger,
    hasForgeToken: true,
    source: () => answer("git", { root: "/nowhere", remote: { address: "origin", environment: {} } }),
    discussion: () => Promise.resolve(discussion),
    ...(branches && { branches: () => Promise.resolve(new Map(branches.map((name) => [name, COMMIT]))) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
  return { context: context as unknown as JobContext, asked };
}

function workspaceWith(failBelow: number): Workspace {
  const review = { check: true, failBelow, languages: {} };
  const git = { head: () => Promise.resolve(COMMIT), branch: () => Promise.resolve("main") };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
  return { git, mapping: { review }, logger: silentLogger } as unknown as Workspace;
}

describe("in a clone that was brought up to date a moment ago", () => {
  it("a branch is where the clone has it, and is not asked for", async () => {
    const { context, asked } = jobWith(["main"]);

    expect([await tipOf(context, "main"), await tipOf(context, "topic")]).toEqual([COMMIT, undefined]);
    expect(asked).toEqual([]);
  });
});

it("asks the forge for branches in any other clone", async () => {
  const { context, asked } = jobWith(undefined);

  await tipOf(context, "main");

  expect(asked).toEqual(["branch main"]);
});

it("looks for the commit before a push only where a gate asks how far languages were", async () => {
  const { context, asked } = jobWith(undefined);

  await rememberPush(context, workspaceWith(0), "b".repeat(40));
  expect(asked).toEqual([]);

  await rememberPush(context, workspaceWith(50), "b".repeat(40));
  expect(asked).toEqual(["git"]);
});

it("what a reset decided is told once by runs that propose nothing, too", async () => {
  const repository = new MemoryRepository("https://forge.test/acme/web.git");
  const files = new Map(["en", "cs"].map((code) => [`locales/${code}.json`, repository.store('{ "title": "O" }\n')]));
  repository.point("main", repository.commit(files, [], "Start"));
  const json = await readerOf({ fileFormat: "json", template: "" });
  if (json === undefined) throw new Error("JSON has no reader");
  const service = new MemoryService({ upstream: repository, project: "acme", component: "web", kind: "real", json });
  const parsed = loadMapping(
    "version: 1\nservice: https://service.test\nproject: acme\ncomponents:\n  - component: web\n    source: locales/en.json\n    translations: locales/{language}.json\n",
    ".github/interlinear.yml",
  );
  const git = repository.clone("main");
  const workspace: Workspace = {
    git,
    parsed: () => Promise.resolve(parsed),
    boundFiles: (entries) => entries,
    mapping: resolveMapping(parsed, [...files.keys()]),
    service: service.port(),
    isBindable: undefined,
    isAnonymous: false,
    logger: silentLogger,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const conflicts = [aConflict({ policy: "repository", taken: "repository" })];
  const record = await AgreementRecord.open(git, "main");
  await writeIntent(record, { owner: "acme/web", locked: [], files: [], conflicts });
  const ports = { workspace, serverUrl: "", branch: "main", repositoryUrls: async () => [], refused: () => undefined };

  const { result } = await runOnly(ports, { command: "push", dryRun: false, allowRemovals: false });

  expect(result.conflicts).toHaveLength(1);
  expect((await AgreementRecord.open(git, "main")).hasUnfinished).toBe(false);
});
