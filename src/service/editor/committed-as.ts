import { html, type Content } from "../../http-api/markup.ts";
import { commitIdentity } from "../identity/commit-identity.ts";
import type { Caller } from "../identity/permissions.ts";
import { PROFILE } from "../pages/layout.ts";

/** Name and address that somebody's texts have in git, with the way to others; nobody's are said of nobody. */
export function committedAs({ user }: Caller, isSuggested = false): Content {
  if (user === undefined) return "";
  const { name, email } = commitIdentity(user);
  return html`<p class="soft credit">
    ${isSuggested ? "Once accepted it is committed" : "Committed"} as <bdi>${name}</bdi> &lt;${email}&gt;.
    <a href="${PROFILE}#field-commit_email">Change<span class="hidden"> the name and address of your commits</span></a>
  </p>`;
}
