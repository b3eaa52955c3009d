import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LocalError, UserError } from "../../core/errors.ts";
import type { BotDatabase } from "../../store/bot-tables/tables.ts";
import { keptValue } from "../kept-values.ts";
import type { Seal } from "../records.ts";
import { KEY_BYTES, sealWith } from "./seal.ts";

const KEY_FILE = "bot.key";
/** Row of the settings' table that only the right key opens. */
const PROOF = "seal";
const PROVED = "interlinear";

interface KeySource {
  readonly data: string;
  /** In base64; undefined: the file of the data folder. */
  readonly key: string | undefined;
}

/**
 * The seal of a database: with the key that was used for it first.
 * @throws {LocalError} `IL-K01` where it is another key, or missing
 * @throws {UserError} `IL-K02` where what is given is no key
 */
export async function keptSeal(database: BotDatabase, source: KeySource): Promise<Seal> {
  const proof = await keptValue(database, PROOF);
  const given = await givenKey(source);
  if (proof === undefined) {
    const seal = sealWith(given ?? (await newKey(source.data)));
    // Never in the place of another: what that one's key sealed could not be read any more.
    await database
      .insertInto("setting")
      .values({ name: PROOF, value: seal.close(PROVED) })
      .execute();
    return seal;
  }
  if (given === undefined) {
    throw new LocalError(`The bot's database is sealed with a key, and ${join(source.data, KEY_FILE)} is not there.`, {
      code: "IL-K01",
      hint: "Set INTERLINEAR_BOT_KEY to the key that its first start made, or put the file back.",
    });
  }
  const seal = sealWith(given);
  seal.open(proof);
  return seal;
}

async function givenKey({ data, key }: KeySource): Promise<Buffer | undefined> {
  if (key !== undefined && key !== "") return keyIn(key, "INTERLINEAR_BOT_KEY");
  const file = join(data, KEY_FILE);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  return text === undefined ? undefined : keyIn(text, file);
}

function keyIn(text: string, place: string): Buffer {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64");
  if (/^[\w+/-]+=*$/.test(trimmed) && key.length === KEY_BYTES) return key;
  throw new UserError(`${place} does not hold a key`, {
    code: "IL-K02",
    hint: `It is ${String(KEY_BYTES)} random bytes in base64: \`openssl rand -base64 ${String(KEY_BYTES)}\`.`,
  });
}

/** Nobody ever reads half a key: the file is there with all of it, or not at all. */
async function newKey(data: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const draft = join(data, `${KEY_FILE}.${String(process.pid)}`);
  await writeFile(draft, `${key.toString("base64")}\n`, { mode: 0o600 });
  try {
    await link(draft, join(data, KEY_FILE));
  } finally {
    await rm(draft, { force: true });
  }
  return key;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
