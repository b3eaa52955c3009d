import { expect, test } from "vitest";
import { detectLocales } from "./detect.ts";
import { withServedNames, type ServedFiles } from "./served-names.ts";

function served(name: string, filemask: string | undefined, files: Partial<ServedFiles> = {}): ServedFiles {
  return { names: name.split("/"), template: "", newBase: "", filemask, isGlossary: false, ...files };
}

const web = ["locales/en.json", "locales/de.json"];
const packages = ["a", "b"].flatMap((name) => [`packages/${name}/i18n/en.json`, `packages/${name}/i18n/de.json`]);

test.each<readonly [what: string, files: readonly string[], there: readonly ServedFiles[], names: readonly string[]]>([
  ["nothing that is there: the guess stays", web, [], ["locales"]],
  ["its file mask", web, [served("frontend", "locales/*.json", { template: "locales/en.json" })], ["frontend"]],
  ["its file mask, in a category", web, [served("apps/frontend", "locales/*.json")], ["apps/frontend"]],
  [
    "its file mask and its source, of two with that mask",
    web,
    [
      served("other", "locales/*.json", { template: "locales/de.json" }),
      served("frontend", "locales/*.json", { template: "locales/en.json" }),
    ],
    ["frontend"],
  ],
  [
    "its source alone, where the mask is another",
    web,
    [served("frontend", "locales/*/x.json", { template: "locales/en.json" })],
    ["frontend"],
  ],
  [
    "no source that two components have",
    web,
    [
      served("one", "1/*.json", { template: "locales/en.json" }),
      served("two", "2/*.json", { template: "locales/en.json" }),
    ],
    ["locales"],
  ],
  ["no glossary", web, [served("glossary", "locales/*.json", { isGlossary: true })], ["locales"]],
  [
    "the guessed name and other files, about which the set-up says how they differ",
    web,
    [served("locales", "site/*.json")],
    ["locales"],
  ],
  [
    "its file mask, and another family does not get that name",
    [...web, "site/locales/en.json", "site/locales/de.json"],
    [served("site", "locales/*.json")],
    ["site", "site-2"],
  ],
  [
    "no files of another repository, though they are called the same: the guess stays",
    web,
    [served("frontend", "locales/*.json", { template: "locales/en.json", isElsewhere: true })],
    ["locales"],
  ],
  [
    "no name that another repository's files have: the guess gets a number",
    web,
    [served("locales", "locales/*.json", { template: "locales/en.json", isElsewhere: true })],
    ["locales-2"],
  ],
  [
    "no name that another repository's package has",
    packages,
    [served("b", "packages/b/i18n/*.json", { isElsewhere: true })],
    ["{package}-2"],
  ],
  [
    "its files, of two that are called the same, one of them another repository's",
    web,
    [served("web", "locales/*.json", { isElsewhere: true }), served("admin", "locales/*.json")],
    ["admin"],
  ],
  ["the guessed name where the token does not see the file mask", web, [served("locales", undefined)], ["locales"]],
  [
    "a common form of the names of packages",
    packages,
    [served("web-a", "packages/a/i18n/*.json"), served("web-b", "packages/b/i18n/*.json")],
    ["web-{package}"],
  ],
  [
    "names of packages that have nothing in common",
    packages,
    [served("first", "packages/a/i18n/*.json"), served("second", "packages/b/i18n/*.json")],
    ["first", "second"],
  ],
  [
    "the name of one package, where the other is not there",
    packages,
    [served("first", "packages/a/i18n/*.json")],
    ["first", "b"],
  ],
])("a family of files gets the name of the component that has %s", (_what, files, there, names) => {
  expect(withServedNames(detectLocales(files).families, there).map(({ component }) => component)).toEqual(names);
});
