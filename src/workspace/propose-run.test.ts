import { silentLogger } from "../core/logger.ts";
import { describe, expect, test } from "vitest";
import { aFile, aFinding, aRun, someStatistics } from "../../test/support/run-result.ts";
import { RemoteError } from "../core/errors.ts";
import {
  REBASE_BOX,
  type Delivered,
  type Delivery,
  type Forge,
  type OpenProposal,
  type Proposal,
} from "../forge/forge.ts";
import { blobId } from "../git/blob-id.ts";
import { loadMapping } from "../mapping/load.ts";
import { resolveMapping } from "../mapping/resolve.ts";
import type { RecordGit, Run, RunResult } from "../sync/index.ts";
import { proposeRun } from "./propose-run.ts";

const PATHS = { de: "locales/de.json", fr: "locales/fr.json" };
const base = { branch: "main", commit: "c".repeat(40) };

function workspaceOf(settings = ""): Parameters<typeof proposeRun>[0] {
  const text = `version: 1
service: https://translate.example.org
project: acme
components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
${settings}`;
  return {
    git: { ...recordOf([]), index: async () => [] },
    logger: silentLogger,
    mapping: resolveMapping(loadMapping(text, "interlinear.yml"), ["locales/en.json", ...Object.values(PATHS)]),
  };
}

/** A run that brings these languages. */
function runOf(languages: readonly (keyof typeof PATHS)[], result: Partial<RunResult> = {}): Run {
  const files = languages.map((language) => aFile({ language, languageName: language, path: PATHS[language] }));
  return {
    result: aRun({ files, statistics: files.map(({ language }) => someStatistics({ language })), ...result }),
    files: files.map(({ path }) => ({ path, content: Buffer.from("{}"), mode: "100644" })),
    trailers: [],
    delivered: [],
    agreed: [],
  };
}

const BLOCKED = { plan: { steps: [], findings: [aFinding({ kind: "blocked", path: PATHS.fr })], inStep: 0 } };

/** A remote with an empty record, which takes what is written there. */
function recordOf(written: string[]): RecordGit {
  return {
    record: () => Promise.resolve(undefined),
    read: () => Promise.reject(new Error("there is nothing to read")),
    prefetch: () => Promise.resolve(),
    hash: blobId,
    writeRecord: (ref, { changes }) => {
      written.push(ref, ...[...changes.values()].map((content) => Buffer.from(content ?? "").toString()));
      return Promise.resolve({ kind: "written", commit: "" });
    },
  };
}

interface Situation {
  readonly open?: readonly OpenProposal[];
  readonly delivered?: Delivered;
  readonly propose?: (proposal: Proposal) => Delivery;
}

interface Played {
  readonly forge: Forge;
  readonly calls: string[];
}

function forgeIn({ open = [], delivered, propose }: Situation): Played {
  const calls: string[] = [];
  const created = ({ branch }: Proposal): Delivery => ({
    outcome: "created",
    branch,
    pullRequest: { number: 1, url: "https://git.example/1", outcome: "created" },
    notes: [],
  });
  return {
    calls,
    forge: {
      kind: "github",
      repositoryUrls: () => Promise.resolve([]),
      delivered: () => Promise.resolve(delivered),
      propose: async (proposal) => {
        calls.push(`propose ${proposal.branch}`);
        return Promise.resolve((propose ?? created)(proposal));
      },
      openProposals: (_base, isOurs) => Promise.resolve(open.filter(({ branch }) => isOurs(branch))),
      withdraw: (branch) => {
        calls.push(`withdraw ${branch}`);
        return Promise.resolve({ outcome: "closed", branch, notes: [] });
      },
    },
  };
}

function anOpenOne(branch: string, box = " "): OpenProposal {
  const body = `<!-- interlinear 0123456789abcdef -->\ntext\n\n- [${box}] Rebase ${REBASE_BOX}`;
  return { branch, number: 7, url: "https://git.example/7", title: "Translations", body };
}

const both: Delivered = {
  commit: "d".repeat(40),
  pullRequest: { number: 7, url: "https://git.example/7" },
  isFinished: true,
  files: new Map(Object.values(PATHS).map((path) => [path, { service: "a", from: undefined }] as const)),
};

