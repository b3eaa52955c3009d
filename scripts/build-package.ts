/**
 * `npm pack` runs it: the command line and the library to `lib/`, each with everything it needs, so that nothing else has to
 * be installed; and the library's types. Code stays readable there: it is what people's debuggers show.
 */
import { bundle, bundleProgram } from "./bundle.ts";
import { outgrown } from "./bundle-size.ts";
import { programOf, runNode } from "./stage.ts";

/** Bytes. `interlinear --version` reads the start alone. */
const MOST = { all: 12_000_000, start: 10_000 };

await bundle({ index: "src/index.ts" }, "lib");
// Depth counts: `src/cli/commands` looks for the launcher three folders above itself.
const chunks = await bundleProgram(
  {
    "upkeep-thread": "src/store/sqlite/upkeep-thread.ts",
    "memory-thread": "src/service/memory/index-thread.ts",
    "reader-thread": "src/store/sqlite/reader-thread.ts",
    "git-starter": "src/git/starter-process.ts",
    "job-process": "src/bot/processes/job-process.ts",
    "service-thread": "src/service/threads/thread.ts",
  },
  "lib/cli",
);
const complaints = outgrown(chunks, "main.js", MOST);

// Types were checked with everything else.
const { exitCode, output } = await runNode([programOf("typescript", "tsc"), "-p", "tsconfig.build.json"]);
if (exitCode !== 0) complaints.push(output.trimEnd());

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
