import { currentSettings } from "../../../records/settings/current-settings.ts";
import type { Records } from "../../../records/records.ts";
import { Hono } from "hono";
import { endSession, isAlive } from "../../identity/sessions.ts";
import { userOperations } from "../../operations/users.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { csrfField, formProblem, input, postButton, type FieldProblems } from "../../../http-api/form.ts";
import { table } from "../parts/list.ts";
import { ago } from "../parts/time.ts";
import { programOf } from "../parts/program.ts";
import { ask, goTo, show, tried, type PageContext, type PageVariables, type SignedInRequest } from "../page-context.ts";

interface OpenSession {
  readonly id: string;
  readonly agent: string;
  readonly address: string;
  readonly created: string;
  readonly used: string;
}

const PATH = `${BASE}/account`;

/** Whoever is signed in: name, password, sessions. */
export function accountPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/account", (context) => showAccount(context, {}));
  app.post("/account", async (context) => {
    const signedIn = context.get("signedIn");
    const name = context.get("form").get("name") ?? "";
    const problems = await tried(() =>
      ask(signedIn, userOperations.change, { parameters: own(signedIn), body: { name } }),
    );
    return problems === undefined ? goTo("/account", "account-saved") : showAccount(context, problems, 400);
  });
  app.post("/account/password", async (context) => {
    const signedIn = context.get("signedIn");
    const form = context.get("form");
    const password = form.get("password") ?? "";
    if (password !== form.get("again")) return showAccount(context, { again: "This is not the same as above." }, 400);
    const body = { password, current_password: form.get("current_password") ?? "" };
    const problems = await tried(() => ask(signedIn, userOperations.change, { parameters: own(signedIn), body }));
    return problems === undefined ? goTo("/account", "password-changed") : showAccount(context, problems, 400);
  });
  app.post("/account/sessions", async (context) => {
    const { admin, caller } = context.get("signedIn");
    const sessions = await readSessions(admin.records, caller.login);
    const ended = sessions.find(({ id }) => id === context.get("form").get("session"));
    if (ended !== undefined) await endSession(admin.records, ended.id);
    return goTo("/account", "session-closed");
  });
  return app;
}

function own({ caller }: SignedInRequest): { readonly login: string } {
  return { login: String(caller.login) };
}

async function showAccount(context: PageContext, problems: FieldProblems, status = 200): Promise<Response> {
  const signedIn = context.get("signedIn");
  const { admin, caller } = signedIn;
  const sessions = await readSessions(admin.records, caller.login);
  const { csrf } = caller.session;
  return show(
    context,
    {
      title: "Your account",
      lead: `Login ${String(caller.login)} · ${caller.email} · ${caller.role}`,
      content: html`${formProblem(problems)}
        <div class="columns">
          <section class="card" aria-labelledby="name">
            <h2 id="name">Name</h2>
            <form method="post" action="${PATH}">
              ${csrfField(csrf)}
              ${input({ name: "name", label: "Name", value: caller.name, problem: problems.name, autocomplete: "name", required: true })}
              <button>Save</button>
            </form>
          </section>
          <section class="card" aria-labelledby="password">
            <h2 id="password">Password</h2>
            <form method="post" action="${PATH}/password">
              ${csrfField(csrf)}
              <input type="hidden" name="user" value="${caller.email}" autocomplete="username" />
              ${input({ name: "current_password", label: "Present password", type: "password", problem: problems.current_password, autocomplete: "current-password", required: true })}
              ${input({ name: "password", label: "New password", type: "password", problem: problems.password, autocomplete: "new-password", required: true, hint: "At least 12 characters." })}
              ${input({ name: "again", label: "Once more", type: "password", problem: problems.again, autocomplete: "new-password", required: true })}
              <button>Change the password</button>
            </form>
          </section>
        </div>
        <section class="card" aria-labelledby="sessions">
          <h2 id="sessions">Open sessions</h2>
          ${table(
            "Open sessions",
            [
              { heading: "Program" },
              { heading: "From" },
              { heading: "Signed in" },
              { heading: "Last used" },
              { heading: "" },
            ],
            sessions.map((session) => sessionRow(session, signedIn)),
          )}
        </section>`,
    },
    status,
  );
}

function sessionRow({ id, agent, address, created, used }: OpenSession, { caller, now }: SignedInRequest): Markup {
  const isThis = id === caller.session.id;
  return html`<tr>
    <th scope="row">${programOf(agent)}<br /><small class="soft">${agent === "" ? "unknown" : agent}</small></th>
    <td data-label="From">${address === "" ? "this machine" : address}</td>
    <td data-label="Signed in">${ago(created, now)}</td>
    <td data-label="Last used">${ago(used, now)}</td>
    <td class="act">
      ${
        isThis
          ? html`<span class="soft">this one</span>`
          : postButton({
              action: `${PATH}/sessions`,
              csrf: caller.session.csrf,
              words: "End",
              fields: { session: id },
              manner: "second",
              about: `the session from ${address}`,
            })
      }
    </td>
  </tr>`;
}

/** Sessions of somebody that still work, the last used first. */
async function readSessions(records: Records, login: number): Promise<readonly OpenSession[]> {
  const rows = await records.database
    .selectFrom("session")
    .select(["id", "agent", "address", "created", "used", "expires"])
    .where("login", "=", login)
    .orderBy("used", "desc")
    .limit(100)
    .execute();
  const { limits } = await currentSettings(records);
  return rows.filter((session) => isAlive(session, limits, records.clock.now()));
}