describe("nothing is taken out of a pull request", () => {
  test.each([
    ["by a complete run that knows it is gone, it is", runOf(["de"]), true, ["propose interlinear/main"]],
    ["by a run for some languages", runOf(["de"]), false, []],
    ["by a run in which the file is blocked", runOf(["de"], BLOCKED), true, []],
  ] as const)("%s", async (_, run, isComplete, expected) => {
    const { forge, calls } = forgeIn({ delivered: both });

    await proposeRun(workspaceOf(), { forge, base, context: {} }, run, { isComplete });

    expect(calls).toEqual(expected);
  });

  test.each([
    ["the run has news for it", "another", [expect.stringContaining("stays as it was")]],
    ["it has what the run brings already, which is no news", blobId(Buffer.from("{}")), []],
  ])("and that is said where %s", async (_, service, notes) => {
    const files = new Map([...both.files, [PATHS.de, { service, from: undefined }] as const]);
    const { forge } = forgeIn({ delivered: { ...both, files } });

    const { deliveries } = await proposeRun(workspaceOf(), { forge, base, context: {} }, runOf(["de"]), {
      isComplete: false,
    });

    expect(deliveries).toEqual([expect.objectContaining({ outcome: "unchanged", notes })]);
  });

  test("where others committed to its branch, a ticked box waits for a run that sees everything", async () => {
    const { forge, calls } = forgeIn({ open: [anOpenOne("interlinear/main", "x")] });
    const target = { forge, base, context: {} };

    const blocked = await proposeRun(workspaceOf(), target, runOf(["de"], BLOCKED), { isComplete: true });

    expect(calls).toEqual([]);
    expect(blocked.deliveries).toEqual([
      expect.objectContaining({ outcome: "left-alone", notes: [expect.stringContaining("next complete run")] }),
    ]);

    await proposeRun(workspaceOf(), target, runOf(["de"]), { isComplete: true });

    expect(calls).toEqual(["propose interlinear/main"]);
  });
});

test("a branch that is refused keeps no other from being written; the run fails, closes nothing, and writes down what was agreed", async () => {
  const refused = new RemoteError("a rule forbids it", { code: "IL-F04" });
  const written: string[] = [];
  const { forge, calls } = forgeIn({
    open: [anOpenOne("interlinear/main")],
    propose: ({ branch }) => {
      if (branch.endsWith("--de")) throw refused;
      return { outcome: "unchanged", branch, notes: [] };
    },
  });
  const workspace = {
    ...workspaceOf("pull-request:\n  group-by: language\n"),
    git: { ...recordOf(written), index: async () => [] },
  };
  const agreed: Run["agreed"] = [
    {
      component: "acme/website",
      path: PATHS.de,
      pair: { blob: "a".repeat(40), service: "b".repeat(40), merged: false },
      standing: "proposed",
    },
  ];

  const run = proposeRun(
    workspace,
    { forge, base, context: {} },
    { ...runOf(["de", "fr"]), agreed },
    { isComplete: true },
  );

  await expect(run).rejects.toBe(refused);
  const pair = `${"a".repeat(40)} ${"b".repeat(40)} same+${base.commit} locales/de.json\n`;
  expect(written, "whoever merges these files by hand has agreed").toEqual(["refs/interlinear/agreement/main", pair]);
  expect(calls).toEqual(["propose interlinear/main--de", "propose interlinear/main--fr"]);
});

test.each([
  [
    "is closed where all commits of its branch are ours, though a person replaced its text",
    both,
    ["withdraw interlinear/main"],
  ],
  ["stays where it is none of ours but for its branch's name", undefined, []],
] as const)("a pull request that has nothing left %s", async (_, delivered, expected) => {
  const open = [{ ...anOpenOne("interlinear/main"), body: "The translations of this week." }];
  const { forge, calls } = forgeIn({ open, ...(delivered && { delivered }) });

  await proposeRun(workspaceOf(), { forge, base, context: {} }, runOf([]), { isComplete: true });

  expect(calls).toEqual(expected);
});

test("a used-up rate limit is no reason to ask for more", async () => {
  const { forge, calls } = forgeIn({
    propose: () => {
      throw new RemoteError("the rate limit is used up", { code: "IL-F06" });
    },
  });
  const mapping = workspaceOf("pull-request:\n  group-by: language\n");

  const run = proposeRun(mapping, { forge, base, context: {} }, runOf(["de", "fr"]), { isComplete: true });

  await expect(run).rejects.toMatchObject({ code: "IL-F06" });
  expect(calls).toEqual(["propose interlinear/main--de"]);
});

test("a branch that was left alone, and that no pull request is open for, is to be deleted by a person", async () => {
  const { forge } = forgeIn({ propose: ({ branch }) => ({ outcome: "left-alone", branch, notes: ["Of others."] }) });

  const { deliveries } = await proposeRun(workspaceOf(), { forge, base, context: {} }, runOf(["de"]), {
    isComplete: true,
  });

  expect(deliveries[0]?.notes).toEqual([
    "Of others.",
    "No pull request is open from branch interlinear/main: delete the branch if its commits are merged or not wanted. The next run makes it anew.",
  ]);
});
