import { basename, extname } from "node:path";
import type { ProjectRecord, TranslationRecord } from "../../store/tables.ts";
import { packed } from "./packed.ts";
import { blobId } from "../clone/clone.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { convertedMember, exporterNamed } from "./conversion.ts";
import { formatFor } from "../../formats/registry.ts";
import { marked } from "../clone/reconciliation.ts";
import { commitAll } from "../clone/repository-operations.ts";
import { attachment } from "../http/content-disposition.ts";
import { notFound } from "../http/refusal.ts";
import { FileAnswer } from "../http/route.ts";
import { sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import type { VisibleTranslation } from "../identity/visible.ts";

/**
 * Writes what waits before files are handed out; costs nothing when nothing waits. The caller holds the clone.
 * @param translation what waits elsewhere may wait on
 */
async function flush(
  service: Service,
  component: ComponentRecord,
  user: number | undefined,
  translation?: number,
): Promise<void> {
  let waiting = service.database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("translation.id")
    .where("component.clone_id", "=", component.clone_id)
    .where("translation.pending", ">", 0);
  if (translation !== undefined) waiting = waiting.where("translation.id", "=", translation);
  if ((await waiting.executeTakeFirst()) === undefined) return;
  await marked(service, component.clone_id, (target) => commitAll(service, target, user));
}

/**
 * The stored file of a translation with the headers of probe §2; what waits in it is committed first, and what waits elsewhere
 * waits on (asked of 5.14.3).
 * @param asked when the request came, before the translation was looked up
 */
export async function translationFile(
  service: Service,
  { project, component, translation, language }: VisibleTranslation,
  { user, asked }: { readonly user: number | undefined; readonly asked: Date },
): Promise<FileAnswer> {
  if (translation.filename === "") throw notFound();
  const content =
    (await settledFile(service, component, translation)) ??
    (await readStored(service, component, translation.filename, { user, translation: translation.id }));
  const format = formatFor(component.settings.file_format);
  const extension = extname(translation.filename);
  const name = `${project.slug}-${component.path.replaceAll("/", "-")}-${language.code}${extension}`;
  return new FileAnswer(content, {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": attachment(name),
    ...(translation.last_change === null ? {} : { "Last-Modified": lastModified(translation.last_change, asked) }),
  });
}

const SECOND = 1000;

/**
 * The header knows whole seconds only. While the second of the change is not over, another change may follow in it, so an
 * answer then says one second less: nobody is told "not modified" of what they never got.
 * @param asked when the request came, before the change was looked up
 */
export function lastModified(lastChange: string, asked: Date): string {
  const second = wholeSecond(Date.parse(lastChange));
  return new Date(asked.getTime() < second + SECOND ? second - SECOND : second).toUTCString();
}

/** Milliseconds without the part that the header can not say. */
export function wholeSecond(milliseconds: number): number {
  return Math.floor(milliseconds / SECOND) * SECOND;
}

/** Base file or template for new translations, as they are stored. */
export async function componentFile(
  service: Service,
  component: ComponentRecord,
  path: string,
  user: number | undefined,
): Promise<FileAnswer> {
  if (path === "") throw notFound();
  const format = formatFor(component.settings.file_format);
  return new FileAnswer(await readStored(service, component, path, { user }), {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": attachment(basename(path)),
  });
}

/**
 * The file of a translation in which nothing waits. Nobody's turn is waited for: whatever git is at work on, bytes with the id that
 * was noted are the file that was committed last.
 * @returns undefined where the clone has to be held to know
 */
async function settledFile(
  service: Service,
  component: ComponentRecord,
  { filename, pending, revision }: TranslationRecord,
): Promise<Uint8Array | undefined> {
  if (pending > 0) return undefined;
  const content = await cloneOf(service, component.clone_id).tryRead(filename);
  return content !== undefined && blobId(content, revision) === revision ? content : undefined;
}

/** What waits is written and the file read in one turn, which all have together who ask for it meanwhile. */
async function readStored(
  service: Service,
  component: ComponentRecord,
  path: string,
  { user, translation }: { readonly user: number | undefined; readonly translation?: number },
): Promise<Uint8Array> {
  // Held, so that no merge is half way through the working tree.
  return service.locks.holdTogether(component.clone_id, component.path, `read ${path}`, async () => {
    await flush(service, component, user, translation);
    return contentOf(service, component, path);
  });
}

async function readCommitted(service: Service, component: ComponentRecord, path: string): Promise<Uint8Array> {
  return service.locks.holdTogether(component.clone_id, component.path, `read ${path} as committed`, () =>
    contentOf(service, component, path),
  );
}

async function contentOf(service: Service, component: ComponentRecord, path: string): Promise<Uint8Array> {
  const content = await cloneOf(service, component.clone_id).tryRead(path);
  if (content === undefined) throw notFound();
  return content;
}

interface ArchiveRequest {
  readonly languages?: readonly string[] | undefined;
  readonly withSources?: boolean;
  readonly caller: Caller;
  readonly name: string;
  /** `zip:po` converts every translation; everything else is the stored files (probe §2). */
  readonly format?: string | undefined;
  readonly origin: string;
}

/**
 * Zip of components' files; members are `<project>/<component that owns the repository>/<path>` (probe §2).
 * @param languages only these languages, besides the source files
 * @param withSources whether source files, templates and the like come along
 */
export async function componentArchive(
  service: Service,
  project: ProjectRecord,
  components: readonly ComponentRecord[],
  { languages, withSources = true, caller, name, format, origin }: ArchiveRequest,
): Promise<FileAnswer> {
  const exporter = format?.startsWith("zip:") === true ? exporterNamed(format.slice("zip:".length)) : undefined;
  async function* files(): AsyncGenerator<readonly [path: string, content: Uint8Array]> {
    for (const component of components) {
      const owner = await ownerPath(service, caller, component);
      // Once: who saves while the archive is made does not have it commit for each member.
      await service.locks.hold(component.clone_id, component.path, () => flush(service, component, caller.user?.id));
      if (exporter !== undefined) {
        for (const place of await translationsOf(service, { project, component }, languages)) {
          yield convertedMember(service, place, exporter, origin);
        }
        continue;
      }
      for (const path of await pathsOf(service, component, languages, withSources)) {
        yield [`${owner}/${path}`, await readCommitted(service, component, path)];
      }
    }
  }
  return new FileAnswer(await begun(packed(files())), {
    "Content-Type": "application/zip",
    "Content-Disposition": attachment(`${name}.zip`),
  });
}

/** What can be refused is refused before the answer begins; what fails after that breaks its connection. */
async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* parts;
  })();
}

