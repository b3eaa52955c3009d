import { describe, expect, it, test } from "vitest";
import { aBinding } from "../../../test/support/observations.ts";
import type { BranchSettings, ComponentPath, ResolvedMapping } from "../../mapping/binding.ts";
import { componentName } from "../../mapping/binding.ts";
import { branchSlug } from "../../mapping/branch-components.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { loadMapping } from "../../mapping/load.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { addressesOf, decideBranchComponents, decideSweep, type BranchObservation } from "./branch-components.ts";

const ours = "https://git.example.org/acme/app.git";

function aMapping(
  branches: readonly Partial<BranchSettings>[],
  slugs: readonly string[] = ["web", "server"],
): ResolvedMapping {
  const empty = resolveMapping(
    loadMapping(
      'version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n  - component: web\n    source: en.json\n    translations: "{language}.json"\n',
      "m.yml",
    ),
    ["en.json"],
  );
  return {
    ...empty,
    bindings: slugs.map((slug) => aBinding({ component: pathOf(slug) })),
    branches: branches.map((rule) => ({ branch: "release/*", create: true, remove: true, ...rule })),
  };
}

function pathOf(name: string): ComponentPath {
  const parts = name.split("/");
  return { project: "acme", categories: parts.slice(0, -1), component: parts.at(-1) ?? "" };
}

function aComponent(name: string, changes: Partial<ServiceComponent> = {}): ServiceComponent {
  const path = pathOf(name);
  return {
    path,
    url: `https://translate.example.org/api/components/acme/${name}/`,
    webUrl: "",
    name,
    fileFormat: "json",
    template: "",
    newBase: "",
    repository: ours,
    branch: "main",
    sourceLanguage: "en",
    isGlossary: false,
    ...changes,
  };
}

function seen(changes: Partial<BranchObservation> = {}): BranchObservation {
  return {
    branch: "release/2",
    branches: ["main", "release/2"],
    known: [aComponent("web"), aComponent("server")],
    branchesOf: [ours],
    urls: [ours],
    ...changes,
  };
}

const named = { component: "{component}-{branch}" };

describe("the components of a branch", () => {
  it("are those of the mapping where no rule fits", () => {
    const mapping = aMapping([named]);

    expect(decideBranchComponents(mapping, seen({ branch: "main" }))).toEqual({ mapping, steps: [], findings: [] });
  });

  it("are made like those of the mapping, and left out until they are there", () => {
    const plan = decideBranchComponents(aMapping([named]), seen());

    expect(plan.steps).toMatchObject([
      {
        kind: "create-component",
        component: "acme/web-release-2",
        name: "web (release/2)",
        repository: ours,
        branch: "release/2",
      },
      { kind: "create-component", component: "acme/server-release-2" },
    ]);
    expect(plan.mapping.bindings).toEqual([]);
    expect(plan.findings).toEqual([]);
  });

  it("are used as soon as they are there", () => {
    const known = [
      aComponent("web"),
      aComponent("server"),
      aComponent("web-release-2", { branch: "release/2" }),
      aComponent("server-release-2", { repository: "https://git.example.org/elsewhere" }),
    ];

    const plan = decideBranchComponents(aMapping([named]), seen({ known }));

    expect(plan.steps).toEqual([]);
    expect(plan.mapping.bindings.map(({ component }) => componentName(component))).toEqual([
      "acme/web-release-2",
      "acme/server-release-2",
    ]);
  });

  it("stand in a category of the branch, before their own", () => {
    const mapping = aMapping([{ category: "{branch}" }], ["mobile/android"]);

    const plan = decideBranchComponents(mapping, seen({ known: [aComponent("mobile/android")] }));

    expect(plan.steps.map(({ component }) => component)).toEqual(["acme/release-2/mobile/android"]);
  });

  test.each<[string, Partial<BranchSettings>, Partial<BranchObservation>, RegExp]>([
    ["a rule that makes none", { ...named, create: false }, {}, /`create: false`/],
    ["a model that is not there", named, { known: [] }, /its model acme\/web is not on the service/],
    [
      "a model that reads another repository",
      named,
      { known: [aComponent("web", { repository: "https://bot:secret@git.example.org/x/y" })] },
      /reads https:\/\/git.example.org\/x\/y, not this repository/,
    ],
    [
      "two components of one name",
      { component: "all-{branch}" },
      {},
      /acme\/web on release\/2 and for acme\/server on release\/2/,
    ],
    [
      "two branches of one name",
      named,
      { branches: ["main", "release/2", "Release/2", "release/2."] },
      /acme\/web on release\/2 and for acme\/web on release\/2\./,
    ],
    [
      "one that was made for a branch of the same slug",
      named,
      { known: [aComponent("web"), aComponent("server"), aComponent("web-release-2", { branch: "Release/2" })] },
      /it would stand for release\/2, and reads Release\/2 of this repository/,
    ],
    ["the component of the other branches", { component: "web" }, {}, /acme\/web on every other branch/],
  ])("are said to be missing for %s, and nothing is made", (_name, rule, changes, message) => {
    const plan = decideBranchComponents(aMapping([rule]), seen(changes));

    expect(plan.steps.map(({ component }) => component)).not.toContain("acme/web-release-2");
    expect(plan.mapping.bindings.map(({ component }) => componentName(component))).not.toContain("acme/web");
    expect(plan.findings[0]?.kind).toBe("unmatched");
    expect(plan.findings[0]?.message).toMatch(message);
  });

  it("take the repository from the component whose clone their model shares", () => {
    const owner = aComponent("server");
    const { repository: _repository, ...shared } = aComponent("web");
    const known = [owner, { ...shared, linkedTo: owner.url }];

    const [step] = decideBranchComponents(aMapping([named]), seen({ known })).steps;

    expect(step?.repository).toBe(ours);
  });

  test.each([
    ["release/2.0", "release-2-0"],
    ["Feature/Ünï#1", "feature-n-1"],
    ["main", "main"],
    ["a_b--c", "a_b-c"],
  ])("are named for %s by %s", (branch, slug) => {
    expect(branchSlug(branch)).toBe(slug);
  });
});

