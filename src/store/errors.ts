import type { ErrorTable } from "../core/errors.ts";

export const storeErrors = {
  "IL-D01": {
    title: "The database is of a newer version of Interlinear",
    remedy: "Start the version that wrote it, or a newer one: migrations go forward only.",
  },
  "IL-D02": {
    title: "The database cannot be used",
    remedy:
      "The message says why: look at `DATABASE_URL`, and whether the server runs and lets its user create a schema.",
  },
} satisfies ErrorTable;
