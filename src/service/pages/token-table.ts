import { postButton, select } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { IssuedToken } from "../identity/tokens.ts";

interface ListedToken {
  readonly token: IssuedToken;
  /** What it is called. */
  readonly words: string;
  readonly note?: Content;
}

/** Tokens, each with a button that revokes it. */
export function tokenTable(
  name: string,
  tokens: readonly ListedToken[],
  { action, csrf }: { readonly action: string; readonly csrf: string },
): Markup {
  return html`<div class="table">
    <table class="strings">
      <thead>
        <tr>
          <th>${name}</th>
          <th>Made</th>
          <th>Ends</th>
          <th><span class="hidden">Revoke</span></th>
        </tr>
      </thead>
      <tbody>
        ${tokens.map(
          ({ token: { id, created, expires }, words, note = "" }) =>
            html`<tr>
              <td>${words}${note}</td>
              <td data-label="made">${created.slice(0, 10)}</td>
              <td data-label="ends">${expires === null ? "never" : expires.slice(0, 10)}</td>
              <td>
                ${postButton({ action, csrf, words: "Revoke", about: words, manner: "plain", fields: { do: "revoke", id: String(id) } })}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** After how many days a new token ends. */
export function lifeOfToken(value = "365"): Markup {
  return select({
    name: "days",
    label: "It ends",
    value,
    choices: [
      { value: "30", words: "in 30 days" },
      { value: "365", words: "in a year" },
      { value: "", words: "never" },
    ],
  });
}
