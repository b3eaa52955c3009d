import { Refusal } from "../../http-api/refusal.ts";
import { httpRequestOf, isForeign, isOwnToken, type HttpRequest } from "../../http-api/request.ts";
import { answerEditor, isEditorPage } from "../editor/editor.ts";
import { conflicts } from "../landing/conflicts.ts";
import { forYou } from "../changes/for-you.ts";
import { writeFeed } from "../feeds/rss.ts";
import { englishWords, wordsFor } from "../wording/catalogues.ts";
import { addressOf, forYouPage, sentenceOf } from "../pages/for-you-page.ts";
import { activityIn } from "../changes/activity.ts";
import { visibleAlerts } from "../clone/repository-access.ts";
import { needsOf } from "../editor/needs.ts";
import { recentWork, workInLanguage } from "../editor/recent-work.ts";
import { authenticate, callerOf } from "../identity/identity.ts";
import {
  endPageSession,
  findPageSession,
  IDLE_MILLISECONDS,
  openPageSession,
  pageCookie,
  type PageSession,
} from "../identity/page-sessions.ts";
import { mayGlobally, type Caller } from "../identity/permissions.ts";
import { useSignInLink } from "../identity/sign-in-links.ts";
import { signInByPassword } from "../identity/own-account.ts";
import { profileOf } from "../identity/profile.ts";
import { visibleTranslation } from "../identity/visible.ts";
import {
  FOR_YOU,
  FOR_YOU_FEED,
  PROFILE,
  SIGN_IN,
  SIGN_IN_LINK,
  SIGN_OUT,
  UNSUBSCRIBE,
  isSitePage,
} from "../pages/addresses.ts";
import { pageAnswer, sitePageHeaders, type Visitor } from "../pages/layout.ts";
import type { Reader, SitePageRequest } from "../pages/reader.ts";
import type { KeptFields } from "../pages/kept-fields.ts";
import { comesAgainAfter, refusalPage } from "../pages/refusal-page.ts";
import { KEPT, keptTextPage, signInLinkPage, signInPage } from "../pages/sign-in-page.ts";
import { unsubscribePage } from "../pages/unsubscribe-page.ts";
import { feedCode, readerOfFeed, subscribedOf, unsubscribe } from "../notifications/unsubscribing.ts";
import { sitePage } from "../pages/site-pages.ts";
import type { Service } from "../service.ts";
import { checkedIn } from "../units/unit-checks.ts";
import { formOf } from "./form.ts";
import { answerManagement, isManagementPage, linksAt, linksOfList } from "../maintainer/maintainer.ts";
import { performerOf } from "./in-process.ts";
import { answerOwnAccount } from "./own-account.ts";
import { formatOfRefusal } from "./negotiation.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { denied, methodNotAllowed, notAuthenticated, notFound } from "./refusal.ts";
import { finished, refusalAnswer, refusalFor, represented } from "./rendering.ts";
import type { Route } from "./route.ts";

/** What a page is asked with. */
interface PageRequest {
  readonly request: Request;
  readonly url: URL;
  readonly http: HttpRequest;
  readonly caller: Caller;
  readonly visitor: Visitor;
  /** Undefined: nobody is signed in, or a token is sent with the request itself. */
  readonly session: PageSession | undefined;
}

/** Nobody types a token wrongly more often than this; a program that guesses does. */
const signInGuard = { requests: 20, windowSeconds: 60 };

/**
 * Pages for people beside the API. They do not count against the API's limits. Who is signed in is known by a cookie, by which
 * the API is only read: what changes something is a form of such a page, with the session's token in it.
 */
