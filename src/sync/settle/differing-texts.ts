import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import type { Format } from "../../formats/format.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";

/** Change action of the service: somebody suggested a text (facts §1.1). */
const SUGGESTED = 4;
/** How many of them are read at most to tell what was suggested before. */
const CHANGES_LIMIT = 1_000;

/** A translation file in git, and the component's reader. */
export interface FileInGit {
  readonly format: Format;
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The upload with those texts of git that the service's file has otherwise: what is equal there was decided by somebody on
 * the service, and an upload of it could approve it unseen.
 * @param suggesting leaves out what was suggested before: who rejected a suggestion is not to get it every night
 * @returns undefined where nothing is left
 */
export async function differingTexts(
  service: TranslationService,
  translation: ServiceTranslation,
  { format, path, content }: FileInGit,
  suggesting: boolean,
): Promise<Uint8Array | undefined> {
  const { language } = translation;
  const ours = format.read(content, { path, language });
  const theirs = format.read(await service.download(translation), { path: translation.filename, language });
  const differing = unitsThatDiffer(ours, theirs);
  if (differing.length === 0) return undefined;
  const units = suggesting ? withoutSuggested(differing, await suggestedTexts(service, translation)) : differing;
  return units.length === 0 ? undefined : format.create({ ...ours, units }, { language }, content);
}

export function unitsThatDiffer(ours: Catalogue, theirs: Catalogue): readonly Unit[] {
  const there = new Map(theirs.units.map(({ key, target }) => [key, target]));
  return ours.units.filter(({ key, target }) => !isEmpty(target) && !equalTexts(target, there.get(key) ?? []));
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
  service: TranslationService,
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
