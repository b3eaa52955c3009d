import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { StoredDelivery } from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import type { ForgejoSettings, GitHubSettings, ServiceSettings, Settings } from "../../records/settings/settings.ts";
import { movedTranslations } from "./moved-translations.ts";
import type { OwnUsers } from "./own-users.ts";
import { takeForgeEvent } from "./take-forge-event.ts";
import { isInstallationEvent, takeInstallationEvent } from "./take-installation-event.ts";
import { takeChange } from "./take-service-change.ts";

/** Whether the body is what the headers' signature was made of; where it is, and too old for us, by how many seconds. */
type Proof = (body: Uint8Array, now: Date) => boolean | { readonly secondsApart: number };

/** Whom an address of ours is for. */
export interface Sender {
  /** In words for people; undefined where the settings have no such sender. */
  readonly name: string | undefined;
  /** Its name in the settings, of a service there is. */
  readonly service?: string;
  /** Undefined where the headers hold no signature. */
  proofIn(header: HeaderOf): Proof | undefined;
  /** @returns undefined where the headers do not say what it is; text: why there is nothing to keep */
  take(records: Records, header: HeaderOf, payload: unknown): Promise<StoredDelivery | string | undefined>;
}

/** Secret of those who are unknown: checking it takes as long, and nobody has it. */
const NOBODYS = randomBytes(32).toString("base64");

const GUID = /^[\x21-\x7e]{1,200}$/;
const EVENT = /^[a-z][a-z0-9_]{0,59}$/;

/** Name of the GitHub that the settings have, where they have one alone. */
export function onlyGitHub({ forges }: Settings): string | undefined {
  const names = Object.entries(forges).flatMap(([name, { kind }]) => (kind === "github" ? [name] : []));
  return names.length === 1 ? names[0] : undefined;
}

export function forgeSender({ forges }: Settings, kind: "github" | "forgejo", name: string): Sender {
  const found = Object.hasOwn(forges, name) ? forges[name] : undefined;
  const settings = found?.kind === kind ? found : undefined;
  const secrets = secretsOf(settings?.webhookSecret ?? NOBODYS);
  const digestIn = kind === "github" ? githubDigest : forgejoDigest;
  return {
    name: settings === undefined ? undefined : `${kind === "github" ? "GitHub" : "Forgejo"} “${name}”`,
    proofIn: (header) => {
      const digest = digestIn(header);
      return digest === undefined ? undefined : (body) => isSigned(body, digest, secrets);
    },
    take: async (records, header, payload) =>
      settings === undefined ? undefined : takeFromForge(records, name, settings, header, payload),
  };
}

async function takeFromForge(
  records: Records,
  forge: string,
  settings: GitHubSettings | ForgejoSettings,
  header: HeaderOf,
  payload: unknown,
): Promise<StoredDelivery | string | undefined> {
  const names = settings.kind === "github" ? ["github"] : ["forgejo", "gitea", "gogs"];
  const event = firstOf(names, (name) => header(`x-${name}-event`));
  const guid = firstOf(names, (name) => header(`x-${name}-delivery`));
  if (event === undefined || guid === undefined || !EVENT.test(event) || !GUID.test(guid)) return undefined;
  if (event === "ping") return "Here we are.";
  const message = { forge, guid, event, payload };
  const isInstallation = settings.kind === "github" && isInstallationEvent(event);
  const stored = isInstallation
    ? await takeInstallationEvent(records, message)
    : await takeForgeEvent(records, settings, message);
  return stored ?? `The event “${event}” is about no repository: nothing to do.`;
}

export function serviceSender({ services }: Settings, name: string, ownUsers: OwnUsers): Sender {
  const settings = Object.hasOwn(services, name) ? services[name] : undefined;
  const secrets = secretsOf(settings?.webhookSecret ?? NOBODYS);
  return {
    name: settings === undefined ? undefined : `the service “${name}”`,
    ...(settings !== undefined && { service: name }),
    proofIn: (header) => {
      const message = readMessage(header);
      return message === undefined ? undefined : (body, now) => isGenuine(message, body, secrets, now);
    },
    take: async (records, header, payload) =>
      settings === undefined
        ? undefined
        : takeFromService(records, name, settings, ownUsers, header("webhook-id") ?? "", payload),
  };
}

async function takeFromService(
  records: Records,
  service: string,
  settings: ServiceSettings,
  ownUsers: OwnUsers,
  id: string,
  payload: unknown,
): Promise<StoredDelivery | string | undefined> {
  const moved = movedTranslations(payload);
  if (moved === undefined) return "The message is of no translation that moved: nothing to do.";
  const own = ownUsers.nameAt(settings);
  if (own !== undefined && moved.people.includes(own)) return "The bot moved it itself: nothing to do.";
  const stored = await takeChange(records, settings, { service, id, moved });
  return stored ?? `No repository has files of ${moved.component}: nothing to do.`;
}