export async function sitePageFor(
  service: Service,
  routes: readonly Route[],
  limiter: RateLimiter,
  { request, url, surroundings }: { readonly request: Request; readonly url: URL; readonly surroundings: unknown },
): Promise<Response> {
  const http = httpRequestOf(request, surroundings, service.settings.trustedProxies);
  const here = `${url.pathname}${url.search}`;
  let visitor: Visitor = { signedIn: undefined, isUnknown: true, here };
  const isForm = request.method === "POST";
  // Read a second time where it was not taken: what somebody typed comes back to them.
  const typed = isForm && isEditorPage(url) && !isForeign(http, service.settings.siteUrl) ? request.clone() : undefined;
  try {
    const session = await findPageSession(service, request.headers);
    const header = request.headers.get("authorization") ?? undefined;
    visitor = { here, signedIn: header === undefined && session !== undefined ? signedInAs(session) : undefined };
    const caller = header === undefined && session !== undefined ? session.caller : await authenticate(service, header);
    service.absence.over();
    const own = header === undefined ? session : undefined;
    const answer = await answerOf(service, routes, limiter, { request, url, http, caller, visitor, session: own });
    return finished(answer, request, {});
  } catch (error) {
    const refusal = refusalFor(service, error);
    const format = formatOfRefusal(["api", "json"], null, request.headers.get("accept"));
    const allow: Readonly<Record<string, string>> = refusal.status === 405 ? { Allow: "GET, HEAD" } : {};
    const asked = { isForm, kept: isFault(error) ? await keptOf(typed) : undefined };
    const page = (): string => refusalPage(service.settings.siteTitle, visitor, refusal, asked);
    const answer = await represented(refusalAnswer(refusal), format, page);
    const again = comesAgainAfter(refusal, asked);
    if (format === "api") for (const [name, value] of Object.entries(sitePageHeaders)) answer.headers.set(name, value);
    if (format === "api" && again !== undefined) answer.headers.set("Refresh", again);
    return finished(answer, request, allow);
  }
}

/** What the page that was asked does not answer by itself. */
function isFault(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status >= 500;
}

/** The fields of a form, where it arrived whole. */
async function keptOf(request: Request | undefined): Promise<KeptFields | undefined> {
  const form = request === undefined ? undefined : await formOf(request).catch(() => undefined);
  return form && Object.fromEntries(form);
}

