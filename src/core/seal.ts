import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { LocalError } from "./errors.ts";
import { keyWords, KEY_BYTES, type KeyPlace } from "./key-file.ts";

/** Secrets as a database holds them: of no use without the key, which is not in it. */
export interface Seal {
  close(secret: string): string;
  /** @throws {LocalError} `IL-K01` where another key closed it, or somebody changed it */
  open(sealed: string): string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What is sealed says how, so that another way can follow. */
const MARK = "gcm1:";

/** Secrets under AES-256-GCM, each with a nonce of its own. @param place where the key is kept, for what an error says */
export function sealWith(key: Uint8Array, place: KeyPlace): Seal {
  if (key.length !== KEY_BYTES) throw new Error(`A key has ${String(KEY_BYTES)} bytes`);
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
        throw new LocalError(`A secret in the ${place.of}'s database was sealed with another key, or changed since.`, {
          code: "IL-K01",
          hint: `Start with the key it was sealed with: ${keyWords(place)}.`,
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
