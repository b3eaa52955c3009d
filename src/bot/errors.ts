import type { ErrorTable } from "../core/errors.ts";

export const botErrors = {
  "IL-B01": {
    title: "A run of the bot took too long and was ended",
    remedy: "It is tried again. Where that happens often, raise `limits.run_minutes` or look at where its time goes.",
  },
  "IL-B02": {
    title: "A run of the bot was ended, since the bot was",
    remedy: "Nothing is to be done: it is done again after the next start.",
  },
} satisfies ErrorTable;
