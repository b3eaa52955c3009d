import { parseArgs } from "node:util";
import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import { nearest } from "../mapping/nearest.ts";

export interface OptionSpec {
  readonly type: "boolean" | "string";
  readonly multiple?: boolean;
  readonly short?: string;
  /** Name of the value in the help: `FILE`. */
  readonly value?: string;
  readonly default?: string;
  readonly description: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The values of a command's options, read by name and kind. */
export class OptionValues {
  readonly #values: Readonly<Record<string, unknown>>;
  /** What is no option, in its order. */
  readonly words: readonly string[];

  constructor(values: Readonly<Record<string, unknown>>, words: readonly string[] = []) {
    this.#values = values;
    this.words = words;
  }

  /** Whether somebody wrote the option, or it has a default. */
  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** All values of an option that may be repeated, or hold several after commas; undefined where it was not given. */
  list(name: string): readonly string[] | undefined {
    const value = this.#values[name];
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((each) => String(each).split(",")).filter((each) => each !== "");
  }
}

export const commonOptions = {
  json: { type: "boolean", description: "print one JSON document instead of text" },
  "no-color": { type: "boolean", description: "no colours (as does the variable NO_COLOR)" },
  help: { type: "boolean", short: "h", description: "print this help" },
} satisfies OptionSpecs;

/** Every command that reads a mapping has these. */
export const mappingOptions = {
  directory: { type: "string", short: "C", value: "DIR", description: "the repository (default: the current folder)" },
  mapping: { type: "string", value: "FILE", description: "the mapping (default: .github/interlinear.yml)" },
} satisfies OptionSpecs;

/** Every command that prints a run has it. */
export const verboseOption = {
  verbose: { type: "boolean", description: "with --json: every string that differs, not only how many of a file" },
} satisfies OptionSpecs;

export const workingTreeOption = {
  "working-tree": { type: "boolean", description: "take changes along that are not committed" },
} satisfies OptionSpecs;

export const sourceLanguageOption = {
  "source-language": {
    type: "string",
    value: "CODE",
    description: "language of the source files (default: as configurations and file names say, else English)",
  },
} satisfies OptionSpecs;

export const filterOptions = {
  component: { type: "string", multiple: true, value: "NAME", description: "only this component; may be repeated" },
  language: { type: "string", multiple: true, value: "CODE", description: "only this language; may be repeated" },
} satisfies OptionSpecs;

export const forgeOptions = {
  forge: {
    type: "string",
    value: "local|github|forgejo",
    description: "where the pull request is made (default: local); gitea is another word for forgejo",
  },
  remote: { type: "string", value: "NAME", description: "the remote that gets the branch (default: origin)" },
  output: { type: "string", value: "DIR", description: "where --forge local writes the pull request's text" },
} satisfies OptionSpecs;

export const dryRunOption = {
  "dry-run": { type: "boolean", description: "say what would be done, and do nothing" },
} satisfies OptionSpecs;

export const removalsOption = {
  "allow-removals": {
    type: "boolean",
    description: "yes to removing more strings than the mapping's removal-limit allows",
  },
} satisfies OptionSpecs;

/** @throws {UserError} `IL-C02` naming the option and, for a misspelt one, the nearest that exists. */
export function parseOptions(
  args: readonly string[],
  specs: OptionSpecs,
  command: string,
  takesWords = false,
): OptionValues {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, multiple, short }]) => [
      name,
      { type, multiple: multiple === true, ...defined({ short }) },
    ]),
  );
  const config = { args: [...args], options, allowPositionals: true } as const;
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional" && !takesWords) throw unexpectedWord(token.value, specs, command);
    if (token.kind !== "option") continue;
    const spec = specs[token.name];
    if (spec === undefined) throw unknownOption(wholeName(token.rawName, args), specs, command);
    if (spec.type === "string" && spec.multiple !== true && seen.has(token.name)) {
      throw refused(`${token.rawName} is given twice`, command);
    }
    seen.add(token.name);
    if (spec.type === "boolean" && token.value !== undefined) throw refused(`${token.rawName} takes no value`, command);
    if (spec.type === "string" && (token.value === undefined || token.value === "")) {
      throw refused(`${token.rawName} needs a value (${spec.value ?? "VALUE"})`, command);
    }
  }
  const defaults = Object.fromEntries(
    Object.entries(specs).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, spec.default]])),
  );
  const { values, positionals } = parseArgs({ ...config, strict: true });
  return new OptionValues({ ...defaults, ...values }, positionals);
}

