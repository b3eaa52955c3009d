import { expect, test } from "vitest";
import { createGitHubHost } from "../../test/support/github-forge-host.ts";
import { aFile, aRun, someStatistics } from "../../test/support/run-result.ts";
import { silentLogger } from "../core/logger.ts";
import { blobId } from "../git/blob-id.ts";
import { loadMapping } from "../mapping/load.ts";
import { resolveMapping } from "../mapping/resolve.ts";
import type { Run } from "../sync/index.ts";
import { proposeRun } from "./propose-run.ts";

const PATHS = { de: "locales/de.json", fr: "locales/fr.json" } as const;
const FILES = { "locales/en.json": "{}\n", "locales/de.json": "{}\n", "locales/fr.json": "{}\n" };

function workspaceOf(settings: string): Parameters<typeof proposeRun>[0] {
  const text = `version: 1
service: https://translate.example.org
project: acme
components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
${settings}`;
  return {
    git: {
      index: async () => [],
      record: async () => Promise.resolve(undefined),
      read: async () => Promise.reject(new Error("there is nothing to read")),
      prefetch: async () => Promise.resolve(),
      hash: blobId,
      writeRecord: async () => Promise.resolve({ kind: "written", commit: "" }),
    },
    logger: silentLogger,
    mapping: resolveMapping(loadMapping(text, "interlinear.yml"), Object.keys(FILES)),
  };
}

function runOf(languages: readonly (keyof typeof PATHS)[], text: string): Run {
  const files = languages.map((language) => aFile({ language, languageName: language, path: PATHS[language] }));
  return {
    result: aRun({ files, statistics: files.map(({ language }) => someStatistics({ language })) }),
    files: files.map(({ path }) => ({ path, content: Buffer.from(text), mode: "100644" })),
    trailers: [],
    delivered: [],
    agreed: [],
  };
}

test.each([
  ["somebody wrote a text of their own for it", "", "The translations of this week."],
  ["GitHub has not arranged that it merges by itself", "pull-request: { auto-merge: { method: squash } }\n", undefined],
])("a run for one language takes no file out of an open pull request where %s", async (_, settings, body) => {
  await using host = await createGitHubHost(FILES, { settings: { autoMergeAllowed: false, mergeState: "blocked" } });
  const base = { branch: "main", commit: await host.repository.git("rev-parse", "HEAD") };
  const target = { forge: host.forge, base, context: {} };
  const workspace = workspaceOf(settings);
  await proposeRun(workspace, target, runOf(["de", "fr"], '{"a": "1"}\n'), { isComplete: true });
  const [pull] = host.github.world.pulls;
  if (body !== undefined) pull!.body = body;

  const { deliveries } = await proposeRun(workspace, target, runOf(["de"], '{"a": "2"}\n'), { isComplete: false });

  const changed = await host.repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(changed.split("\n")).toEqual(Object.values(PATHS));
  expect(deliveries).toMatchObject([{ outcome: "unchanged", notes: [expect.stringContaining("stays as it was")] }]);
});