function firstOf(names: readonly string[], valueOf: (name: string) => string | undefined): string | undefined {
  for (const name of names) {
    const value = valueOf(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

const SHA256 = /^[0-9a-f]{64}$/i;
const PREFIXED = /^sha256=(?<digest>[0-9a-f]{64})$/i;

/** Headers of a request; names in lower case. */
export type HeaderOf = (name: string) => string | undefined;

/** What is shorter is a word of a secret, not a secret. */
const SHORTEST = 16;

/** While a secret is changed, two are right: the settings hold them side by side. One that has blanks in it is still one. */
export function secretsOf(secrets: string): readonly string[] {
  const parts = secrets.split(/\s+/).filter((part) => part !== "");
  if (parts.length === 0) return [];
  return parts.every(({ length }) => length >= SHORTEST) ? parts : [secrets];
}

/** GitHub's SHA-256 of a body, in hexadecimal digits; the older SHA-1 proves nothing and is not looked at. */
function githubDigest(header: HeaderOf): string | undefined {
  return PREFIXED.exec(header("x-hub-signature-256") ?? "")?.groups?.["digest"];
}

/** Forgejo's, under one of the names it had, or GitHub's, which it sends as well. */
function forgejoDigest(header: HeaderOf): string | undefined {
  for (const name of ["x-forgejo-signature", "x-gitea-signature", "x-gogs-signature"]) {
    const digest = header(name);
    if (digest !== undefined) return SHA256.test(digest) ? digest : undefined;
  }
  return githubDigest(header);
}

/** Whether one of the secrets made the digest of these very bytes; without a secret nothing is right. */
function isSigned(body: Uint8Array, digest: string, secrets: readonly string[]): boolean {
  const claimed = Buffer.from(digest, "hex");
  return isOneOf(
    claimed,
    secrets.map((secret) => createHmac("sha256", secret).update(body).digest()),
  );
}

/** Takes as long whichever of them it is, and whether it is any. */
function isOneOf(claimed: Uint8Array, right: readonly Uint8Array[]): boolean {
  let found = false;
  for (const one of right) {
    const equal = one.length === claimed.length && timingSafeEqual(one, claimed);
    found = equal || found;
  }
  return found;
}

/** What is older, or from the future, may have been recorded by somebody. */
const TOLERANCE_SECONDS = 300;
const MOST_SIGNATURES = 10;
const ID = /^[\x21-\x7e]{1,200}$/;
const TIME = /^(?<seconds>\d{1,12})(?:\.\d{1,9})?$/;
const SIGNATURE = /^v1,(?<digest>[A-Za-z0-9+/]{43}=)$/;

/** A message's headers, as Standard Webhooks have them. */
interface SignedMessage {
  readonly id: string;
  /** As it was sent: seconds since 1970, perhaps with fractions. */
  readonly time: string;
  readonly seconds: number;
  /** SHA-256 each; those of other versions are left out. */
  readonly digests: readonly Uint8Array[];
}

/** Undefined where the headers are not those of a signed message. */
function readMessage(header: HeaderOf): SignedMessage | undefined {
  const [id = "", time = "", signature = ""] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header);
  const seconds = TIME.exec(time)?.groups?.["seconds"];
  const digests = signature
    .split(" ")
    .slice(0, MOST_SIGNATURES)
    .flatMap((one) => SIGNATURE.exec(one)?.groups?.["digest"] ?? [])
    .map((digest) => Buffer.from(digest, "base64"));
  if (!ID.test(id) || seconds === undefined || digests.length === 0) return undefined;
  return { id, time, seconds: Number(seconds), digests };
}

/** Whether one of the secrets signed the message, and not too long ago. */
function isGenuine(
  { id, time, seconds, digests }: SignedMessage,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): ReturnType<Proof> {
  const secondsApart = Math.round(now.getTime() / 1_000 - seconds);
  // Whole seconds are signed where the header has fractions; some sign what they send.
  const times = new Set([String(seconds), time]);
  const keys: readonly Buffer[] = secrets.flatMap((secret) => keyOf(secret));
  const right = keys.flatMap((key) =>
    [...times].map((signed) => createHmac("sha256", key).update(`${id}.${signed}.`).update(body).digest()),
  );
  const isRight = digests.map((digest) => isOneOf(digest, right)).includes(true);
  return isRight && Math.abs(secondsApart) > TOLERANCE_SECONDS ? { secondsApart } : isRight;
}

/** A secret that holds nothing signs nothing: everybody has that key. */
function keyOf(secret: string): Buffer[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return key.length === 0 ? [] : [key];
}
