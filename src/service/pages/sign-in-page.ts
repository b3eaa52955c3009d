import { formProblem, input } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { hiddenFields, keptTexts, textsOf, type KeptFields } from "./kept-fields.ts";
import { SIGN_IN, SIGN_IN_LINK } from "./addresses.ts";
import { layout, type Visitor } from "./layout.ts";

export interface SignInPage {
  readonly site: string;
  readonly visitor: Visitor;
  /** Path on this server to go on to. */
  readonly next: string;
  readonly problem?: string | undefined;
  readonly kept?: KeptFields;
}

/** Names of fields that are kept begin so, lest they be taken for the form's own. */
export const KEPT = "kept.";

export function signInPage({ site, visitor, next, problem, kept = {} }: SignInPage): string {
  return layout({
    title: "Sign in",
    site,
    visitor,
    crumbs: [["Sign in", SIGN_IN]],
    content: html`<h1>Sign in</h1>
      ${problem === undefined ? "" : formProblem({ "": problem })}
      ${Object.keys(kept).length === 0 ? "" : keptTexts("Nothing was saved: nobody is signed in any more.", kept)}
      <form method="post" action="${SIGN_IN}" class="card narrow">
        <input type="hidden" name="next" value="${next}" />
        ${hiddenFields(kept, KEPT)}
        ${input({ name: "login", label: "User name or mail address", autocomplete: "username" })}
        ${input({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
        <button>Sign in</button>
      </form>
      <form method="post" action="${SIGN_IN}" class="card narrow">
        <h2>Without a password</h2>
        <input type="hidden" name="next" value="${next}" />
        ${hiddenFields(kept, KEPT)}
        ${input({
          name: "token",
          label: "Your token",
          type: "password",
          required: true,
          autocomplete: "off",
          hint: html`It begins with <code>svu_</code>. “serve” prints the administrator's at its first start; “serve
            admin create-user” and “serve admin token” print one for a person, “serve admin sign-in-link” an address
            that needs none.`,
        })}
        <button class="second">Sign in by token</button>
      </form>`,
  });
}

/** Where a link leads that signs in once: by a button, since chats and mail programs open addresses by themselves. */
export function signInLinkPage({
  site,
  visitor,
  code,
  next,
  problem,
}: Omit<SignInPage, "kept"> & { readonly code: string }): string {
  return layout({
    title: "Sign in",
    site,
    visitor,
    crumbs: [["Sign in", SIGN_IN]],
    content: html`<h1>Sign in</h1>
      ${problem === undefined ? "" : formProblem({ "": problem })}
      <p>This link signs you in once.</p>
      <form method="post" action="${SIGN_IN_LINK}">
        ${hiddenFields({ code, next }, "")}
        <button>Sign in</button>
      </form>`,
  });
}

/** After signing in: the text that was not saved, and the button that saves it. */
export function keptTextPage({ site, visitor, next, kept = {} }: SignInPage): string {
  const csrf = visitor.signedIn?.csrf ?? "";
  return layout({
    title: "Save your text",
    site,
    visitor,
    crumbs: [],
    content: html`<h1>You are signed in</h1>
      <p>Your text was not saved yet:</p>
      ${textsOf(kept)}
      <form method="post" action="${next}">
        ${hiddenFields({ ...kept, csrf_token: csrf }, "")}
        <button>Save it now</button>
        <a href="${next}">Leave it</a>
      </form>`,
  });
}
