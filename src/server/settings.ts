import { UserError } from "../core/errors.ts";
import { isKey } from "../core/key-file.ts";
import { isMailAddress, type MailSettings } from "../mail/send-mail.ts";
import { networkFault } from "../network/networks.ts";
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
  INTERLINEAR_TRUSTED_PROXIES:
    "addresses and networks of proxies on other machines, 10.0.0.2,2001:db8::/64: whom they name is whom a request counts for",
  INTERLINEAR_SITE_TITLE: "name on pages and in commit messages, Interlinear by default",
  INTERLINEAR_SITE_EMAIL: "address of the committer, noreply@interlinear.invalid by default",
  INTERLINEAR_MAIL_HOST:
    "mail server that notifications go out by; without it nobody is told by mail. It needs INTERLINEAR_SITE_URL",
  INTERLINEAR_MAIL_PORT: "its port, 587 by default",
  INTERLINEAR_MAIL_SECURITY: "starttls by default, tls from the first byte (port 465), or none",
  INTERLINEAR_MAIL_USER: "user there; without it nobody signs in",
  INTERLINEAR_MAIL_PASSWORD: "the user's password",
  INTERLINEAR_MAIL_FROM: "sender, Interlinear <translate@example.org>; by default the site's title and address",
  INTERLINEAR_ALLOW_PLAIN_WEBHOOKS: "whether webhooks may be sent unencrypted to other machines, no by default",
  INTERLINEAR_PRIVATE_ADDRESSES:
    "what webhooks and texts for machine translation may be sent to though it is not on the internet: localhost,chat.example.internal,10.1.0.0/16; nothing by default",
  INTERLINEAR_SERVICE_KEY:
    "32 bytes in base64 that seal the keys of machine translation; by default service.key in the data folder, made when it is needed",
  INTERLINEAR_ALLOW_LOCAL_REPOSITORIES:
    "whether components may be made of repositories of this machine (file://, a path), yes by default",
} as const;

type Variable = keyof typeof settingVariables;

/**
 * Settings of the service from environment variables; those that are not set, or empty, keep their defaults.
 * @throws what a variable holds is not what it takes
 */
export function settingsFrom(environment: Environment): Partial<ServiceSettings> {
  const read: Read = (name, parse, usual) => {
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
    privateAddresses,
    allowLocalRepositories,
    pageSize,
    siteUrl,
    siteTitle,
    siteEmail,
    trustedProxies,
  } = defaultSettings;
  const site = {
    siteUrl: read("INTERLINEAR_SITE_URL", originOf, siteUrl),
    siteTitle: read("INTERLINEAR_SITE_TITLE", lineOf, siteTitle),
    siteEmail: read("INTERLINEAR_SITE_EMAIL", emailOf, siteEmail),
  };
  return {
    rateLimits: {
      anonymous: read("INTERLINEAR_API_RATELIMIT_ANON", rateLimitOf, rateLimits.anonymous),
      user: read("INTERLINEAR_API_RATELIMIT_USER", rateLimitOf, rateLimits.user),
    },
    enableHooks: read("INTERLINEAR_ENABLE_HOOKS", booleanOf, enableHooks),
    requireLogin: read("INTERLINEAR_REQUIRE_LOGIN", booleanOf, requireLogin),
    allowPlainWebhooks: read("INTERLINEAR_ALLOW_PLAIN_WEBHOOKS", booleanOf, allowPlainWebhooks),
    privateAddresses: read("INTERLINEAR_PRIVATE_ADDRESSES", hostsOf, privateAddresses),
    allowLocalRepositories: read("INTERLINEAR_ALLOW_LOCAL_REPOSITORIES", booleanOf, allowLocalRepositories),
    pageSize: read("INTERLINEAR_PAGE_SIZE", pageSizeOf, pageSize),
    key: sealingKey(environment),
    ...site,
    trustedProxies: read("INTERLINEAR_TRUSTED_PROXIES", proxiesOf, trustedProxies),
    mail: mailSettings(environment, read, site),
  };
}

