import { createHash } from "node:crypto";
import { randomText } from "../../http-api/session-cookie.ts";

/** A token of 256 random bits, and what a table keeps of it: who reads the table has no token. */
export interface Token {
  readonly text: string;
  readonly hash: string;
}

export function newToken(): Token {
  const text = randomText();
  return { text, hash: hashOf(text) };
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
