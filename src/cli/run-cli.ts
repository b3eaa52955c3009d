import { exitCodeOf, InterlinearError, UserError, type ExitCode } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { nearest } from "../mapping/nearest.ts";
import { bugLines, errorDocument, errorLines } from "../report/run/error-text.ts";
import { VERSION } from "../core/version.ts";
import type { CommandContext } from "./command.ts";
import { commandIn, commands, isCommandName, type LazyCommand } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { commonOptions, parseOptions } from "./options.ts";
import { Screen, type ScreenOptions } from "./screen.ts";
import { sourceLine } from "./source-line.ts";
import { terminalLogger } from "./terminal-logger.ts";
import { asksForVersion } from "./version-words.ts";

/** The parts of a process that a command line lives in. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly stdout: ScreenOptions["stdout"];
  readonly stderr: ScreenOptions["stderr"];
  readonly untilEnding: CommandContext["untilEnding"];
  readonly clock?: CommandContext["clock"];
  readonly performJob?: CommandContext["performJob"];
  readonly liveLong?: CommandContext["liveLong"];
  /** Called before a run that ends soon is loaded. */
  readonly keepHeapSmall?: () => void;
  readonly ask?: CommandContext["ask"];
}

const SECRET_VARIABLES = [
  "INTERLINEAR_TOKEN",
  "GITHUB_TOKEN",
  "FORGEJO_TOKEN",
  "GITEA_TOKEN",
  "DATABASE_URL",
  "INTERLINEAR_BOT_KEY",
  "INTERLINEAR_METRICS_TOKEN",
  "INTERLINEAR_MAIL_PASSWORD",
  "INTERLINEAR_BOT_GITHUB_PRIVATE_KEY",
  "INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET",
  "INTERLINEAR_BOT_FORGEJO_TOKEN",
  "INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET",
  "INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET",
];

export async function runCli(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { environment, directory, stdout, stderr, untilEnding, clock, performJob, liveLong, ask } = surroundings;
  const redactor = new Redactor();
  for (const name of SECRET_VARIABLES) redactor.add(environment[name]?.trim());
  const isDebugging = (environment.INTERLINEAR_DEBUG ?? "") !== "";
  const screen = new Screen({
    stdout,
    stderr,
    environment,
    redactor,
    json: args.includes("--json"),
    verbose: args.includes("--verbose"),
    noColour: args.includes("--no-color"),
  });
  try {
    const { name, rest } = commandIn(args.length === 0 ? ["help"] : commandFirst(args));
    if (asksForVersion(name)) {
      if (screen.isJson) screen.printJson({ version: VERSION });
      return printed(screen, [VERSION]);
    }
    if (name === "help" || name === "--help" || name === "-h") return printed(screen, await helpFor(rest));
    const command = await loadCommand(name, surroundings.keepHeapSmall);
    const options = parseOptions(rest, { ...command.options, ...commonOptions }, name, command.words !== undefined);
    if (options.flag("help")) return printed(screen, commandHelp(name, command, commonOptions));
    const logger = terminalLogger(screen, isDebugging);
    const context = { environment, directory, screen, logger, untilEnding, clock, performJob, liveLong, ask };
    return await command.run(options, context);
  } catch (error) {
    report(withOtherToken(error, environment), screen, directory, isDebugging);
    return exitCodeOf(error);
  }
}

/** Variables in which the service's own client, or a workflow of ours, has a token. */
const OTHER_TOKENS = ["WLC_KEY", "WEBLATE_TOKEN", "WEBLATE_API_TOKEN", "WEBLATE_API_KEY", "TRANSLATION_TOKEN"];

/** A token that is set under another name is not used, and the name is told. */
function withOtherToken(error: unknown, environment: Surroundings["environment"]): unknown {
  const other = OTHER_TOKENS.find((name) => (environment[name] ?? "").trim() !== "");
  if (!(error instanceof UserError) || error.code !== "IL-W01" || other === undefined) return error;
  const hint = `${other} is set, and not read: if it is a token of that service, write INTERLINEAR_TOKEN="$${other}" before the command.`;
  return new UserError(error.message, { code: error.code, hint: `${error.hint ?? ""} ${hint}`.trim(), cause: error });
}

function printed(screen: Screen, lines: readonly string[]): ExitCode {
  screen.print(lines);
  return 0;
}

async function helpFor(words: readonly string[]): Promise<readonly string[]> {
  const { name } = commandIn(words);
  if (name === "" || name.startsWith("-")) return overview(commands);
  return commandHelp(name, await loadCommand(name), commonOptions);
}

