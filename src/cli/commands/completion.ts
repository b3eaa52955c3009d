import { basename } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { Command } from "../command.ts";
import { completionScript, shells, type CompletedCommand } from "../completion-script.ts";
import { commonOptions } from "../options.ts";

export const command: Command = {
  summary: "print a script that completes commands and options in your shell",
  description:
    "Prints a script for bash, zsh or fish; without a word for the shell that SHELL names. Bash, in ~/.bashrc: `source <(interlinear completion bash)`. Zsh, in ~/.zshrc after compinit: `source <(interlinear completion zsh)`. Fish: `interlinear completion fish > ~/.config/fish/completions/interlinear.fish`.",
  options: {},
  words: "[bash|zsh|fish]",
  run: async ({ words }, { environment, screen }) => {
    const [named, ...others] = words;
    const name = named ?? basename(environment["SHELL"] ?? "");
    const shell = shells.find((each) => each === name);
    if (shell === undefined || others.length > 0) {
      throw new UserError(name === "" ? "your shell is not known" : `there is no completion for "${words.join(" ")}"`, {
        code: "IL-C02",
        hint: `Write \`interlinear completion ${shells.join("`, `interlinear completion ")}\`.`,
      });
    }
    // The table of all commands names this one.
    const { commands } = await import("../commands.ts");
    const all = await Promise.all(
      Object.entries(commands).map(async ([each, { summary, load }]): Promise<CompletedCommand> => {
        const { command: loaded } = await load();
        return { name: each, summary, options: { ...loaded.options, ...commonOptions } };
      }),
    );
    const script = completionScript(shell, all);
    if (screen.isJson) screen.printJson({ shell, script });
    else screen.print(script.trimEnd().split("\n"));
    return 0;
  },
};
