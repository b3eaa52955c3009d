import { InterlinearError } from "../core/errors.ts";
import { givenKey, keyWords, newKey, type KeyPlace } from "../core/key-file.ts";
import { sealWith, type Seal } from "../core/seal.ts";
import type { Service } from "./service.ts";

/** A secret of others as the database keeps it. */
export async function sealed(service: Service, secret: string): Promise<string> {
  return (await sealOf(service)).close(secret);
}

/** @returns undefined where it was sealed with another key than this server has now */
export async function opened(service: Service, text: string): Promise<string | undefined> {
  const place = placeOfKey(service);
  try {
    const key = await givenKey(place, service.settings.key);
    return key === undefined ? undefined : sealWith(key, place).open(text);
  } catch (error) {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  }
}

/** Where the key is, for messages. */
export function sealWords(service: Service): string {
  return keyWords(placeOfKey(service));
}

/** The service's own seal; its key is made when the first secret is to be kept. */
async function sealOf(service: Service): Promise<Seal> {
  const place = placeOfKey(service);
  const given = await givenKey(place, service.settings.key);
  if (given !== undefined) return sealWith(given, place);
  const made = await newKey(place).catch(async (error: unknown) => {
    // Another process was quicker.
    const theirs = await givenKey(place, "");
    if (theirs === undefined) throw error;
    return theirs;
  });
  return sealWith(made, place);
}

function placeOfKey({ dataFolder: folder }: Service): KeyPlace {
  return { of: "service", folder, file: "service.key", variable: "INTERLINEAR_SERVICE_KEY" };
}
