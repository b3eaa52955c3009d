/**
 * `npm run build`: the action and everything it needs to `dist/action/`, and the checks that pages run to `browser/checks.js`. Fails
 * where one of them outgrew its limits.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { browserChecks } from "./browser-checks.ts";
import { actionOutput, bundle } from "./bundle.ts";
import { outgrown } from "./bundle-size.ts";
import { root } from "./stage.ts";

/** Bytes. A runner fetches the whole with every job, and compiles what the job asks for. */
const MOST = { all: 2_000_000, start: 250_000 };
/** Bytes on the way to a browser, which loads them once. */
const MOST_CHECKS = 31_900;

const folder = "dist/action";
const chunks = await bundle({ index: "src/action/main.ts" }, folder, actionOutput);
await writeFile(join(root, folder, "package.json"), '{\n  "type": "module"\n}\n');

const checks = await browserChecks();
await writeFile(join(root, "browser/checks.js"), checks);
const size = gzipSync(checks).length;

const complaints = [
  ...outgrown(chunks, "index.js", MOST),
  ...(size > MOST_CHECKS
    ? [`browser/checks.js has ${String(size)} bytes compressed, at most ${String(MOST_CHECKS)}.`]
    : []),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
