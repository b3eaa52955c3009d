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
  "IL-D03": {
    title: "The database cannot be used just now",
    remedy:
      "Nothing was done. Interlinear asks again by itself; requests get 503 until the database answers. Where it lasts, look at the " +
      "database's own log, at the disk's free space, and for another program that has the file.",
  },
} satisfies ErrorTable;
