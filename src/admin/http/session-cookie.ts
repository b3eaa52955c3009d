import { SessionCookie } from "../../http-api/session-cookie.ts";

/** Of the administration alone: `__Host-` in the name would ask for `/`, where the webhooks are as well. */
export const sessionCookie = new SessionCookie("interlinear_session", "/admin");
