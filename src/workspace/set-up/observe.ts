import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { formatOfFiles } from "../../formats/format-of-files.ts";
import { languageFormat } from "../../formats/catalogue-language.ts";
import { xcstrings } from "../../formats/xcstrings/index.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { httpsAddress, publicTip } from "../../git/public-remote.ts";
import type { Binding } from "../../mapping/binding.ts";
import { catalogueOf } from "../../mapping/catalogue-paths.ts";
import { parseLanguage } from "../../mapping/language-code.ts";
import { boundPaths, type BoundPath } from "../../mapping/bound-paths.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import { compareSource } from "../../sync/observe/compare-source.ts";
import { factsOf, otherRepository } from "../../sync/observe/component-facts.ts";
import { readerOf } from "../../sync/observe/reader-of.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { encodingOf } from "./component-settings.ts";
import type { BoundComponent, BoundFile, ReadableRepository, ServedState, SourceDifference } from "./plan.ts";
import { hasCode } from "../../core/system-error.ts";

/** Components of the mapping with their files in git, and what the service has of them. */
export async function observeComponents(
  git: Pick<Git, "read">,
  bindings: readonly Binding[],
  index: readonly IndexEntry[],
  service: Pick<TranslationService, "components" | "translations" | "settled" | "download">,
  projects: ReadonlyMap<string, boolean>,
  urls: readonly string[],
): Promise<readonly BoundComponent[]> {
  const known = new Map<string, readonly ServiceComponent[]>();
  for (const [slug, isThere] of projects) if (isThere) known.set(slug, await service.components(slug));
  const blobs = new Map(index.flatMap(({ path, mode, blob }) => (mode.startsWith("100") ? [[path, blob]] : [])));
  const found: BoundComponent[] = [];
  for (const [binding, bound] of boundPaths(bindings, blobs.keys())) {
    const files = filesOf(binding, bound, blobs);
    const catalogue = catalogueOf(binding.source ?? "")?.catalogue;
    const { format, sourceLanguage } =
      catalogue === undefined
        ? {
            format: await formatOfFiles(
              files.map((file) => ({ ...file, isSource: file.path === binding.source })),
              ({ blob }) => git.read(blob),
            ),
          }
        : await aboutCatalogue(git, blobs.get(catalogue));
    const encoding = format === undefined ? undefined : encodingOf(format, await firstBytes(git, files));
    found.push({
      binding,
      files,
      format,
      encoding,
      ...defined({ sourceLanguage }),
      served: await servedState({ git, service }, { binding, files }, known.get(binding.component.project) ?? [], urls),
    });
  }
  return found;
}

async function servedState(
  on: { readonly git: Pick<Git, "read">; readonly service: Parameters<typeof observeComponents>[3] },
  { binding, files }: Pick<BoundComponent, "binding" | "files">,
  known: readonly ServiceComponent[],
  urls: readonly string[],
): Promise<ServedState | undefined> {
  const facts = factsOf(known, binding.component, urls);
  if (facts === undefined) return undefined;
  const { component, readsThisRepository: isOurs } = facts;
  // One that the service still makes has none of its languages yet, and they are not to be sent.
  if (component.taskUrl !== undefined) await on.service.settled(component.path);
  const translations = await on.service.translations(component.path);
  const [file] = files;
  const there = translations.find(({ isSource }) => isSource);
  const source =
    isOurs || there === undefined || file === undefined || file.path !== binding.source
      ? undefined
      : await sourceDifference(on, file, { component, translation: there });
  return {
    component,
    languages: translations.map(({ language }) => language),
    isOurs,
    ...defined({ otherRepository: otherRepository(known, component, urls), source }),
  };
}

/** What a push of the source would do to the service's; undefined where that is nothing, or nobody here can tell. */
async function sourceDifference(
  { git, service }: Parameters<typeof servedState>[0],
  { path, blob }: BoundFile,
  { component, translation }: { readonly component: ServiceComponent; readonly translation: ServiceTranslation },
): Promise<SourceDifference | undefined> {
  const { revision, filename } = translation;
  if (revision === blob || revision === "" || filename === "") return undefined;
  const [ours, theirs] = [await git.read(blob), await service.download(translation)];
  const compared = compareSource(await readerOf(component), component.fileFormat, path, ours, theirs);
  if (compared.kind !== "compared") return undefined;
  const { added, changed, total } = compared;
  const removed = compared.removed.length + compared.renamed.length;
  const found = { added: added + compared.namesToAdd, changed, removed, total };
  return found.added + changed + removed === 0 ? undefined : found;
}

/** The source first. */
function filesOf(
  { source }: Binding,
  bound: readonly BoundPath[],
  blobs: ReadonlyMap<string, string>,
): readonly BoundFile[] {
  return bound
    .map(({ path, language }) => ({ path, blob: blobs.get(path) ?? "", language }))
    .toSorted((one, other) => Number(other.path === source) - Number(one.path === source));
}

/** Translations show what a source of plain ASCII does not. */
const MOST_READ = 10;

function firstBytes(git: Pick<Git, "read">, files: readonly BoundFile[]): Promise<readonly Uint8Array[]> {
  return Promise.all(files.slice(0, MOST_READ).map(({ blob }) => git.read(blob)));
}

/** Its languages are files of their own to the service. */
async function aboutCatalogue(
  git: Pick<Git, "read">,
  blob: string | undefined,
): Promise<Pick<BoundComponent, "format" | "sourceLanguage">> {
  const [language = ""] = blob === undefined ? [] : (xcstrings.languages?.(await git.read(blob)) ?? []);
  return { format: languageFormat, ...defined({ sourceLanguage: parseLanguage(language, "apple") }) };
}

/** Whether the token sees the project. */
export async function seesProject(service: TranslationService, slug: string): Promise<boolean> {
  try {
    await service.components(slug);
    return true;
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return false;
    throw error;
  }
}

/**
 * The address at which the service can read this repository: the one that somebody names, or a remote that shows the
 * branch to everybody, at the very commit that is checked out.
 * @param named an address, or `none`
 */
export async function readableRepository(
  git: Git,
  branch: string | undefined,
  named: string | undefined,
): Promise<ReadableRepository | undefined> {
  if (named === "none" || branch === undefined) return undefined;
  if (named !== undefined) return { address: named, branch, because: "the service reads the repository you named" };
  const head = await git.head();
  for (const url of await git.remoteUrls()) {
    const address = httpsAddress(url);
    if (address === undefined) continue;
    const tip = await publicTip(git.root, address, branch);
    if (tip !== undefined && tip === head) {
      return { address, branch, because: "everybody can read this repository, so the service reads it itself" };
    }
  }
  return undefined;
}

/** A file of the working tree; undefined where there is none. */
export async function textOf(root: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(resolve(root, path), "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
