import { compare } from "../../catalog/difference.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { holds } from "../agreement/file-versions.ts";
import { readerOf } from "../observe/reader-of.ts";

interface RemovalDependencies {
  readonly service: Pick<
    TranslationService,
    "component" | "componentRepository" | "download" | "translations" | "units"
  >;
  readonly git: Pick<Git, "history" | "index" | "read">;
}

/** As far back as a file is followed, in commits over all files. */
const HISTORY_LIMIT = 5_000;

/** Suggestions and comments are in no file. */
const SAID = "has:suggestion OR has:comment";

/**
 * What would be lost with the component of a branch that is gone, in words; undefined where all of it is elsewhere:
 * - no string has a suggestion or a comment;
 * - each file is, or became, a version in the history of HEAD, or HEAD's own file has every translated text of it. Where
 *   the service pushed all that it had, the source need not be: its strings were git's, and went with the branch.
 *   Strings of a file whose version the service does not say are nowhere else, as far as anybody knows;
 * - no string is pending. That is looked at last, right before the component goes.
 */
export async function nowhereElse(
  dependencies: RemovalDependencies,
  place: ComponentPath,
): Promise<string | undefined> {
  const { service } = dependencies;
  const translations = await service.translations(place);
  const said = await languagesWithWords(service, translations);
  if (said.length > 0) return `suggestions or comments wait in it (${said.join(", ")}); see to them, ${OR_REMOVE}`;
  const stranded = await filesStranded(dependencies, place, translations);
  const { needsCommit, needsPush } = await service.componentRepository(place);
  const isMoving = versionsOf(translations) !== versionsOf(await service.translations(place));
  if (needsCommit || isMoving) return "translations wait in it that are in no file yet";
  const [first, ...others] = stranded.filter(({ isSource }) => needsPush || !isSource);
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  return `what was translated in ${first.filename}${more} is not in the history of the branch that is checked out; merge it, ${OR_REMOVE}`;
}

function versionsOf(translations: readonly ServiceTranslation[]): string {
  return translations
    .map(({ language, revision }) => `${language} ${revision}`)
    .toSorted()
    .join();
}

const OR_REMOVE = "or remove the component on the service";

async function languagesWithWords(
  service: Pick<TranslationService, "units">,
  translations: readonly ServiceTranslation[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    translations.map(async (each) => ((await service.units(each, SAID)).length === 0 ? [] : [each.language])),
  );
  return found.flat();
}

async function filesStranded(
  { service, git }: RemovalDependencies,
  place: ComponentPath,
  translations: readonly ServiceTranslation[],
): Promise<readonly ServiceTranslation[]> {
  const inFiles = translations.filter(({ filename }) => filename !== "");
  const files = inFiles.filter(({ revision }) => revision !== "");
  const ofNoVersion = inFiles.filter(({ revision, counters }) => revision === "" && counters.total > 0);
  const history = await git.history(
    files.map(({ filename }) => filename),
    HISTORY_LIMIT,
  );
  const unknown = files.filter(({ filename, revision }) => !holds(filename, history.get(filename) ?? [], revision));
  if (unknown.length === 0) return ofNoVersion;
  const names = new Set(unknown.map(({ filename }) => filename));
  const [component, index] = await Promise.all([service.component(place), git.index((path) => names.has(path))]);
  const blobs = new Map(index.map(({ path, blob }) => [path, blob]));
  const stranded = await Promise.all(
    unknown.map(async (translation) => {
      const blob = blobs.get(translation.filename);
      const isThere = await textsAreThere(component, translation, {
        served: await service.download(translation),
        ours: blob === undefined ? undefined : await git.read(blob),
      });
      return isThere ? [] : [translation];
    }),
  );
  return [...stranded.flat(), ...ofNoVersion];
}

interface BothFiles {
  readonly served: Uint8Array;
  /** Undefined where git has no such file. */
  readonly ours: Uint8Array | undefined;
}

/** Whether git's file has every translated text of the service's; not known of a file that cannot be read here. */
async function textsAreThere(
  component: ServiceComponent,
  { filename: path, isSource, language }: ServiceTranslation,
  { served, ours }: BothFiles,
): Promise<boolean> {
  const format = await readerOf(component);
  if (format === undefined) return false;
  try {
    const theirs = format.read(served, { path, language });
    const known = ours === undefined ? { ...theirs, units: [] } : format.read(ours, { path, language });
    const side = isSource && format.kind === "bilingual" ? "source" : "target";
    return compare(known, theirs, side).every(({ after }) => isEmpty(after ?? []));
  } catch (error) {
    if (error instanceof InterlinearError) return false;
    throw error;
  }
}
