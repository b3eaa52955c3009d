import { readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { runGit } from "../../git/run.ts";
import { UserError } from "../../core/errors.ts";
import type { Surroundings } from "../files/surroundings.ts";
import { patternsOf, withAttributes, withoutAttributes } from "./attributes.ts";

/** What was written or taken away, for people. */
export interface Installation {
  readonly attributes:
    | { readonly path: string; readonly lines: readonly string[]; readonly isThere: boolean }
    | undefined;
  readonly configuration: readonly { readonly name: string; readonly value: string }[];
  /** Where git keeps it. */
  readonly scope: "this clone" | "your user";
}

export interface InstallOptions {
  readonly isGlobal: boolean;
  /** What the driver calls: `interlinear`, where the PATH has it. */
  readonly program: string;
}

const SECTION = "merge.interlinear";

/** Idempotent. @throws {UserError} `IL-G03` outside of a repository, unless the configuration is the user's */
export async function install(around: Surroundings, { isGlobal, program }: InstallOptions): Promise<Installation> {
  const tree = await repositoryOf(around, isGlobal);
  const configuration = [
    { name: `${SECTION}.name`, value: "translations by string (interlinear)" },
    { name: `${SECTION}.driver`, value: driverCommand(program) },
  ];
  for (const { name, value } of configuration) await config(around, isGlobal, [name, value]);
  const attributes =
    tree === undefined
      ? undefined
      : await edit(join(tree.root, ".gitattributes"), withAttributes, patternsOf(await around.sets(), tree.files));
  return { attributes, configuration, scope: scopeOf(isGlobal) };
}

export async function uninstall(
  around: Surroundings,
  { isGlobal }: Pick<InstallOptions, "isGlobal">,
): Promise<Installation> {
  const tree = await repositoryOf(around, isGlobal);
  await config(around, isGlobal, ["--remove-section", SECTION], [0, 128]);
  const attributes =
    tree === undefined ? undefined : await edit(join(tree.root, ".gitattributes"), withoutAttributes, []);
  return { attributes, configuration: [], scope: scopeOf(isGlobal) };
}

/**
 * Where the program is missing, or cannot start for want of Node, git merges by line as it always did: to git, a driver that
 * ends with 127 has left a conflict, and our version alone in the file.
 */
function driverCommand(program: string): string {
  const quoted = `'${program.replaceAll("'", String.raw`'\''`).replaceAll("%", "%%")}'`;
  return [
    `${quoted} merge --path %P --marker-size %L %O %A %B;`,
    "code=$?;",
    "test $code -le 1 && exit $code;",
    "git merge-file --marker-size=%L %A %O %B",
  ].join(" ");
}

async function repositoryOf(around: Surroundings, isGlobal: boolean) {
  const tree = await around.tree();
  if (tree.isRepository) return tree;
  if (isGlobal) return undefined;
  throw new UserError(`${around.directory} is not a git working tree`, {
    code: "IL-G03",
    hint: "Run inside a clone; --global alone needs none.",
  });
}

async function config(
  around: Surroundings,
  isGlobal: boolean,
  args: readonly string[],
  allow: readonly number[] = [0],
) {
  await runGit(["config", isGlobal ? "--global" : "--local", ...args], { cwd: around.directory, allow });
}

async function edit<Argument>(
  path: string,
  change: (text: string, argument: Argument) => string,
  argument: Argument,
): Promise<NonNullable<Installation["attributes"]>> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  const after = change(before ?? "", argument);
  if (after === "" && before !== undefined) await rm(path);
  else if (after !== (before ?? "")) await writeFile(path, after);
  const [old, current] = [before ?? "", after].map((text) => text.split(/\r?\n/));
  const lines = [
    ...(current ?? []).filter((line) => old?.includes(line) !== true),
    ...(old ?? []).filter((line) => current?.includes(line) !== true),
  ];
  return { path: path.split(sep).join("/"), lines, isThere: after.includes("merge=interlinear") };
}

function scopeOf(isGlobal: boolean): Installation["scope"] {
  return isGlobal ? "your user" : "this clone";
}
