import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { complete } from "./contract.ts";
import { Refused, notFound } from "./refusal.ts";
import type { Answer, Call, Level, Operations, Permission, Settings, World } from "./world.ts";

export interface AppOptions {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  /** PEM. */
  readonly publicKey: string;
  /** What the installation was granted, besides `metadata: read`. */
  readonly permissions: Settings["permissions"];
  /** Default: installed in the repository. */
  readonly installed?: "yes" | "no" | "suspended";
  /** Seconds that the server's clock is ahead of ours. */
  readonly ahead?: number;
  /** `ghs_<app id>_<JWT>`, as newer servers give them. */
  readonly longTokens?: boolean;
}

/** An App, and the tokens of its installation that are alive. */
export interface App {
  readonly options: AppOptions;
  readonly publicKey: KeyObject;
  readonly tokens: Map<string, Settings["permissions"]>;
  /** Seconds since 1970 by the server's clock. */
  now(): number;
}

const INSTALLATION = 4_711;

export const appOperations: Operations = {
  "GET /app": { needs: [], run: getApp },
  "GET /repos/{owner}/{repo}/installation": { needs: [], run: getInstallation },
  "POST /app/installations/{installation_id}/access_tokens": { needs: [], run: createToken },
  "DELETE /installation/token": { needs: [], run: revokeToken },
};

export function createApp(options: AppOptions): App {
  return {
    options,
    publicKey: createPublicKey(options.publicKey),
    tokens: new Map(),
    now: () => Math.floor(Date.now() / 1_000) + (options.ahead ?? 0),
  };
}

/** Whether the App itself asks, by a web token that it signs. */
export function isForApp(template: string): boolean {
  return template === "/app" || template.startsWith("/app/") || template === "/repos/{owner}/{repo}/installation";
}

/** @throws {Refused} 401 in GitHub's words, 404 for an unknown issuer */
export function authorizeApp({ app }: World, token: string): void {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const isSigned =
    app !== undefined &&
    verify("sha256", Buffer.from(`${header}.${payload}`), app.publicKey, Buffer.from(signature, "base64url"));
  if (!isSigned || decoded(header)["alg"] !== "RS256") throw new Refused(401, "A JSON web token could not be decoded");
  const { exp, iat, iss } = decoded(payload);
  const now = app.now();
  if (typeof exp !== "number" || exp <= now) {
    throw new Refused(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > now + 600) throw new Refused(401, "'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat !== "number" || iat > now) {
    throw new Refused(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (String(iss) !== String(app.options.id) && iss !== app.options.clientId) {
    throw new Refused(404, "Integration not found");
  }
}

/** The repository as a token of the installation sees it; undefined where it is none, or was revoked. */
export function seenByInstallation(world: World, token: string): World | undefined {
  const permissions = world.app?.tokens.get(token);
  if (world.app === undefined || permissions === undefined) return undefined;
  const login = `${world.app.options.slug}[bot]`;
  return { ...world, settings: { ...world.settings, tokenKind: "app", login, permissions } };
}

async function getApp({ world }: Call): Promise<Answer> {
  const { id, clientId, slug, permissions } = appOf(world).options;
  const facts = {
    id,
    client_id: clientId,
    slug,
    name: slug,
    html_url: `${world.serverUrl}/apps/${slug}`,
    permissions: asAnswered(permissions),
  };
  return Promise.resolve({ status: 200, body: complete("integration", facts, world.apiUrl) });
}

async function getInstallation({ world }: Call): Promise<Answer> {
  const { id, slug, permissions, installed } = appOf(world).options;
  if (installed === "no") throw notFound();
  const facts = {
    id: INSTALLATION,
    app_id: id,
    app_slug: slug,
    html_url: `${world.serverUrl}/organizations/${world.owner}/settings/installations/${String(INSTALLATION)}`,
    repository_selection: "selected",
    permissions: asAnswered(permissions),
    suspended_at: installed === "suspended" ? world.now() : null,
  };
  return Promise.resolve({ status: 200, body: complete("installation", facts, world.apiUrl) });
}

async function createToken({ world, parameters, body }: Call): Promise<Answer> {
  const app = appOf(world);
  if (Number(parameters["installation_id"]) !== INSTALLATION || app.options.installed === "no") throw notFound();
  if (app.options.installed === "suspended") throw new Refused(403, "This installation has been suspended");
  if (body.repositories?.some((name) => name !== world.repo) === true) {
    throw new Refused(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  }
  const granted: Settings["permissions"] = { metadata: "read", ...app.options.permissions };
  const wanted = Object.entries(body.permissions ?? asAnswered(app.options.permissions));
  const given: Partial<Record<Permission, Level>> = {};
  for (const [name, level] of wanted) {
    const permission = permissionNamed(name, granted);
    if (permission === undefined || (level === "write" && granted[permission] !== "write")) {
      throw new Refused(422, "The permissions requested are not granted to this installation.");
    }
    given[permission] = level === "write" ? "write" : "read";
  }
  const number = String(app.tokens.size + 1);
  const token =
    app.options.longTokens === true
      ? `ghs_${String(app.options.id)}_eyJhbGciOiJFUzI1NiJ9.${Buffer.from(`{"number":${number}}`).toString("base64url")}.${"s".repeat(300)}`
      : `ghs_installation${number.padStart(24, "0")}`;
  app.tokens.set(token, given);
  const expires = new Date((app.now() + 3_600) * 1_000).toISOString().replace(/\.\d+/, "");
  const facts = { token, expires_at: expires, permissions: asAnswered(given), repository_selection: "selected" };
  return Promise.resolve({ status: 201, body: complete("installation-token", facts, world.apiUrl) });
}

async function revokeToken({ world, token }: Call): Promise<Answer> {
  appOf(world).tokens.delete(token);
  return Promise.resolve({ status: 204 });
}

function appOf({ app }: World): App {
  if (app === undefined) throw new Refused(404, "Integration not found");
  return app;
}

function permissionNamed(name: string, granted: Settings["permissions"]): Permission | undefined {
  const all: readonly Permission[] = [
    "contents",
    "pull-requests",
    "issues",
    "workflows",
    "metadata",
    "checks",
    "statuses",
  ];
  return all.find((permission) => permission === name.replaceAll("_", "-") && granted[permission] !== undefined);
}

function asAnswered(permissions: Settings["permissions"]): Readonly<Record<string, Level>> {
  const held = Object.entries({ metadata: "read" as const, ...permissions }).filter(([, level]) => level !== "none");
  return Object.fromEntries(held.map(([name, level]) => [name.replaceAll("-", "_"), level]));
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return value;
  } catch {
    return {};
  }
}