/** `-dry-run` is read as `-d`, and meant as a whole. */
function wholeName(rawName: string, args: readonly string[]): string {
  return rawName.startsWith("--")
    ? rawName
    : (args.find((arg) => arg.startsWith(rawName) && arg.length > 3) ?? rawName);
}

/** Words of other tools for options that some command here has: the first of them that this one has is meant. */
const otherOptions: Readonly<Record<string, readonly string[]>> = {
  url: ["service"],
  server: ["service"],
  host: ["service"],
  api: ["service"],
  "api-url": ["service"],
  config: ["mapping"],
  file: ["mapping"],
  path: ["directory"],
  cwd: ["directory"],
  dir: ["directory"],
  locale: ["language"],
  lang: ["language"],
  languages: ["language"],
  resource: ["component"],
  components: ["component"],
  repo: ["repository"],
  slug: ["project"],
  simulate: ["dry-run"],
  preview: ["dry-run"],
  "no-write": ["dry-run"],
  noop: ["dry-run"],
  force: ["yes", "force", "allow-removals"],
  "assume-yes": ["yes"],
  "non-interactive": ["yes"],
  debug: ["verbose"],
};

/** What does the same where no option does. */
const hints: Readonly<Record<string, string>> = {
  project: "The mapping says which project: `project`, at its top.",
  service: "The mapping says which service: `service`, at its top.",
  url: "The mapping says which service: `service`, at its top.",
  branch:
    "The branch is the one that is checked out; `pull-request.branch` in the mapping names the one that is proposed.",
  all: "Leave it out: without --component and --language everything is looked at.",
  debug: "Set the environment variable INTERLINEAR_DEBUG=1 to see more.",
  verbose: "Set the environment variable INTERLINEAR_DEBUG=1 to see more.",
  quiet:
    "Leave it out: what is done is printed to the standard output, its course to the standard error (2>/dev/null).",
  "dry-run": "This command writes nothing, or see `interlinear plan`, which says what would be done.",
};

function unknownOption(rawName: string, specs: OptionSpecs, command: string): UserError {
  if (/^--?(?:api-?)?(?:token|key|password|secret)$/i.test(rawName)) {
    return new UserError(`there is no option ${rawName}`, {
      code: "IL-C02",
      hint: "Put the token into the environment variable INTERLINEAR_TOKEN: others can read what stands on a command line, and shells keep it.",
    });
  }
  const written = rawName.replace(/^-(?!-)/, "--").toLowerCase();
  const names = Object.keys(specs).map((name) => `--${name}`);
  const other = otherOptions[written.slice(2)]?.find((name) => Object.hasOwn(specs, name));
  // `--dry` is the beginning of one option alone.
  const begun = names.filter((name) => written.length > 4 && name.startsWith(written));
  const hint = other === undefined && !names.includes(written) ? hints[written.slice(2)] : undefined;
  if (hint !== undefined) return new UserError(`there is no option ${rawName}`, { code: "IL-C02", hint });
  const begunAlone = begun.length === 1 ? begun[0] : undefined;
  const close = other === undefined ? (begunAlone ?? nearest(written, names)) : `--${other}`;
  const question = close === undefined ? "" : `; did you mean ${close}?`;
  return refused(`there is no option ${rawName}${question}`, command);
}

function unexpectedWord(word: string, specs: OptionSpecs, command: string): UserError {
  const message = `"${word}" is not expected after ${command}`;
  if (!Object.hasOwn(specs, "component") || /^(?:svp|svu|wlp|wlu|gh[pousr])_/.test(word))
    return refused(message, command);
  return new UserError(message, {
    code: "IL-C02",
    hint: `To look at one component alone, write --component NAME; at one language, --language CODE. See \`interlinear help ${command}\`.`,
  });
}

function refused(message: string, command: string): UserError {
  return new UserError(message, { code: "IL-C02", hint: `See \`interlinear help ${command}\`.` });
}
