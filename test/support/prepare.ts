/** Fetches what the tests want from outside, all at once and before they start; says what is there. */
import { sources } from "../corpus/sources.ts";
import { chromiumProgram } from "./browser.ts";
import { primeLocales } from "./corpora.ts";
import type { Available } from "./download-cache.ts";
import { packageFiles } from "./packages.ts";
import { actionlintProgram, actProgram, translateToolkitModules, wlcModules, zizmorProgram } from "./tools.ts";

const wanted: readonly (readonly [name: string, fetch: () => Promise<Available>])[] = [
  ["act", actProgram],
  ["actionlint", actionlintProgram],
  ["zizmor", zizmorProgram],
  ["Chromium", chromiumProgram],
  ["wlc", wlcModules],
  ["translate-toolkit", translateToolkitModules],
  ["primelocale without languages", primeLocales],
  ...sources.map((source) => [source.name, () => packageFiles(source)] as const),
];

await Promise.all(
  wanted.map(async ([name, fetch]) => {
    const { missing } = await fetch();
    console.log(missing === undefined ? name : `no ${name} (${missing})`);
  }),
);
