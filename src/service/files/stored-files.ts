import { basename, extname } from "node:path";
import { sql } from "kysely";
import type { ProjectRecord, TranslationRecord } from "../../store/tables.ts";
import { oneLine } from "../../core/one-line.ts";
import { begun, packed } from "./packed.ts";
import type { ComponentClone } from "../clone/clone.ts";
import type { AskedFile, Waiter } from "../clone/clone-lock.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { convertedMember, exporterNamed } from "./conversion.ts";
import { formatFor } from "../../formats/registry.ts";
import { isRemoved, markedWhere } from "../clone/reconciliation.ts";
import { commitAll } from "../clone/repository-operations.ts";
import { attachment } from "../http/content-disposition.ts";
import { notFound } from "../http/refusal.ts";
import { FileAnswer, type FileContent } from "../http/route.ts";
import { sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import type { VisibleTranslation } from "../identity/visible.ts";

/**
 * Commits what waits before files are handed out. Where that cannot be, the log says why, and what was committed before is handed
 * out (facts §2). Who asks for files in which nothing waits waits for nobody.
 * @param translation what waits in other files than its own and its base waits on
 * @returns the translation as it is then, if that was read
 */
async function flush(
  service: Service,
  { clone_id: clone, path, settings }: ComponentRecord,
  user: number | undefined,
  translation?: TranslationRecord,
): Promise<TranslationRecord | undefined> {
  const { database, locks, absence, logger } = service;
  const waiting = database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("translation.id")
    .where("component.clone_id", "=", clone)
    .where("translation.pending", ">", 0);
  if (translation === undefined && (await waiting.executeTakeFirst()) === undefined) return undefined;
  const one: AskedFile | undefined = translation && {
    translation: translation.id,
    paths: [settings.template, translation.filename],
    // Nobody waits for it: when it is read later, they wait for their own turn at most.
    begun: commitsBegun(service, clone),
  };
  const tell = (error: unknown): void => {
    if (absence.met(error) || isRemoved(error)) return;
    const reason = oneLine(error instanceof Error ? error.message : String(error));
    logger.warning(
      `${path}: what waits is not in the files that are downloaded, as it could not be committed: ${reason}`,
    );
  };
  try {
    await locks.holdTogether(clone, path, { one }, async (waiters) => {
      const paths = pathsOf(waiters);
      const where = paths === undefined ? waiting : waiting.where("translation.filename", "in", paths);
      const mark = { note: { commits_begun: sql<number>`commits_begun + 1` }, where: where.limit(1) };
      // With the mark: others wait for the clone.
      const served = servedElsewhere(service, waiters);
      const work = async (target: ComponentClone): Promise<void> => {
        for (const waiter of await served) waiter.letGo();
        await commitAll(service, target, user, paths);
      };
      await markedWhere(service, clone, mark, work).catch(tell);
      // While the clone is given back, and once for all.
      const now = translationsNow(service, waiters);
      for (const { wanted } of waiters) if (wanted.one) wanted.one.now = now;
    });
  } catch (error) {
    tell(error);
  }
  return (await one?.now)?.get(one?.translation ?? 0);
}

async function commitsBegun({ database }: Service, clone: number): Promise<number> {
  const row = await database
    .selectFrom("clone")
    .select("commits_begun")
    .where("id", "=", clone)
    .executeTakeFirst()
    // They wait for their own turn then.
    .catch(() => undefined);
  return row?.commits_begun ?? Number.POSITIVE_INFINITY;
}

/** @returns by id; undefined where the database does not tell */
async function translationsNow(
  { database }: Service,
  waiters: readonly Waiter[],
): Promise<ReadonlyMap<number, TranslationRecord> | undefined> {
  const ids = new Set(waiters.flatMap(({ wanted }) => wanted.one?.translation ?? []));
  if (ids.size === 0) return undefined;
  const rows = await database
    .selectFrom("translation")
    .selectAll()
    .where("id", "in", [...ids])
    .execute()
    .catch(() => undefined);
  return rows && new Map(rows.map((row) => [row.id, row]));
}

/** @returns undefined: somebody wants all there are */
function pathsOf(waiters: readonly Waiter[]): string[] | undefined {
  const paths = new Set<string>();
  for (const { wanted } of waiters) {
    if (wanted.one === undefined) return undefined;
    for (const path of wanted.one.paths) paths.add(path);
  }
  return [...paths];
}

/** Those whose file another process has begun to commit since they asked, and is done with. */
async function servedElsewhere(service: Service, waiters: readonly Waiter[]): Promise<readonly Waiter[]> {
  const rows = await translationsNow(service, waiters);
  const served: Waiter[] = [];
  for (const waiter of waiters) {
    const { one } = waiter.wanted;
    const turn = rows?.get(one?.translation ?? 0)?.committed_in ?? 0;
    if (one !== undefined && (await one.begun) < turn) served.push(waiter);
  }
  return served;
}

/**
 * The stored file of a translation with the headers of probe §2; what waits in it is committed first (facts §2), and what waits
 * elsewhere waits on: nobody waits for another language.
 * @param asked when the request came, before the translation was looked up
 */
export async function translationFile(
  service: Service,
  { project, component, translation, language }: VisibleTranslation,
  { user, asked }: { readonly user: number | undefined; readonly asked: Date },
): Promise<FileAnswer> {
  if (translation.filename === "") throw notFound();
  const isWaiting = translation.pending > 0;
  const flushed = isWaiting ? await flush(service, component, user, translation) : translation;
  const { revision, pending, last_change } = flushed ?? (await again(service, translation));
  const content = await committed(service, component, translation.filename, revision);
  if (content === undefined) throw notFound();
  const format = formatFor(component.settings.file_format);
  const extension = extname(translation.filename);
  const name = `${project.slug}-${component.path.replaceAll("/", "-")}-${language.code}${extension}`;
  return new FileAnswer(content, {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": attachment(name),
    // With the time of a change that is not in it, nobody would ask for it again.
    ...(last_change === null || pending > 0 ? {} : { "Last-Modified": lastModified(last_change, asked) }),
  });
}

async function again({ database }: Service, { id }: TranslationRecord): Promise<TranslationRecord> {
  const row = await database.selectFrom("translation").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
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
  await flush(service, component, user);
  const revision = (await filesOf(service, component, undefined, true)).get(path);
  const content = await committed(service, component, path, revision);
  if (content === undefined) throw notFound();
  const format = formatFor(component.settings.file_format);
  return new FileAnswer(content, {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": attachment(basename(path)),
  });
}

/**
 * A file as it was committed last. Nobody's turn is waited for: whatever is at work on the clone, bytes with the id that was noted are
 * that file, and otherwise git has it.
 * @param revision "" where none is noted
 */
async function committed(
  service: Service,
  { clone_id: id }: ComponentRecord,
  path: string,
  revision = "",
): Promise<FileContent | undefined> {
  const clone = cloneOf(service, id);
  const content = revision === "" ? undefined : await clone.tryReadBlob(path, revision);
  if (content !== undefined) return content;
  const { head } = await service.database
    .selectFrom("clone")
    .select("head")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const blob = await clone.blobAt(head, path);
  return blob === undefined ? undefined : ((await clone.tryReadBlob(path, blob)) ?? clone.readAt(head, path));
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
  async function* files(): AsyncGenerator<readonly [path: string, content: FileContent]> {
    const flushed = new Set<number>();
    for (const component of components) {
      const owner = await ownerPath(service, caller, component);
      // It was removed while others were packed.
      if (owner === undefined) continue;
      // Once: who saves while the archive is made does not have it commit for each member, and who is busy is waited for once.
      if (!flushed.has(component.clone_id)) await flush(service, component, caller.user?.id);
      flushed.add(component.clone_id);
      if (exporter !== undefined) {
        for (const place of await translationsOf(service, { project, component }, languages)) {
          yield convertedMember(service, place, exporter, origin);
        }
        continue;
      }
      for (const [path, revision] of await filesOf(service, component, languages, withSources)) {
        const content = await committed(service, component, path, revision);
        if (content !== undefined) yield [`${owner}/${path}`, content];
      }
    }
  }
  return new FileAnswer(await begun(packed(files())), {
    "Content-Type": "application/zip",
    "Content-Disposition": attachment(`${name}.zip`),
  });
}

/**
 * `project/component` of the one that has the repository; of the component itself where the caller does not see that one.
 * @returns undefined where the component is not there any more
 */
async function ownerPath(service: Service, caller: Caller, component: ComponentRecord): Promise<string | undefined> {
  const placeOf = async (id: number) =>
    service.database
      .selectFrom("component")
      .innerJoin("project", "project.id", "component.project_id")
      .select(["component.path", "component.restricted", "component.removing"])
      .select(["project.slug", "project.id", "project.access_control"])
      .where("component.id", "=", id)
      .where("component.removing", "=", 0)
      .executeTakeFirst();
  const { linked_component_id: ownerId, id } = component;
  const owner = await placeOf(ownerId ?? id);
  const isSeen =
    ownerId === null ||
    (owner !== undefined &&
      sees(caller, owner) &&
      seesComponent(caller, { ...owner, id: ownerId, settings: { restricted: owner.restricted === 1 } }));
  const place = isSeen ? owner : await placeOf(id);
  return place && `${place.slug}/${place.path}`;
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

/** Path → id of what was committed last, "" where none is noted. */
async function filesOf(
  service: Service,
  component: ComponentRecord,
  languages: readonly string[] | undefined,
  withSources: boolean,
): Promise<Map<string, string>> {
  const rows = await service.database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["translation.filename", "translation.revision", "translation.is_source", "language.code"])
    .where("component_id", "=", component.id)
    .execute();
  const wanted = rows.filter(
    (row) => languages === undefined || languages.includes(row.code) || (withSources && row.is_source === 1),
  );
  // An unknown language makes an empty archive (probe §2).
  if (withSources && languages !== undefined && wanted.every((row) => row.is_source === 1)) return new Map();
  const { template, new_base: newBase, intermediate } = component.settings;
  const sources = [
    [template, component.template_revision],
    [newBase, ""],
    [intermediate, component.intermediate_revision],
  ] as const;
  const files = new Map<string, string>(withSources ? sources : []);
  for (const { filename, revision } of wanted) files.set(filename, revision);
  files.delete("");
  return files;
}
