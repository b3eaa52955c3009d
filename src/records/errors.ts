import type { ErrorTable } from "../core/errors.ts";

export const recordsErrors = {
  "IL-K01": {
    title: "The bot's secrets were sealed with another key",
    remedy:
      "Start with the key that they were sealed with: `INTERLINEAR_BOT_KEY`, or `bot.key` in the data folder. Several processes on one database share the key. Where it is lost, so are the secrets: start with an empty database.",
  },
  "IL-K02": {
    title: "What seals the bot's secrets is no key",
    remedy: "`INTERLINEAR_BOT_KEY` and `bot.key` hold 32 random bytes in base64: `openssl rand -base64 32`.",
  },
  "IL-K03": {
    title: "The bot's data folder is in use by another process",
    remedy: "End that process, choose another folder with `--data`, or let both share a PostgreSQL database.",
  },
} satisfies ErrorTable;
