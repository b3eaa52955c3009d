import type { ErrorTable } from "../../core/errors.ts";

export const performErrors = {
  "IL-B20": {
    title: "The forge of a repository is not in the settings",
    remedy: "Add it under `forges` with the name that the repository is listed with, or remove the repository.",
  },
  "IL-B21": {
    title: "No token of the settings is for this service and this repository",
    remedy:
      "Add the service that the mapping names under `services`, with its token, and the repository to its `repositories`.",
  },
  "IL-B22": {
    title: "The forge's token is not for this repository",
    remedy: "Add the repository to the `repositories` of its forge.",
  },
  "IL-B23": {
    title: "The mapping names a fork that is not the bot's",
    remedy: "Name a fork of the bot's own account as `pull-request.fork`, or leave it out.",
  },
} satisfies ErrorTable;
