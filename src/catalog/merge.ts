import { equalTexts, isEmpty } from "./difference.ts";
import type { Rename } from "./renames.ts";
import type { UnitChange } from "./unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

export interface MergeInput {
  /** The last state both sides agreed on; without it nothing proves that a text was removed or emptied on purpose. */
  readonly base?: Catalogue;
  readonly repository: Catalogue;
  readonly service: Catalogue;
  /** Who wins where both changed one unit differently. `fail`: nobody, the repository's text stays. */
  readonly policy: "service" | "repository" | "fail";
}

/** A unit that both sides changed differently. Texts are undefined where that side has no such unit. */
export interface MergeConflict {
  readonly key: string;
  readonly base: readonly string[] | undefined;
  readonly repository: readonly string[] | undefined;
  readonly service: readonly string[] | undefined;
  readonly taken: "service" | "repository" | "none";
}

export interface Merge {
  /** What to apply to the repository's file, in the service's order. */
  readonly changes: readonly UnitChange[];
  readonly conflicts: readonly MergeConflict[];
  /** Keys that a side renamed; what the other side did to the text of the old key holds for the new one. */
  readonly renames: readonly Rename[];
}

/** One unit on all sides. */
interface Sides {
  readonly base: Unit | undefined;
  readonly repository: Unit | undefined;
  readonly service: Unit | undefined;
}

/** Which side's version stays; a conflict also says so when nobody's does. */
interface Decision {
  readonly winner: "service" | "repository";
  readonly conflict: boolean;
}

const keepRepository: Decision = { winner: "repository", conflict: false };
const adoptService: Decision = { winner: "service", conflict: false };

/**
 * Three-way merge, unit by unit. A unit is its texts (all plural forms together) and whether it needs editing.
 * Adopts what only one side changed; loses no text that either side kept; decides a conflict by policy and reports it.
 */
export function mergeCatalogues({ base, repository, service, policy }: MergeInput): Merge {
  const bases = byKey(base);
  const repositories = byKey(repository);
  const services = byKey(service);
  const changes: UnitChange[] = [];
  const conflicts: MergeConflict[] = [];
  let after: string | undefined;

  const decideOn = (key: string): void => {
    const sides = { base: bases.get(key), repository: repositories.get(key), service: services.get(key) };
    const decision = base === undefined ? decideWithoutBase(sides, policy) : decide(sides, policy);
    const isOpen = decision.conflict && policy === "fail";
    if (decision.conflict) conflicts.push(conflictOf(key, sides, isOpen ? "none" : decision.winner));
    if (decision.winner === "service" && !isOpen) changes.push(...changeTo(sides, after));
    const stays = decision.winner === "service" && !isOpen ? sides.service : sides.repository;
    if (stays !== undefined) after = key;
  };

  for (const key of services.keys()) decideOn(key);
  for (const key of repositories.keys()) if (!services.has(key)) decideOn(key);
  return { changes, conflicts, renames: [] };
}

function byKey(catalogue: Catalogue | undefined): ReadonlyMap<string, Unit> {
  return new Map(catalogue?.units.map((unit) => [unit.key, unit]));
}

function decide(sides: Sides, policy: MergeInput["policy"]): Decision {
  const { base, repository, service } = sides;
  if (isSame(repository, service) || isSame(base, service)) return keepRepository;
  if (isSame(base, repository)) return adoptService;
  if (repository !== undefined && service !== undefined) return decideBetween(repository, service, base, policy);
  return decideRemoval(sides);
}

/** One side removed the unit and the other changed it: a new text is never lost to a removal. */
function decideRemoval({ base, repository, service }: Sides): Decision {
  const texts = repository?.target ?? service?.target ?? [];
  const isUnchanged = isEmpty(texts) || sameTexts(texts, base?.target ?? []);
  if (isUnchanged) return repository === undefined ? keepRepository : adoptService;
  return { winner: repository === undefined ? "service" : "repository", conflict: true };
}

function decideBetween(
  repository: Unit,
  service: Unit,
  base: Unit | undefined,
  policy: MergeInput["policy"],
): Decision {
  const baseTexts = base?.target ?? [];
  // Only the mark differs: the side that confirmed the text decides.
  if (sameTexts(repository.target, service.target)) return needsEditing(repository) ? adoptService : keepRepository;
  if (sameTexts(baseTexts, service.target)) return keepRepository;
  if (sameTexts(baseTexts, repository.target)) return adoptService;
  // An emptied text is as a removed one: it never wins over a new text.
  if (isEmpty(service.target)) return { winner: "repository", conflict: true };
  if (isEmpty(repository.target)) return { winner: "service", conflict: true };
  return { winner: policy === "service" ? "service" : "repository", conflict: true };
}

/** Union: a text that only one side has is kept, and so is a unit. */
function decideWithoutBase({ repository, service }: Sides, policy: MergeInput["policy"]): Decision {
  if (isSame(repository, service) || service === undefined) return keepRepository;
  return repository === undefined ? adoptService : decideBetween(repository, service, undefined, policy);
}

function isSame(one: Unit | undefined, other: Unit | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameTexts(one.target, other.target) && needsEditing(one) === needsEditing(other);
}

/** No text is no text, in however many plural forms. */
function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return equalTexts(one, other) || (isEmpty(one) && isEmpty(other));
}

function needsEditing(unit: Unit): boolean {
  return unit.state === unitStates.needsEditing;
}

function changeTo({ repository, service }: Sides, after: string | undefined): UnitChange[] {
  if (service === undefined) return repository === undefined ? [] : [{ kind: "remove", key: repository.key }];
  if (repository === undefined) return [{ kind: "add", unit: service, ...(after === undefined ? {} : { after }) }];
  const { key } = repository;
  if (repository.source.length !== service.source.length) {
    return [
      { kind: "remove", key },
      { kind: "add", unit: service, after: key },
    ];
  }
  const { target, state, previousSource } = service;
  return [{ kind: "set", key, target, state, ...(previousSource === "" ? {} : { previousSource }) }];
}

function conflictOf(key: string, sides: Sides, taken: MergeConflict["taken"]): MergeConflict {
  return {
    key,
    base: sides.base?.target,
    repository: sides.repository?.target,
    service: sides.service?.target,
    taken,
  };
}
