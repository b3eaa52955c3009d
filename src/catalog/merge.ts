import { isEmpty, sameTexts } from "./texts.ts";
import { align, type DisputedRename, type Sides } from "./merge-sides.ts";
import type { KeyRename, Rename } from "./renames.ts";
import type { UnitChange } from "./unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

export interface MergeInput {
  /** The last state both sides agreed on; without it nothing proves that a text was removed or emptied on purpose. */
  readonly base?: Catalogue;
  readonly repository: Catalogue;
  readonly service: Catalogue;
  /** Who wins where both changed one unit differently. `fail`: nobody, the repository's text stays. */
  readonly policy: "service" | "repository" | "fail";
  /** What is known of the service's renames besides what the texts tell. */
  readonly serviceRenames?: readonly KeyRename[];
  /**
   * Whether a text must not come from the service into the repository, whose unit (if it has one) then stays as it is. Asked
   * only for texts that would come, under the key that they would have.
   */
  readonly refuses?: (service: Unit, repository: Unit | undefined) => boolean;
}

/** A unit that both sides changed differently. Texts are undefined where that side has no such unit. */
export interface MergeConflict {
  readonly key: string;
  readonly base: readonly string[] | undefined;
  readonly repository: readonly string[] | undefined;
  readonly service: readonly string[] | undefined;
  /** `both`: each side's unit stays, under its own key. */
  readonly taken: "service" | "repository" | "both" | "none";
  /** What decided it. */
  readonly policy: MergeInput["policy"];
  /** Set where each side renamed the key (`key` is the old one) in its own way. */
  readonly renamed?: { readonly repository: string; readonly service: string };
}

export interface Merge {
  /** What to apply to the repository's file, in the service's order. Each names keys as they are when its turn comes. */
  readonly changes: readonly UnitChange[];
  readonly conflicts: readonly MergeConflict[];
  /** Keys that a side renamed; what the other side did to the text of the old key holds for the new one. */
  readonly renames: readonly Rename[];
  /** Keys of the units whose text was refused. */
  readonly refused: readonly string[];
  /** Those of them that the repository changed as well: without the refusal they would be conflicts. */
  readonly refusedConflicts: readonly string[];
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
 * A key that one side renamed is renamed, and what the other did to its text holds for the new key.
 */
export function mergeCatalogues(input: MergeInput): Merge {
  const { base, policy, refuses } = input;
  const { keys, renames, disputed, sidesOf } = align(input);
  const additions = new Set(policy === "fail" ? disputed.map((rename) => rename.service) : []);
  const changes: UnitChange[] = [];
  const conflicts: MergeConflict[] = disputed.map((rename) => disputeOf(rename, sidesOf, policy));
  const refused: string[] = [];
  const refusedConflicts: string[] = [];
  let after: string | undefined;

  for (const key of keys) {
    const sides = sidesOf(key);
    if (additions.has(key)) continue;
    const decision = base === undefined ? decideWithoutBase(sides, policy) : decide(sides, policy);
    const isRefused =
      decision.winner === "service" &&
      bringsText(sides) &&
      refuses?.({ ...sides.service, key }, sides.repository) === true;
    if (isRefused) refused.push(key);
    if (isRefused && decision.conflict) refusedConflicts.push(key);
    const isConflict = decision.conflict && !isRefused;
    const isOpen = isConflict && policy === "fail";
    if (isConflict) conflicts.push(conflictOf(key, sides, isOpen ? "none" : decision.winner, policy));
    const winner = isRefused ? "repository" : decision.winner;
    if (!isOpen) changes.push(...changesTo(key, sides, winner, after));
    const stays = winner === "service" && !isOpen ? sides.service : sides.repository;
    if (stays !== undefined) after = isOpen ? stays.key : key;
  }
  return { changes, conflicts, renames, refused, refusedConflicts };
}

function decide(sides: Sides, policy: MergeInput["policy"]): Decision {
  const { base, repository, service, renamedBy } = sides;
  // Who gives a unit another key wants to keep it, whatever the other removed.
  if (base !== undefined && renamedBy !== undefined && (repository === undefined || service === undefined)) {
    return { winner: renamedBy, conflict: true };
  }
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

function needsEditing(unit: Unit): boolean {
  return unit.state === unitStates.needsEditing;
}

function bringsText(sides: Sides): sides is Sides & { readonly service: Unit } {
  return sides.service !== undefined && !isEmpty(sides.service.target);
}

function changesTo(key: string, sides: Sides, winner: Decision["winner"], after: string | undefined): UnitChange[] {
  const { repository, service, renamedBy } = sides;
  if (renamedBy === "service" && repository !== undefined && service !== undefined && repository.key !== key) {
    const { target, state } = winner === "service" ? service : repository;
    const { context, source } = service;
    return [{ kind: "rename", key: repository.key, to: key, unit: { context, source, target, state } }];
  }
  return winner === "service" ? adoption(key, sides, after) : [];
}

/** What makes the repository's unit the service's. */
function adoption(key: string, { repository, service }: Sides, after: string | undefined): UnitChange[] {
  if (service === undefined) return repository === undefined ? [] : [{ kind: "remove", key: repository.key }];
  if (repository === undefined) return [{ kind: "add", unit: service, ...(after !== undefined && { after }) }];
  if (repository.source.length !== service.source.length) {
    return [
      { kind: "remove", key },
      { kind: "add", unit: { ...service, key, context: repository.context }, after: key },
    ];
  }
  const { target, state, previousSource } = service;
  return [{ kind: "set", key, target, state, ...(previousSource === "" ? {} : { previousSource }) }];
}

function conflictOf(
  key: string,
  sides: Sides,
  taken: MergeConflict["taken"],
  policy: MergeInput["policy"],
): MergeConflict {
  return {
    key,
    base: sides.base?.target,
    repository: sides.repository?.target,
    service: sides.service?.target,
    taken,
    policy,
  };
}

/** Nobody's name wins over the other's: both keys stay, but for the policy that takes nothing. */
function disputeOf(
  { from, repository, service }: DisputedRename,
  sidesOf: (key: string) => Sides,
  policy: MergeInput["policy"],
): MergeConflict {
  return {
    key: from,
    base: sidesOf(from).base?.target,
    repository: sidesOf(repository).repository?.target,
    service: sidesOf(service).service?.target,
    taken: policy === "fail" ? "none" : "both",
    policy,
    renamed: { repository, service },
  };
}
