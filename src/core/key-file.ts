import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "./errors.ts";
import { hasCode } from "./system-error.ts";

export const KEY_BYTES = 32;

/** Where the key is kept that seals secrets: in a file of the data folder, or in a variable instead. */
export interface KeyPlace {
  /** Whose secrets these are: "bot". */
  readonly of: string;
  readonly folder: string;
  readonly file: string;
  readonly variable: string;
}

/** `INTERLINEAR_BOT_KEY, or bot.key in the data folder` */
export function keyWords({ variable, file }: KeyPlace): string {
  return `${variable}, or ${file} in the data folder`;
}

/**
 * The key that is there.
 * @param given what the variable holds
 * @returns undefined: none
 * @throws {UserError} `IL-K02` where what is given is no key
 */
export async function givenKey(
  { folder, file: name, variable }: KeyPlace,
  given: string | undefined,
): Promise<Buffer | undefined> {
  if (given !== undefined && given !== "") return keyIn(given, variable);
  const file = join(folder, name);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  return text === undefined ? undefined : keyIn(text, file);
}

/** Makes a key, in a file that nobody reads half: it is there with all of it, or not at all. @throws where one is there */
export async function newKey({ folder, file }: KeyPlace): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const draft = join(folder, `${file}.${String(process.pid)}`);
  await writeFile(draft, `${key.toString("base64")}\n`, { mode: 0o600 });
  try {
    await link(draft, join(folder, file));
  } finally {
    await rm(draft, { force: true });
  }
  return key;
}

/** Whether a text is 32 bytes in base64. */
export function isKey(text: string): boolean {
  return /^[\w+/-]+=*$/.test(text) && Buffer.from(text, "base64").length === KEY_BYTES;
}

function keyIn(text: string, place: string): Buffer {
  const trimmed = text.trim();
  if (isKey(trimmed)) return Buffer.from(trimmed, "base64");
  throw new UserError(`${place} does not hold a key`, {
    code: "IL-K02",
    hint: `It is ${String(KEY_BYTES)} random bytes in base64: \`openssl rand -base64 ${String(KEY_BYTES)}\`.`,
  });
}
