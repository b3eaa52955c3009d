import { extensionOf } from "../../core/file-extension.ts";
import { glob, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { UserError } from "../../core/errors.ts";
import { detectFormat } from "../../formats/registry.ts";
import { roleOf } from "./layout.ts";
import type { Surroundings } from "./surroundings.ts";

/** Nothing but translations has these; `.json` and `.xml` hold anything. */
const unmistakable = new Set([
  "po",
  "pot",
  "arb",
  "xliff",
  "xlf",
  "strings",
  "stringsdict",
  "xcstrings",
  "ftl",
  "resx",
]);

/** The translations of the working tree below this folder: those that a mapping binds, or without one all there are. */
export async function translationFiles(around: Surroundings): Promise<readonly string[]> {
  const found = await below(".", around);
  if (!(await around.isMapped())) return found;
  const [tree, sets] = [await around.tree(), await around.sets()];
  return found.filter((name) => roleOf(tree.pathOf(name), sets) !== undefined);
}

/**
 * The files that words name: files themselves; of a folder those that are translations; patterns with `*`.
 * @throws {UserError} `IL-C06` for a word that names nothing
 */
export async function findFiles(words: readonly string[], around: Surroundings): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const word of words) {
    const kind = await kindOf(resolve(around.directory, word));
    if (kind === "file") found.add(word);
    else {
      const names = kind === "folder" ? await below(word, around) : await matching(word, around.directory);
      for (const name of names) found.add(name);
    }
  }
  return [...found];
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

async function below(folder: string, around: Surroundings): Promise<readonly string[]> {
  const [tree, sets] = [await around.tree(), await around.sets()];
  const path = tree.pathOf(folder).replace(/\/$/, "");
  const prefix = path === "" || path === "." ? "" : `${path}/`;
  const names: string[] = [];
  for (const file of tree.files.filter((one) => one.startsWith(prefix))) {
    const name = tree.nameOf(file);
    const isBound = roleOf(file, sets) !== undefined;
    if (isBound || (unmistakable.has(extensionOf(file)) && !(await isTemplate(name, around)))) names.push(name);
  }
  return names;
}

/** FreeMarker's templates have Fluent's ending. */
async function isTemplate(name: string, around: Surroundings): Promise<boolean> {
  if (extensionOf(name) !== "ftl") return false;
  const { path, bytes } = await around.file(name);
  return detectFormat(path, bytes) === undefined;
}

async function matching(pattern: string, directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  const exclude = (name: string): boolean => name.split(sep).some((part) => part === "node_modules" || part === ".git");
  if (/[*?[{]/.test(pattern)) {
    for await (const name of glob(pattern, { cwd: directory, exclude })) names.push(name.split(sep).join("/"));
  }
  if (names.length > 0) return names.toSorted();
  throw new UserError(`there is no file ${pattern}`, {
    code: "IL-C06",
    hint: "Name files, folders, or a pattern with * in quotes.",
  });
}
