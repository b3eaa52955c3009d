import { html, type Content } from "../../http-api/markup.ts";
import { commitIdentity } from "../identity/commit-identity.ts";
import type { Caller } from "../identity/permissions.ts";
import { PROFILE } from "../pages/addresses.ts";
import type { Words } from "../wording/words.ts";

/** Name and address that somebody's texts have in git, with the way to others; nobody's are said of nobody. */
export function committedAs({ user }: Caller, { say, show }: Words, isSuggested = false): Content {
  if (user === undefined) return "";
  const { name, email } = commitIdentity(user);
  return html`<p class="soft credit">
    ${show(isSuggested ? "credit.onceAccepted" : "credit.committed", { name: html`<bdi>${name}</bdi>`, email })}
    <a href="${PROFILE}#field-commit_email"
      >${say("credit.change")}<span class="hidden">${say("credit.changeWhat")}</span></a
    >
  </p>`;
}
