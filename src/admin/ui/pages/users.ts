import { Hono } from "hono";
import type { User } from "../../contract/endpoints/users.ts";
import { roles } from "../../contract/endpoint.ts";
import { passwordReset } from "../../operations/password-reset.ts";
import { userOperations } from "../../operations/users.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import {
  checkbox,
  csrfField,
  formProblem,
  input,
  postButton,
  select,
  type FieldProblems,
  plainChoices,
} from "../../../http-api/form.ts";
import { emptyState, filter, list } from "../parts/list.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import {
  ask,
  goTo,
  listQuery,
  may,
  numberOf,
  requireAny,
  show,
  tried,
  type PageContext,
  type PageVariables,
  type SignedInRequest,
} from "../page-context.ts";

const PATH = `${BASE}/users`;
const SIZE = 50;

const roleChoices = [
  { value: "viewer", words: "viewer: looks" },
  { value: "operator", words: "operator: looks, runs, replays, edits templates" },
  { value: "administrator", words: "administrator: everything, users and settings too" },
];

/** Who looks after the bot. */
export function usersPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.use("/users", onlyForMany).use("/users/*", onlyForMany);
  app.get("/users", showUsers);
  app.get("/users/new", (context) => show(context, newUserPage(context.get("signedIn"), {}, new URLSearchParams())));
  app.post("/users", createUser);
  app.get("/users/:login", async (context) => {
    const signedIn = context.get("signedIn");
    return show(context, userPage(signedIn, await foundUser(context), {}));
  });
  app.post("/users/:login", changeUser);
  app.post("/users/:login/reset", sendReset);
  app.post("/users/:login/delete", async (context) => {
    const signedIn = context.get("signedIn");
    const problems = await tried(() => ask(signedIn, userOperations.remove, { parameters: parametersOf(context) }));
    if (problems === undefined) return goTo("/users", "user-deleted");
    return show(context, userPage(signedIn, await foundUser(context), problems), 409);
  });
  return app;
}

/** Operators see everybody, and change nobody but themselves: on the page of their account. */
async function onlyForMany(context: PageContext, next: () => Promise<void>): Promise<void> {
  const isLook = context.req.method === "GET" && !context.req.path.endsWith("/new");
  requireAny(context.get("signedIn"), "administrator", ...(isLook ? (["operator"] as const) : []));
  await next();
}

function parametersOf(context: PageContext): { readonly login: string } {
  return { login: String(numberOf(context.req.param("login") ?? "")) };
}

async function foundUser(context: PageContext): Promise<User> {
  return ask(context.get("signedIn"), userOperations.get, { parameters: parametersOf(context) });
}

async function showUsers(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const { page, query } = listQuery(signedIn, ["text", "role", "active"]);
  const found = await ask(signedIn, userOperations.list, {
    query: {
      text: query.text ?? "",
      role: query.role ?? "",
      active: query.active ?? "",
      page: String(page),
      size: String(SIZE),
    },
  });
  return show(context, {
    title: "Users",
    lead: "Who may sign in here. They have nothing to do with the translation service's users.",
    ...(may(signedIn, "administrator") ? { actions: html`<a class="button" href="${PATH}/new">New user</a>` } : {}),
    content: html`<section class="card" aria-label="Users">
      ${filter({
        path: PATH,
        query,
        words: "Name or mail address",
        choices: [
          { name: "role", label: "Role", choices: plainChoices(roles) },
          {
            name: "active",
            label: "State",
            choices: [
              { value: "true", words: "active" },
              { value: "false", words: "inactive" },
            ],
          },
        ],
      })}
      <div data-region>
        ${list({
          ...found,
          path: PATH,
          query,
          columns: [
            { heading: "Name" },
            { heading: "Login", number: true },
            { heading: "Role" },
            { heading: "State" },
            { heading: "Last seen" },
          ],
          rows: found.items.map((user) => userRow(user, signedIn.now)),
          noun: "user",
          caption: "Users",
          empty: emptyState("Nobody fits", "No user is like this. Take something out of the filter."),
        })}
      </div>
    </section>`,
  });
}

function userRow({ login, name, email, role, active, has_password, last_seen }: User, now: Date): Markup {
  return html`<tr>
    <th scope="row"><a href="${PATH}/${login}">${name}</a><br /><small class="soft">${email}</small></th>
    <td class="number" data-label="Login">${login}</td>
    <td>${role}</td>
    <td>
      ${stateBadge(active ? "active" : "inactive")}${has_password ? "" : html`<br /><small>invited, no password yet</small>`}
    </td>
    <td data-label="Last seen">${ago(last_seen, now)}</td>
  </tr>`;
}

