import { access, constants, copyFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { defined } from "../../core/defined.ts";
import { InterlinearError, UserError, type ExitCode } from "../../core/errors.ts";
import { runGit } from "../../git/run.ts";
import { displayKey } from "../../report/words/display-key.ts";
import { terminalText } from "../../report/words/escape.ts";
import { counted, number } from "../../report/words/words.ts";
import type { Command, CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { formatOf, formatOption, namedFormat } from "../files/format-of.ts";
import { localeOf } from "../files/locale-of.ts";
import { readNamedFile } from "../files/named-file.ts";
import { Surroundings } from "../files/surroundings.ts";
import { wrongWords } from "../files/words.ts";
import { install, uninstall, type Installation } from "../merge/install.ts";
import { mergeTranslations, type TranslationMerge } from "../merge/merge-translations.ts";
import { mappingOptions, type OptionValues } from "../options.ts";

export const command: Command = {
  summary: "merge translation files by string, as git's merge driver",
  description:
    "Merges by string what two sides made of a file, and writes the result to OURS. Ends with 1 where conflicts remain: both texts stand between conflict markers then, around the lines of that string alone. A file that cannot be read is merged by line, as git does. --install makes git use it for all translation files of the repository; nothing else has to be done.",
  words: "BASE OURS THEIRS",
  options: {
    output: { type: "string", short: "o", value: "FILE", description: "where the result goes (default: OURS)" },
    path: {
      type: "string",
      value: "PATH",
      description: "the file's path in the repository: tells format and language",
    },
    policy: {
      type: "string",
      value: "mark|ours|theirs",
      default: "mark",
      description: "what becomes of a string that both sides changed (default: mark)",
    },
    "marker-size": { type: "string", value: "N", default: "7", description: "length of conflict markers (default: 7)" },
    install: { type: "boolean", description: "write .gitattributes and git's configuration, and show them" },
    uninstall: { type: "boolean", description: "take back what --install wrote" },
    global: { type: "boolean", description: "with --install: the configuration of your user, for all clones" },
    ...formatOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    if (options.flag("install") || options.flag("uninstall")) return setUp(options, context);
    const [base, ours, theirs] = options.words;
    if (base === undefined || ours === undefined || theirs === undefined || options.words.length > 3) {
      throw wrongWords("merge", options.words, "three files: BASE OURS THEIRS");
    }
    return mergeFiles({ base, ours, theirs }, options, context);
  },
};

type Names = Readonly<Record<"base" | "ours" | "theirs", string>>;

async function mergeFiles(names: Names, options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const { directory, screen } = context;
  const output = resolve(directory, options.text("output") ?? names.ours);
  const path = options.text("path") ?? names.ours;
  const settings = { policy: policyOf(options), markerSize: markerSizeOf(options) };
  const named = namedFormat(options.text("format"));
  try {
    const base = await readNamedFile(names.base, directory);
    const ours = { ...(await readNamedFile(names.ours, directory)), name: path, path };
    const theirs = await readNamedFile(names.theirs, directory);
    const language = localeOf(path);
    const merge = await mergeTranslations({
      ...settings,
      format: named ?? formatOf(ours),
      base: base.bytes,
      ours: ours.bytes,
      theirs: theirs.bytes,
      options: { path, ...defined({ language }) },
    });
    await writeFile(output, merge.bytes);
    return told(merge, path, context);
  } catch (error) {
    // Whatever went wrong, git must not be left with our version alone.
    if (error instanceof UserError && error.code === "IL-C06") throw error;
    screen.note(terminalText(`${path}: merged by line, since it cannot be read by string: ${reasonOf(error)}`));
    if (output !== resolve(directory, names.ours)) await copyFile(resolve(directory, names.ours), output);
    return mergeByLine({ ...names, ours: output }, { directory, markerSize: settings.markerSize });
  }
}

/** The file has them all. */
const MOST_TOLD = 20;

const takenWords = {
  ours: "both sides changed it; our text was taken",
  theirs: "both sides changed it; their text was taken",
  both: "each side gave it another name; both names stay",
  none: "both sides changed it",
} as const;

function told(merge: TranslationMerge, path: string, { screen }: CommandContext): ExitCode {
  const { conflicts, otherConflicts, unwritable } = merge;
  if (screen.isJson) screen.printJson({ path, conflicts, unwritable, otherConflicts });
  for (const { key, language, taken } of conflicts.slice(0, MOST_TOLD)) {
    const name = language === undefined ? displayKey(key) : `${displayKey(key)} (${language})`;
    screen.note(terminalText(`${path}: ${name}: ${takenWords[taken]}`));
  }
  if (conflicts.length > MOST_TOLD) {
    screen.note(terminalText(`${path}: … and ${number(conflicts.length - MOST_TOLD)} more`));
  }
  for (const { key, reason } of unwritable.slice(0, MOST_TOLD)) {
    screen.note(
      terminalText(`${path}: ${displayKey(key)}: our text stays, since the file cannot hold theirs: ${reason}`),
    );
  }
  if (otherConflicts > 0) {
    screen.note(terminalText(`${path}: ${counted(otherConflicts, "conflict")} in what stands between the strings`));
  }
  if (unwritable.length > 0) return 1;
  return otherConflicts > 0 || conflicts.some(({ taken }) => taken === "none" || taken === "both") ? 1 : 0;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof InterlinearError)) return `${String(error)} (a bug of Interlinear's; please report it)`;
  return error.place?.line === undefined ? error.message : `${error.message} (line ${String(error.place.line)})`;
}

