import { Hono, type Context } from "hono";
import type { Admin } from "../../admin.ts";
import { Refusal } from "../../../http-api/refusal.ts";
import { identify, requireOwnWrite } from "../../identity/identify.ts";
import { passwordResetTarget, resetPassword } from "../../identity/password-reset.ts";
import { endSession } from "../../identity/sessions.ts";
import { signIn } from "../../identity/sign-in.ts";
import { logout } from "../../operations/login.ts";
import { passwordReset } from "../../operations/password-reset.ts";
import { requestOf } from "../../http/request.ts";
import { readForm } from "../../http/request-body.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { formProblem, input, type FieldProblems } from "../../../http-api/form.ts";
import { keptFields, keptFormIn, keptFormView, type KeptForm } from "../parts/kept-form.ts";
import { ask, goTo, problemsOf, showAlone } from "../page-context.ts";

/** Signing in and out, and what somebody without a session needs for it. */
export function entrancePages(admin: Admin): Hono {
  const app = new Hono();
  app.get("/sign-in", async (context) => {
    const told = context.req.query("told");
    return showAlone(admin, signInPage({ target: safeTarget(context.req.query("to") ?? null) }), { told });
  });
  app.post("/sign-in", (context) => takeSignIn(admin, context));
  app.post("/sign-out", (context) => takeSignOut(admin, context));
  app.get("/forgotten", (context) => {
    const told = context.req.query("told");
    return showAlone(admin, forgottenPage({}, ""), { told });
  });
  app.post("/forgotten", (context) => takeForgotten(admin, context));
  app.get("/password/:token", async (context) => {
    const target = await passwordResetTarget(admin.records, context.req.param("token"));
    if (target === undefined) return goTo("/forgotten", "link-used");
    return showAlone(admin, passwordPage({}, target));
  });
  app.post("/password/:token", (context) => takePassword(admin, context, context.req.param("token")));
  return app;
}

/** An address of ours to go to afterwards, without the site; anything else is the start. */
export function safeTarget(target: string | null): string {
  return target !== null && /^\/admin\/[\w./?=&%+:,;~-]*$/.test(target) && !target.includes("//")
    ? target.slice(BASE.length)
    : "/";
}

async function takeSignIn(admin: Admin, context: Context): Promise<Response> {
  const request = await requestOf(admin, context.req.raw, context.env);
  const form = await readForm(context.req.raw);
  const user = (form.get("user") ?? "").trim();
  const target = safeTarget(form.get("to"));
  const kept = keptFormIn(form);
  const former = await identify(admin, request);
  try {
    const credentials = { user, password: form.get("password") ?? "" };
    const { cookie, caller } = await signIn(admin, credentials, request, former.caller);
    if (former.caller !== undefined) await endSession(admin.records, former.caller.session.id);
    const headers = new Headers({ "Set-Cookie": cookie });
    if (kept === undefined) return goTo(target, undefined, headers);
    return await showAlone(admin, keptPage(kept, caller.session.csrf), { headers });
  } catch (error) {
    if (!(error instanceof Refusal) || ![401, 429].includes(error.status)) throw error;
    const problems = { "": error.errors.map(({ detail }) => detail).join(" ") };
    const headers = new Headers({ ...error.headers });
    if (error.status === 401) headers.set("WWW-Authenticate", sessionChallenge["WWW-Authenticate"]);
    if (former.cookie !== undefined) headers.set("Set-Cookie", former.cookie);
    return showAlone(admin, signInPage({ problems, user, target, kept }), { status: error.status, headers });
  }
}

async function takeSignOut(admin: Admin, context: Context): Promise<Response> {
  const request = await requestOf(admin, context.req.raw, context.env);
  const form = await readForm(context.req.raw);
  const { caller } = await identify(admin, request);
  await requireOwnWrite(admin, caller, request, form.get("csrf_token"));
  const answerHeaders = new Headers();
  await ask({ admin, caller, request }, logout, { answerHeaders });
  return goTo("/sign-in", "signed-out", answerHeaders);
}

