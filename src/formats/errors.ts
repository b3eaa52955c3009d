import type { ErrorTable } from "../core/errors.ts";

export const formatErrors = {
  "IL-R01": {
    title: "A translation file is not what its format promises",
    remedy: "Mend the file at the place shown; nothing of it was sent or written.",
  },
} satisfies ErrorTable;
