import { compare, NewTexts } from "../../catalog/difference.ts";
import { mergeCatalogues, type Merge, type MergeConflict } from "../../catalog/merge.ts";
import type { KeyRename } from "../../catalog/renames.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Flaw, type Unit } from "../../catalog/unit.ts";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Format, ReadOptions, UnitChange } from "../../formats/format.ts";
import { withPlurals } from "../../formats/plural-changes.ts";
import { keyOfChange, writeChanges } from "../../formats/writable-changes.ts";
import type { ChecksPolicy, ConflictPolicy } from "../../mapping/binding.ts";
import { TextCheck, type FoundBroken, type ReadSides } from "./text-check.ts";
import type { UnitTexts } from "../../service-client/translation-service.ts";
import { isOfOtherRule, twoRules, underRepositoryRule, underServiceRule, type HeldPlurals } from "./plural-rule.ts";
import { withoutLeftovers, type Leftovers } from "./leftovers.ts";
import { likelyBase, type BaseInput, type ServedChange } from "./likely-base.ts";
import type { Conflict, Differences } from "../plan.ts";
import { translationRefusals } from "../refusals.ts";
import { ReviewCheck } from "../download/waiting-texts.ts";

/** `KnownBase` with the files read. */
export type ReadBase =
  | {
      readonly kind: "agreed";
      readonly content: Uint8Array;
      readonly newer?: readonly Uint8Array[];
      /** What branches had beside it, and what git had before it. */
      readonly beside?: readonly Uint8Array[];
      readonly before?: Uint8Array;
      /** Git's version may have had more than the service's. */
      readonly isLoose?: true;
      /** The service's file of then, where it had other texts. */
      readonly onService?: Uint8Array;
    }
  | { readonly kind: "history"; readonly contents: readonly Uint8Array[] };

/** One downloaded file, with everything that decides what becomes of it. */
export interface ReconcileInput {
  readonly component: string;
  readonly language: string;
  readonly path: string;
  /** Undefined where we have no reader: then the file moves as a whole. */
  readonly format: Format | undefined;
  readonly service: Uint8Array;
  /** The file in git; undefined where there is none yet. */
  readonly repository: Uint8Array | undefined;
  readonly base: ReadBase;
  /** The source file in git, where the format is monolingual. */
  readonly template?: Uint8Array | undefined;
  /** Its older versions, newest first, where they were asked for: see {@link mayBeMistaken}. */
  readonly formerTemplates?: readonly Uint8Array[];
  readonly sourceLanguage: string;
  readonly checks: ChecksPolicy;
  readonly policy: ConflictPolicy;
  /** Share of the file's units (percent) that may be removed without an explicit yes. */
  readonly removalLimit: number;
  readonly allowRemovals: boolean;
  /** Where only approved texts come: those that are not. */
  readonly waiting?: readonly UnitTexts[];
  /** The service's log of the file, newest first, where it was asked for: see {@link mayBeMistaken}. */
  readonly served?: readonly ServedChange[];
}

export type Reconciled =
  /** The file in git keeps its bytes: equal but for metadata, or every conflict was settled for it. */
  | {
      readonly kind: "same";
      readonly conflicts: readonly Conflict[];
      readonly broken: readonly FoundBroken[];
      /** Texts that were left out until somebody approves them; absent: none. */
      readonly waiting?: number;
      readonly unwritable?: readonly UnwritableText[];
      readonly plurals?: HeldPlurals;
      /** What the file was read around. */
      readonly flaws?: readonly Flaw[];
      /** Not a string of difference. */
      readonly isEqual?: true;
      /** The repository has moved on, and the service has nothing new but what was held back or waits. */
      readonly isRepositoryNewer?: true;
      /** Set where such texts are there. */
      readonly isOpen?: true;
      /** The service's file with the repository's texts in the place of those; absent where that cannot be said. */
      readonly agreed?: Uint8Array;
      readonly hasLeftovers?: true;
    }
  | {
      readonly kind: "write";
      readonly content: Uint8Array;
      readonly differences: Differences;
      readonly conflicts: readonly Conflict[];
      readonly broken: readonly FoundBroken[];
      /** Texts of the repository were kept against the service's, for another reason than that those break the app. */
      readonly keptTexts: boolean;
      /** As above, where texts were kept. */
      readonly agreed?: Uint8Array;
      readonly waiting?: number;
      readonly unwritable?: readonly UnwritableText[];
      readonly plurals?: HeldPlurals;
      /** What the file was read around. */
      readonly flaws?: readonly Flaw[];
      /** Texts stand under keys of which only older versions of the source may tell what they are called now. */
      readonly hasLeftovers?: true;
    }
  /** Nothing is written; the reason is for people. */
  | {
      readonly kind: "held-back";
      readonly message: string;
      readonly remedy: string;
      readonly isWrongInput?: true;
      readonly keys?: readonly string[];
    };

