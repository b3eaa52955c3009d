import { expect, test } from "vitest";
import { aFile, aRun } from "../../test/support/run-result.ts";
import type { PullRequestSettings } from "../mapping/binding.ts";
import { pullRequestSettings } from "../mapping/settings.ts";
import { isProposalBranch, proposalOf } from "./proposal.ts";

const settings: PullRequestSettings = {
  ...pullRequestSettings({ version: 1, service: "https://translate.example.org", components: [] }),
  labels: ["translations"],
};

test("a proposal names its branch by its base and carries text, files, labels and trailers", () => {
  const files = [{ path: "locales/de.json", content: Buffer.from("{}\n"), mode: "100644" as const }];

  const proposal = proposalOf(
    {
      result: aRun({ files: [aFile()] }),
      files,
      trailers: [{ name: "Interlinear-Service", value: "b locales/de.json" }],
    },
    { branch: "release/2", commit: "c" },
    { ...settings, title: "i18n {{ strings }}" },
  );

  expect(proposal).toMatchObject({
    branch: "interlinear/release/2",
    files,
    commit: { headline: "Translations: German (1 string)", trailers: [{ name: "Interlinear-Service" }] },
    pullRequest: { title: "i18n 1", labels: ["translations"] },
  });
});

test.each([
  ["interlinear/{base}", "interlinear/main", true],
  ["interlinear/{base}", "interlinear/release/2", true],
  ["interlinear/{base}", "interlinear/", false],
  ["interlinear/{base}", "main", false],
  ["l10n", "l10n", true],
  ["l10n", "l10n-2", false],
  ["{base}-l10n", "main-l10n", true],
])("with the branch %s, %s is ours: %s", (branch, pushed, isOurs) => {
  expect(isProposalBranch({ ...settings, branch }, pushed)).toBe(isOurs);
});
