import { createHmac } from "node:crypto";
import { isOneOf, type HeaderOf } from "./signature.ts";

/** What is older, or from the future, may have been recorded by somebody. */
const TOLERANCE_SECONDS = 300;
const MOST_SIGNATURES = 10;
const ID = /^[\x21-\x7e]{1,200}$/;
const TIME = /^(?<seconds>\d{1,12})(?:\.\d{1,9})?$/;
const SIGNATURE = /^v1,(?<digest>[A-Za-z0-9+/]{43}=)$/;

/** A message's headers, as Standard Webhooks have them. */
export interface SignedMessage {
  readonly id: string;
  /** As it was sent: seconds since 1970, perhaps with fractions. */
  readonly time: string;
  readonly seconds: number;
  /** SHA-256 each; those of other versions are left out. */
  readonly digests: readonly Uint8Array[];
}

/** Undefined where the headers are not those of a signed message. */
export function readMessage(header: HeaderOf): SignedMessage | undefined {
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
export function isGenuine(
  { id, time, seconds, digests }: SignedMessage,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): boolean {
  const isCurrent = Math.abs(now.getTime() / 1_000 - seconds) <= TOLERANCE_SECONDS;
  // Whole seconds are signed where the header has fractions; some sign what they send.
  const times = new Set([String(seconds), time]);
  const keys: readonly Buffer[] = secrets.flatMap((secret) => keyOf(secret));
  const right = keys.flatMap((key) =>
    [...times].map((signed) => createHmac("sha256", key).update(`${id}.${signed}.`).update(body).digest()),
  );
  const isRight = digests.map((digest) => isOneOf(digest, right)).includes(true);
  return isCurrent && isRight;
}

/** A secret that holds nothing signs nothing: everybody has that key. */
function keyOf(secret: string): Buffer[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return key.length === 0 ? [] : [key];
}
