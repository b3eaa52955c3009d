import { languageTag } from "../../catalog/language-tag.ts";
import {
  checkbox,
  csrfField,
  formProblem,
  input,
  select,
  type Choice,
  type FieldProblems,
} from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { IssuedToken } from "../identity/tokens.ts";
import { lifeOfToken, tokenTable } from "./token-table.ts";
import { ANONYMOUS } from "../identity/commit-identity.ts";
import { languagesOfPages } from "../wording/catalogues.ts";
import { PROFILE } from "./addresses.ts";
import { layout, type Visitor } from "./layout.ts";
import { subscriptionsForm, type SubscriptionsReading } from "./subscriptions-form.ts";

/** A person's own settings, as their page shows them. */
export interface ProfileReading {
  /** Of the editor, as the profile keeps it. */
  readonly language: string;
  /** Codes. */
  readonly languages: readonly string[];
  readonly secondary: readonly string[];
  readonly theme: string;
  readonly specialCharacters: string;
  readonly commitEmail: string;
  /** As the profile keeps it: 2 is nobody's name. */
  readonly commitName: number;
  readonly remembers: boolean;
  readonly hasPassword: boolean;
  readonly tokens: readonly IssuedToken[];
  /** Id of the token that this session is of. */
  readonly session: number;
  readonly subscriptions: SubscriptionsReading;
}

export interface ProfilePage {
  readonly site: string;
  readonly visitor: Visitor;
  readonly reading: ProfileReading;
  /** Words of what was done. */
  readonly done?: string | undefined;
  /** A token that was made just now: it is shown this once. */
  readonly token?: string | undefined;
  readonly problems?: FieldProblems | undefined;
}

export function profilePage({ site, visitor, reading, done, token, problems = {} }: ProfilePage): string {
  const csrf = visitor.signedIn?.csrf ?? "";
  return layout({
    title: "Your account",
    site,
    visitor,
    crumbs: [["Your account", PROFILE]],
    content: html`<h1>Your account</h1>
      ${done === undefined ? "" : html`<div class="flash good" role="status"><p>${done}</p></div>`}
      ${formProblem(problems)} ${token === undefined ? "" : newToken(token)} ${settings(reading, csrf, problems)}
      ${subscriptionsForm(reading.subscriptions, csrf)} ${passwordForm(reading, csrf, problems)}
      ${tokens(reading, csrf, problems)}`,
  });
}

function newToken(token: string): Markup {
  return html`<div class="flash attention" role="status">
    <p>Your new token. It is shown this once: keep it where programs find it and nobody else does.</p>
    <p><code id="new-token">${token}</code></p>
  </div>`;
}

function settings(
  { language, languages, secondary, theme, specialCharacters, commitEmail, commitName, remembers }: ProfileReading,
  csrf: string,
  problems: FieldProblems,
): Markup {
  return html`<form method="post" action="${PROFILE}" class="card narrow">
    <h2>Settings</h2>
    ${csrfField(csrf)}
    ${input({
      name: "languages",
      label: "Languages that you translate into",
      value: languages.join(" "),
      placeholder: "cs de",
      hint: "Codes, with spaces between them. What is to do in them stands on the first page.",
      problem: problems["languages"],
    })}
    ${input({
      name: "secondary_languages",
      label: "Languages that you read beside",
      value: secondary.join(" "),
      placeholder: "sk en_GB",
      hint: "Codes. What they say of a string stands before other languages.",
      problem: problems["secondary_languages"],
    })}
    ${select({
      name: "language",
      label: "Language of the editor",
      value: language,
      choices: editorLanguages(language),
      hint: "The first page, lists of strings and “For you” speak it, too; this page, and those of projects and components, are in English.",
    })}
    ${select({
      name: "theme",
      label: "Colours",
      value: theme,
      choices: [
        { value: "auto", words: "as the system has it" },
        { value: "light", words: "light" },
        { value: "dark", words: "dark" },
      ],
    })}
    ${input({
      name: "special_chars",
      label: "Special characters of your own",
      value: specialCharacters,
      placeholder: "“”→",
      hint: "They stand above the field of a translation, beside those of its language.",
      problem: problems["special_chars"],
    })}
    ${input({
      name: "commit_email",
      label: "Mail address in commits",
      type: "email",
      value: commitEmail,
      hint: "Your work is committed in your name. Empty: the address of your account.",
      problem: problems["commit_email"],
    })}
    ${select({
      name: "commit_name",
      label: "Name in commits",
      value: String(commitName),
      choices: [
        // As the site has it, or the full name: which of both is kept.
        { value: String(commitName === ANONYMOUS ? 0 : commitName), words: "mine" },
        { value: String(ANONYMOUS), words: "Anonymous" },
      ],
      hint: "Without an address above, Anonymous has none either.",
    })}
    ${checkbox({ name: "remembers", label: "Keep what I translate in a memory of my own", checked: remembers })}
    <button name="do" value="settings">Save</button>
  </form>`;
}

function passwordForm({ hasPassword }: ProfileReading, csrf: string, problems: FieldProblems): Markup {
  return html`<form method="post" action="${PROFILE}" class="card narrow">
    <h2>Password</h2>
    ${csrfField(csrf)}
    ${hasPassword ? input({ name: "current", label: "Current password", type: "password", autocomplete: "current-password", required: true, problem: problems["current"] }) : html`<p class="soft">You have none yet: you sign in by links and tokens.</p>`}
    ${input({
      name: "password",
      label: "New password",
      type: "password",
      autocomplete: "new-password",
      required: true,
      hint: "At least 12 characters that are not soon guessed. Your other sessions end.",
      problem: problems["password"],
    })}
    <button name="do" value="password" class="second">${hasPassword ? "Change it" : "Set a password"}</button>
  </form>`;
}

function tokens({ tokens: own, session }: ProfileReading, csrf: string, problems: FieldProblems): Content {
  return html`<section aria-labelledby="tokens">
    <h2 id="tokens">Tokens</h2>
    <p class="soft">Programs say by a token that they act for you. Revoking one ends what it opened.</p>
    ${tokenTable(
      "Name",
      own.map((token) => ({
        token,
        words: token.name === "" ? `token ${String(token.id)}` : token.name,
        note: token.id === session ? html` <span class="soft">this session</span>` : "",
      })),
      { action: PROFILE, csrf },
    )}
    <form method="post" action="${PROFILE}" class="card narrow">
      ${csrfField(csrf)}
      ${input({ name: "name", label: "What the new token is for", required: true, placeholder: "my laptop", problem: problems["name"] })}
      ${lifeOfToken()}
      <button name="do" value="token" class="second">Make a token</button>
    </form>
  </section>`;
}

/** Each by its own name, as who reads it knows it. @param own one that no catalogue has stays a choice: programs may set it */
function editorLanguages(own: string): readonly Choice[] {
  const nameOf = (code: string): string => {
    const tag = languageTag(code);
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? code;
  };
  const choices = [...languagesOfPages.keys()].map((code) => ({ value: code, words: nameOf(code) }));
  return languagesOfPages.has(own)
    ? choices
    : [...choices, { value: own, words: `${nameOf(own)}: English until somebody translates it` }];
}
