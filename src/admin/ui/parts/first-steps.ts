import type { Caller } from "../../identity/caller.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { emptyState } from "./list.ts";

/** What to do first, for whoever may, and whom to ask, for the others. */
export function noRepository({ role }: Pick<Caller, "role">): Markup {
  if (role !== "administrator") {
    return emptyState(
      "No repository yet",
      "An administrator has to create the GitHub App, or to name a Forgejo in the settings.",
    );
  }
  return emptyState(
    "No repository yet",
    "Create the GitHub App and install it where your repositories are: each one with a mapping appears here by itself. For Forgejo, name the server in the settings and point a webhook here.",
    html`<a class="button" href="${BASE}/github-app">Create the GitHub App</a>
      <a class="button second" href="${BASE}/settings#forges">Open the settings</a>`,
  );
}
