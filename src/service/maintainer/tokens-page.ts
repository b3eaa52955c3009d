import { csrfField, input, type FieldProblems } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { accounts } from "../identity/accounts.ts";
import { botRoles, defaultRoles } from "../identity/default-roles.ts";
import { may } from "../identity/permissions.ts";
import { issuedTokens, revokeToken } from "../identity/tokens.ts";
import { lifeOfToken, tokenTable } from "../pages/token-table.ts";
import { permissionWords } from "./permission-words.ts";
import { manageAddress, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

const roles: Readonly<Record<string, readonly string[]>> = {
  ...botRoles,
  Administration: defaultRoles.Administration,
};
const DAY_MILLISECONDS = 86_400_000;

/** Tokens of programs: each sees this project alone. */
export const tokensPage: ManagementPage = {
  name: "tokens",
  words: "Tokens of programs",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.permissions"),
  show: async (management, place) => {
    const done = management.url.searchParams.has("revoked")
      ? "The token is revoked: whoever uses it is refused from now on."
      : undefined;
    return shown(management, place, { done });
  },
  submit: async (management, place, form) => {
    try {
      return await (form.text("do") === "revoke" ? revoke(management, place, form) : make(management, place, form));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problems = problemsOf(error, ["name"]);
      return shown(management, place, { form, problems, status: error.status });
    }
  },
};

async function make(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const { service } = management;
  const name = form.text("name").trim();
  if (!/^[A-Za-z0-9][\w.-]{0,60}$/.test(name)) {
    throw invalid("name", "A name of letters, numbers, “-”, “_” and “.”, which begins with a letter or a number.");
  }
  const chosen = form.all("role").filter((role) => Object.hasOwn(roles, role));
  if (chosen.length === 0) throw invalid("name", "Tick what the program may do.");
  const days = Number(form.text("days"));
  const expires =
    days > 0 ? new Date(service.clock.now().getTime() + days * DAY_MILLISECONDS).toISOString() : undefined;
  try {
    const made = await accounts(service).createBot(place.project.slug, name, { roles: chosen, name, expires });
    return await shown(management, place, { token: made.token });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalid("name", error.errors.map(({ detail }) => detail).join(" "));
  }
}

async function revoke({ service }: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const token = (await tokensOf(service, place)).find(({ id }) => String(id) === form.text("id"));
  if (token === undefined) throw invalid(null, "The project has no such token.");
  await revokeToken(service.database, token.id);
  return seeOther(`${manageAddress(tokensPage, place)}?revoked=yes`);
}

async function tokensOf({ database }: ManagementRequest["service"], { project }: Managed) {
  return (await issuedTokens(database)).filter((token) => token.project === project.slug);
}

interface State {
  readonly done?: string | undefined;
  /** Made just now: it is shown this once. */
  readonly token?: string;
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  readonly status?: number;
}

async function shown(management: ManagementRequest, place: Managed, state: State): Promise<Response> {
  const { service, visitor } = management;
  const { done, token, form, problems = {}, status } = state;
  const here = manageAddress(tokensPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const tokens = await tokensOf(service, place);
  const ticked = form?.all("role") ?? ["Bot: download translations", "Bot: upload translations"];
  return shownPage(management, place, {
    page: tokensPage.name,
    title: "Tokens of programs",
    about:
      "A program that works with this project (the action, the command line, the bot) says by a token who it is. It sees no other project.",
    secret: true,
    problems,
    ...(done !== undefined && { done }),
    ...(status !== undefined && { status }),
    content: html`${
        token === undefined
          ? ""
          : html`<div class="flash attention" role="status">
              <p>The new token. It is shown this once: keep it where the program finds it and nobody else does.</p>
              <p><code id="new-token">${token}</code></p>
            </div>`
      }
      ${
        tokens.length === 0
          ? html`<p class="soft">No program has a token yet.</p>`
          : tokenTable(
              "Program",
              tokens.map((each) => ({ token: each, words: each.username })),
              { action: here, csrf },
            )
      }
      <form method="post" action="${here}" class="card narrow">
        <h2>New token</h2>
        ${csrfField(csrf)}
        ${input({ name: "name", label: "Name of the program", value: form?.text("name") ?? "", placeholder: "ci", required: true, problem: problems["name"] })}
        <fieldset class="plain">
          <legend>What it may do</legend>
          ${Object.entries(roles).map(
            ([name, permissions], index) =>
              html`<div class="field check">
                <label>
                  <input
                    type="checkbox"
                    name="role"
                    value="${name}"
                    ${ticked.includes(name) ? html`checked` : ""}
                    aria-describedby="role-${String(index)}"
                  />
                  ${name.replace(/^Bot: /, "")}
                </label>
                <p class="hint" id="role-${String(index)}">May ${permissionWords(permissions)}.</p>
              </div>`,
          )}
        </fieldset>
        ${lifeOfToken(form?.text("days"))}
        <button name="do" value="make" class="second">Make the token</button>
      </form>`,
  });
}
