import { rolldown } from "rolldown";
import { root } from "./stage.ts";

/** `browser/checks.js`: the checks as a page of the editor loads them. The same sources give the same bytes everywhere. */
export async function browserChecks(): Promise<string> {
  await using build = await rolldown({
    cwd: root,
    input: "src/catalog/checks/in-browser.ts",
    platform: "browser",
    checks: { pluginTimings: false },
  });
  const { output } = await build.generate({ format: "esm", comments: false, minify: true });
  const [chunk, ...more] = output;
  if (more.length > 0 || chunk.imports.length > 0) throw new Error("The checks of a page are to be one file.");
  return `// Generated from src/catalog/checks/in-browser.ts: npm run build\n${chunk.code}`;
}
