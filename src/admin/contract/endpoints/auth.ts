import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../fields.ts";
import { User } from "./users.ts";

const ofAuthentication = { tag: "auth" } as const;

export const auth = {
  login: endpoint({
    ...ofAuthentication,
    id: "auth.login",
    method: "GET",
    path: "/login",
    summary: "authenticate a user",
    description:
      "HTTP Basic with the login or the mail address. The answer sets the cookie `interlinear_session`; writes carry its `csrf_token` as the header `X-CSRF-Token`. The cookie's value changes while it is used: take the newest. With the header `X-Requested-With` a browser does not ask by itself after wrong credentials.",
    responses: {
      200: () =>
        z
          .strictObject({
            user: User,
            csrf_token: z.string(),
            expires: timestamp.describe("At the latest; earlier where the session is not used."),
          })
          .meta({ id: "Session" }),
    },
    roles: "anyone",
    authentication: "basic",
    refusals: [403, 429],
  }),
  logout: endpoint({
    ...ofAuthentication,
    id: "auth.logout",
    method: "GET",
    path: "/logout",
    summary: "deauthenticate a user",
    description: "Ends the session and clears the cookie. Without a session there is nothing to end, and that is done.",
    responses: {
      200: () =>
        z.strictObject({ ended: z.boolean().describe("Whether there was a session.") }).meta({ id: "EndedSession" }),
    },
    roles: "anyone",
  }),
};
