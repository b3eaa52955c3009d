import { isForeign } from "../../http-api/request.ts";
import { randomText, SessionCookie } from "../../http-api/session-cookie.ts";
import { prepared } from "../../store/prepared.ts";
import { timestamp, type Service } from "../service.ts";
import { noteBeside } from "./last-seen.ts";
import { authenticate, holderOf, holders, ofToken } from "./identity.ts";
import type { Caller } from "./permissions.ts";
import { endTokenOfLink } from "./sign-in-links.ts";
import { hashOf } from "./tokens.ts";

const DAY = 86_400_000;
/** A session that nobody uses for so long is over. */
export const IDLE_MILLISECONDS = 30 * DAY;
/** Use is written down no more often than this. */
const USE_MILLISECONDS = 3_600_000;

/** Links from a pull request lead to strings: who follows one is signed in there. */
export const pageCookie = new SessionCookie("interlinear_translate", "/", "Lax");

/** Somebody who is signed in to the pages. */
export interface PageSession {
  readonly caller: Caller;
  readonly user: NonNullable<Caller["user"]>;
  readonly csrf: string;
  /** Id of the token that it ends with. */
  readonly token: number;
}

/**
 * Signs somebody in by a personal token; the session ends with it.
 * @returns the session, and what the cookie holds; undefined for what is no token that is alive, and for a project's: programs
 * have no pages
 */
export async function openPageSession(
  service: Service,
  token: string,
): Promise<(PageSession & { readonly cookie: string }) | undefined> {
  const found = await ofToken(service, hashOf(token));
  const user = found?.caller.user;
  if (found === undefined || user === undefined || found.caller.scope !== undefined) return undefined;
  const now = service.clock.now().getTime();
  const [cookie, csrf] = [randomText(), randomText()];
  await service.database
    .deleteFrom("page_session")
    .where("used", "<", new Date(now - IDLE_MILLISECONDS).toISOString())
    .execute();
  await service.database
    .insertInto("page_session")
    .values({
      hash: hashOf(cookie),
      user_id: user.id,
      token_id: found.token,
      csrf,
      used: timestamp(service),
    })
    .execute();
  return { caller: found.caller, user, csrf, token: found.token, cookie };
}

const sessionOf = prepared((queries, { hash }: { readonly hash: string }) =>
  holders(queries)
    .innerJoin("page_session", "page_session.token_id", "token.id")
    .select(["page_session.csrf", "page_session.used"])
    .where("page_session.hash", "=", hash),
);

/** Whose session a request carries; undefined: nobody's, or no longer. */
export async function findPageSession(service: Service, headers: Headers): Promise<PageSession | undefined> {
  const text = pageCookie.tokenOf(headers);
  if (text === undefined) return undefined;
  const { database } = service;
  const hash = hashOf(text);
  const session = await sessionOf.first(database, { hash });
  if (session === undefined) return undefined;
  const { csrf, used, ...holder } = session;
  const idle = service.clock.now().getTime() - Date.parse(used);
  if (idle >= IDLE_MILLISECONDS) return undefined;
  const found = await holderOf(service, holder);
  const user = found?.caller.user;
  if (found === undefined || user === undefined) return undefined;
  if (idle >= USE_MILLISECONDS) {
    noteBeside(service, `session ${hash}`, () =>
      database
        .updateTable("page_session")
        .set({ used: timestamp(service) })
        .where("hash", "=", hash)
        .execute(),
    );
  }
  return { caller: found.caller, user, csrf, token: found.token };
}

/**
 * Who asks the API: whom a token names; to read, without one, who is signed in to the pages, which link to files and to the API. Their
 * browser has to say itself that no page of another site asks, as whoever reads a file has what waits committed.
 * @throws 401 as `authenticate` does
 */
export async function callerAtApi(service: Service, { method, headers, url }: Request): Promise<Caller> {
  const authorization = headers.get("authorization") ?? undefined;
  const isReading = method === "GET" || method === "HEAD";
  if (authorization === undefined && isReading && headers.has("sec-fetch-site")) {
    const isOwn = !isForeign({ headers, url: new URL(url) }, service.settings.siteUrl);
    const session = isOwn ? await findPageSession(service, headers) : undefined;
    if (session !== undefined) return session.caller;
  }
  return authenticate(service, authorization);
}

export async function endPageSession(service: Service, headers: Headers): Promise<void> {
  const text = pageCookie.tokenOf(headers);
  if (text === undefined) return;
  const { database } = service;
  const own = database.selectFrom("page_session").select("token_id").where("hash", "=", hashOf(text));
  const session = await own.executeTakeFirst();
  await database.deleteFrom("page_session").where("hash", "=", hashOf(text)).execute();
  if (session !== undefined) await endTokenOfLink(service, session.token_id);
}
