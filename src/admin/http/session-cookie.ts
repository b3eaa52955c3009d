import type { AdminRequest } from "./admin-request.ts";

const NAME = "interlinear_session";
/** Of the administration alone: `__Host-` in the name would ask for `/`, where the webhooks are as well. */
const PATH = "/admin";

/** Token of the session that the request carries. */
export function sessionTokenOf(headers: Headers): string | undefined {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value === undefined || !/^[\w-]{43}$/.test(value) ? undefined : value;
}

/**
 * `Set-Cookie` for a session. Browsers send it neither over plain HTTP, outside this machine, nor with what a foreign page
 * asks for.
 */
export function sessionCookie(
  token: string,
  expires: string,
  now: Date,
  { isLoopback }: Pick<AdminRequest, "isLoopback">,
): string {
  const seconds = Math.max(0, Math.floor((Date.parse(expires) - now.getTime()) / 1000));
  return written(token, seconds, isLoopback);
}

/** `Set-Cookie` that takes it away. */
export function endedCookie({ isLoopback }: Pick<AdminRequest, "isLoopback">): string {
  return written("", 0, isLoopback);
}

function written(value: string, seconds: number, isLoopback: boolean): string {
  const attributes = [`Path=${PATH}`, `Max-Age=${String(seconds)}`, "HttpOnly", "SameSite=Strict"];
  return [`${NAME}=${value}`, ...attributes, ...(isLoopback ? [] : ["Secure"])].join("; ");
}
