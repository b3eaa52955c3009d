import type { ErrorTable } from "../core/errors.ts";

export const forgeErrors = {
  "IL-F01": {
    title: "The forge does not accept the token",
    remedy: "The token is wrong, expired or for another server: pass a current one (`github-token`).",
  },
  "IL-F02": {
    title: "The token lacks a permission",
    remedy: "Give the workflow's job (or the App) the permission that the message names.",
  },
  "IL-F03": {
    title: "The forge does not know the repository or the base commit",
    remedy: "Push the base commit first, and check that the token may read the repository.",
  },
  "IL-F04": {
    title: "A rule of the repository refuses the branch",
    remedy: "Let the bot bypass the rule, or leave the branch out of it (Settings → Rules, or branch protection).",
  },
  "IL-F05": {
    title: "The branch is refused because of workflow files",
    remedy:
      "Update the base branch from the default branch, or use an App token with `workflows: write`; `GITHUB_TOKEN` cannot get it.",
  },
  "IL-F06": {
    title: "The forge's rate limit is used up",
    remedy: "Wait for the time in the message; the next run finishes the work.",
  },
  "IL-F07": {
    title: "The forge failed or answered something unexpected",
    remedy: "Run again: whatever was written already is found and finished.",
  },
  "IL-F08": {
    title: "Somebody else moved the branch at the same time",
    remedy: "Run again; make sure that two runs for one branch do not overlap (`concurrency` in the workflow).",
  },
  "IL-F09": {
    title: "The push was refused",
    remedy: "See the remote's own words in the message.",
  },
  "IL-F10": {
    title: "The repository on the forge has no commits",
    remedy: "Push a first commit.",
  },
  "IL-F11": {
    title: "The key or the id of the GitHub App is not accepted",
    remedy: "Give `app-id` and `private-key` of the same App: the number or client id, and the whole .pem file.",
  },
  "IL-F12": {
    title: "The GitHub App is not installed in the repository",
    remedy: "Install the App by the link in the message, and choose the repository.",
  },
} satisfies ErrorTable;

export type ForgeErrorCode = keyof typeof forgeErrors;
