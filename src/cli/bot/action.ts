import { UserError } from "../../core/errors.ts";
import { openRecords, type OpenRecords } from "../../records/open-records.ts";
import type { CommandContext } from "../command.ts";
import type { OptionSpecs, OptionValues } from "../options.ts";
import { serviceData } from "../service-data.ts";

/** What an action did: for people, and as one JSON document. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly document: unknown;
}

/** One of the things that `interlinear bot` does. */
export interface BotAction {
  /** Its words: `LOGIN` has to be there, `[ID]` may be missing. */
  readonly words: string;
  readonly summary: string;
  /** That mean something to it. */
  readonly options: readonly (keyof typeof actionOptions)[];
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
  html: { type: "string", value: "FILE", description: "manifest: write the page that makes the App in two clicks" },
  dead: { type: "boolean", description: "replay: all that were given up" },
} satisfies OptionSpecs;

/** The bot's records, beside the running bot. */
export function recordsBeside(options: OptionValues, context: CommandContext): Promise<OpenRecords> {
  const { data, databaseUrl } = serviceData(options, context);
  const { environment, logger } = context;
  return openRecords({ data, databaseUrl, key: environment["INTERLINEAR_BOT_KEY"], beside: true, logger });
}

export function wrong(message: string, hint = "See `interlinear help bot`."): UserError {
  return new UserError(message, { code: "IL-C02", hint });
}