type Read = <T>(name: Variable, parse: (text: string) => T | undefined, usual: T) => T;

const mailVariables = Object.keys(settingVariables).filter((name) => name.startsWith("INTERLINEAR_MAIL_"));

/** @throws where a mail server lacks what a mail is made of, or its settings lack the server */
function mailSettings(
  environment: Environment,
  read: Read,
  site: Pick<ServiceSettings, "siteUrl" | "siteTitle" | "siteEmail">,
): MailSettings {
  const isSet = (name: string): boolean => (environment[name]?.trim() ?? "") !== "";
  const lacks = (what: string, hint: string) => new UserError(what, { code: "IL-E06", hint });
  const { mail } = defaultSettings;
  const host = read("INTERLINEAR_MAIL_HOST", hostOf, mail.host);
  if (host === "") {
    const set = mailVariables.find(isSet);
    if (set === undefined) return mail;
    const hint = `INTERLINEAR_MAIL_HOST says ${settingVariables.INTERLINEAR_MAIL_HOST}.`;
    throw lacks(`${set} is set, and INTERLINEAR_MAIL_HOST is not`, hint);
  }
  if (site.siteUrl === "") {
    const hint = `Mail has links into the service. INTERLINEAR_SITE_URL says ${settingVariables.INTERLINEAR_SITE_URL}.`;
    throw lacks("INTERLINEAR_MAIL_HOST is set, and INTERLINEAR_SITE_URL is not", hint);
  }
  if (!isSet("INTERLINEAR_MAIL_FROM") && !isSet("INTERLINEAR_SITE_EMAIL")) {
    const hint =
      "Set INTERLINEAR_MAIL_FROM to the sender, Translations <translate@example.org>, or INTERLINEAR_SITE_EMAIL.";
    throw lacks("INTERLINEAR_MAIL_HOST is set, and nothing says who the sender is", hint);
  }
  return {
    host,
    port: read("INTERLINEAR_MAIL_PORT", portOf, mail.port),
    security: read("INTERLINEAR_MAIL_SECURITY", securityOf, mail.security),
    user: environment["INTERLINEAR_MAIL_USER"]?.trim() ?? "",
    password: environment["INTERLINEAR_MAIL_PASSWORD"]?.trim() ?? "",
    from: read("INTERLINEAR_MAIL_FROM", senderOf, `"${site.siteTitle.replaceAll(/["\\]/g, "")}" <${site.siteEmail}>`),
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

function proxiesOf(text: string): readonly string[] | undefined {
  const proxies = text.split(/[\s,]+/).filter((each) => each !== "");
  return proxies.every((each) => networkFault(each) === undefined) ? proxies : undefined;
}

/** @throws without a word of what is there: it may well be a secret of something else */
function sealingKey(environment: Environment): string {
  const text = environment["INTERLINEAR_SERVICE_KEY"]?.trim() ?? "";
  if (text === "" || isKey(text)) return text;
  throw new UserError("INTERLINEAR_SERVICE_KEY does not hold a key", {
    code: "IL-K02",
    hint: "It is 32 random bytes in base64: `openssl rand -base64 32`.",
  });
}

/** Names, addresses and networks. */
function hostsOf(text: string): readonly string[] | undefined {
  const hosts = text.split(/[\s,]+/).filter((each) => each !== "");
  const isName = (each: string): boolean => /^(?=.*[a-z])[\w-]+(?:\.[\w-]+)*$/i.test(each);
  return hosts.every((each) => isName(each) || networkFault(each) === undefined) ? hosts : undefined;
}

function hostOf(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function securityOf(text: string): MailSettings["security"] | undefined {
  return (["tls", "starttls", "none"] as const).find((each) => each === text.toLowerCase());
}

/** An address, alone or after a name. */
function senderOf(text: string): string | undefined {
  const [, address = text] = /^[^<>"\p{Cc}]*<([^<>]+)>$/u.exec(text) ?? [];
  return isMailAddress(address) ? text : undefined;
}

function emailOf(text: string): string | undefined {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined;
}
