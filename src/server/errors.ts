import type { ErrorTable } from "../core/errors.ts";

export const serverErrors = {
  "IL-E02": {
    title: "The server could not listen",
    remedy: "Choose another port (0 takes any free one) or another address of this machine.",
  },
} satisfies ErrorTable;
