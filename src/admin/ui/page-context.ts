import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";
import type { Role } from "../contract/endpoint.ts";
import type { HttpRequest } from "../../http-api/request.ts";
import type { Operation } from "../http/operation.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import type { Caller } from "../identity/caller.ts";
import { BASE, layout, loneLayout, type Page } from "./layout.ts";
import type { FieldProblems } from "../../http-api/form.ts";
import { addressOf, onPage, type Query } from "./parts/list.ts";
import { endOf, timesOf } from "./parts/list-times.ts";
import type { FlashKey } from "./flash.ts";
import { withVisibleDirections } from "../../http-api/markup.ts";
import type { PageRequest } from "../../records/page.ts";
import { headersOfPage } from "../../http-api/page-headers.ts";

/** What somebody who is signed in asks of a page, and with what it is answered. */
export interface SignedInRequest {
  readonly admin: Admin;
  readonly caller: Caller;
  readonly request: HttpRequest;
  readonly now: Date;
}

export interface PageVariables {
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { signedIn: SignedInRequest; form: URLSearchParams };
}
export type PageContext = Context<PageVariables>;

/**
 * Nothing of a page is kept anywhere, and nothing is loaded from elsewhere: neither by the page nor by what it shows.
 * @param formsTo another site that a form of the page may lead to
 */
export function pageHeadersTo(...formsTo: readonly string[]): Readonly<Record<string, string>> {
  return {
    "Cache-Control": "no-store",
    ...headersOfPage({
      "style-src": "'self'",
      "script-src": "'self'",
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "form-action": ["'self'", ...formsTo].join(" "),
    }),
  };
}

export const pageHeaders = pageHeadersTo();

/** A page for somebody who is signed in. @param said what was done just now, where the address does not tell */
export async function show(context: PageContext, page: Page, status = 200, said?: FlashKey): Promise<Response> {
  const { admin, caller, request } = context.get("signedIn");
  const { theme } = await currentSettings(admin.records);
  const { pathname, searchParams } = request.url;
  const text = layout(page, {
    reader: { name: caller.name, role: caller.role, csrf: caller.session.csrf },
    theme,
    version: admin.version,
    path: pathname,
    told: said ?? searchParams.get("told") ?? undefined,
    looked: pathname === `${BASE}/search` ? (searchParams.get("q") ?? undefined) : undefined,
  });
  return new Response(withVisibleDirections(text), { status, headers: pageHeaders });
}

/** A page for somebody who is not signed in. */
export async function showAlone(
  admin: Admin,
  page: Page,
  {
    status = 200,
    told,
    headers = {},
  }: { status?: number; told?: string | undefined; headers?: Headers | Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const theme = await currentSettings(admin.records).then(
    (settings) => settings.theme,
    (error: unknown) => {
      if (!admin.records.absence.met(error)) throw error;
      return "system" as const;
    },
  );
  const answer = new Headers(headers instanceof Headers ? headers : { ...headers });
  for (const [name, value] of Object.entries(pageHeaders)) answer.set(name, value);
  return new Response(withVisibleDirections(loneLayout(page, theme, told)), { status, headers: answer });
}

/** After a form was taken: the next page is asked for by GET, so that going back or reloading sends nothing twice. */
export function goTo(path: string, told?: FlashKey, headers?: Headers): Response {
  const answer = new Headers(headers);
  const separator = path.includes("?") ? "&" : "?";
  answer.set("Location", `${BASE}${path === "/" ? "" : path}${told === undefined ? "" : `${separator}told=${told}`}`);
  answer.set("Cache-Control", "no-store");
  return new Response(null, { status: 303, headers: answer });
}

export function may(signedIn: SignedInRequest, ...roles: readonly Role[]): boolean {
  return roles.includes(signedIn.caller.role);
}

/** For what no operation of the contract guards. @throws 403 */
export function requireAny(signedIn: SignedInRequest, ...roles: readonly Role[]): void {
  if (!may(signedIn, ...roles))
    throw denied(`This needs the role ${roles.join(" or ")}; yours is ${signedIn.caller.role}.`);
}

export interface Asking {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
  /** Where the operation sets a cookie. */
  readonly answerHeaders?: Headers;
}

/** Carries out an operation of the contract with the visitor's own rights. @throws {Refusal} */
export async function ask<Answer>(
  { admin, caller, request }: Pick<SignedInRequest, "admin" | "request"> & { readonly caller: Caller | undefined },
  operation: Operation<Answer>,
  { parameters = {}, query = {}, body, answerHeaders = new Headers() }: Asking = {},
): Promise<Answer> {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  return operation.answer({
    admin,
    caller,
    parameters,
    query: given,
    body: async () => body,
    request,
    answerHeaders,
  });
}

/** Does what a form asks for; what was wrong with its fields comes back, anything else is thrown on. */
export async function tried(work: () => Promise<unknown>): Promise<FieldProblems | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || ![400, 409, 429].includes(error.status)) throw error;
    return problemsOf(error);
  }
}

export function problemsOf({ errors }: Refusal): FieldProblems {
  return Object.fromEntries(errors.map(({ field, detail }) => [field ?? "", detail]));
}

/** The page's number and the whole query, as lists take them. */
export function listQuery(
  { request }: SignedInRequest,
  names: readonly string[],
): { readonly page: number; readonly query: Query } {
  const { searchParams } = request.url;
  const page = Number(searchParams.get("page") ?? "1");
  const query = Object.fromEntries(
    [...names, "sort"]
      .map((name) => [name, (searchParams.get(name) ?? "").slice(0, 200)])
      .filter(([, value]) => value !== ""),
  );
  return { page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, query };
}

/** A page that is read for the total alone. */
const TOTAL_ALONE: PageRequest = { page: 1, size: 1 };

/**
 * Leads to the page of a list, the newest first, on which a day of the address (`at`) begins, or to the last one where all rows are
 * newer; undefined where it names none.
 * @param listed a page of the rows that the filter chooses, or of those of them that are newer than a time
 */
export async function jumpedToDay(
  { request }: SignedInRequest,
  size: number,
  listed: (newer: { readonly since?: string }, page: PageRequest) => Promise<{ readonly total: number }>,
): Promise<Response | undefined> {
  const { pathname, searchParams } = request.url;
  const end = endOf(searchParams.get("at") ?? undefined);
  if (end === undefined) return undefined;
  const query = Object.fromEntries([...searchParams].filter(([name]) => name !== "at" && name !== "page"));
  const { since = "" } = timesOf(query);
  const { total } = await listed({}, TOTAL_ALONE);
  const newer = end <= since ? total : (await listed({ since: end }, TOTAL_ALONE)).total;
  const page = Math.max(1, Math.min(Math.floor(newer / size) + 1, Math.ceil(total / size)));
  return goTo(addressOf(pathname.slice(BASE.length), onPage(query, page)));
}

/** What a word of an address stands for; undefined where it is none of them. */
export function oneOf<Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined {
  return words.find((word) => word === text);
}

/** A number of an address. @throws 404 for anything else */
export function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}