async function takeForgotten(admin: Admin, context: Context): Promise<Response> {
  const request = await requestOf(admin, context.req.raw, context.env);
  const form = await readForm(context.req.raw);
  await requireOwnWrite(admin, undefined, request, null);
  const email = (form.get("email") ?? "").trim();
  try {
    await ask({ admin, caller: undefined, request }, passwordReset, { body: { users: [email] } });
  } catch (error) {
    if (!(error instanceof Refusal) || ![400, 429].includes(error.status)) throw error;
    const [first] = Object.values(problemsOf(error));
    const problems = error.status === 429 ? { "": first ?? "" } : { email: first ?? "" };
    return showAlone(admin, forgottenPage(problems, email), { status: error.status, headers: error.headers });
  }
  return goTo("/sign-in", "mail-on-its-way");
}

async function takePassword(admin: Admin, context: Context, token: string): Promise<Response> {
  const request = await requestOf(admin, context.req.raw, context.env);
  const form = await readForm(context.req.raw);
  await requireOwnWrite(admin, undefined, request, null);
  const target = await passwordResetTarget(admin.records, token);
  if (target === undefined) return goTo("/forgotten", "link-used");
  const password = form.get("password") ?? "";
  if (password !== form.get("again")) {
    return showAlone(admin, passwordPage({ again: "This is not the same as above." }, target), { status: 400 });
  }
  const result = await resetPassword(admin.records, token, password);
  if (result.outcome === "no link") return goTo("/forgotten", "link-used");
  if (result.outcome === "bad password") {
    return showAlone(admin, passwordPage({ password: result.problem }, target), { status: 400 });
  }
  return goTo("/sign-in", "password-set");
}

interface LonePage {
  readonly title: string;
  readonly lead?: string;
  readonly content: Markup;
}

/** The session had ended when a form came: it is kept in the page itself, and nowhere else. */
export function showSessionEnded(admin: Admin, kept: KeptForm): Promise<Response> {
  return showAlone(admin, signInPage({ kept }), { status: 401, told: "session-ended-kept", headers: sessionChallenge });
}

/** The browser is not to ask with a window of its own: it asks with this page. */
const sessionChallenge = { "WWW-Authenticate": "Session" } as const;

function keptPage(kept: KeptForm, csrf: string): LonePage {
  return {
    title: "Send what you wrote?",
    lead: "Your session had ended before this was saved. You are signed in again.",
    content: keptFormView(kept, csrf),
  };
}

interface SignIn {
  readonly problems?: FieldProblems;
  readonly user?: string;
  readonly target?: string;
  readonly kept?: KeptForm | undefined;
}

function signInPage({ problems = {}, user = "", target = "/", kept }: SignIn): LonePage {
  return {
    title: "Sign in",
    content: html`<form method="post" action="${BASE}/sign-in">
        ${formProblem(problems)} ${keptFields(kept)}
        ${target === "/" ? "" : html`<input type="hidden" name="to" value="${BASE}${target}" />`}
        ${input({ name: "user", label: "Login or mail address", value: user, autocomplete: "username", required: true, first: user === "" })}
        ${input({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true, first: user !== "" })}
        <button>Sign in</button>
      </form>
      <p class="foot"><a href="${BASE}/forgotten">Forgot the password?</a></p>`,
  };
}

function forgottenPage(problems: FieldProblems, email: string): LonePage {
  return {
    title: "Forgotten password",
    lead: "A link to set another one comes by mail.",
    content: html`<form method="post" action="${BASE}/forgotten">
        ${formProblem(problems)}
        ${input({ name: "email", label: "Mail address", type: "email", value: email, problem: problems.email, autocomplete: "email", required: true, first: true })}
        <button>Send the link</button>
      </form>
      <p class="foot"><a href="${BASE}/sign-in">Back to signing in</a></p>`,
  };
}

function passwordPage(
  problems: FieldProblems,
  { name, email, login }: { readonly name: string; readonly email: string; readonly login: number },
): LonePage {
  return {
    title: "Set a password",
    lead: `For ${name}, login ${String(login)}.`,
    content: html`<form method="post">
      ${formProblem(problems)}
      <input type="hidden" name="user" value="${email}" autocomplete="username" />
      ${input({ name: "password", label: "New password", type: "password", problem: problems.password, autocomplete: "new-password", required: true, first: true, hint: "At least 12 characters. Several words are easier to remember than signs." })}
      ${input({ name: "again", label: "Once more", type: "password", problem: problems.again, autocomplete: "new-password", required: true })}
      <button>Set the password</button>
    </form>`,
  };
}
