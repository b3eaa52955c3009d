import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";
import { isForeign, type HttpRequest, isOwnToken } from "../../http-api/request.ts";
import { denied } from "../http/refusal.ts";
import { sessionCookie } from "../http/session-cookie.ts";
import type { Caller } from "./caller.ts";
import { findSession } from "./sessions.ts";

export interface Identified {
  readonly caller: Caller | undefined;
  /** Value of the answer's `Set-Cookie`, where the session has got another id. */
  readonly cookie: string | undefined;
}

/** Who sends a request, by its cookie. */
export async function identify({ records }: Pick<Admin, "records">, request: HttpRequest): Promise<Identified> {
  const sent = sessionCookie.tokenOf(request.headers);
  const found = sent === undefined ? undefined : await findSession(records, sent);
  if (found === undefined) return { caller: undefined, cookie: undefined };
  const { caller, token } = found;
  const cookie =
    token === undefined ? undefined : sessionCookie.set(token, caller.session.expires, records.clock.now(), request);
  return { caller, cookie };
}

/**
 * Whether a write comes from the caller's own page or program: with the session's token, and not from a foreign page.
 * @param token header `X-CSRF-Token` of the API, field `csrf_token` of a form
 * @throws 403
 */
export async function requireOwnWrite(
  { records }: Pick<Admin, "records">,
  caller: Caller | undefined,
  request: HttpRequest,
  token: string | null,
): Promise<void> {
  const { publicUrl } = await currentSettings(records);
  if (isForeign(request, publicUrl)) throw denied("A page of another origin may change nothing here.");
  // Without a session there is nothing that a foreign page could make use of.
  if (caller === undefined || isOwnToken(caller.session.csrf, token)) return;
  throw denied("Send the session's token along, as the header X-CSRF-Token: GET /login answers with it.");
}
