import { relative, resolve, sep } from "node:path";
import { devNull } from "node:os";
import { InterlinearError, type ExitCode } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import { runGit } from "../../git/run.ts";
import { terminalText } from "../../report/words/escape.ts";
import { paint } from "../../report/run/terminal.ts";
import type { Command, CommandContext } from "../command.ts";
import { countsText, differenceLines } from "../diff/difference-lines.ts";
import { differencesOf, type Versions } from "../diff/file-difference.ts";
import { formatOf, formatOption, namedFormat } from "../files/format-of.ts";
import { readNamedFile, readVersionIfAny, type NamedFile } from "../files/named-file.ts";
import { wrongWords } from "../files/words.ts";
import type { OptionValues } from "../options.ts";

export const command: Command = {
  summary: "compare two versions of a translation file by string",
  description:
    "Shows which strings were added, translated, changed, renamed, emptied or removed; order, wrapping, comments and headers are no difference. A version may be a file, or one that git knows: HEAD~1:locales/cs.json. With one FILE, what is committed is compared with what is on disk. Git can show all its differences like this (docs/checks-and-merge.md).",
  words: "[A] B",
  options: {
    stat: { type: "boolean", description: "numbers alone" },
    "exit-code": { type: "boolean", description: "end with 1 where there is a difference" },
    language: {
      type: "string",
      value: "CODE",
      description: "the only language to look at, in a file that holds several",
    },
    ...formatOption,
  },
  run: async (options, context) => {
    const isHelper = helperLengths.has(options.words.length);
    const versions = isHelper ? await versionsOfGit(options.words, context) : await versionsNamed(options, context);
    try {
      return print(versions, options, context, isHelper);
    } catch (error) {
      // git asks for every file that changed, and shows nothing more after a helper that failed.
      if (!isHelper || !(error instanceof InterlinearError)) throw error;
      return printLines(options.words, context);
    }
  },
};

function print(versions: Versions, options: OptionValues, { screen }: CommandContext, isHelper: boolean): ExitCode {
  const format = namedFormat(options.text("format")) ?? formatOfEither(versions);
  const differences = differencesOf(versions, format, options.text("language"));
  const name = versions.after?.path ?? versions.before?.path ?? "";
  if (screen.isJson) {
    screen.printJson({
      before: versions.before?.name ?? null,
      after: versions.after?.name ?? null,
      format: format.id,
      differences,
    });
  } else if (differences.length > 0 || options.flag("stat") || isHelper) {
    const counts = countsText(differences);
    const head = `${paint(screen.style, "bold", terminalText(name))}  ${counts === "" ? "says the same" : counts}`;
    screen.print([
      head,
      ...(options.flag("stat") ? [] : differenceLines(differences, screen.style)),
      // git sets one file off from the next no more than the helper does.
      ...(isHelper ? [""] : []),
    ]);
  }
  return options.flag("exit-code") && differences.length > 0 ? 1 : 0;
}

async function versionsNamed({ words }: OptionValues, { directory }: CommandContext): Promise<Versions> {
  const [first, second] = words;
  if (first === undefined || words.length > 2) throw wrongWords("diff", words, "two versions of a file, or one file");
  if (second !== undefined) {
    return { before: await readNamedFile(first, directory), after: await readNamedFile(second, directory) };
  }
  const after = await readNamedFile(first, directory);
  // A path that begins with ./ is one from the current folder, for git too.
  const path = relative(directory, resolve(directory, first)).replaceAll(sep, "/");
  return { before: await readVersionIfAny(`HEAD:./${path}`, directory), after };
}

function formatOfEither({ before, after }: Versions): Format {
  const file = after ?? before;
  if (file === undefined) throw wrongWords("diff", [], "a file that is there");
  return formatOf(file);
}

/** What git gives an external diff: path, then file, object and mode of both versions; of a renamed file two words more. */
const helperLengths: ReadonlySet<number> = new Set([7, 9]);

async function versionsOfGit(words: readonly string[], { directory }: CommandContext): Promise<Versions> {
  const [path = "", old = "", , , current = "", , , newPath = path] = words;
  const read = async (file: string, name: string): Promise<NamedFile | undefined> =>
    isNothing(file) ? undefined : { ...(await readNamedFile(file, directory)), name, path: name };
  return { before: await read(old, path), after: await read(current, newPath) };
}

function isNothing(file: string): boolean {
  return file === "/dev/null" || file === devNull || file === "nul";
}

/** What is no translation file is shown by git itself. */
async function printLines(words: readonly string[], { directory, screen }: CommandContext): Promise<ExitCode> {
  const [path = "", old = "", , , current = ""] = words;
  const colour = screen.style.colour ? "always" : "never";
  const { stdout } = await runGit(["diff", "--no-ext-diff", "--no-index", `--color=${colour}`, "--", old, current], {
    cwd: directory,
    allow: [0, 1],
  });
  const lines = stdout.toString("utf8").trimEnd().split("\n");
  screen.print([paint(screen.style, "bold", terminalText(path)), ...lines, ""]);
  return 0;
}
