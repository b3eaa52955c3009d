import { auth } from "../contract/endpoints/auth.ts";
import { basicCredentials, challengeFor } from "../../http-api/basic-credentials.ts";
import { operation } from "../http/operation.ts";
import { notSignedIn } from "../http/refusal.ts";
import { sessionCookie } from "../http/session-cookie.ts";
import { endSession } from "../identity/sessions.ts";
import { signIn } from "../identity/sign-in.ts";
import { userOf } from "./users.ts";

export const login = operation(auth.login, async ({ admin, caller, request, answerHeaders }) => {
  const credentials = basicCredentials(request.headers.get("authorization"));
  if (credentials === undefined) {
    throw notSignedIn("Send a login or mail address and a password by HTTP Basic.", challengeFor(request.headers));
  }
  const signedIn = await signIn(admin, credentials, request, caller);
  if (caller !== undefined) await endSession(admin.records, caller.session.id);
  answerHeaders.set("Set-Cookie", signedIn.cookie);
  const { csrf, expires } = signedIn.caller.session;
  return { user: userOf(signedIn.operator), csrf_token: csrf, expires };
});

export const logout = operation(auth.logout, async ({ admin, caller, request, answerHeaders }) => {
  if (caller !== undefined) await endSession(admin.records, caller.session.id);
  answerHeaders.set("Set-Cookie", sessionCookie.end(request));
  return { ended: caller !== undefined };
});
