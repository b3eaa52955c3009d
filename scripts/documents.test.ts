import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./stage.ts";

const documents = globSync(["*.md", "{docs,test,.github}/**/*.md"], { cwd: root }).map((path) =>
  path.replaceAll("\\", "/"),
);
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** The anchors GitHub gives to the headings of a document. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
}

/** Text in code quotes that names a file or folder of this repository; sources may be named without `src/`. */
function pathsNamedIn(markdown: string): readonly string[] {
  const named = withoutFences(markdown).matchAll(
    /`((?:src|test|scripts|bench|docs)\/[\w./-]+|dist\/action\/[\w.]*|[\w-]+\/[\w/.-]+\.(?:ts|mjs))`/g,
  );
  return [...named].map(([, path = ""]) => path);
}

function isThere(path: string): boolean {
  return existsSync(join(root, path)) || existsSync(join(root, "src", path));
}

/** Tests that a document calls a proof: file and words of the title. */
function proofsIn(markdown: string): readonly (readonly [string, string])[] {
  return [...markdown.matchAll(/`([\w./-]+\.(?:test|contract)\.ts)`\s+"([^"]+)"/g)].map(([, path = "", title = ""]) => [
    path,
    title.replaceAll(/\s+/g, " "),
  ]);
}

test.each(proofsIn(textOf("docs/threat-model.md")))("the proof in %s is there: %s", (path, title) => {
  expect(textOf(path)).toContain(title);
});

describe.for(documents)("%s", (path) => {
  test("has links that lead somewhere", () => {
    const links = [...withoutFences(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target));

    for (const link of links) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file).replaceAll("\\", "/");
      expect([link, existsSync(join(root, target))]).toEqual([link, true]);
      if (anchor !== undefined) expect([link, anchorsOf(textOf(target)).has(anchor)]).toEqual([link, true]);
    }
  });

  test("names files that are there", () => {
    const missing = pathsNamedIn(textOf(path)).filter((named) => !isThere(named));

    expect(missing).toEqual([]);
  });
});

test("nobody is told to run the package by its name at npm, but for the one place that warns of it", () => {
  // The name is not registered there: whoever takes it would get people's tokens.
  const byName = /\bnpx (?:-\S+ )*interlinear\b|\bnpm (?:i|install|exec) (?:-\S+ )*interlinear\b/g;
  const sources = globSync("{src,.github}/**/*.{ts,yml}", { cwd: root }).map((path) => path.replaceAll("\\", "/"));

  const found = [...documents, "action.yml", ...sources].flatMap((path) =>
    [...textOf(path).matchAll(byName)].map(([text]) => `${path}: ${text}`),
  );

  expect(found).toEqual(["README.md: npx interlinear"]);
});