/** A text of the service that git's file cannot hold: a character that its encoding lacks, a text where it has a group. */
export interface UnwritableText {
  readonly key: string;
  readonly reason: string;
}

/**
 * What becomes of a downloaded file. Pure: bytes in, bytes out. The file in git lends every byte that does not have to
 * change; where both sides changed, units are merged one by one; nothing is decided silently.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const { format, repository, service } = input;
  if (format === undefined) return reconcileWhole(input);
  const theirs = tryRead(format, service, input);
  if (typeof theirs === "string") return unreadable("the service's file", theirs);
  if (repository === undefined) return reconcileNew(input, format, theirs);
  const ours = tryRead(format, repository, input);
  if (typeof ours === "string") return { ...unreadable("the file in git", ours), isWrongInput: true };
  const template = readTemplate(format, input);
  const ground = commonGround(format, input, { ours, theirs, template });
  const { base, renames, unexplained, hidden } = ground;
  const flaws = { ...defined({ flaws: ours.flaws }), ...(unexplained ? { hasLeftovers: true as const } : {}) };
  const mergeWith = (served: Catalogue, isHeld: (unit: Unit) => boolean = () => false) => {
    const checking = new TextCheck(input, { ours, theirs: served, template });
    const review = new ReviewCheck(format, theirs, input.waiting);
    const held: string[] = [];
    const merge = mergeCatalogues({
      base,
      repository: ours,
      service: served,
      policy: input.policy,
      serviceRenames: renames,
      refuses: (unit, current) => {
        if (review.refuses(unit)) return true;
        if (!isHeld(unit)) return checking.refuses(unit, current);
        held.push(unit.key);
        return true;
      },
    });
    return { merged: merge, wanted: served, broken: checking.broken, review: review.found, held };
  };
  const changesOf = ({ changes }: Merge): readonly UnitChange[] => withPlurals(changes, { ...input, template });
  const rules = twoRules(format, ours, theirs);
  const first = mergeWith(ground.service);
  const ruled =
    rules &&
    attempt(() =>
      underServiceRule(format, { ours, repository, service }, changesOf(first.merged), rules, optionsOf(input)),
    );
  if (typeof ruled === "string") return unwritable(ruled);
  const isRuleTaken = ruled instanceof Uint8Array;
  const { merged, wanted, broken, review, held } =
    rules === undefined || isRuleTaken
      ? first
      : mergeWith(underRepositoryRule(ground.service, ours), (unit) => isOfOtherRule(unit, rules));
  const lacking = ruled === undefined || isRuleTaken ? [] : ruled;
  const plurals = rules === undefined || held.length === 0 ? {} : { plurals: { ...rules, keys: held, lacking } };
  const lines = new Map(ours.units.map(({ key, line }) => [key, line]));
  const conflicts = merged.conflicts.map((conflict): Conflict => ({
    ...conflict,
    // Nobody could settle it on the service, which shows git's text already.
    ...(conflict.taken === "none" && hidden.has(conflict.key) ? { taken: "repository" } : {}),
    component: input.component,
    language: input.language,
    path: input.path,
    line: lines.get(conflict.key) ?? 0,
    policy: input.policy,
  }));
  if (merged.changes.length === 0 && !isRuleTaken) {
    const refused = new Set(merged.refused);
    const apart = compare(ours, wanted).filter(({ key }) => !hidden.has(key) && !refused.has(key));
    const isOpen = refused.size > 0;
    // On a text that both sides changed they do not agree before one of the two is taken.
    const isAgreeable = merged.refusedConflicts.length === 0;
    const isNewer = isOpen ? !isAgreeable || apart.some(({ kind }) => kind !== "added") : apart.length > 0;
    const standing = {
      ...(apart.length === 0 && !isOpen ? { isEqual: true as const } : {}),
      ...(isNewer ? { isRepositoryNewer: true as const } : {}),
      ...(isNewer && isOpen ? { isOpen } : {}),
      ...(isNewer && isAgreeable ? asAgreed(format, input, { ours, theirs }, merged.refused) : {}),
    };
    // What was decided for the repository is what the service lacks.
    const isUndecided = conflicts.some(({ taken }) => taken !== "repository");
    return { kind: "same", conflicts, broken, ...review, ...plurals, ...(isUndecided ? {} : standing), ...flaws };
  }
  const patched = attempt(() => {
    const written = writeChanges(
      format,
      isRuleTaken ? ruled : repository,
      fromDonor(changesOf(merged), service),
      optionsOf(input),
    );
    return { ...written, after: format.read(written.content, optionsOf(input)) };
  });
  if (typeof patched === "string") return unwritable(patched);
  const { content, after } = patched;
  const homeless = patched.unwritable.map(({ change, reason }) => ({ key: keyOfChange(change), reason }));
  const left = homeless.length === 0 ? {} : { unwritable: homeless };
  if (Buffer.compare(content, repository) === 0) {
    return { kind: "same", conflicts, broken, ...review, ...plurals, ...left, ...flaws };
  }
  const differences = compare(ours, after, "target", merged.renames);
  const removed = differences.filter((difference) => difference.kind === "removed").map((difference) => difference.key);
  if (isBeyondLimit(removed.length, ours.units.length, input)) {
    return {
      kind: "held-back",
      ...translationRefusals.removesStrings(removed.length, ours.units.length, input.removalLimit),
      keys: removed,
    };
  }
  const refused = new Set([...merged.refused, ...homeless.map(({ key }) => key)]);
  const kept = compare(after, theirs).filter(({ key }) => !refused.has(key));
  return {
    kind: "write",
    content,
    differences,
    conflicts,
    broken,
    keptTexts: kept.length > 0,
    ...(kept.length > 0 ? asAgreed(format, input, { ours: after, theirs }, merged.refused) : {}),
    ...review,
    ...plurals,
    ...left,
    ...flaws,
  };
}

/** The service's file with git's texts in the place of those that were refused: what git has otherwise is git's own. */
function asAgreed(
  format: Format,
  input: ReconcileInput,
  { ours, theirs }: Pick<ReadSides, "ours" | "theirs">,
  refused: readonly string[],
): { readonly agreed?: Uint8Array } {
  if (refused.length === 0) return { agreed: input.service };
  const there = new Set(theirs.units.map(({ key }) => key));
  if (refused.some((key) => !there.has(key))) return {};
  const mine = new Map(ours.units.map((unit) => [unit.key, unit]));
  const changes = theirs.units
    .filter(({ key }) => refused.includes(key))
    .map((unit): UnitChange => {
      const { target = [], state = unit.state } = mine.get(unit.key) ?? {};
      return isEmpty(target) ? withoutText(format, unit) : { kind: "set", key: unit.key, target, state };
    });
  const agreed = attempt(() => format.patch(input.service, changes, optionsOf(input)));
  return typeof agreed === "string" ? {} : { agreed };
}

