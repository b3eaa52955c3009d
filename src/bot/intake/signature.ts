import { createHmac, timingSafeEqual } from "node:crypto";

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
export function githubDigest(header: HeaderOf): string | undefined {
  return PREFIXED.exec(header("x-hub-signature-256") ?? "")?.groups?.["digest"];
}

/** Forgejo's, under one of the names it had, or GitHub's, which it sends as well. */
export function forgejoDigest(header: HeaderOf): string | undefined {
  for (const name of ["x-forgejo-signature", "x-gitea-signature", "x-gogs-signature"]) {
    const digest = header(name);
    if (digest !== undefined) return SHA256.test(digest) ? digest : undefined;
  }
  return githubDigest(header);
}

/** Whether one of the secrets made the digest of these very bytes; without a secret nothing is right. */
export function isSigned(body: Uint8Array, digest: string, secrets: readonly string[]): boolean {
  const claimed = Buffer.from(digest, "hex");
  return isOneOf(
    claimed,
    secrets.map((secret) => createHmac("sha256", secret).update(body).digest()),
  );
}

/** Takes as long whichever of them it is, and whether it is any. */
export function isOneOf(claimed: Uint8Array, right: readonly Uint8Array[]): boolean {
  let found = false;
  for (const one of right) {
    const equal = one.length === claimed.length && timingSafeEqual(one, claimed);
    found = equal || found;
  }
  return found;
}
