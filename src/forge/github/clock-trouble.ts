import { isStatus, refusalOf, saysAny } from "./refusal.ts";

/** GitHub's clock in seconds since 1970, where it did not take a web token for what ours says. */
export function theirTime(error: unknown): number | undefined {
  if (!isStatus(error, 401) || !saysAny(error, /'exp'|'iat'|expiration time|issued at/i)) return undefined;
  const date = Date.parse(String(refusalOf(error)?.headers["date"] ?? ""));
  return Number.isNaN(date) ? undefined : Math.floor(date / 1_000);
}
