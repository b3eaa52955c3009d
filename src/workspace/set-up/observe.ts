import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { formatOfFiles } from "../../formats/format-of-files.ts";
import { languageFormat } from "../../formats/catalogue-language.ts";
import { xcstrings } from "../../formats/xcstrings/index.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { httpsAddress, publicTip } from "../../git/public-remote.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import { catalogueOf } from "../../mapping/catalogue-paths.ts";
import { parseLanguage } from "../../mapping/language-code.ts";
import { languageOfPath } from "../../mapping/language-paths.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import { encodingOf } from "./component-settings.ts";
import type { BoundComponent, BoundFile, ReadableRepository } from "./plan.ts";
import { hasCode } from "../../core/system-error.ts";

/** Components of the mapping with their files in git, and what the service has of them. */
export async function observeComponents(
  git: Pick<Git, "read">,
  bindings: readonly Binding[],
  index: readonly IndexEntry[],
  service: Pick<TranslationService, "components" | "translations" | "settled">,
  projects: ReadonlyMap<string, boolean>,
): Promise<readonly BoundComponent[]> {
  const served = new Map<string, Awaited<ReturnType<TranslationService["component"]>>>();
  for (const [slug, isThere] of projects) {
    if (!isThere) continue;
    for (const component of await service.components(slug)) served.set(componentName(component.path), component);
  }
  const regular = index.filter(({ mode }) => mode.startsWith("100"));
  const found: BoundComponent[] = [];
  for (const binding of bindings) {
    const files = filesOf(binding, regular);
    const component = served.get(componentName(binding.component));
    // One that the service still makes has none of its languages yet, and they are not to be sent.
    if (component?.taskUrl !== undefined) await service.settled(component.path);
    const languages =
      component === undefined ? [] : (await service.translations(component.path)).map(({ language }) => language);
    const catalogue = catalogueOf(binding.source ?? "")?.catalogue;
    const { format, sourceLanguage } =
      catalogue === undefined
        ? {
            format: await formatOfFiles(
              files.map((file) => ({ ...file, isSource: file.path === binding.source })),
              ({ blob }) => git.read(blob),
            ),
          }
        : await aboutCatalogue(git, index, catalogue);
    const encoding = format === undefined ? undefined : encodingOf(format, await firstBytes(git, files));
    found.push({
      binding,
      files,
      format,
      encoding,
      ...defined({ sourceLanguage }),
      served: component === undefined ? undefined : { component, languages },
    });
  }
  return found;
}

function filesOf(binding: Binding, index: readonly IndexEntry[]): readonly BoundFile[] {
  const source: BoundFile[] = [];
  const others: BoundFile[] = [];
  for (const { path, blob } of index) {
    const language = languageOfPath(binding, path);
    if (path === binding.source) source.push({ path, blob, language });
    else if (language !== undefined) others.push({ path, blob, language });
  }
  return [...source, ...others];
}

/** Translations show what a source of plain ASCII does not. */
const MOST_READ = 10;

function firstBytes(git: Pick<Git, "read">, files: readonly BoundFile[]): Promise<readonly Uint8Array[]> {
  return Promise.all(files.slice(0, MOST_READ).map(({ blob }) => git.read(blob)));
}

/** Its languages are files of their own to the service. */
async function aboutCatalogue(
  git: Pick<Git, "read">,
  index: readonly IndexEntry[],
  catalogue: string,
): Promise<Pick<BoundComponent, "format" | "sourceLanguage">> {
  const blob = index.find(({ path }) => path === catalogue)?.blob;
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
