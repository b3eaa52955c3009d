import { expect, test } from "vitest";
import { aConflict, aFile, aRun } from "../../../test/support/run-result.ts";
import { commitSettings, pullRequestSettings, reviewSettings } from "../../mapping/settings.ts";
import { grouped } from "./grouping.ts";
import { proposalOf, type ProposalSettings } from "./proposal.ts";

const mapping = { version: 1, service: "https://translate.example.org", components: [] } as const;
const settings: ProposalSettings = {
  pullRequest: pullRequestSettings({
    ...mapping,
    components: [],
    "pull-request": {
      labels: ["translations"],
      assignees: ["ana"],
      reviewers: ["rob"],
      "team-reviewers": ["docs"],
      "reviewers-by-language": { de: ["dana", "rob"], fr: ["luc"], toString: ["nobody"] },
      milestone: "2.0",
      draft: true,
    },
  }),
  commit: commitSettings({ ...mapping, components: [], commit: { "sign-off": true } }),
  review: reviewSettings({ ...mapping, components: [] }),
};
const base = { branch: "release/2", commit: "c" };

function aChange(path: string) {
  return { path, content: Buffer.from("{}\n"), mode: "100644" as const };
}

function aHarvest(overrides: Partial<Parameters<typeof proposalOf>[0]> = {}): Parameters<typeof proposalOf>[0] {
  return {
    result: aRun({ files: [aFile()] }),
    files: [aChange("locales/de.json")],
    trailers: [{ name: "Interlinear-Service", value: "b locales/de.json" }],
    group: undefined,
    ...overrides,
  };
}

test("a proposal names its branch by its base and carries text, files, trailers and whom it concerns", () => {
  const pullRequest = { ...settings.pullRequest, title: "i18n {{ strings }}" };

  const { proposal, notes } = proposalOf(aHarvest(), base, { ...settings, pullRequest });

  expect(notes).toEqual([]);
  expect(proposal).toMatchObject({
    branch: "interlinear/release/2",
    files: [{ path: "locales/de.json" }],
    commit: {
      headline: "Translations: German (1 string)",
      trailers: [{ name: "Interlinear-Service" }],
      signOff: true,
    },
    pullRequest: {
      title: "i18n 1",
      labels: ["translations"],
      assignees: ["ana"],
      reviewers: ["rob", "dana"],
      teamReviewers: ["docs"],
      milestone: "2.0",
      draft: true,
    },
  });
  expect(proposal.pullRequest).not.toHaveProperty("autoMerge");
});

test("each group has a branch, a title and reviewers of its own, and links to its own branch", () => {
  const french = aFile({ language: "fr", languageName: "French", path: "locales/fr.json" });
  const harvest = {
    result: aRun({ files: [aFile(), french] }),
    files: [aChange("locales/de.json"), aChange("locales/fr.json")],
    trailers: [],
  };
  const linkTo = (path: string, line: number): string => `https://git.example/c0ffee/${path}#L${String(line)}`;

  const proposals = grouped(harvest, "language").map(
    (part) => proposalOf(part, { branch: "main", commit: "c" }, settings, { linkTo }).proposal,
  );

  expect(
    proposals.map(({ branch, files, pullRequest }) => [
      branch,
      files.map(({ path }) => path),
      pullRequest.title,
      pullRequest.reviewers,
    ]),
  ).toEqual([
    ["interlinear/main--de", ["locales/de.json"], "Translations: German (1 string)", ["rob", "dana"]],
    ["interlinear/main--fr", ["locales/fr.json"], "Translations: French (1 string)", ["rob", "luc"]],
  ]);
  expect(proposals[1]?.pullRequest.body).toContain("https://git.example/c0ffee/locales/fr.json#L4");
});

test("the group of a component stands in titles and headlines, since its languages are those of others as well", () => {
  const [part] = grouped(aHarvest(), "component");

  const { proposal } = proposalOf(part!, base, settings);

  expect(proposal.pullRequest.title).toBe("Translations of acme/website: German (1 string)");
  expect(proposal.commit.headline).toBe("Translations of acme/website: German (1 string)");
  expect(proposal.branch).toBe("interlinear/release/2--acme.website");
});

test("a headline of the mapping's own is filled in and kept on one line", () => {
  const commit = { ...settings.commit, message: "chore(i18n): {{ strings }} strings in\n{{ languages }}" };

  expect(proposalOf(aHarvest(), base, { ...settings, commit }).proposal.commit.headline).toBe(
    "chore(i18n): 1 strings in German",
  );
});

test("templates that fail in a run after all leave the standard text and a note each", () => {
  const failing = "{{ languages | sort: 5 | nothing }}";
  const pullRequest = { ...settings.pullRequest, title: failing, body: failing };
  const commit = { ...settings.commit, message: "{{ group }}" };

  const { proposal, notes } = proposalOf(aHarvest(), base, { ...settings, pullRequest, commit });

  expect(proposal.pullRequest.title).toBe("Translations: German (1 string)");
  expect(proposal.pullRequest.body).toContain("**1 string in 1 language**");
  expect(proposal.commit.headline).toBe("Translations: German (1 string)");
  expect(notes).toEqual([
    expect.stringContaining('"pull-request.title" could not be filled in: there is no filter "nothing"'),
    expect.stringContaining('"pull-request.body" could not be filled in: there is no filter "nothing"'),
    expect.stringContaining('"commit.message" could not be filled in: it came out empty'),
  ]);
});

test("templates that are handed in stand where the mapping has none of its own", () => {
  const own = { ...settings, pullRequest: { ...settings.pullRequest, title: "The mapping's" } };
  const templates = {
    pullRequestTitle: "ours",
    pullRequestBody: "Ours:\n{{ table }}",
    commitMessage: "i18n: {{ strings }}",
  };
  const { proposal, notes } = proposalOf(aHarvest(), base, own, { templates });

  expect(proposal.pullRequest.title).toBe("The mapping's");
  expect(proposal.pullRequest.body).toMatch(/^Ours:\n\|/);
  expect(proposal.commit.headline).toBe("i18n: 1");
  expect(notes).toEqual([]);
});

test("one that was handed in and does not work leaves the standard text, and the note says whose it was", () => {
  const templates = { pullRequestTitle: "{{ nobody }}", pullRequestBody: "{% if %}", commitMessage: "{{ group }}" };
  const standard = proposalOf(aHarvest(), base, settings).proposal;
  const { proposal, notes } = proposalOf(aHarvest(), base, settings, { templates });

  expect(proposal).toEqual(standard);
  expect(notes).toEqual([
    expect.stringContaining('"pull-request.title of the settings"'),
    expect.stringContaining('"pull-request.body of the settings"'),
    expect.stringContaining('"commit.message of the settings"'),
  ]);
});

test("a pull request that may merge by itself asks the forge for it, and one that may not says why", () => {
  const pullRequest = { ...settings.pullRequest, autoMerge: { method: "squash" as const, removals: 0 } };
  const guarded = { ...settings, pullRequest };

  const free = proposalOf(aHarvest(), base, guarded).proposal.pullRequest;
  const held = proposalOf(aHarvest({ result: aRun({ files: [aFile()], conflicts: [aConflict()] }) }), base, guarded)
    .proposal.pullRequest;

  expect(free.autoMerge).toBe("squash");
  expect(free.body).toContain("Merges by itself (`squash`)");
  expect(held.autoMerge).toBeUndefined();
  expect(held.body).toContain(
    "**Waits for a person** instead of merging by itself: 1 string was changed on both sides.",
  );
});
