import type { Queries } from "../../store/database.ts";
import { configuredServices } from "../machinery/configured.ts";
import { machineService, machineServices } from "../machinery/services.ts";
import type { AutotranslateMode } from "./autotranslation.ts";
import type { TextSource } from "./text-source.ts";

/** The one engine that is built in; every other one asks somebody else's service. */
export const MEMORY_ENGINE = "weblate-translation-memory";

/** What translators need, feature 31. */
export const NEVER_DONE =
  "What a machine wrote never counts as translated by itself: choose suggest or fuzzy, and people decide.";

export function isMachine(engine: string): boolean {
  return engine !== MEMORY_ENGINE;
}

interface Asked {
  readonly engines: readonly string[];
  readonly mode: AutotranslateMode;
  readonly threshold: number;
}

/** Why these engines cannot be asked so in a project; undefined: they can. */
export async function engineFault(
  queries: Queries,
  project: number,
  { engines, mode, threshold }: Asked,
): Promise<{ readonly field: keyof Asked; readonly detail: string } | undefined> {
  const machines = engines.filter(isMachine);
  if (machines.length === 0) return undefined;
  const configured = (await configuredServices(queries, project)).map(({ kind }) => kind.id);
  const missing = machines.find((engine) => !configured.includes(engine));
  if (missing !== undefined) {
    const known = [MEMORY_ENGINE, ...configured].join(", ");
    return {
      field: "engines",
      detail: `Select a valid choice. ${missing} is not one of the available choices; this project has ${known}.`,
    };
  }
  const low = machineServices.find(({ id, quality }) => machines.includes(id) && quality < threshold);
  if (low !== undefined) {
    const detail = `Every text of ${low.name} counts as ${String(low.quality)}: above that it is never asked.`;
    return { field: "threshold", detail };
  }
  return mode === "suggest" || mode === "fuzzy" ? undefined : { field: "mode", detail: NEVER_DONE };
}

/** Where each engine takes its texts from: the memory first, since people wrote that. */
export function engineSources(
  engines: readonly string[],
  threshold: number,
  user: number | null,
): readonly TextSource[] {
  return [
    ...(engines.includes(MEMORY_ENGINE) ? [{ kind: "memory" as const, threshold, user }] : []),
    ...engines
      .filter((engine) => (machineService(engine)?.quality ?? 0) >= threshold)
      .map((engine) => ({ kind: "machine" as const, engine, user })),
  ];
}
