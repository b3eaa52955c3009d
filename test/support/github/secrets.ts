import sodium, { ready } from "libsodium-wrappers";
import { Refused } from "./refusal.ts";
import type { Answer, Call, Operations, World } from "./world.ts";

const SECRETS = "/repos/{owner}/{repo}/actions/secrets";

/** Names and texts, of which no answer shows the text; what came in no box that the key opens is refused. */
export const secrets: Operations = {
  [`GET ${SECRETS}`]: { run: list },
  [`GET ${SECRETS}/public-key`]: { run: publicKey },
  [`PUT ${SECRETS}/{secret_name}`]: { run: keep },
};

interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

const keys = new WeakMap<World["secrets"], KeyPair>();
const KEY_ID = "568250167242549743";

async function keyOf({ secrets: kept }: World): Promise<KeyPair> {
  await ready;
  const pair = keys.get(kept) ?? sodium.crypto_box_keypair();
  keys.set(kept, pair);
  return pair;
}

function list({ world }: Call): Promise<Answer> {
  const named = [...world.secrets.keys()].map((name) => ({ name, created_at: world.now(), updated_at: world.now() }));
  return Promise.resolve({ status: 200, body: { total_count: named.length, secrets: named } });
}

async function publicKey({ world }: Call): Promise<Answer> {
  const { publicKey: key } = await keyOf(world);
  return { status: 200, body: { key_id: KEY_ID, key: Buffer.from(key).toString("base64") } };
}

async function keep({ world, parameters, body }: Call): Promise<Answer> {
  const { publicKey: open, privateKey } = await keyOf(world);
  const name = (parameters["secret_name"] ?? "").toUpperCase();
  if (body.key_id !== KEY_ID) throw new Refused(422, "Bad request - key_id is not the repository's");
  const isNew = !world.secrets.has(name);
  try {
    const box = Buffer.from(body.encrypted_value ?? "", "base64");
    world.secrets.set(name, Buffer.from(sodium.crypto_box_seal_open(box, open, privateKey)).toString("utf8"));
  } catch {
    throw new Refused(422, "Bad request - Improperly encrypted secret");
  }
  return isNew ? { status: 201, body: {} } : { status: 204, body: undefined };
}
