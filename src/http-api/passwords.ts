import { argon2, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

/**
 * A hash carries its parameters, so that they may change: `argon2id$m=19456,t=2,p=1$<salt>$<hash>`,
 * `scrypt$n=131072,r=8,p=1$<salt>$<hash>`, salt and hash in base64url.
 */
interface Method {
  /** Memory in KiB (`m`), passes (`t`), lanes (`p`); `n`, `r`, `p` of scrypt. OWASP's, Password Storage Cheat Sheet. */
  readonly parameters: Readonly<Record<string, number>>;
  derive(password: string, salt: Buffer, parameters: Readonly<Record<string, number>>): Promise<Buffer>;
}

const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** None of the hashes here was ever made at a higher cost. */
const MOST_MEMORY = 512 * 1024 * 1024;

const argonHash = promisify(argon2);

const methods: Readonly<Record<"argon2id" | "scrypt", Method>> = {
  argon2id: {
    parameters: { m: 19_456, t: 2, p: 1 },
    derive: (message, nonce, { m: memory = 0, t: passes = 0, p: parallelism = 0 }) =>
      argonHash("argon2id", { message, nonce, memory, passes, parallelism, tagLength: HASH_BYTES }),
  },
  scrypt: {
    parameters: { n: 131_072, r: 8, p: 1 },
    derive: (password, salt, { n: N = 0, r = 0, p = 0 }) =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, HASH_BYTES, { N, r, p, maxmem: MOST_MEMORY }, (error, hash) => {
          if (error === null) resolve(hash);
          else reject(error);
        });
      }),
  },
};
type MethodName = keyof typeof methods;

// Each takes 19 or 128 MB: whoever asks for many waits for them.
const turn = pLimit(2);

/** `crypto.argon2` came with Node.js 24.7, and needs an OpenSSL that has it. */
const usual: Promise<MethodName> = methods.argon2id
  .derive("", Buffer.alloc(SALT_BYTES), { m: 8, t: 1, p: 1 })
  .then((): MethodName => "argon2id")
  .catch((): MethodName => "scrypt");

/** What the table keeps of a password. @param method default: the best that this Node.js has */
export async function hashPassword(password: string, method?: MethodName): Promise<string> {
  const name = method ?? (await usual);
  const { parameters } = methods[name];
  const salt = randomBytes(SALT_BYTES);
  const hash = await derived({ name, parameters, salt }, password);
  return `${name}$${written(parameters)}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

export interface Verdict {
  readonly isRight: boolean;
  /** Hashes are made otherwise today: a right password is to be hashed anew. */
  readonly isOutdated: boolean;
}

/** Takes as long for somebody without a password, or nobody, as for everybody else. @param hash null: there is none */
export async function verifyPassword(password: string, hash: string | null): Promise<Verdict> {
  const parts = partsOf(hash ?? (await nobodys()));
  if (parts === undefined) return { isRight: false, isOutdated: true };
  const found = await derived(parts, password);
  const isEqual = found.length === parts.hash.length && timingSafeEqual(found, parts.hash);
  const name = await usual;
  const isOutdated = parts.name !== name || written(parts.parameters) !== written(methods[name].parameters);
  return { isRight: isEqual && hash !== null, isOutdated };
}

let ofNobody: Promise<string> | undefined;

function nobodys(): Promise<string> {
  return (ofNobody ??= hashPassword(randomBytes(SALT_BYTES).toString("base64url")));
}

interface Derivation {
  readonly name: MethodName;
  readonly parameters: Readonly<Record<string, number>>;
  readonly salt: Buffer;
}

/** The same letters typed on another keyboard are the same password. */
function derived({ name, parameters, salt }: Derivation, password: string): Promise<Buffer> {
  return turn(() => methods[name].derive(password.normalize("NFC"), salt, parameters));
}

function written(parameters: Readonly<Record<string, number>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(",");
}

function partsOf(text: string): (Derivation & { readonly hash: Buffer }) | undefined {
  const [name, values = "", salt, hash] = text.split("$");
  if ((name !== "argon2id" && name !== "scrypt") || salt === undefined || hash === undefined) return undefined;
  const parameters = Object.fromEntries(
    [...values.matchAll(/(\w)=(\d{1,9})/g)].map(([, key = "", value]) => [key, Number(value)]),
  );
  return { name, parameters, salt: Buffer.from(salt, "base64url"), hash: Buffer.from(hash, "base64url") };
}
