import { describe, expect, test } from "vitest";
import type { Permission } from "../../contract/permission.ts";
import type { Binding } from "../../mapping/binding.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import type { Grant } from "../../service-client/examination.ts";
import { judgeAccount } from "./judge-account.ts";
import { needsOf, type ComponentNature } from "./needs.ts";
import type { Remark } from "./remark.ts";

const FILES = ["locales/en.json", "locales/cs.json", "locales/pt-BR.json"];

function bindingOf(lines = ""): Binding {
  const text = `version: 1
service: https://translate.example.org
project: acme
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
${lines}`;
  return resolveMapping(loadMapping(text, "map.yml"), FILES).bindings[0]!;
}

function wrong(remarks: readonly Remark[]): readonly string[] {
  return remarks
    .filter(({ level }) => level !== "fine")
    .map(({ level, message, code }) => `${level}: ${message}${code === undefined ? "" : ` (${code})`}`);
}

describe("the token's user", () => {
  const nature: ComponentNature = { isBilingual: false, readsThisRepository: false };
  const team = (permissions: readonly Permission[], more: Partial<Grant> = {}): Grant => ({
    team: "CI",
    permissions,
    reach: { kind: "listed", projects: ["acme"], components: [] },
    ...more,
  });
  const enough: readonly Permission[] = [
    "translation.download",
    "vcs.commit",
    "vcs.view",
    "upload.perform",
    "source.edit",
    "unit.template",
    "component.edit",
  ];
  const without = (...missing: readonly Permission[]): readonly Permission[] =>
    enough.filter((permission) => !missing.includes(permission));
  const needs = needsOf(bindingOf(), { branches: [], withLock: false }, nature);
  const judge = (...grants: readonly Grant[]): readonly Remark[] =>
    judgeAccount({ username: "bot", isSuperuser: false, grants }, needs);

  test("is not said to be allowed everything where no component was seen, as of a user who is blocked", () => {
    const account = { username: "bot", isSuperuser: false, grants: [team(enough)] };
    const words = (wanted: typeof needs): readonly string[] =>
      judgeAccount(account, wanted).map(({ message }) => message);

    expect(words(needs)).toContain("bot may do all that a run of this mapping does");
    expect(words([])).toEqual(["the service takes it: bot"]);
  });

  test.each([
    { case: "has all it takes", grants: [team(enough)], expected: [] },
    {
      case: "has it in a team of another project",
      grants: [team(enough, { reach: { kind: "listed", projects: ["other"], components: [] } })],
      expected: [
        "problem: it lacks translation.download, needed to bring translations home: acme/web (IL-S08)",
        "problem: it lacks vcs.commit, needed to have pending strings written to files: acme/web (IL-S08)",
        "warning: it lacks vcs.view, needed to see whether the service reads this repository: acme/web (IL-S08)",
        "problem: it lacks upload.perform, source.edit, unit.template, component.edit, needed to send the source file: acme/web (IL-S08)",
      ],
    },
    {
      case: "has it in a team of that component",
      grants: [team(enough, { reach: { kind: "listed", projects: [], components: ["acme/web"] } })],
      expected: [],
    },
    { case: "is in a team of all projects", grants: [team(enough, { reach: { kind: "everywhere" } })], expected: [] },
    {
      case: "is in a team whose reach only the service knows",
      grants: [team(enough, { reach: { kind: "by-rule" } })],
      expected: [],
    },
    {
      case: "has one of two ways",
      grants: [team([...without("component.edit"), "unit.add", "unit.delete", "unit.edit"])],
      expected: [],
    },
    { case: "has it from two teams", grants: [team(enough.slice(0, 3)), team(enough.slice(3))], expected: [] },
    {
      case: "lacks what only informs",
      grants: [team(without("vcs.view"))],
      expected: [
        "warning: it lacks vcs.view, needed to see whether the service reads this repository: acme/web (IL-S08)",
      ],
    },
    {
      case: "has some languages only",
      grants: [team(enough, { languages: ["cs", "de"] })],
      expected: ["warning: its team CI is for cs, de only"],
    },
  ])("who $case", ({ grants, expected }) => {
    const remarks = judge(...grants);
    expect(wrong(remarks)).toEqual(expected);
    const isLacking = expected.some((words) => words.includes("it lacks"));
    const fine = remarks.flatMap(({ level, message }) => (level === "fine" ? [message] : []));
    expect(fine.some((message) => message.includes("may do all"))).toBe(!isLacking);
  });

  test("who administers the service is warned, who is not shown is not blamed", () => {
    expect(wrong(judgeAccount({ username: "root", isSuperuser: true, grants: [] }, needs))).toEqual([
      "warning: its user administers the whole service",
    ]);
    expect(wrong(judgeAccount(undefined, needs))).toEqual([expect.stringMatching(/^unknown: the service accepts it/)]);
    expect(wrong(judgeAccount({ username: "bot", isSuperuser: false, grants: undefined }, needs))).toEqual([
      "unknown: the service does not show what bot may do",
    ]);
  });

  test.each([
    { case: "a source that the service pulls", nature: { ...nature, readsThisRepository: true }, needed: "vcs.update" },
    { case: "a clone that cannot merge", nature: { ...nature, readsThisRepository: true }, needed: "vcs.reset" },
    {
      case: "a language that the reset takes away",
      nature: { ...nature, readsThisRepository: true },
      needed: "translation.add",
    },
    { case: "a bilingual source", nature: { ...nature, isBilingual: true }, needed: "source.edit" },
    { case: "languages to add", lines: "languages: { request: [fr] }\n", needed: "translation.add" },
    { case: "changed translations", lines: "push: { translations: changed }\n", needed: "upload.overwrite" },
    { case: "suggestions", lines: "push: { translations: changed, as: suggest }\n", needed: "suggestion.add" },
    { case: "a template where votes decide", nature: { ...nature, votesDecide: true }, needed: "unit.override" },
    {
      case: "translations where votes decide",
      lines: "push: { translations: missing }\n",
      nature: { isBilingual: true, readsThisRepository: false, votesDecide: true },
      needed: "unit.override",
    },
    { case: "approved texts", lines: "push: { translations: changed, as: approve }\n", needed: "unit.review" },
  ])("needs for $case: $needed", ({ lines = "", nature: kind = nature, needed }) => {
    const all = needsOf(bindingOf(lines), { branches: [], withLock: false }, kind).flatMap(({ anyOf }) => anyOf.flat());
    expect(all).toContain(needed);
  });

  test("needs component.lock for with-lock, project.edit for components of branches", () => {
    const branches = [{ branch: "release/*", create: true, remove: false }];
    const all = needsOf(bindingOf(), { branches, withLock: true }, nature).flatMap(({ anyOf }) => anyOf.flat());
    expect(all).toEqual(expect.arrayContaining(["component.lock", "project.edit"]));
  });
});
