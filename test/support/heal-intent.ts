import type { AgreementRecord } from "../../src/sync/agreement/agreement.ts";
import type { HealIntent } from "../../src/sync/healing/heal-intents.ts";

/** Writes down what a run is about to do to a clone, as another version may have. */
export async function writeIntent(
  record: AgreementRecord,
  intent: HealIntent,
  contents: readonly Uint8Array[] = [],
): Promise<void> {
  const folder = `healing/${encodeURIComponent(intent.owner)}`;
  const files = new Map<string, Uint8Array>([
    [`${folder}/intent.json`, new TextEncoder().encode(JSON.stringify(intent))],
  ]);
  for (const content of contents) files.set(`${folder}/${record.hash(content)}`, content);
  await record.write("Begin", async () => files);
}
