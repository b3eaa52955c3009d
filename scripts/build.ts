/** `npm run build`: the sources to `lib/`, then the action and everything it needs to one file in `dist/action/`. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { programOf, root, runNode } from "./stage.ts";

const bundle = join(root, "dist", "action");

async function step(args: readonly string[]): Promise<void> {
  const { exitCode, output } = await runNode(args);
  if (exitCode === 0) return;
  console.error(output.trimEnd());
  process.exit(exitCode);
}

await rm(join(root, "lib"), { recursive: true, force: true });
await step([programOf("typescript", "tsc"), "-p", "tsconfig.build.json"]);
await rm(bundle, { recursive: true, force: true });
await mkdir(bundle, { recursive: true });
await step([
  programOf("@vercel/ncc", "ncc"),
  "build",
  join(root, "lib", "action", "main.js"),
  "--out",
  bundle,
  "--license",
  "licenses.txt",
  "--no-cache",
]);