/** Into our version's own file, as git expects of a driver. */
async function mergeByLine(
  { base, ours, theirs }: Names,
  { directory, markerSize }: { readonly directory: string; readonly markerSize: number },
): Promise<ExitCode> {
  const labels = ["-L", "ours", "-L", "base", "-L", "theirs"];
  const files = [ours, base, theirs];
  const { code } = await runGit(
    ["merge-file", "--quiet", `--marker-size=${String(markerSize)}`, ...labels, "--", ...files],
    // The number of conflicts; from 128 on git could not merge at all, and our version stays.
    { cwd: directory, allow: Array.from({ length: 256 }, (_, exit) => exit) },
  );
  return code === 0 ? 0 : 1;
}

function policyOf(options: OptionValues): "mark" | "ours" | "theirs" {
  const policy = options.text("policy");
  if (policy === "mark" || policy === "ours" || policy === "theirs") return policy;
  throw refused(`--policy takes mark, ours or theirs, not "${policy ?? ""}"`);
}

function markerSizeOf(options: OptionValues): number {
  const text = options.text("marker-size") ?? "";
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw refused(`--marker-size takes a number from 1 to 999, not "${text}"`);
}

function refused(message: string): UserError {
  return new UserError(message, { code: "IL-C02", hint: "See `interlinear help merge`." });
}

async function setUp(options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const around = new Surroundings(directoryOf(options, context), options.text("mapping"));
  const isGlobal = options.flag("global");
  const done = options.flag("uninstall")
    ? await uninstall(around, { isGlobal })
    : await install(around, { isGlobal, program: await programOn(context.environment.PATH ?? "") });
  if (context.screen.isJson) context.screen.printJson(done);
  else context.screen.print(installationLines(done, options.flag("uninstall")));
  return 0;
}

/** Of a clone as of a package: three folders up from `src/cli/commands` or `lib/cli/chunks`. */
const launcher = join(import.meta.dirname, "..", "..", "..", "bin", "interlinear.mjs");

/** A folder of packages is on the PATH of npm's own commands, and not when git asks. */
async function programOn(path: string): Promise<string> {
  for (const folder of path.split(delimiter)) {
    if (folder === "" || folder.includes("node_modules")) continue;
    const isThere = await access(join(folder, "interlinear"), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return "interlinear";
  }
  return launcher;
}

/** Where nothing had to be written: because it is there, or because nothing was found that it could say. */
function withoutLines({ path, isThere }: NonNullable<Installation["attributes"]>): string {
  return isThere
    ? `${path} has it all already.`
    : `No translation file was found, so ${path} was not written. Name yours in it: locales/*.json merge=interlinear`;
}

function installationLines({ attributes, configuration, scope }: Installation, isRemoval: boolean): readonly string[] {
  const file = attributes === undefined ? [] : [attributes.path, ...attributes.lines.map((line) => `  ${line}`)];
  if (isRemoval) return [...file, `The merge driver is gone from the configuration of ${scope}.`].map(terminalText);
  return [
    ...(attributes?.lines.length === 0 ? [withoutLines(attributes)] : file),
    `git config, for ${scope}`,
    ...configuration.map(({ name, value }) => `  ${name} = ${value}`),
    ...(attributes === undefined || attributes.lines.length === 0
      ? []
      : ["", "Commit .gitattributes; everybody who is to merge like this runs interlinear merge --install once."]),
  ].map((line) => terminalText(line));
}
