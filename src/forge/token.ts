import { UserError } from "../core/errors.ts";

/**
 * The token as a header takes it. Secrets are often stored with a line end; a header's own complaint about anything else
 * would show what is in it.
 * @throws {UserError} `IL-F01` that shows nothing of it
 */
export function usableToken(token: string): string {
  const trimmed = token.trim();
  if (/^[\u0021-\u007e]+$/.test(trimmed)) return trimmed;
  throw new UserError("the token for the forge is empty, or has spaces or characters that no token has", {
    code: "IL-F01",
    hint: "Copy the token alone, as the server shows it once when it is made.",
  });
}
