import { generateKeyPairSync } from "node:crypto";
import { appFacts, appOf } from "./app.ts";
import { complete } from "./contract.ts";
import { notFound } from "./refusal.ts";
import type { Answer, Call, Operations } from "./world.ts";

/** What an App made of a manifest is told once. */
export const manifest: Operations = {
  "POST /app-manifests/{code}/conversions": { run: convert },
};

/** The one code that is known; a second time it is not. */
export const MANIFEST_CODE = "a180b1a3d263c81bc6441d7b990bae27d4c10679";

const WEBHOOK_SECRET = "e340154128314309424b7c8e90325147d99fdafa";

const used = new WeakSet<object>();

async function convert({ world, parameters }: Call): Promise<Answer> {
  const app = appOf(world);
  if (parameters["code"] !== MANIFEST_CODE || used.has(app)) throw notFound();
  used.add(app);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  // From now on this key signs for the App, and this secret signs its webhooks.
  app.publicKey = publicKey;
  if (app.hook?.address !== undefined) app.hook.address = { ...app.hook.address, secret: WEBHOOK_SECRET };
  const facts = {
    ...appFacts(app, world),
    client_id: app.options.clientId,
    client_secret: "1726be1638095a19edd134c77bde3aa2ece1e5d8",
    webhook_secret: WEBHOOK_SECRET,
    pem: privateKey.export({ type: "pkcs1", format: "pem" }),
  };
  return Promise.resolve({ status: 201, body: complete("integration", facts, world.apiUrl) });
}