async function createUser(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const form = context.get("form");
  const password = form.get("password") ?? "";
  const body = { ...userFields(form), ...(password === "" ? {} : { password }) };
  let mailed: boolean | undefined;
  const problems = await tried(async () => {
    const { invitation } = await ask(signedIn, userOperations.create, { body });
    mailed = invitation?.accepted;
  });
  if (problems !== undefined) return show(context, newUserPage(signedIn, problems, form), 400);
  return goTo("/users", mailed === false ? "reset-failed" : mailed === true ? "user-invited" : "user-created");
}

function userFields(form: URLSearchParams): { name: string; email: string; role: string; active: boolean } {
  return {
    name: form.get("name") ?? "",
    email: (form.get("email") ?? "").trim(),
    role: form.get("role") ?? "",
    active: form.get("active") === "true",
  };
}

async function changeUser(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const parameters = parametersOf(context);
  const body = userFields(context.get("form"));
  const problems = await tried(() => ask(signedIn, userOperations.change, { parameters, body }));
  if (problems === undefined) return goTo(`/users/${parameters.login}`, "user-saved");
  const former = await foundUser(context);
  const role = roles.find((known) => known === body.role) ?? former.role;
  return show(context, userPage(signedIn, { ...former, ...body, role }, problems), 400);
}

async function sendReset(context: PageContext): Promise<Response> {
  const { login } = parametersOf(context);
  const { sent } = await ask(context.get("signedIn"), passwordReset, { body: { users: [Number(login)] } });
  const isSent = sent?.every(({ accepted }) => accepted) ?? false;
  return goTo(`/users/${login}`, isSent ? "reset-sent" : "reset-failed");
}

function newUserPage({ caller }: SignedInRequest, problems: FieldProblems, form: URLSearchParams) {
  return {
    title: "New user",
    above: ["Users", PATH] as const,
    content: html`<section class="card narrow" aria-label="New user">
      <form method="post" action="${PATH}">
        ${csrfField(caller.session.csrf)} ${formProblem(problems)}
        ${input({ name: "name", label: "Name", value: form.get("name") ?? "", problem: problems.name, required: true, first: true })}
        ${input({ name: "email", label: "Mail address", type: "email", value: form.get("email") ?? "", problem: problems.email, required: true })}
        ${select({ name: "role", label: "Role", value: form.get("role") ?? "viewer", choices: roleChoices, problem: problems.role })}
        <input type="hidden" name="active" value="true" />
        ${input({ name: "password", label: "Password", type: "password", problem: problems.password, autocomplete: "new-password", hint: "Left empty, a link to set one is mailed to the address above." })}
        <button>Create the user</button>
      </form>
    </section>`,
  };
}

function userPage({ caller, now }: SignedInRequest, user: User, problems: FieldProblems) {
  const { csrf } = caller.session;
  return {
    title: user.name,
    above: ["Users", PATH] as const,
    lead: html`Login ${user.login} · ${user.role} · last seen ${ago(user.last_seen, now)}`,
    content: caller.role === "administrator" ? forms(user, csrf, problems) : facts(user, now),
  };
}

function facts({ email, role, active, created }: User, now: Date): Markup {
  return html`<section class="card" aria-label="User">
    <dl class="facts">
      <dt>Mail address</dt>
      <dd>${email}</dd>
      <dt>Role</dt>
      <dd>${role}</dd>
      <dt>State</dt>
      <dd>${stateBadge(active ? "active" : "inactive")}</dd>
      <dt>There since</dt>
      <dd>${ago(created, now)}</dd>
    </dl>
  </section>`;
}

function forms(user: User, csrf: string, problems: FieldProblems): Markup {
  const path = `${PATH}/${String(user.login)}`;
  return html`<div class="columns">
    <section class="card" aria-labelledby="who">
      <h2 id="who">User</h2>
      <form method="post" action="${path}">
        ${csrfField(csrf)} ${formProblem(problems)}
        ${input({ name: "name", label: "Name", value: user.name, problem: problems.name, required: true })}
        ${input({ name: "email", label: "Mail address", type: "email", value: user.email, problem: problems.email, required: true })}
        ${select({ name: "role", label: "Role", value: user.role, choices: roleChoices, problem: problems.role, hint: "Another role ends the user's sessions." })}
        ${checkbox({ name: "active", label: "Active: may sign in", checked: user.active, problem: problems.active })}
        <button>Save</button>
      </form>
    </section>
    <section class="card" aria-labelledby="more">
      <h2 id="more">Password</h2>
      <p>
        ${user.has_password ? "The user chose a password." : "No password was set yet."} A link sets another one, once.
      </p>
      ${postButton({ action: `${path}/reset`, csrf, words: "Mail a link", manner: "second" })}
      <hr />
      <h2>Delete</h2>
      <p>The number is not given again. Deactivating keeps the user.</p>
      ${postButton({ action: `${path}/delete`, csrf, words: "Delete the user", manner: "danger", ask: `Delete ${user.name} for good?` })}
    </section>
  </div>`;
}
