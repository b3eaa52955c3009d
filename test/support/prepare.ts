/**
 * Fetches what the tests want from outside, all at once and before they start; says what is there. With `--full` also what only
 * `npm run test:full` wants.
 */
import process from "node:process";
import { released } from "../corpus/released.ts";
import { sources } from "../corpus/sources.ts";
import { chromiumProgram } from "./browser.ts";
import { primeLocales } from "./corpora.ts";
import type { Available } from "./download-cache.ts";
import { packageFiles, prefetch } from "./packages.ts";
import { actionlintProgram, actProgram, translateToolkitModules, wlcModules, zizmorProgram } from "./tools.ts";

type Wanted = readonly (readonly [name: string, fetch: () => Promise<Available>])[];

const always: Wanted = [
  ["Chromium", chromiumProgram],
  ["primelocale without languages", primeLocales],
  ...sources.map((source) => [source.name, () => packageFiles(source)] as const),
];
const inFull: Wanted = [
  ["act", actProgram],
  ["actionlint", actionlintProgram],
  ["zizmor", zizmorProgram],
  ["wlc", wlcModules],
  ["translate-toolkit", translateToolkitModules],
  ...released.map((source) => [source.name, () => packageFiles(source)] as const),
];

const isFull = process.argv.includes("--full");
await prefetch([...sources, ...(isFull ? released : [])]);
await Promise.all(
  [...always, ...(isFull ? inFull : [])].map(async ([name, fetch]) => {
    const { missing } = await fetch();
    console.log(missing === undefined ? name : `no ${name} (${missing})`);
  }),
);
