import type { UserError } from "../../core/errors.ts";
import { openRecords, type OpenRecords } from "../../records/open-records.ts";
import { wrongUse, type Action, type Outcome } from "../actions.ts";
import type { CommandContext } from "../command.ts";
import type { OptionSpecs, OptionValues } from "../options.ts";
import { serviceData } from "../service-data.ts";

export const COMMAND = "bot";

/** One of the things that `interlinear bot` does. */
export interface BotAction extends Action<keyof typeof actionOptions> {
  run(words: readonly string[], options: OptionValues, context: CommandContext): Promise<Outcome>;
}

export const actionOptions = {
  url: {
    type: "string",
    value: "ADDRESS",
    description: "manifest: where GitHub reaches the bot (default: as the bot's settings say)",
  },
  org: { type: "string", value: "NAME", description: "manifest: the organisation that the App is of" },
  name: {
    type: "string",
    value: "TEXT",
    description: "manifest: what to call the App; nobody else's may be called so",
  },
  forge: { type: "string", value: "NAME", description: "manifest: its name in the bot's settings (default: github)" },
  server: { type: "string", value: "ADDRESS", description: "manifest: a GitHub Enterprise server" },
  workflows: {
    type: "boolean",
    description: "manifest: it may change workflows, where translations are below .github",
  },
  teams: {
    type: "boolean",
    description: "manifest: it may ask teams for reviews, where mappings name some",
  },
  html: { type: "string", value: "FILE", description: "manifest: write the page that makes the App in two clicks" },
  dead: { type: "boolean", description: "replay: all that were given up" },
} satisfies OptionSpecs;

/** The bot's records, beside the running bot. */
export function recordsBeside(options: OptionValues, context: CommandContext): Promise<OpenRecords> {
  const { data, databaseUrl } = serviceData(options, context);
  const { environment, logger } = context;
  return openRecords({ data, databaseUrl, key: environment["INTERLINEAR_BOT_KEY"], beside: true, logger });
}

export function wrong(message: string, hint?: string): UserError {
  return wrongUse(COMMAND, message, hint);
}
