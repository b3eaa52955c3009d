import { createAdaptorServer } from "@hono/node-server";
import { once } from "node:events";
import { join } from "node:path";
import { Hono } from "hono";
import type { Admin } from "../../src/admin/admin.ts";
import { adminApp } from "../../src/admin/app.ts";
import type { Role } from "../../src/admin/contract/endpoint.ts";
import { createOperator } from "../../src/admin/identity/operators.ts";
import { hashPassword } from "../../src/http-api/passwords.ts";
import { prepareAdministrator, type FirstAdministrator } from "../../src/admin/identity/prepare-administrator.ts";
import { defined } from "../../src/core/defined.ts";
import type { Trials } from "../../src/admin/trials.ts";
import { systemClock, type TimerClock } from "../../src/core/clock.ts";
import { silentLogger, type Logger } from "../../src/core/logger.ts";
import { VERSION } from "../../src/core/version.ts";
import { openRecords } from "../../src/records/open-records.ts";
import type { Records } from "../../src/records/records.ts";
import { readSettings, writeSettings } from "../../src/records/settings/current-settings.ts";
import type { Settings } from "../../src/records/settings/settings.ts";
import { prepareTemplates } from "../../src/records/templates/templates.ts";
import { standInGitHubApps } from "./stand-in-github-apps.ts";
import { databaseOfTests } from "./test-database.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface AdminServerOptions {
  readonly settings?: Partial<Settings>;
  readonly clock?: TimerClock;
  readonly logger?: Logger;
  /** What "Try it" finds; default: there is no such button. */
  readonly trials?: Trials;
}

/** What writes carry: `cookie` and `x-csrf-token` of a session. */
export interface AdminSession {
  readonly cookie: string;
  readonly csrf: string;
}

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came
  readonly json: any;
}

export interface AdminRequestOptions {
  readonly session?: AdminSession | undefined;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The administration alone, without a bot, on a database of its own. */
export interface AdminServer extends AsyncDisposable {
  /** `http://127.0.0.1:49152/admin/` */
  readonly url: string;
  /** `http://127.0.0.1:49152/admin/api` */
  readonly api: string;
  readonly admin: Admin;
  readonly records: Records;
  readonly administrator: FirstAdministrator;
  /** Adds a user with the password `passwordOf(name)`. */
  addUser(name: string, role: Role): Promise<{ readonly login: number; readonly password: string }>;
  signIn(user: { readonly login: number; readonly password: string }): Promise<AdminSession>;
  /** Asks the API: `/users`. */
  request(method: string, path: string, options?: AdminRequestOptions): Promise<AdminAnswer>;
}

export async function startAdmin(options: AdminServerOptions = {}): Promise<AdminServer> {
  const { settings = {}, clock = systemClock, logger = silentLogger } = options;
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryDirectory());
  const databaseUrl = await databaseOfTests();
  const records = stack.use(await openRecords({ data: join(folder.path, "data"), databaseUrl, logger, clock }));
  await prepareTemplates(records);
  const { settings: standard } = await readSettings(records.database, records.seal);
  await writeSettings(records.database, records.seal, { ...standard, ...settings });
  const administrator = await prepareAdministrator(records);
  if (administrator === undefined) throw new Error("The database was not empty.");
  const admin: Admin = {
    records,
    version: VERSION,
    gitHubApps: standInGitHubApps(),
    ...defined({ trials: options.trials }),
  };
  const server = createAdaptorServer({ fetch: new Hono().route("/admin", adminApp(admin)).fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(async () => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await once(server, "close");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const url = `http://127.0.0.1:${String(address.port)}/admin/`;
  const open = stack.move();
  return {
    ...asked(url, records),
    url,
    admin,
    records,
    administrator,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function asked(url: string, records: Records): Pick<AdminServer, "api" | "addUser" | "signIn" | "request"> {
  const api = `${url}api`;
  const request: AdminServer["request"] = async (method, path, { session, json, headers = {} } = {}) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(session !== undefined && { cookie: session.cookie, "x-csrf-token": session.csrf }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, json: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    api,
    request,
    signIn: async ({ login, password }) => {
      const answer = await request("GET", "/login", { headers: { authorization: basic(login, password) } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
      const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
      return { cookie, csrf: answer.json.csrf_token };
    },
    addUser: async (name, role) => {
      const password = passwordOf(name);
      const email = `${name.toLowerCase()}@example.org`;
      const hash = await hashPassword(password);
      const { login } = await createOperator(records, { name, email, role, active: true, hash });
      return { login, password };
    },
  };
}

function passwordOf(name: string): string {
  return `the password of ${name}`;
}

/** Value of `Authorization`. */
export function basic(user: string | number, password: string): string {
  return `Basic ${Buffer.from(`${String(user)}:${password}`).toString("base64")}`;
}
