import { cp, glob, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../support/command.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { actionFolder } from "../support/runner.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actionlintProgram, zizmorProgram } from "../support/tools.ts";

const [actionlint, zizmor] = await Promise.all([actionlintProgram(), zizmorProgram()]);

/** Workflows that run here or that users paste: all but the mapping among the examples. */
async function workflows(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob([".github/workflows/*.yml", "docs/examples/*.yml"], { cwd: actionFolder })) {
    if (!path.endsWith("mapping.yml")) found.push(path);
  }
  return found.toSorted();
}

test.skipIf(actionlint.missing !== undefined)(
  `actionlint finds nothing in a workflow of ours${becauseMissing(actionlint)}`,
  async () => {
    const { exitCode, output } = await command(
      actionlint.path ?? "",
      ["-no-color", "-shellcheck=", "-pyflakes=", ...(await workflows())],
      { cwd: actionFolder },
    );

    expect(output).toBe("");
    expect(exitCode).toBe(0);
  },
);

test.skipIf(zizmor.missing !== undefined)(
  `zizmor finds nothing unsafe in a workflow or the action${becauseMissing(zizmor)}`,
  async () => {
    await using folder = await temporaryDirectory();
    const inputs = [...(await workflows()), "action.yml", ".github/zizmor.yml"];
    // Where zizmor looks for workflows; among the documents it would take them for something else.
    for (const path of inputs) {
      const name = path.startsWith("docs/examples/")
        ? path.replace("docs/examples/", ".github/workflows/example-")
        : path;
      await mkdir(join(folder.path, ".github", "workflows"), { recursive: true });
      await cp(join(actionFolder, path), join(folder.path, name));
    }
    const { exitCode, output } = await command(
      zizmor.path ?? "",
      [
        "--offline",
        "--persona",
        "pedantic",
        "--color",
        "never",
        "--no-progress",
        "--config",
        join(folder.path, ".github", "zizmor.yml"),
        folder.path,
      ],
      { cwd: folder.path },
    );

    expect(exitCode, output).toBe(0);
    expect(output).toContain("No findings to report");
  },
);
