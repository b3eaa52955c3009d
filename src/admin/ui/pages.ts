import { Hono, type MiddlewareHandler } from "hono";
import type { Admin } from "../admin.ts";
import { gitHubAppPages, returnFromGitHub } from "../github-app/pages.ts";
import { refused, type Refusal } from "../../http-api/refusal.ts";
import { isForeign, type HttpRequest } from "../../http-api/request.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { identify, requireOwnWrite } from "../identity/identify.ts";
import { noted } from "./access-notes.ts";
import { assetsApp } from "./assets.ts";
import { requestOf } from "../http/request.ts";
import { readForm } from "../http/request-body.ts";
import { BASE } from "./layout.ts";
import { keptFormOf, pageOfForm } from "./parts/kept-form.ts";
import { accountPages } from "./pages/account.ts";
import { alertsPages } from "./pages/alerts.ts";
import { bottlenecksPages } from "./pages/bottlenecks.ts";
import { deliveriesPages } from "./pages/deliveries.ts";
import { entrancePages, showSessionEnded } from "./pages/entrance.ts";
import { healthPages } from "./pages/health.ts";
import { logsPages } from "./pages/logs.ts";
import { mapsPages } from "./pages/maps.ts";
import { overviewPages } from "./pages/overview.ts";
import { refusalPage } from "./pages/refusal.ts";
import { repositoriesPages } from "./pages/repositories.ts";
import { repositoryPages } from "./pages/repository.ts";
import { runPages } from "./pages/run.ts";
import { runsPages } from "./pages/runs.ts";
import { searchPages } from "./pages/search.ts";
import { settingsPages } from "./pages/settings.ts";
import { templatesPages } from "./pages/templates.ts";
import { usersPages } from "./pages/users.ts";
import { goTo, type PageVariables } from "./page-context.ts";

/** In the menu's order. */
const signedInPages = [
  overviewPages,
  repositoriesPages,
  repositoryPages,
  mapsPages,
  runsPages,
  runPages,
  deliveriesPages,
  alertsPages,
  bottlenecksPages,
  healthPages,
  logsPages,
  templatesPages,
  settingsPages,
  gitHubAppPages,
  usersPages,
  searchPages,
  accountPages,
];

/** The administration's pages, to be mounted at `/admin`, behind what is more exact. */
export function pagesApp(admin: Admin): Hono {
  const app = new Hono<PageVariables>();
  app.onError((error, context) => refusalPage(admin, context, error));
  app.get("*", withoutSlash);
  app.use("*", noted(admin));
  app.route("/", assetsApp());
  app.route("/", entrancePages(admin));
  app.route("/", returnFromGitHub(admin));
  app.use("*", signedIn(admin));
  for (const pages of signedInPages) app.route("/", pages());
  return new Hono().route("/", app);
}

/** `/admin/` is `/admin`: every page has one address. */
const withoutSlash: MiddlewareHandler<PageVariables> = async (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  if (pathname.endsWith("/")) return context.redirect(`${pathname.replace(/\/+$/, "")}${search}`);
  return next();
};

/** Lets those in who have a session, and of forms those that come from a page of theirs. */
function signedIn(admin: Admin): MiddlewareHandler<PageVariables> {
  return async (context, next) => {
    const request = await requestOf(admin, context.req.raw, context.env);
    const { caller, cookie } = await identify(admin, request);
    if (caller === undefined) return toSignIn(admin, request, context.req.raw);
    context.set("signedIn", { admin, caller, request, now: admin.records.clock.now() });
    const isWrite = context.req.method !== "GET" && context.req.method !== "HEAD";
    const form = isWrite ? await readForm(context.req.raw) : new URLSearchParams();
    if (isWrite) await requireOwnWrite(admin, caller, request, form.get("csrf_token"));
    context.set("form", form);
    await next();
    const isBare = context.res.headers.get("Content-Type")?.startsWith("text/plain") === true;
    if (context.res.status === 404 && isBare) context.res = await refusalPage(admin, context, notThere());
    // What a page sets itself, at signing out, is newer.
    if (cookie !== undefined && !context.res.headers.has("Set-Cookie"))
      context.res.headers.append("Set-Cookie", cookie);
    return undefined;
  };
}

function notThere(): Refusal {
  return refused(404, "not_found", "There is no page at this address.");
}

/** Back to where somebody wanted to go, afterwards; a form that was sent comes along, for them to send it again. */
async function toSignIn(admin: Admin, request: HttpRequest, raw: Request): Promise<Response> {
  const { pathname, search } = request.url;
  if (raw.method === "GET" || raw.method === "HEAD")
    return goTo(pathname === BASE ? "/sign-in" : `/sign-in?to=${encodeURIComponent(`${pathname}${search}`)}`);
  const { publicUrl } = await currentSettings(admin.records);
  // What a foreign page had somebody send is not kept for them.
  const kept = isForeign(request, publicUrl) ? undefined : keptFormOf(pathname, await readForm(raw));
  if (kept !== undefined) return showSessionEnded(admin, kept);
  return goTo(`/sign-in?to=${encodeURIComponent(pageOfForm(pathname))}`, "session-ended");
}
