import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { LocalError } from "../../core/errors.ts";
import type { Seal } from "../records.ts";

export const KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What is sealed says how, so that another way can follow. */
const MARK = "gcm1:";

/** Secrets under AES-256-GCM, each with a nonce of its own. @param key 32 bytes */
export function sealWith(key: Uint8Array): Seal {
  return {
    close: (secret) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const hidden = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
    },
    open: (sealed) => {
      try {
        return openWith(key, sealed);
      } catch (error) {
        throw new LocalError("A secret in the bot's database was sealed with another key, or changed since.", {
          code: "IL-K01",
          hint: "Start with the key it was sealed with: INTERLINEAR_BOT_KEY, or bot.key in the data folder.",
          cause: error,
        });
      }
    },
  };
}

function openWith(key: Uint8Array, sealed: string): string {
  if (!sealed.startsWith(MARK)) throw new Error("It is not sealed.");
  const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
