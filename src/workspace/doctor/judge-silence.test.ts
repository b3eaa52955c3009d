import { expect, test } from "vitest";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { judgeBranch, judgeSilence, judgeUncommitted } from "./judge-silence.ts";

const files = ["messages/en.json", "messages/de.json", "messages/fr.json"];

function bindingsWith(settings: string, translations = "messages/{language}.json", component = "app") {
  const text = `version: 1
service: https://translate.example.org
project: acme
components:
  - component: ${component}
    source: messages/en.json
    translations: ${translations}
${settings}`;
  return resolveMapping(loadMapping(text, "interlinear.yml"), files).bindings;
}

const silent: readonly (readonly [
  what: string,
  settings: string,
  translations: string | undefined,
  said: readonly string[],
])[] = [
  ["a language of nobody in only", "languages: { only: [xx_YY] }\n", undefined, ["names xx_YY"]],
  ["a misspelt language in except", "languages: { except: [frr_X] }\n", undefined, ["names frr_X"]],
  ["a language that the service lacks in only", "languages: { only: [de, cs] }\n", undefined, ["names cs"]],
  [
    "translations in a misspelt folder",
    "",
    "message/{language}.json",
    ["beside the source there are files at messages/{language}.json"],
  ],
  [
    "translations of another extension",
    "",
    "messages/{language}.yaml",
    [".json file, the translations would be .yaml files", "beside the source"],
  ],
  [
    "a path to leave out that nothing is at",
    '    exclude: ["messages/frr.json"]\n',
    undefined,
    ["no file is at messages/frr.json"],
  ],
  ["a project that is repeated", "", undefined, ["acme is both the project and the first category"]],
  ["nothing, where nothing is wrong", "languages: { except: [de] }\n", undefined, []],
];

test.each(silent)("%s is told", (what, settings, translations, said) => {
  const component = what === "a project that is repeated" ? "acme/app" : "app";
  const served = new Map([[`acme/${component}`, ["en", "de", "fr"]]]);

  const remarks = judgeSilence(bindingsWith(settings, translations, component), files, served);

  expect(remarks).toHaveLength(said.length);
  for (const [at, words] of said.entries()) {
    expect(remarks[at]?.message).toContain(words);
    expect(remarks[at]?.remedy).not.toBe("");
    expect(remarks[at]?.place?.line).toBe(5);
  }
});

test("a source that was edited and not committed is told, and a branch that a sync refuses", () => {
  expect(judgeUncommitted(bindingsWith(""), new Set(["messages/en.json"]))).toMatchObject([
    { level: "warning", remedy: expect.stringContaining("--working-tree") },
  ]);
  expect(judgeUncommitted(bindingsWith(""), new Set(["messages/de.json"]))).toEqual([]);
  expect(judgeBranch("main", "main")).toMatchObject([{ code: "IL-W05" }]);
  expect(judgeBranch("interlinear/main", "main")).toEqual([]);
});