/** Where a key has one text alone, an empty one would be shown: such a string is left to the source. */
function withoutText({ kind }: Pick<Format, "kind">, { key, target }: Unit): UnitChange {
  return kind === "monolingual" ? { kind: "remove", key } : { kind: "set", key, target: target.map(() => "") };
}

/** A file that git does not have yet is the service's, but for texts that would break the app. */
function reconcileNew(input: ReconcileInput, format: Format, theirs: Catalogue): Reconciled {
  const { service } = input;
  const checking = new TextCheck(input, { ours: EMPTY, theirs, template: readTemplate(format, input) });
  const review = new ReviewCheck(format, theirs, input.waiting);
  const refused = theirs.units.filter((unit) => review.refuses(unit) || checking.refuses(unit, undefined));
  const { broken } = checking;
  const found = { ...review.found, ...defined({ flaws: theirs.flaws }) };
  const isAllWaiting = found.waiting === theirs.units.filter(({ target }) => !isEmpty(target)).length;
  if (isAllWaiting) return { kind: "same", conflicts: [], broken, ...found };
  const changes = refused.map((unit) => withoutText(format, unit));
  const written = changes.length === 0 ? { content: service, after: theirs } : writtenAnew(format, input, changes);
  if (typeof written === "string") return unwritable(written);
  const { content, after } = written;
  const differences = new NewTexts(after, readAgain(format, content, optionsOf(input)));
  return { kind: "write", content, differences, conflicts: [], broken, keptTexts: false, ...found };
}

/** In a function of its own: beside other closures it would keep what those are about, the file's texts among them. */
function readAgain(format: Format, content: Uint8Array, options: ReadOptions): () => Catalogue {
  return () => format.read(content, options);
}

function writtenAnew(
  format: Format,
  input: ReconcileInput,
  changes: readonly UnitChange[],
): { readonly content: Uint8Array; readonly after: Catalogue } | string {
  return attempt(() => {
    const content = format.patch(input.service, changes, optionsOf(input));
    return { content, after: format.read(content, optionsOf(input)) };
  });
}

