import { createPrivateKey } from "node:crypto";
import { Cron } from "croner";
import { isLoopback } from "../../network/proxy.ts";

// Each says what a value has to be, or undefined where it is; none repeats the value, which may be a secret.

/** Where a secret may be sent: nothing but scheme, host, port and path, and no plain http through a network. */
export function addressFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return "Expected an address: https://…";
  if (url.username !== "" || url.password !== "") {
    return "The address carries a user or a password: leave them out.";
  }
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    return "The address carries a query or a fragment: leave them out.";
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "Plain http would show secrets to the network: expected https (http on 127.0.0.0/8, ::1 and localhost only).";
  }
  return undefined;
}

/** Where messages go: as {@link addressFault}, but such addresses have queries as often as not. */
export function hookAddressFault(text: string): string | undefined {
  return addressFault(text.replace(/\?[^#]*$/, ""));
}

/** Scheme, host and port that something is sent to. */
export function originOf(address: string): string {
  return URL.parse(address)?.origin ?? "";
}

/** One way to write an address, so that two of them can be compared: no slash at its end, no usual port, no capitals in its host. */
export function plainAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? "" : url.origin + url.pathname.replace(/\/+$/, "");
}

export function cronFault(text: string): string | undefined {
  try {
    const next = new Cron(text, { paused: true, timezone: "UTC", mode: "5-part" }).nextRun();
    return next === null ? "There is no such time: it would never run." : undefined;
  } catch {
    return "Expected a cron expression of five parts, minute first: 17 3 * * * (every night at 03:17 UTC).";
  }
}

export function patternFault(text: string): string | undefined {
  if (text === "*" || text === "**") return undefined;
  return /^[A-Za-z0-9._*?{},-]+\/[A-Za-z0-9._*?{},-]+$/.test(text) && hasEvenBraces(text)
    ? undefined
    : "Expected owner/name, in which * stands for any part: acme/*, acme/website-*, or * for all.";
}

function hasEvenBraces(text: string): boolean {
  return /^(?:[^{}]|\{[^{}]*\})*$/.test(text);
}

export function dayFault(text: string): string | undefined {
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  const isDay = isWritten && new Date(text).toISOString().startsWith(text);
  return isDay ? undefined : "Expected a day: 2026-12-31.";
}

export function quietHoursFault(text: string): string | undefined {
  return /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
    ? undefined
    : "Expected two times of the day, UTC, with a dash between them: 22:00-06:00.";
}

export function privateKeyFault(text: string): string | undefined {
  try {
    const { asymmetricKeyType } = createPrivateKey(text);
    return asymmetricKeyType === "rsa" ? undefined : "Expected an RSA key, as GitHub makes it.";
  } catch {
    return "This is no private key: expected the whole PEM file that GitHub gave, from -----BEGIN to END-----.";
  }
}

/** Standard Webhooks asks for 24 bytes; what is shorter than this can be guessed. */
const SHORTEST_SIGNING_KEY = 16;

export function signingKeyFault(text: string): string | undefined {
  const base64 = text.replace(/^whsec_/, "");
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.replace(/=+$/, "").length % 4 !== 1;
  return isBase64 && Buffer.from(base64, "base64").length >= SHORTEST_SIGNING_KEY
    ? undefined
    : `Expected at least ${String(SHORTEST_SIGNING_KEY)} bytes in base64, as openssl rand -base64 24 makes them.`;
}

const MAILBOX = /^[^\s<>@,;"()[\]\\]+@[^\s<>@,;"()[\]\\]+$/;

/** `jana@example.org` or `Jana <jana@example.org>` */
export function senderFault(text: string): string | undefined {
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
  return MAILBOX.test(address) && !/[\u0000-\u001f\u007f]/.test(text)
    ? undefined
    : "Expected a mail address: bot@example.org, or Interlinear <bot@example.org>.";
}

export function mailboxFault(text: string): string | undefined {
  return MAILBOX.test(text) ? undefined : "Expected one mail address: jana@example.org.";
}

export function hostFault(text: string): string | undefined {
  return /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/.test(text)
    ? undefined
    : "Expected the name of a host alone: mail.example.org.";
}

export function mappingPathFault(text: string): string | undefined {
  const parts = text.split("/");
  const isPath = parts.every((part) => !["", ".", ".."].includes(part) && !/[\u0000-\u001f\u007f\\]/.test(part));
  return isPath && parts[0]?.toLowerCase() !== ".git"
    ? undefined
    : "Expected a path from the root of the repository, with /: .github/interlinear.yml.";
}

export function secretLineFault(text: string): string | undefined {
  return /^[\u0021-\u007e]+$/.test(text) ? undefined : "Expected one line without spaces, as it was given out.";
}
