import type { OptionSpecs } from "./options.ts";

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** `serve admin` is two words. */
  readonly name: string;
  readonly summary: string;
  readonly options: OptionSpecs;
}

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The script that a shell is given: all commands, and the options of each. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return scripts[shell](commands);
}

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = { bash, zsh, fish };

function optionNames({ options }: CompletedCommand): readonly string[] {
  return Object.keys(options).map((name) => `--${name}`);
}

/** In single quotes nothing means anything to a shell, but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function firstWords(commands: readonly CompletedCommand[]): string {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))].join(" ");
}

/** Two words count before one: `serve admin` before `serve`. */
function longestFirst(commands: readonly CompletedCommand[]): readonly CompletedCommand[] {
  return commands.toSorted((a, b) => b.name.split(" ").length - a.name.split(" ").length);
}

function cases(commands: readonly CompletedCommand[], assignment: (names: string) => string): readonly string[] {
  return longestFirst(commands).map((command) => {
    const pattern = command.name.includes(" ") ? quoted(command.name) : `${quoted(`${command.name} `)}*`;
    return `    ${pattern}) ${assignment(optionNames(command).join(" "))} ;;`;
  });
}

function bash(commands: readonly CompletedCommand[]): string {
  return [
    "_interlinear() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" options=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W ${quoted(firstWords(commands))} -- "$current"))`,
    "    return",
    "  fi",
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in',
    ...cases(commands, (names) => `options=${quoted(names)}`),
    "  esac",
    '  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))',
    '  else COMPREPLY=($(compgen -f -- "$current")); fi',
    "}",
    "complete -o filenames -F _interlinear interlinear",
    "",
  ].join("\n");
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = commands
    .filter(({ name }) => !name.includes(" "))
    .map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(":", String.raw`\:`)}`)}`);
  return [
    "#compdef interlinear",
    "_interlinear() {",
    "  local -a described options",
    "  if (( CURRENT == 2 )); then",
    "    described=(",
    ...described,
    "    )",
    "    _describe command described",
    "    return",
    "  fi",
    '  case "${words[2]} ${words[3]}" in',
    ...cases(commands, (names) => `options=(${names})`),
    "  esac",
    "  if [[ $PREFIX == -* ]]; then compadd -a options; else _files; fi",
    "}",
    "compdef _interlinear interlinear",
    "",
  ].join("\n");
}

function fish(commands: readonly CompletedCommand[]): string {
  const isFirst = "not __fish_seen_subcommand_from " + firstWords(commands);
  return [
    "complete -c interlinear -f",
    ...commands
      .filter(({ name }) => !name.includes(" "))
      .map(({ name, summary }) => `complete -c interlinear -n ${quoted(isFirst)} -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap(({ name, options }) => {
      const seen = name
        .split(" ")
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join("; and ");
      return Object.entries(options).map(([option, { type, short, description }]) =>
        [
          `complete -c interlinear -n ${quoted(seen)} -l ${option}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(type === "string" ? ["-r -F"] : []),
          `-d ${quoted(description)}`,
        ].join(" "),
      );
    }),
    "",
  ].join("\n");
}
