import type { ErrorTable } from "../core/errors.ts";

export const recordsErrors = {
  "IL-K01": {
    title: "Secrets of the bot, or of the service, were sealed with another key",
    remedy:
      "Start with the key that they were sealed with: `INTERLINEAR_BOT_KEY`, or `bot.key` in the data folder; of the service `INTERLINEAR_SERVICE_KEY`, or `service.key`. Several processes on one database share the key. Where it is lost, so are the secrets: start the bot with an empty database; in the service enter the keys of machine translation anew.",
  },
  "IL-K02": {
    title: "What seals the secrets of the bot, or of the service, is no key",
    remedy:
      "`INTERLINEAR_BOT_KEY` and `bot.key`, `INTERLINEAR_SERVICE_KEY` and `service.key` hold 32 random bytes in base64: `openssl rand -base64 32`.",
  },
  "IL-K03": {
    title: "The bot's data folder is in use by another process",
    remedy: "End that process, choose another folder with `--data`, or let both share a PostgreSQL database.",
  },
} satisfies ErrorTable;