/** Options that every command has may stand before it, as with git: `-C DIR plan`. */
function commandFirst(args: readonly string[]): readonly string[] {
  const before: string[] = [];
  const rest = [...args];
  for (let [first] = rest; first !== undefined; [first] = rest) {
    if (/^(?:-C|--directory|--mapping)$/.test(first)) before.push(...rest.splice(0, 2));
    else if (/^(?:--json|--no-color|-C.+|--(?:directory|mapping)=.+)$/.test(first)) before.push(...rest.splice(0, 1));
    else break;
  }
  if (before.length === 0) return args;
  const { name } = commandIn(rest);
  const words = name.split(" ").length;
  return rest.length === 0 ? ["help", ...before] : [...rest.slice(0, words), ...before, ...rest.slice(words)];
}

/** What other tools call what a command here does. */
const otherNames: Readonly<Record<string, string>> = {
  upload: "Write `interlinear push`: it sends sources, and `push.translations` in the mapping says which translations.",
  download: "Write `interlinear pull`: it brings translations into the working tree.",
  login: "There is nothing to log in to: set the environment variable INTERLINEAR_TOKEN to a token of the service.",
  auth: "There is nothing to log in to: set the environment variable INTERLINEAR_TOKEN to a token of the service.",
  validate: "Write `interlinear doctor` for the mapping and the service, `interlinear check` for translation files.",
  lint: "Write `interlinear check`: it looks at translation files.",
  status: "Write `interlinear plan` for what would move, `interlinear stats` for how complete translations are.",
  setup: "Write `interlinear up`.",
  install: "Write `interlinear up`: it sets everything up.",
  create: "Write `interlinear up`: it makes what the service lacks.",
  new: "Write `interlinear init` for a mapping, `interlinear up` for all of it.",
  run: "Write `interlinear sync`.",
  start: "Write `interlinear serve` for a service, `interlinear up` to set a repository up.",
  config: "Write `interlinear init`: it writes the mapping.",
  migrate: "Write `interlinear import`: it takes over another tool's configuration.",
  fetch: "Write `interlinear pull`: it brings translations into the working tree.",
  update: "Write `interlinear pull` for the working tree, `interlinear sync` for a pull request.",
  export: "Write `interlinear pull`: it brings translations into the working tree.",
  connect: "Write `interlinear up`: it binds this repository to a project of the service.",
  link: "Write `interlinear up`: it binds this repository to a project of the service.",
  add: "Add an entry to `components` in the mapping, then run `interlinear up`: it makes what the service lacks.",
  ls: "Write `interlinear stats`: it lists components and languages.",
  list: "Write `interlinear stats`: it lists components and languages.",
  languages: "Write `interlinear stats`: it lists components and languages.",
  progress: "Write `interlinear stats`: it shows how complete translations are.",
  translate:
    "People translate on the service; `interlinear up --local` starts one here, and `interlinear sync` brings their work home.",
  watch: "A schedule in the workflow, or the bot (`interlinear serve --bot`), brings translations by themselves.",
  server: "Write `interlinear serve`.",
  test: "Write `interlinear check` for translation files, `interlinear doctor` for everything a run depends on.",
  pr: "Write `interlinear sync`: it pushes, and proposes the translations as a pull request.",
  commit: "Write `interlinear sync`: it commits translations to a branch of their own, and proposes them.",
  delete:
    "Interlinear deletes nothing on the service. `pull.prune` in the mapping removes files of languages that are gone.",
  remove:
    "Interlinear deletes nothing on the service. `pull.prune` in the mapping removes files of languages that are gone.",
};

async function loadCommand(name: string, keepHeapSmall?: () => void) {
  if (isCommandName(name)) {
    const { isRun, load }: LazyCommand = commands[name];
    if (isRun === true) keepHeapSmall?.();
    return (await load()).command;
  }
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (other !== undefined) throw new UserError(`there is no command "${name}"`, { code: "IL-C01", hint: other });
  if (name.startsWith("-")) throw optionFirst(name);
  const close = nearest(name.toLowerCase(), Object.keys(commands));
  throw new UserError(`there is no command "${name}"${close === undefined ? "" : `; did you mean "${close}"?`}`, {
    code: "IL-C01",
    hint: "See `interlinear help`.",
  });
}

/** Most options belong to a command, and stand after it. */
function optionFirst(name: string): UserError {
  const isToken = /^--?(?:api-?)?(?:token|key|password|secret)(?:=|$)/i.test(name);
  const hint = isToken
    ? "Put the token into the environment variable INTERLINEAR_TOKEN: others can read what stands on a command line, and shells keep it."
    : name === "-v"
      ? "Write `interlinear --version`, or `interlinear help`."
      : "Write the command first, its options after it: `interlinear plan --language de`. See `interlinear help`.";
  return new UserError(`${name.replace(/=.*$/s, "")} is no command`, { code: "IL-C01", hint });
}

function report(error: unknown, screen: Screen, directory: string, isDebugging: boolean): void {
  if (screen.isJson) screen.printJson(errorDocument(error));
  const lines =
    error instanceof InterlinearError ? errorLines(error, sourceLine(error, directory)) : bugLines(error, isDebugging);
  for (const line of lines) screen.note(line);
}
