import type { MailSettings } from "../mail/send-mail.ts";

export interface RateLimit {
  /** Requests per window; undefined: not limited. */
  readonly requests: number | undefined;
  readonly windowSeconds: number;
}

export interface ServiceSettings {
  /** Name in commit messages and of the committer. */
  readonly siteTitle: string;
  readonly siteEmail: string;
  /**
   * Where people reach the service, `https://translate.example.org`, without a slash at the end: all addresses begin with it.
   * "": as a request names the host, and no links in commit messages.
   */
  readonly siteUrl: string;
  /** Addresses and networks of proxies on other machines that tell truly where a request comes from; those on this one are believed. */
  readonly trustedProxies: readonly string[];
  readonly rateLimits: { readonly anonymous: RateLimit; readonly user: RateLimit };
  /** How long a request waits for another one's operation on the same clone before it gets 423. */
  readonly busyMilliseconds: number;
  /** How long a request waits for the task that it began, so that quick work needs no second request. */
  readonly taskMilliseconds: number;
  /** Whether repository hosts may tell of pushes (specification 1, "Inbound notification hooks"). */
  readonly enableHooks: boolean;
  /** Nobody reads anything without a token; hooks still arrive (specification 1, "Authentication" 2). */
  readonly requireLogin: boolean;
  /** Items of a list on a page that does not ask for another number; strings have more (specification 1, "Limits"). */
  readonly pageSize: number;
  /** Whether webhooks may be sent unencrypted to other machines. */
  readonly allowPlainWebhooks: boolean;
  /** Hosts, addresses and networks that webhooks, and texts for machine translation, may be sent to though they are not on the internet. */
  readonly privateAddresses: readonly string[];
  /** Whether components may be made of repositories of this machine: whatever the service's user may read. */
  readonly allowLocalRepositories: boolean;
  /** What a search may take, from whomever; beyond it, it is 400. */
  readonly searchMilliseconds: number;
  /** What notifications go out by; without a host they are kept, and nobody is told. With one, `siteUrl` is set. */
  readonly mail: MailSettings;
  /** 32 bytes in base64 that seal the keys of machine translation; "": `service.key` of the data folder, made when it is needed. */
  readonly key: string;
  readonly uploadBytes: number;
  readonly archive: { readonly entries: number; readonly bytes: number };
}

/** Limits of the specification (1, "Limits") and of the real service (facts §2). */
export const defaultSettings: ServiceSettings = {
  siteTitle: "Interlinear",
  siteEmail: "noreply@interlinear.invalid",
  siteUrl: "",
  trustedProxies: [],
  rateLimits: {
    anonymous: { requests: 100, windowSeconds: 86_400 },
    user: { requests: 5000, windowSeconds: 3600 },
  },
  busyMilliseconds: 20_000,
  taskMilliseconds: 2000,
  enableHooks: true,
  requireLogin: false,
  pageSize: 50,
  allowPlainWebhooks: false,
  privateAddresses: [],
  allowLocalRepositories: true,
  searchMilliseconds: 10_000,
  mail: { host: "", port: 587, security: "starttls", user: "", password: "", from: "" },
  key: "",
  uploadBytes: 50_000_000,
  archive: { entries: 20_000, bytes: 500_000_000 },
};
