import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { hiddenOrigins, originNames } from "../memory/origins.ts";
import { offeredEntry, offersFor } from "../memory/lookup.ts";
import { joinForms, splitForms } from "../memory/memory.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";

/** What the memory offers for a string. */
export interface MemoryOffer {
  readonly id: number;
  /** 0–100; 100 is the very text. */
  readonly quality: number;
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** `project/component`, or the name of an uploaded file. */
  readonly origin: string;
  readonly isShared: boolean;
}

export interface MemoryReading {
  readonly offers: readonly MemoryOffer[];
  /** There was no time to look through all of the memory. */
  readonly isPartial: boolean;
}

/** What differs in more than three of ten characters is typed anew more quickly. */
const LEAST_QUALITY = 70;
const OFFERS = 5;

/** Whether somebody may look into the memory for texts of a place. */
export function mayRemember(caller: Caller, place: VisibleUnit): boolean {
  return caller.user !== undefined && may(caller, place, "machinery.view", "memory.edit");
}

/** What was translated before and is like the string, the best first; not what the string says already. */
export async function memoryFor(service: Service, caller: Caller, place: VisibleUnit): Promise<MemoryReading> {
  const { unit } = place;
  const source = joinForms(texts(unit.source));
  if (source.trim() === "") return { offers: [], isPartial: false };
  const { matches, isPartial } = await offersFor(
    { database: service.readers },
    {
      ...(await querySides(service, caller, place)),
      source,
      threshold: LEAST_QUALITY,
      milliseconds: service.settings.searchMilliseconds,
    },
    OFFERS + 1,
  );
  const own = joinForms(texts(unit.target));
  const others = matches.filter(({ entry, quality }) => quality < 100 || entry.target !== own).slice(0, OFFERS);
  const nameOf = await originNames(
    service.database,
    others.map(({ entry }) => entry),
  );
  const offers = others.map(({ entry, quality }) => ({
    id: entry.id,
    quality,
    source: splitForms(entry.source),
    target: splitForms(entry.target),
    origin: nameOf(entry),
    isShared: entry.shared === 1,
  }));
  return { offers, isPartial };
}

/** The forms of one entry, by its id; undefined: nobody offers it to the caller. */
export async function offeredForms(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  id: number,
): Promise<readonly string[] | undefined> {
  if (!mayRemember(caller, place) || !Number.isSafeInteger(id)) return undefined;
  const entry = await offeredEntry({ database: service.readers }, await querySides(service, caller, place), id);
  return entry === undefined ? undefined : splitForms(entry.target);
}

async function querySides(service: Service, caller: Caller, { project, component, language }: VisibleUnit) {
  return {
    sourceLanguage: component.source_language_id,
    targetLanguage: language.id,
    project: project.id,
    user: caller.user?.id,
    hidden: await hiddenOrigins(service, caller),
  };
}
