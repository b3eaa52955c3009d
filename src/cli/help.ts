import { alignedRows } from "../report/words/text-width.ts";
import type { Command } from "./command.ts";
import type { OptionSpec, OptionSpecs } from "./options.ts";

const left = { align: "left" } as const;

export function overview(commands: Readonly<Record<string, { readonly summary: string }>>): readonly string[] {
  return [
    "interlinear keeps a repository and its translation service in step.",
    "",
    "Usage: interlinear <command> [options]",
    "",
    ...alignedRows(
      Object.entries(commands).map(([name, { summary }]) => [`  ${name}`, summary]),
      [left, left],
    ),
    "",
    "interlinear help <command> shows a command's options.",
    "The service's token is read from INTERLINEAR_TOKEN, a forge's from GITHUB_TOKEN or FORGEJO_TOKEN: never from the command line.",
    "Exit codes: 0 done · 1 failed · 2 wrong input · 3 conflicts, texts that break the app, or a limit that needs your yes.",
  ];
}

export function commandHelp(
  name: string,
  { description, options, words }: Command,
  common: OptionSpecs,
): readonly string[] {
  const rows = Object.entries({ ...options, ...common }).map(([option, spec]) => [
    `  ${optionName(option, spec)}`,
    spec.description,
  ]);
  const usage = `Usage: interlinear ${name}${words === undefined ? "" : ` ${words}`} [options]`;
  return [usage, "", description, "", ...alignedRows(rows, [left, left])];
}

function optionName(name: string, { short, value }: OptionSpec): string {
  return `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}