async function answerOf(
  service: Service,
  routes: readonly Route[],
  limiter: RateLimiter,
  page: PageRequest,
): Promise<Response> {
  const { request, url, caller, visitor } = page;
  const site = service.settings.siteTitle;
  const words = (service.words ?? wordsFor)(profileOf(caller.user?.profile ?? "{}").language);
  const isPost = request.method === "POST";
  // What no text may hold names nothing.
  if (`${url.pathname}${url.search}`.includes("%00")) throw notFound();
  const isLooking = request.method === "GET" || request.method === "HEAD";
  if (!isLooking && !isSitePage(url)) throw notFound();
  if (!isPost && !isLooking) throw methodNotAllowed(request.method);
  // Mail programs send it for people, by the code alone (RFC 8058).
  if (url.pathname === UNSUBSCRIBE) return endMail(service, page);
  if (isPost && isForeign(page.http, service.settings.siteUrl)) throw denied("This form was sent by another site.");
  if (url.pathname === SIGN_IN) {
    if (isPost) return signIn(service, limiter, page);
    return pageAnswer(signInPage({ site, visitor, next: ownPath(url.searchParams.get("next")) }));
  }
  if (url.pathname === SIGN_IN_LINK) {
    if (isPost) return signInByLink(service, limiter, page);
    const next = ownPath(url.searchParams.get("next"));
    const text = signInLinkPage({ site, visitor, code: url.searchParams.get("code") ?? "", next });
    return pageAnswer(text, 200, { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" });
  }
  if (url.pathname === SIGN_OUT && isPost) return signOut(service, page);
  if (url.pathname === PROFILE) {
    const { session } = page;
    if (session === undefined) return seeOther(`${SIGN_IN}?next=${encodeURIComponent(PROFILE)}`);
    return answerOwnAccount({ service, session, visitor, request, url });
  }
  if (url.pathname === FOR_YOU) {
    if (page.session === undefined) return seeOther(`${SIGN_IN}?next=${encodeURIComponent(FOR_YOU)}`);
    const code = await feedCode(service, page.session.user.id);
    const feed = `${FOR_YOU_FEED}?${new URLSearchParams({ code }).toString()}`;
    return pageAnswer(forYouPage({ words, site, visitor, entries: await forYou(service, caller), feed }));
  }
  if (url.pathname === FOR_YOU_FEED) return newsFeed(service, page);
  if (service.settings.requireLogin && caller.user === undefined) throw notAuthenticated();
  const perform = performerOf(service, routes, caller, url.origin);
  const read: Reader = (endpoint, parameters, query = {}) => perform(endpoint, parameters, { query });
  if (isManagementPage(url)) return answerManagement({ service, caller, visitor, request, url, perform });
  if (isEditorPage(url)) return answerEditor({ service, caller, visitor, request, url, read, words });
  if (isPost) throw methodNotAllowed(request.method);
  const recent = () => recentWork(service, caller);
  const needs = () => needsOf(service, caller);
  const hasConflicts = (component: number) => conflicts(service, component);
  const checked: SitePageRequest["checked"] = (component, units) => checkedIn(service.readers, component, units);
  const ofList: SitePageRequest["ofList"] = async (place) =>
    linksOfList(caller, await visibleTranslation(service, caller, place));
  const mayBegin = mayGlobally(caller, "project.add");
  const links: SitePageRequest["links"] = (place) => linksAt(service, caller, place);
  const activity: SitePageRequest["activity"] = (place) => activityIn(service, caller, place);
  const inLanguage: SitePageRequest["inLanguage"] = (language) => workInLanguage(service, caller, language);
  const alerts: SitePageRequest["alerts"] = (place) => visibleAlerts(service, caller, place);
  const shown = {
    words,
    site,
    url,
    read,
    visitor,
    recent,
    needs,
    hasConflicts,
    ofList,
    checked,
    links,
    mayBegin,
    activity,
    alerts,
    inLanguage,
  };
  return pageAnswer(await sitePage(shown));
}

/** What is for a person, as a feed: its address is the secret. */
async function newsFeed(service: Service, { url }: PageRequest): Promise<Response> {
  const reader = await readerOfFeed(service, url.searchParams.get("code") ?? "");
  const caller = reader === undefined ? undefined : await callerOf(service, reader).catch(() => undefined);
  if (caller === undefined) throw notFound();
  const origin = service.settings.siteUrl === "" ? url.origin : service.settings.siteUrl;
  const text = writeFeed({
    title: `${service.settings.siteTitle}: for you`,
    link: `${origin}${FOR_YOU}`,
    description: "Decisions on your suggestions, answers where you wrote, and comments that name you.",
    self: `${origin}${url.pathname}${url.search}`,
    items: (await forYou(service, caller)).map((entry) => ({
      title: `${sentenceOf(entry, englishWords)}: ${entry.component} / ${entry.language}`,
      link: `${origin}${addressOf(entry)}`,
      description: [entry.text, entry.reason, entry.became].filter((each) => each !== "").join("\n"),
      date: entry.timestamp,
      id: `${origin}${FOR_YOU}#${String(entry.id)}`,
    })),
  });
  return new Response(text, {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

async function signIn(
  service: Service,
  limiter: RateLimiter,
  { request, http, visitor }: PageRequest,
): Promise<Response> {
  const site = service.settings.siteTitle;
  const form = await formOf(request);
  const next = ownPath(form.get("next"));
  const kept: KeptFields = Object.fromEntries(
    [...form].filter(([name]) => name.startsWith(KEPT)).map(([name, value]) => [name.slice(KEPT.length), value]),
  );
  const tooOften = triedTooOften(limiter, http, (problem) => signInPage({ site, visitor, next, kept, problem }));
  if (tooOften !== undefined) return tooOften;
  const login = (form.get("login") ?? "").trim();
  const password = form.get("password") ?? "";
  const token =
    login === "" ? (form.get("token") ?? "").trim() : ((await signInByPassword(service, { login, password })) ?? "");
  const opened = await openPageSession(service, token);
  if (opened === undefined) {
    const ofToken = token.startsWith("svp_")
      ? "This is a project's token, for programs. A person's begins with svu_."
      : "Nobody has this token, or it has ended. “serve admin token” prints another one.";
    const problem = login === "" ? ofToken : "Name and password do not belong together, or you have no password yet.";
    return pageAnswer(signInPage({ site, visitor, next, kept, problem }), 401);
  }
  const cookie = sessionCookie(service, opened, http);
  if (Object.keys(kept).length === 0) return seeOther(next, cookie);
  const known = { here: next, signedIn: signedInAs(opened) };
  return pageAnswer(keptTextPage({ site, visitor: known, next, kept }), 200, cookie);
}

/** Counts a try to sign in. @returns the page that says when the next may be made, if this one may not */
function triedTooOften(
  limiter: RateLimiter,
  { address }: HttpRequest,
  page: (problem: string) => string,
): Response | undefined {
  try {
    limiter.count(`sign-in ${address}`, signInGuard);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const seconds = error.headers["Retry-After"] ?? String(signInGuard.windowSeconds);
    const problem = `Somebody tried to sign in from your address too often. Try again in ${seconds} seconds.`;
    return pageAnswer(page(problem), 429, { "Retry-After": seconds, "Cache-Control": "no-store" });
  }
}

async function signInByLink(
  service: Service,
  limiter: RateLimiter,
  { request, http, visitor }: PageRequest,
): Promise<Response> {
  const form = await formOf(request);
  const next = ownPath(form.get("next"));
  const site = service.settings.siteTitle;
  const code = form.get("code") ?? "";
  const tooOften = triedTooOften(limiter, http, (problem) => signInLinkPage({ site, visitor, code, next, problem }));
  if (tooOften !== undefined) return tooOften;
  const token = await useSignInLink(service, code);
  const opened = token === undefined ? undefined : await openPageSession(service, token);
  if (opened !== undefined) return seeOther(next, sessionCookie(service, opened, http));
  const problem = "This link was used, or is older than 15 minutes. “serve admin sign-in-link” prints another one.";
  return pageAnswer(signInPage({ site, visitor, next, problem }), 401);
}

async function endMail(service: Service, { request, url, visitor }: PageRequest): Promise<Response> {
  const isPost = request.method === "POST";
  const form = isPost ? await formOf(request) : new URLSearchParams();
  const code = form.get("code") ?? url.searchParams.get("code") ?? "";
  const subscribed = await subscribedOf(service, code);
  const ended = !isPost ? undefined : form.get("what") === "all" ? "all" : "these";
  if (subscribed !== undefined && ended !== undefined) await unsubscribe(service, subscribed, ended);
  const site = service.settings.siteTitle;
  const text = unsubscribePage({ site, visitor, code, frequency: subscribed?.frequency, ended });
  const headers = { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" };
  return pageAnswer(text, subscribed === undefined ? 404 : 200, headers);
}

function sessionCookie(
  { clock }: Service,
  { cookie }: { readonly cookie: string },
  http: HttpRequest,
): Readonly<Record<string, string>> {
  const expires = new Date(clock.now().getTime() + IDLE_MILLISECONDS).toISOString();
  return { "Set-Cookie": pageCookie.set(cookie, expires, clock.now(), http) };
}

function signedInAs({ user, csrf }: PageSession): Visitor["signedIn"] {
  return { username: user.username, fullName: user.full_name, csrf, theme: profileOf(user.profile).theme };
}

async function signOut(service: Service, { request, http, visitor }: PageRequest): Promise<Response> {
  const form = await formOf(request);
  if (visitor.signedIn !== undefined) {
    if (!isOwnToken(visitor.signedIn.csrf, form.get("csrf_token"))) throw denied("This form is of another session.");
    await endPageSession(service, request.headers);
  }
  return seeOther("/", { "Set-Cookie": pageCookie.end(http) });
}

/** A path on this server: nothing else may be gone on to. */
function ownPath(text: string | null): string {
  return text !== null && /^\/(?![/\\])[^\\]*$/.test(text) ? text : "/";
}

function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: location, ...headers } });
}
