import type { ErrorTable } from "../core/errors.ts";

export const actionErrors = {
  "IL-A01": {
    title: "An input of the action has a value it cannot have",
    remedy: "Correct it in the workflow; the message names what is possible.",
  },
  "IL-A02": {
    title: "The command does not fit the event",
    remedy: "Leave `command` at `auto`, or run it on push, schedule or workflow_dispatch.",
  },
  "IL-A03": {
    title: "The token for the forge is missing",
    remedy: "Leave `github-token` at its default, or pass an App's token.",
  },
  "IL-A04": {
    title: "The server has no Apps",
    remedy: "`app-id` and `private-key` are for GitHub: pass the token of a bot's account as `github-token` elsewhere.",
  },
  "IL-A05": {
    title: "The mapping asks for signed commits, and there is no key",
    remedy: "Give `signing-key` from a secret, or leave `commit.signing` of the mapping at `forge`.",
  },
  "IL-A07": {
    title: "A commit is checked out that the event does not stand on",
    remedy:
      "In a workflow that strangers can start (`pull_request_target`, `issue_comment`, `workflow_run`), check out without `ref` and `repository`.",
  },
} satisfies ErrorTable;