describe("components of branches that are gone", () => {
  const orphan = aComponent("web-release-1", { branch: "release/1" });

  it("go, the owner of a shared clone last", () => {
    const { repository: _repository, ...shared } = aComponent("server-release-1", { branch: "release/1" });
    const known = [
      orphan,
      { ...shared, linkedTo: orphan.url },
      aComponent("web"),
      aComponent("web-release-2", { branch: "release/2" }),
    ];

    const { steps } = decideSweep(aMapping([named]), seen({ known }));

    expect(steps.map(({ component, reason }) => [component, reason])).toEqual([
      ["acme/server-release-1", "the branch release/1 is gone"],
      ["acme/web-release-1", "the branch release/1 is gone"],
    ]);
  });

  test.each<[string, readonly Partial<BranchSettings>[], Partial<BranchObservation>]>([
    ["the branch is there", [named], { branches: ["main", "release/1"] }],
    ["no branch is known", [named], { branches: [] }],
    ["no rule fits its branch", [{ ...named, branch: "hotfix/*" }], {}],
    ["the rule keeps them", [{ ...named, remove: false }], {}],
    ["its name is not what the rule gives", [{ component: "{branch}-{component}" }], {}],
    ["it reads another repository than the one whose branches are known", [named], { branchesOf: [] }],
    [
      "it is a component of the mapping",
      [{ component: "{component}" }],
      { known: [aComponent("web", { branch: "release/1" })] },
    ],
  ])("stay where %s", (_name, rules, changes) => {
    expect(decideSweep(aMapping(rules), seen({ known: [orphan], ...changes })).steps).toEqual([]);
  });
});

const fork = "https://git.example.org/dana/app";

test.each([
  ["this repository where it has one remote", [ours], [ours], [ours], [ours]],
  ["nothing where a fork's branches are listed", [ours], [fork], [fork], []],
  ["the fork alone where that is the origin and its model another remote", [fork, ours], [fork, ours], [fork], [fork]],
  [
    "all names of one repository",
    ["git@git.example.org:acme/app.git", "https://mirror.example.org/acme/app"],
    [ours],
    [ours],
    ["git@git.example.org:acme/app.git", "https://mirror.example.org/acme/app"],
  ],
])("branches that are listed are those of %s", (_, urls, remotes, listed, expected) => {
  expect(addressesOf(urls, remotes, listed)).toEqual(expected);
});
