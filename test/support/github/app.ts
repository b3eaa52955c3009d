import { systemClock } from "../../../src/core/clock.ts";
import { createPublicKey, verify } from "node:crypto";
import { complete } from "./contract.ts";
import type { Hook } from "./hook.ts";
import { Refused } from "./refusal.ts";
import {
  isCalled,
  type Answer,
  type Call,
  type Level,
  type Operations,
  type Settings,
  type World,
  type App,
  type AppOptions,
  type Installation,
  type InstallationToken,
} from "./world.ts";

export const appOperations: Operations = {
  "GET /app": { run: getApp },
  "GET /repos/{owner}/{repo}/installation": { run: getInstallationOfRepository },
  "DELETE /installation/token": { run: revokeToken },
};

export function createApp(options: AppOptions, worlds: readonly World[], hook: Hook | undefined): App {
  return {
    options,
    publicKey: createPublicKey(options.publicKey),
    tokens: new Map(),
    installations: [],
    worlds,
    hook,
    now: () => Math.floor((options.clock ?? systemClock).now().getTime() / 1_000) + (options.ahead ?? 0),
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

/** The token of an installation that is known, has not expired and was not suspended. */
export function liveToken(app: App | undefined, token: string): InstallationToken | undefined {
  const found = app?.tokens.get(token);
  const isLive = app !== undefined && found !== undefined && found.expires > app.now();
  return isLive && found.installation.suspendedAt === null ? found : undefined;
}

/** The repository as a token of an installation sees it; undefined where it is none, was revoked or is for others. */
export function seenByInstallation(world: World, token: string): World | undefined {
  const found = liveToken(world.app, token);
  if (world.app === undefined || found === undefined) return undefined;
  const isCovered = found.repositories.has(world.id) && found.installation.repositories.has(world.id);
  if (!isCovered) return undefined;
  const login = `${world.app.options.slug}[bot]`;
  return {
    ...world,
    settings: {
      ...world.settings,
      tokenKind: "app",
      login,
      permissions: found.permissions,
      isNarrowed: found.isNarrowed,
    },
  };
}

export function installationOf(app: App, world: Pick<World, "id">): Installation | undefined {
  return app.installations.find(({ repositories }) => repositories.has(world.id));
}

async function getApp({ world }: Call): Promise<Answer> {
  const app = appOf(world);
  return Promise.resolve({ status: 200, body: complete("integration", appFacts(app, world), world.apiUrl) });
}

/** What every answer about an App tells of it. */
export function appFacts({ options, hook, installations }: App, { serverUrl }: World): object {
  const { id, clientId, slug, permissions } = options;
  return {
    id,
    client_id: clientId,
    slug,
    name: slug,
    html_url: `${serverUrl}/apps/${slug}`,
    permissions: asAnswered(permissions),
    events: [...(hook?.address?.events ?? [])],
    installations_count: installations.length,
  };
}

async function getInstallationOfRepository({ world }: Call): Promise<Answer> {
  const app = appOf(world);
  const installation = installationOf(app, world);
  if (installation === undefined) throw new Refused(404, "Not Found");
  return Promise.resolve({ status: 200, body: installationAnswer(world, installation) });
}

export function installationAnswer(world: World, installation: Installation): Record<string, unknown> {
  const { options, hook, worlds } = appOf(world);
  const { id, account, suspendedAt, permissions } = installation;
  const number = String(id);
  const isEverywhere = worlds
    .filter(({ owner }) => owner === account)
    .every((one) => installation.repositories.has(one.id));
  const facts = {
    id,
    account: complete("simple-user", { login: account, type: "Organization" }, world.apiUrl),
    app_id: options.id,
    app_slug: options.slug,
    target_type: "Organization",
    html_url: `${world.serverUrl}/organizations/${account}/settings/installations/${number}`,
    access_tokens_url: `${world.apiUrl}/app/installations/${number}/access_tokens`,
    repositories_url: `${world.apiUrl}/installation/repositories`,
    repository_selection: isEverywhere && worlds.length > 1 ? "all" : "selected",
    permissions: asAnswered(permissions),
    events: [...(hook?.address?.events ?? [])],
    suspended_at: suspendedAt,
  };
  return complete("installation", facts, world.apiUrl);
}

async function revokeToken({ world, token }: Call): Promise<Answer> {
  appOf(world).tokens.delete(token);
  return Promise.resolve({ status: 204 });
}

export function appOf({ app }: World): App {
  if (app === undefined) throw new Refused(404, "Integration not found");
  return app;
}

/** The repository of that name, or a fork of one. */
export function worldNamed(worlds: readonly World[], name: string): World | undefined {
  const all = worlds.flatMap((world) => (world.fork === undefined ? [world] : [world, world.fork]));
  return all.find((world) => isCalled(world, name));
}

export function asAnswered(permissions: Settings["permissions"]): Readonly<Record<string, Level>> {
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
