/** `npm run build`: the action and everything it needs to `dist/action/`. Fails where that outgrew its limits. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { actionOutput, bundle } from "./bundle.ts";
import { outgrown } from "./bundle-size.ts";
import { root } from "./stage.ts";

/** Bytes. A runner fetches the whole with every job, and compiles what the job asks for. */
const MOST = { all: 2_000_000, start: 250_000 };

const folder = "dist/action";
const chunks = await bundle({ index: "src/action/main.ts" }, folder, actionOutput);
await writeFile(join(root, folder, "package.json"), '{\n  "type": "module"\n}\n');

const complaints = outgrown(chunks, "index.js", MOST);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