/** What both sides start from, and the service's file without what is left in it of keys that it no longer has. */
function commonGround(format: Format, input: SidesInput, { ours, theirs, template }: ReadSides): Leftovers {
  const known = readBase(format, input);
  const base = likelyBase({ ...known, repository: ours, service: theirs, served: input.served ?? [] });
  if (template === undefined) {
    return { base, service: theirs, renames: [], unexplained: false, hidden: new Set() };
  }
  const formerTemplates = input.formerTemplates?.flatMap(
    (bytes) => readTemplate(format, { ...input, template: bytes }) ?? [],
  );
  return withoutLeftovers({
    repository: ours,
    service: theirs,
    base,
    known: known.versions,
    agreed: known.agreed,
    template,
    formerTemplates,
  });
}

/** Two versions of a file, and what tells which side changed what. */
export type SidesInput = Pick<
  ReconcileInput,
  | "path"
  | "language"
  | "service"
  | "repository"
  | "base"
  | "template"
  | "formerTemplates"
  | "sourceLanguage"
  | "policy"
  | "served"
>;

/** What the service's file has that the repository lacks. */
export interface ServiceNews {
  /** With the repository's keys and the service's texts. */
  readonly units: readonly Unit[];
  /** Strings that both sides changed, with their lines in git. */
  readonly conflicts: readonly (MergeConflict & Pick<Conflict, "line">)[];
  /** The repository has texts that the service lacks. */
  readonly isRepositoryNewer: boolean;
  /** As of a {@link Reconciled}. */
  readonly hasLeftovers: boolean;
}

/**
 * What would get lost on the service if it took the repository's file: what the merge would bring home, before any check of
 * the texts. A `string` says why it cannot be told.
 */
export function newsOfService(
  format: Format,
  input: SidesInput & {
    /** Keys that the source has under another name since the service read it. */
    readonly renamed?: readonly KeyRename[];
  },
): ServiceNews | string {
  const served = tryRead(format, input.service, input);
  if (typeof served === "string") return `the service's file does not parse: ${served}`;
  const theirs = underNewKeys(served, input.renamed ?? []);
  const ours = input.repository === undefined ? EMPTY : tryRead(format, input.repository, input);
  if (typeof ours === "string") return `the file in git does not parse: ${ours}`;
  const template = readTemplate(format, input);
  const { base, service, renames, unexplained } = commonGround(format, input, { ours, theirs, template });
  const merged = mergeCatalogues({ base, repository: ours, service, policy: input.policy, serviceRenames: renames });
  const mine = new Map(ours.units.map((unit) => [unit.key, unit]));
  const other = new Map(service.units.map((unit) => [unit.key, unit]));
  const units = merged.changes.flatMap((change): readonly Unit[] => {
    if (change.kind === "remove") return [];
    if (change.kind === "add")
      return [other.get(change.unit.key) ?? []].flat().filter(({ target }) => !isEmpty(target));
    const unit = mine.get(change.key);
    const { target, state = unitStates.translated } = change.kind === "set" ? change : (change.unit ?? {});
    if (unit === undefined || target === undefined || isEmpty(target)) return [];
    return equalTexts(unit.target, target) && unit.state === state ? [] : [{ ...unit, target, state }];
  });
  const fresh = new Set(units.map(({ key }) => key));
  const isRepositoryNewer = compare(service, ours).some(({ key, kind }) => kind !== "removed" && !fresh.has(key));
  const conflicts = merged.conflicts.map((conflict) => ({ ...conflict, line: mine.get(conflict.key)?.line ?? 0 }));
  return { units, conflicts, isRepositoryNewer, hasLeftovers: unexplained };
}

/**
 * Who could tell more: the service's log of a conflict, since commits of ours may have lost what they said when they were merged; older
 * sources of texts under keys that nobody knows any more.
 */
export function mayBeMistaken(reconciled: Reconciled): { readonly served: boolean; readonly formerTemplates: boolean } {
  if (reconciled.kind === "held-back") return { served: false, formerTemplates: false };
  return {
    served: reconciled.conflicts.some(({ renamed }) => renamed === undefined),
    formerTemplates: reconciled.hasLeftovers === true,
  };
}

/** What is translated under a former key alone is a translation of the new one. */
function underNewKeys(catalogue: Catalogue, renamed: readonly KeyRename[]): Catalogue {
  const translated = new Set(catalogue.units.flatMap(({ key, target }) => (isEmpty(target) ? [] : [key])));
  const moved = new Map(renamed.flatMap(({ from, to }) => (translated.has(to) ? [] : [[from, to] as const])));
  if (moved.size === 0) return catalogue;
  const taken = new Set(moved.values());
  const units = catalogue.units.flatMap((unit): readonly Unit[] => {
    const to = moved.get(unit.key);
    if (to !== undefined) return [{ ...unit, key: to, context: to }];
    return taken.has(unit.key) ? [] : [unit];
  });
  return { ...catalogue, units };
}

