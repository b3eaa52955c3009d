import * as z from "zod";

const signedIn = z.object({ csrf_token: z.string() });

/** What the administration answered. */
export interface AdminAnswer {
  readonly status: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** The administration's API as a person's browser uses it: signed in, with a cookie and its token against forged writes. */
export interface AdminClient {
  call(method: string, path: string, body?: unknown): Promise<AdminAnswer>;
  /** A page below `/admin/`. */
  page(path: string): Promise<AdminAnswer>;
  /** Presses a button of a page below `/admin/`. @throws where that is refused */
  press(path: string, fields: Readonly<Record<string, string>>): Promise<void>;
  /** Changes settings. @throws where they are refused */
  change(settings: object): Promise<void>;
  /** The cookie's value and the token: what nobody else may see. */
  readonly secrets: readonly string[];
}

/** @param address of the bot, `http://127.0.0.1:49152` */
export async function signIn(address: string, login: string, password: string): Promise<AdminClient> {
  const basic = Buffer.from(`${login}:${password}`).toString("base64");
  const answer = await fetch(`${address}/admin/api/login`, { headers: { authorization: `Basic ${basic}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The login answered ${String(answer.status)}: ${text}`);
  const { csrf_token: csrf } = signedIn.parse(JSON.parse(text));
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");

  const ask = async (method: string, url: string, body: unknown): Promise<AdminAnswer> => {
    const response = await fetch(url, {
      method,
      headers: {
        cookie,
        ...(method === "GET" ? {} : { "x-csrf-token": csrf }),
        ...(body !== undefined && { "content-type": contentType(method) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const words = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: isJson && words !== "" ? JSON.parse(words) : undefined, text: words };
  };
  const call: AdminClient["call"] = (method, path, body) => ask(method, `${address}/admin/api${path}`, body);
  return {
    call,
    page: (path) => ask("GET", `${address}/admin/${path}`, undefined),
    press: async (path, fields) => {
      const pressed = await fetch(`${address}/admin/${path}`, {
        method: "POST",
        headers: { cookie, origin: address },
        body: new URLSearchParams({ ...fields, csrf_token: csrf }),
        redirect: "manual",
      });
      await pressed.body?.cancel();
      if (pressed.status > 303) throw new Error(`POST ${path} answered ${String(pressed.status)}.`);
    },
    change: async (settings) => {
      const { status, text: words } = await call("PATCH", "/management", settings);
      if (status !== 200) throw new Error(`The settings were refused with ${String(status)}: ${words}`);
    },
    secrets: [csrf, ...cookie.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1))],
  };
}

function contentType(method: string): string {
  return method === "PATCH" ? "application/merge-patch+json" : "application/json";
}
