import { alignedRows } from "../../report/text-width.ts";
import { actionOptions, wrong, type BotAction } from "../bot/action.ts";
import { replay, resetPassword, status } from "../bot/look-after.ts";
import { manifest } from "../bot/manifest.ts";
import type { Command } from "../command.ts";
import type { OptionValues } from "../options.ts";
import { dataOption } from "../service-data.ts";

const actions: Readonly<Record<string, BotAction>> = { manifest, status, replay, "reset-password": resetPassword };

const left = { align: "left" } as const;

export const command: Command = {
  summary: "set the bot up on GitHub, and look after it when nobody can sign in",
  description: [
    "`interlinear serve --bot` runs the bot. This works on its data folder, or the database of DATABASE_URL, also while it runs.",
    "",
    ...alignedRows(
      Object.entries(actions).map(([name, { words, summary }]) => [`    ${name} ${words}`, summary]),
      [left, left],
    ),
  ].join("\n"),
  words: "ACTION [NAME …]",
  options: { ...actionOptions, ...dataOption },
  run: async (options, context) => {
    const [name = "", ...words] = options.words;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw wrong(`there is no action "${name}" of bot`);
    assertFits(name, action, words, options);
    const { lines, document } = await action.run(words, options, context);
    if (context.screen.isJson) context.screen.printJson(document);
    else context.screen.print(lines);
    return 0;
  },
};

function assertFits(name: string, action: BotAction, words: readonly string[], options: OptionValues): void {
  const wanted = action.words.split(" ").filter((word) => word !== "");
  const least = wanted.filter((word) => !word.startsWith("[")).length;
  if (words.length < least || words.length > wanted.length) {
    const usage = `interlinear bot ${name} ${action.words}`.trim();
    throw wrong(`bot ${name} takes ${wanted.length === 0 ? "no words" : action.words}`, `Write \`${usage}\`.`);
  }
  for (const option of Object.keys(actionOptions)) {
    if (options.has(option) && !action.options.some((own) => own === option)) {
      throw wrong(`--${option} means nothing to bot ${name}`);
    }
  }
}
