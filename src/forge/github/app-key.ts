import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { UserError } from "../../core/errors.ts";

const BEFORE_SECONDS = 60;
/** GitHub takes ten minutes at most, by its own clock. */
const LIFETIME_SECONDS = 540;

/**
 * The key of an App as people paste it: PEM (PKCS#1 as GitHub gives it, or PKCS#8), with line ends as they are, written as
 * `\n` or lost, or the whole of it in base64.
 * @throws {UserError} `IL-F11` that shows nothing of it
 */
export function readAppKey(text: string): KeyObject {
  try {
    const key = createPrivateKey(asPem(text));
    if (key.asymmetricKeyType === "rsa") return key;
  } catch {
    // What is wrong with it would show what is in it.
  }
  throw new UserError("`private-key` is no private key of a GitHub App", {
    code: "IL-F11",
    hint: "Give the whole .pem file that GitHub made (App → General → Private keys), from -----BEGIN to -----END.",
  });
}

/** A web token by which the App itself asks. @param now seconds since 1970 by GitHub's clock */
export function appWebToken(appId: string, key: KeyObject, now: number): string {
  const claims = { iat: now - BEFORE_SECONDS, exp: now + LIFETIME_SECONDS, iss: appId };
  const unsigned = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${unsigned}.${sign("sha256", Buffer.from(unsigned), key).toString("base64url")}`;
}

function asPem(text: string): string {
  const plain = text.replaceAll("\\r", "").replaceAll("\\n", "\n").trim();
  const pem = plain.startsWith("-----BEGIN") ? plain : Buffer.from(plain, "base64").toString("utf8").trim();
  const [, name = "", body = ""] = /^-----BEGIN ([A-Z ]+)-----([\s\S]+)-----END \1-----$/.exec(pem) ?? [];
  const lines = body.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${name}-----\n${lines.join("\n")}\n-----END ${name}-----\n`;
}
