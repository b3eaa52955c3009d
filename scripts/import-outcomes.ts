import { readClientConfiguration } from "../src/mapping/import/official-client.ts";
import { proposeMapping } from "../src/mapping/import/propose-mapping.ts";
import { configurationReaders } from "../src/mapping/import/readers.ts";
import { CARRIED, fateOf, OWN } from "../src/mapping/import/settings.ts";
import type { PublicConfiguration } from "../test/support/public-configurations.ts";

/** What becomes of the settings of one configuration. */
export interface ImportOutcome {
  readonly components: number;
  readonly carried: number;
  /** With line and remedy. */
  readonly named: number;
  /** Tokens, addresses, projects of the tool. */
  readonly own: number;
  /** Neither in the mapping nor named. */
  readonly lost: readonly string[];
}

/** Reads a configuration as `import` does, and looks for each of its settings in what came out. */
export function importOutcome({ tool, text, files }: PublicConfiguration): ImportOutcome {
  if (tool === "wlc") return clientOutcome(text);
  const reader = configurationReaders.get(tool);
  if (reader === undefined) throw new Error(`there is no reader of ${tool}`);
  const imported = reader.read(text, files);
  const proposal = proposeMapping(imported, { address: "https://translate.example.org", project: "acme", files });
  const lost: string[] = [];
  const counts = { carried: 0, named: 0, own: 0 };
  for (const setting of reader.settings(text)) {
    const fate = fateOf(setting, reader.fates);
    const isNamed = proposal.leftOut.some(({ line }) => line === setting.line);
    if (fate === OWN) counts.own += 1;
    else if (fate === CARRIED && proposal.components.length === 0 && proposal.leftOut.length > 0) counts.named += 1;
    else if (fate === CARRIED) counts.carried += 1;
    else if (isNamed) counts.named += 1;
    else lost.push(setting.path);
  }
  // What is carried is in the mapping, or its entry was left out, and named.
  const isSomething = proposal.components.length > 0 || proposal.leftOut.length > 0;
  if (counts.carried > 0 && !isSomething) lost.push("all of it");
  return { components: proposal.components.length, ...counts, lost };
}

function clientOutcome(text: string): ImportOutcome {
  const { url, project } = readClientConfiguration(text);
  const lost = [...(url === undefined ? ["url"] : []), ...(project === undefined ? ["translation"] : [])];
  return { components: 0, carried: 2 - lost.length, named: 0, own: 0, lost };
}

/** Tool → its configurations, and what becomes of their settings: the rows of a table. */
export function importRows(configurations: readonly PublicConfiguration[]): readonly (readonly string[])[] {
  const tools = Map.groupBy(configurations, ({ tool }) => tool);
  return [...tools].map(([tool, all]) => {
    const outcomes = all.map(importOutcome);
    const sum = (of: (outcome: ImportOutcome) => number): string =>
      String(outcomes.reduce((total, outcome) => total + of(outcome), 0));
    return [
      tool === "wlc" ? "`.weblate`" : `\`${tool}\``,
      String(all.length),
      tool === "wlc" ? "the service's" : sum(({ components }) => components),
      sum(({ carried }) => carried),
      sum(({ named }) => named),
      sum(({ own }) => own),
      sum(({ lost }) => lost.length),
    ];
  });
}