/** `project/component` of the one that has the repository; of the component itself where the caller does not see that one. */
async function ownerPath(service: Service, caller: Caller, component: ComponentRecord): Promise<string> {
  const placeOf = async (id: number) =>
    service.database
      .selectFrom("component")
      .innerJoin("project", "project.id", "component.project_id")
      .select(["component.path", "component.restricted", "project.slug", "project.id", "project.access_control"])
      .where("component.id", "=", id)
      .executeTakeFirstOrThrow();
  const { linked_component_id: ownerId, id } = component;
  const owner = await placeOf(ownerId ?? id);
  const isSeen =
    ownerId === null ||
    (sees(caller, owner) && seesComponent(caller, { id: ownerId, settings: { restricted: owner.restricted === 1 } }));
  const { slug, path } = isSeen ? owner : await placeOf(id);
  return `${slug}/${path}`;
}

async function translationsOf(
  { database }: Service,
  { project, component }: Pick<VisibleTranslation, "project" | "component">,
  languages: readonly string[] | undefined,
): Promise<VisibleTranslation[]> {
  const rows = await database.selectFrom("translation").selectAll().where("component_id", "=", component.id).execute();
  const known = await database
    .selectFrom("language")
    .selectAll()
    .where("id", "in", [0, ...rows.map((row) => row.language_id)])
    .execute();
  return rows.flatMap((translation) => {
    const language = known.find(({ id }) => id === translation.language_id);
    if (language === undefined || languages?.includes(language.code) === false) return [];
    return [{ project, component, translation, language }];
  });
}

async function pathsOf(
  service: Service,
  component: ComponentRecord,
  languages: readonly string[] | undefined,
  withSources: boolean,
): Promise<Set<string>> {
  const rows = await service.database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["translation.filename", "translation.is_source", "language.code"])
    .where("component_id", "=", component.id)
    .execute();
  if (!withSources) {
    const own = rows.filter((row) => languages?.includes(row.code) !== false);
    return new Set(own.map((row) => row.filename).filter((path) => path !== ""));
  }
  const wanted = rows.filter((row) => languages === undefined || row.is_source === 1 || languages.includes(row.code));
  // An unknown language makes an empty archive (probe §2).
  if (languages !== undefined && wanted.every((row) => row.is_source === 1)) return new Set();
  const { template, new_base: newBase, intermediate } = component.settings;
  return new Set([...wanted.map((row) => row.filename), template, newBase, intermediate].filter((path) => path !== ""));
}
