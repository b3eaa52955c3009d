import type { ErrorTable } from "../core/errors.ts";

export const botErrors = {
  "IL-B01": {
    title: "A run of the bot took too long and was ended",
    remedy: "It is tried again. Where that happens often, raise `limits.run_minutes` or look at where its time goes.",
  },
  "IL-B02": {
    title: "A run of the bot was ended, since the bot was",
    remedy: "You need not do anything: the bot does it again after the next start.",
  },
  "IL-B03": {
    title: "A run of the bot cost more memory or processor time than one may",
    remedy:
      "A pull request that does so is told that it is too large to review: split it, or look for a file or a folder in it that nobody needs. For a run of a branch, look for such a file there.",
  },
  "IL-B04": {
    title: "The process of a run ended before the run did",
    remedy:
      "It is tried again. Where that happens often, the machine may be short of memory: its log says what it ended.",
  },
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
  "IL-B40": {
    title: "The key of a new GitHub App could not be fetched",
    remedy:
      "GitHub's code works once, and for one hour. Remove the App on GitHub and make it again, or put its id, key and webhook secret into the settings by hand.",
  },
} satisfies ErrorTable;
