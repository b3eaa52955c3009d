import { equalForms, isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { Git } from "../../git/git.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { AgreementRecord } from "../agreement/agreement.ts";
import type { ComponentObservation } from "../observe/observation.ts";
import type { SentSince, UploadStep } from "../plan.ts";

/** Change action of the service: somebody suggested a text (facts §1.1). */
const SUGGESTED = 4;
/** How many of them are read at most to tell what was suggested before. */
const CHANGES_LIMIT = 1_000;

/** A translation file in git, and the component's reader. */
export interface FileInGit {
  readonly format: Format;
  readonly content: Uint8Array;
  readonly component: ComponentObservation;
  readonly translation: ServiceTranslation;
}

export interface TextPorts {
  readonly service: Pick<TranslationService, "download" | "changes">;
  readonly git: Pick<Git, "read">;
  readonly record?: Pick<AgreementRecord, "served">;
}

/**
 * The upload with those texts of git that both sides had otherwise, or had not, before git moved on: what is equal, git never changed, and
 * what the service has in its place is for others to decide on, be it held back here or saved this very moment.
 * @returns undefined where nothing is left
 */
export async function changedTexts(
  ports: TextPorts,
  { path, method, since = {} }: Pick<UploadStep, "path" | "method" | "since">,
  file: FileInGit,
): Promise<Uint8Array | undefined> {
  const { format, content, translation } = file;
  const { language } = translation;
  const ours = format.read(content, { path, language });
  const read = (bytes: Uint8Array): Catalogue => format.read(bytes, { path, language });
  const base = await readBase(ports, file, since, read);
  // What is equal there was decided by somebody on the service, and an upload of it could approve it unseen.
  const isForOthers = method !== "translate";
  const theirs = isForOthers || base === undefined ? read(await ports.service.download(translation)) : undefined;
  let units = isForOthers ? ours.units : ours.units.filter(({ state }) => state !== unitStates.needsEditing);
  if (base !== undefined) units = unitsThatDiffer({ units }, base);
  if (theirs !== undefined) units = unitsThatDiffer({ units }, theirs, isForOthers);
  if (theirs !== undefined && base === undefined) {
    units = await withoutHeldBack(ports, { ...file, path, units, theirs, former: await formerOf(ports, since, read) });
  }
  // Who rejected a suggestion is not to get it every night.
  if (method === "suggest" && units.length > 0) {
    units = withoutSuggested(units, await suggestedTexts(ports.service, translation));
  }
  return units.length === 0 ? undefined : format.create({ ...ours, units }, { language }, content);
}

type Read = (bytes: Uint8Array) => Catalogue;

/** Undefined where it is not at hand, or does not parse. */
async function readBase(
  { git, record }: TextPorts,
  { component }: FileInGit,
  { blob, served }: SentSince,
  read: Read,
): Promise<Catalogue | undefined> {
  if (served !== undefined) return unlessUnreadable(await record?.served(component.name, served), read);
  return blob === undefined ? undefined : unlessUnreadable(await git.read(blob), read);
}

async function formerOf({ git }: TextPorts, { blob }: SentSince, read: Read): Promise<Catalogue | undefined> {
  return blob === undefined ? undefined : unlessUnreadable(await git.read(blob), read);
}

function unlessUnreadable(bytes: Uint8Array | undefined, read: Read): Catalogue | undefined {
  if (bytes === undefined) return undefined;
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  }
}

interface Compared extends FileInGit {
  readonly path: string;
  readonly units: readonly Unit[];
  readonly theirs: Catalogue;
  /** What git had; undefined where nothing tells. */
  readonly former: Catalogue | undefined;
}

/** Where nothing tells which texts were held back, those are that would be now, and that git has as before. */
async function withoutHeldBack(
  { git }: TextPorts,
  { component, format, path, translation, units, theirs, former }: Compared,
): Promise<readonly Unit[]> {
  if (former === undefined) return units;
  const { TextCheck } = await import("../reconcile/text-check.ts");
  const { source, facts, binding, name } = component;
  const sourceLanguage = facts?.component.sourceLanguage ?? source.translation?.language ?? "en";
  const isKeyed = format.kind === "monolingual" && source.blob !== "";
  const template = isKeyed
    ? unlessUnreadable(await git.read(source.blob), (bytes) => format.read(bytes, { language: sourceLanguage }))
    : undefined;
  const file = { component: name, language: translation.language, path, sourceLanguage, checks: binding.checks };
  const check = new TextCheck(file, { ours: { ...former, units }, theirs, template });
  const changed = new Set(unitsThatDiffer({ units }, former));
  const there = new Map(theirs.units.map((unit) => [unit.key, unit]));
  return units.filter((unit) => {
    const served = there.get(unit.key);
    return changed.has(unit) || served === undefined || !check.refuses(served, unit);
  });
}

/** @param inTextsAlone a text that the other side wants edited is the same text */
export function unitsThatDiffer(
  ours: Pick<Catalogue, "units">,
  theirs: Pick<Catalogue, "units">,
  inTextsAlone = false,
): readonly Unit[] {
  const there = new Map(theirs.units.map((unit) => [unit.key, unit]));
  return ours.units.filter(({ key, target, state }) => {
    if (isEmpty(target)) return false;
    const other = there.get(key);
    return !equalForms(target, other?.target ?? []) || (!inTextsAlone && isDraft(state) !== isDraft(other?.state));
  });
}

function isDraft(state: Unit["state"] | undefined): boolean {
  return state === unitStates.needsEditing;
}

/**
 * The log tells texts and not strings: a text that more strings have than it was suggested for is suggested again; those
 * that have it already are passed over by the service.
 */
export function withoutSuggested(units: readonly Unit[], suggested: readonly string[]): readonly Unit[] {
  const times = Map.groupBy(suggested, (text) => text);
  const wanted = Map.groupBy(units, ({ target }) => joined(target));
  return units.filter(({ target }) => {
    const text = joined(target);
    return (wanted.get(text)?.length ?? 0) > (times.get(text)?.length ?? 0);
  });
}

async function suggestedTexts(
  service: TextPorts["service"],
  translation: ServiceTranslation,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { target } of service.changes(translation, [SUGGESTED])) {
    texts.push(joined(target.split(/\u001e+/)));
    if (texts.length >= CHANGES_LIMIT) break;
  }
  return texts;
}

/** Plural forms stand in one string on a change, parted by record separators. */
function joined(forms: readonly string[]): string {
  return forms.join("\u001e");
}
