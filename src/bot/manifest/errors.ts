import type { ErrorTable } from "../../core/errors.ts";

export const manifestErrors = {
  "IL-B40": {
    title: "The key of a new GitHub App could not be fetched",
    remedy:
      "GitHub's code counts once and for an hour. Remove the App on GitHub and make it again, or put its id, key and webhook secret into the settings by hand.",
  },
} satisfies ErrorTable;