/** A source that cannot be read says nothing of its keys; it is told where it would be sent. */
function readTemplate(format: Format, { template, sourceLanguage }: SidesInput): Catalogue | undefined {
  if (template === undefined || format.kind !== "monolingual") return undefined;
  const known = lastTemplates.get(template);
  if (known?.format === format && known.sourceLanguage === sourceLanguage) return known.catalogue;
  const read = attempt(() => format.read(template, { language: sourceLanguage }));
  const catalogue = typeof read === "string" ? undefined : read;
  lastTemplates.set(template, { format, sourceLanguage, catalogue });
  const [oldest] = lastTemplates.keys();
  if (lastTemplates.size > TEMPLATES_KEPT && oldest !== undefined) lastTemplates.delete(oldest);
  return catalogue;
}

/** Files of one component come after each other, or those of a few in turn: each source is read once. */
const TEMPLATES_KEPT = 32;
const lastTemplates = new Map<
  Uint8Array,
  { readonly format: Format; readonly sourceLanguage: string; readonly catalogue: Catalogue | undefined }
>();

const EMPTY: Catalogue = { format: "", units: [] };

function isBeyondLimit(removed: number, total: number, { removalLimit, allowRemovals }: ReconcileInput): boolean {
  return !allowRemovals && total > 0 && (removed / total) * 100 > removalLimit;
}

function reconcileWhole(input: ReconcileInput): Reconciled {
  const { repository, service, base, waiting = [] } = input;
  if (waiting.length > 0) return { kind: "same", conflicts: [], broken: [], waiting: waiting.length };
  const isAdoption =
    repository === undefined || base.kind === "history" || Buffer.compare(base.content, repository) === 0;
  if (isAdoption)
    return { kind: "write", content: service, differences: [], conflicts: [], broken: [], keptTexts: false };
  const taken = input.policy === "fail" ? "none" : input.policy;
  const conflict: Conflict = {
    component: input.component,
    language: input.language,
    path: input.path,
    key: "",
    line: 0,
    base: undefined,
    repository: undefined,
    service: undefined,
    policy: input.policy,
    taken,
  };
  return taken === "service"
    ? { kind: "write", content: service, differences: [], conflicts: [conflict], broken: [], keptTexts: false }
    : { kind: "same", conflicts: [conflict], broken: [] };
}

/** Versions that do not parse say nothing. */
function readBase(
  format: Format,
  { base, ...file }: SidesInput,
): Pick<BaseInput, "agreed" | "agreedOnService" | "isLoose" | "versions" | "beside" | "before"> {
  const readAll = (contents: readonly Uint8Array[]): readonly Catalogue[] =>
    contents.flatMap((bytes) => {
      const catalogue = tryRead(format, bytes, file);
      return typeof catalogue === "string" ? [] : [catalogue];
    });
  if (base.kind === "history") return { versions: readAll(base.contents) };
  const [agreed] = readAll([base.content]);
  const [agreedOnService] = base.onService === undefined ? [] : readAll([base.onService]);
  const [before] = base.before === undefined ? [] : readAll([base.before]);
  return {
    agreed,
    agreedOnService,
    isLoose: base.isLoose === true,
    versions: readAll(base.newer ?? []),
    beside: readAll(base.beside ?? []),
    before,
  };
}

function unreadable(
  side: "the service's file" | "the file in git",
  problem: string,
): Extract<Reconciled, { kind: "held-back" }> {
  return {
    kind: "held-back",
    ...translationRefusals.unparsed(side, problem),
  };
}

/** A text the file's charset lacks, or a string where the file has a group of them. */
function unwritable(problem: string): Reconciled {
  return {
    kind: "held-back",
    ...translationRefusals.unwritable(problem),
  };
}

function tryRead(
  format: Format,
  bytes: Uint8Array,
  input: Pick<ReconcileInput, "path" | "language">,
): Catalogue | string {
  return attempt(() => format.read(bytes, optionsOf(input)));
}

function optionsOf({ path, language }: Pick<ReconcileInput, "path" | "language">): ReadOptions {
  return { path, language };
}

function attempt<Result extends object>(work: () => Result): Result | string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const line = error.place?.line;
    return line === undefined ? error.message : `line ${String(line)}: ${error.message}`;
  }
}
