import { join } from "node:path";
import { LocalError } from "../core/errors.ts";
import { givenKey, newKey, type KeyPlace } from "../core/key-file.ts";
import { sealWith, type Seal } from "../core/seal.ts";
import type { BotDatabase } from "../store/bot-tables/tables.ts";
import { keptValue } from "./kept-values.ts";

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
  const place: KeyPlace = { of: "bot", folder: source.data, file: "bot.key", variable: "INTERLINEAR_BOT_KEY" };
  const proof = await keptValue(database, PROOF);
  const given = await givenKey(place, source.key);
  if (proof === undefined) {
    const seal = sealWith(given ?? (await newKey(place)), place);
    // Never in the place of another: what that one's key sealed could not be read any more.
    await database
      .insertInto("setting")
      .values({ name: PROOF, value: seal.close(PROVED) })
      .execute();
    return seal;
  }
  if (given === undefined) {
    throw new LocalError(
      `The bot's database is sealed with a key, and ${join(place.folder, place.file)} is not there.`,
      {
        code: "IL-K01",
        hint: "Set INTERLINEAR_BOT_KEY to the key that its first start made, or put the file back.",
      },
    );
  }
  const seal = sealWith(given, place);
  seal.open(proof);
  return seal;
}
