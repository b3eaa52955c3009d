import { randomBytes } from "node:crypto";
import type { HttpRequest } from "./request.ts";

const TOKEN_BYTES = 32;

/** Random bits that nobody guesses, as text: what the cookie of a session holds. */
export function randomText(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The cookie that carries a session of some pages: sent to them alone. */
export class SessionCookie {
  readonly #name: string;
  readonly #path: string;
  readonly #sameSite: "Strict" | "Lax";

  /**
   * @param path where the pages are mounted, `/admin`: of anything else on this server the browser sends no cookie
   * @param sameSite `Lax`: who follows a link from another site is signed in there; what another site sends still is not
   */
  constructor(name: string, path: string, sameSite: "Strict" | "Lax" = "Strict") {
    this.#name = name;
    this.#path = path;
    this.#sameSite = sameSite;
  }

  /** Token of the session that a request carries. */
  tokenOf(headers: Headers): string | undefined {
    const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
    const start = `${this.#name}=`;
    const value = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
    return value === undefined || !/^[\w-]{43}$/.test(value) ? undefined : value;
  }

  /**
   * `Set-Cookie` for a session. Browsers send it neither over plain HTTP, outside this machine, nor with what a foreign page
   * asks for.
   */
  set(token: string, expires: string, now: Date, request: Pick<HttpRequest, "isLoopback">): string {
    const seconds = Math.max(0, Math.floor((Date.parse(expires) - now.getTime()) / 1000));
    return this.#written(token, seconds, request);
  }

  /** `Set-Cookie` that takes it away. */
  end(request: Pick<HttpRequest, "isLoopback">): string {
    return this.#written("", 0, request);
  }

  #written(value: string, seconds: number, { isLoopback }: Pick<HttpRequest, "isLoopback">): string {
    const attributes = [`Path=${this.#path}`, `Max-Age=${String(seconds)}`, "HttpOnly", `SameSite=${this.#sameSite}`];
    return [`${this.#name}=${value}`, ...attributes, ...(isLoopback ? [] : ["Secure"])].join("; ");
  }
}
