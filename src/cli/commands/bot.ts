import { actionLines, chosenAction, showOutcome } from "../actions.ts";
import { actionOptions, COMMAND, type BotAction } from "../bot/action.ts";
import { replay, resetPassword, status } from "../bot/look-after.ts";
import { manifest } from "../bot/manifest.ts";
import type { Command } from "../command.ts";
import { dataOption } from "../service-data.ts";

const actions: Readonly<Record<string, BotAction>> = { manifest, status, replay, "reset-password": resetPassword };

export const command: Command = {
  summary: "set the bot up on GitHub, and look after it when nobody can sign in",
  description: [
    "`interlinear serve --bot` runs the bot. This works on its data folder, or the database of DATABASE_URL, also while it runs.",
    "",
    ...actionLines(actions),
  ].join("\n"),
  words: "ACTION [NAME …]",
  options: { ...actionOptions, ...dataOption },
  run: async (options, context) => {
    const { action, words } = chosenAction({ command: COMMAND, byName: actions, options: actionOptions }, options);
    showOutcome(context.screen, await action.run(words, options, context));
    return 0;
  },
};
