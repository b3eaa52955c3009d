import type { ErrorTable } from "../core/errors.ts";

export const storeErrors = {
  "IL-D01": {
    title: "The database is of a newer version of Interlinear",
    remedy: "Start the version that wrote it, or a newer one: migrations go forward only.",
  },
} satisfies ErrorTable;
