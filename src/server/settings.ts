import { UserError } from "../core/errors.ts";
import { pageSizes } from "../service/http/paging.ts";
import { defaultSettings, type RateLimit, type ServiceSettings } from "../service/settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings a deployment makes, and what they take: `interlinear serve --help` and the documents show them. */
export const settingVariables = {
  INTERLINEAR_API_RATELIMIT_ANON:
    "requests without a token, 100/day by default: NUMBER/second, /minute, /hour or /day, or off",
  INTERLINEAR_API_RATELIMIT_USER: "requests of each user, 5000/hour by default",
  INTERLINEAR_ENABLE_HOOKS: "whether repository hosts may tell of pushes, yes by default",
  INTERLINEAR_REQUIRE_LOGIN: "whether nothing is read without a token, no by default",
  INTERLINEAR_PAGE_SIZE: "items of a list on a page, 50 by default, up to 1000",
  INTERLINEAR_SITE_URL:
    "where people reach the service, https://translate.example.org; by default as each request names it: a proxy needs this",
  INTERLINEAR_SITE_TITLE: "name on pages and in commit messages, Interlinear by default",
  INTERLINEAR_SITE_EMAIL: "address of the committer, noreply@interlinear.invalid by default",
  INTERLINEAR_ALLOW_PLAIN_WEBHOOKS: "whether webhooks may be sent unencrypted to other machines, no by default",
  INTERLINEAR_ALLOW_LOCAL_REPOSITORIES:
    "whether components may be made of repositories of this machine (file://, a path), yes by default",
} as const;

type Variable = keyof typeof settingVariables;

/**
 * Settings of the service from environment variables; those that are not set, or empty, keep their defaults.
 * @throws what a variable holds is not what it takes
 */
export function settingsFrom(environment: Environment): Partial<ServiceSettings> {
  const read = <T>(name: Variable, parse: (text: string) => T | undefined, usual: T): T => {
    const text = environment[name]?.trim() ?? "";
    if (text === "") return usual;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new UserError(`${name} is "${text}"`, { code: "IL-E06", hint: `It says ${settingVariables[name]}.` });
  };
  const {
    rateLimits,
    enableHooks,
    requireLogin,
    allowPlainWebhooks,
    allowLocalRepositories,
    pageSize,
    siteUrl,
    siteTitle,
    siteEmail,
  } = defaultSettings;
  return {
    rateLimits: {
      anonymous: read("INTERLINEAR_API_RATELIMIT_ANON", rateLimitOf, rateLimits.anonymous),
      user: read("INTERLINEAR_API_RATELIMIT_USER", rateLimitOf, rateLimits.user),
    },
    enableHooks: read("INTERLINEAR_ENABLE_HOOKS", booleanOf, enableHooks),
    requireLogin: read("INTERLINEAR_REQUIRE_LOGIN", booleanOf, requireLogin),
    allowPlainWebhooks: read("INTERLINEAR_ALLOW_PLAIN_WEBHOOKS", booleanOf, allowPlainWebhooks),
    allowLocalRepositories: read("INTERLINEAR_ALLOW_LOCAL_REPOSITORIES", booleanOf, allowLocalRepositories),
    pageSize: read("INTERLINEAR_PAGE_SIZE", pageSizeOf, pageSize),
    siteUrl: read("INTERLINEAR_SITE_URL", originOf, siteUrl),
    siteTitle: read("INTERLINEAR_SITE_TITLE", lineOf, siteTitle),
    siteEmail: read("INTERLINEAR_SITE_EMAIL", emailOf, siteEmail),
  };
}

const periods: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `5000/hour`, `100/d`, `off`: only a period's first letter counts. */
function rateLimitOf(text: string): RateLimit | undefined {
  if (/^(?:off|none)$/i.test(text)) return { requests: undefined, windowSeconds: 1 };
  const [, requests, period] = /^(\d{1,9})\s*\/\s*([smhd])[a-z]*$/i.exec(text) ?? [];
  const windowSeconds = periods[period?.toLowerCase() ?? ""];
  return windowSeconds === undefined ? undefined : { requests: Number(requests), windowSeconds };
}

function booleanOf(text: string): boolean | undefined {
  if (/^(?:1|true|yes|on)$/i.test(text)) return true;
  return /^(?:0|false|no|off)$/i.test(text) ? false : undefined;
}

function pageSizeOf(text: string): number | undefined {
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= pageSizes.most ? size : undefined;
}

/** The API stands at the root of its host: an address with a path is none. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : undefined;
}

/** It is part of commit messages. */
function lineOf(text: string): string | undefined {
  return /^\P{Cc}{1,100}$/u.test(text) ? text : undefined;
}

function emailOf(text: string): string | undefined {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined;
}
