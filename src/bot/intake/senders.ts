import { randomBytes } from "node:crypto";
import type { StoredDelivery } from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import type { ForgejoSettings, GitHubSettings, ServiceSettings, Settings } from "../../records/settings/settings.ts";
import { movedTranslations } from "./moved-translations.ts";
import type { OwnUsers } from "./own-users.ts";
import { forgejoDigest, githubDigest, isSigned, secretsOf, type HeaderOf } from "./signature.ts";
import { isGenuine, readMessage } from "./standard-webhook.ts";
import { takeChange } from "./take-change.ts";
import { takeForgeEvent } from "./take-forge-event.ts";
import { isInstallationEvent, takeInstallationEvent } from "./take-installation-event.ts";

/** Whether the body is what the headers' signature was made of. */
type Proof = (body: Uint8Array, now: Date) => boolean;

/** Whom an address of ours is for. */
export interface Sender {
  /** In words for people; undefined where the settings have no such sender. */
  readonly name: string | undefined;
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
