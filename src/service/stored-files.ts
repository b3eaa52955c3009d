import { basename, extname } from "node:path";
import type { ProjectRecord } from "./administration.ts";
import { makeArchive } from "./archive.ts";
import { cloneOf } from "./component-clone.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { formatFor } from "../formats/registry.ts";
import { withClone } from "./reconciliation.ts";
import { commitAll } from "./repository-operations.ts";
import { notFound } from "./refusal.ts";
import { FileAnswer } from "./route.ts";
import type { Service } from "./service.ts";
import type { VisibleTranslation } from "./visible.ts";

/** Writes what waits before a file is handed out; costs nothing when nothing waits. */
async function flush(service: Service, component: ComponentRecord, user: number | undefined): Promise<void> {
  const waiting = await service.database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("translation.id")
    .where("component.clone_id", "=", component.clone_id)
    .where("translation.pending", ">", 0)
    .executeTakeFirst();
  if (waiting === undefined) return;
  await withClone(service, component.clone_id, component.path, (target) => commitAll(service, target, user));
}

/**
 * The stored file of a translation with the headers of probe §2; pending strings are committed first.
 * @param asked when the request came, before the translation was looked up
 */
export async function translationFile(
  service: Service,
  { project, component, translation, language }: VisibleTranslation,
  { user, asked }: { readonly user: number | undefined; readonly asked: Date },
): Promise<FileAnswer> {
  if (translation.filename === "") throw notFound();
  await flush(service, component, user);
  const content = await readStored(service, component, translation.filename);
  const format = formatFor(component.settings.file_format);
  const extension = extname(translation.filename);
  const name = `${project.slug}-${component.path.replaceAll("/", "-")}-${language.code}${extension}`;
  return new FileAnswer(content, {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": `attachment; filename="${name}"`,
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
  await flush(service, component, user);
  const format = formatFor(component.settings.file_format);
  return new FileAnswer(await readStored(service, component, path), {
    "Content-Type": format?.mediaType ?? "application/octet-stream",
    "Content-Disposition": `attachment; filename="${basename(path)}"`,
  });
}

async function readStored(service: Service, component: ComponentRecord, path: string): Promise<Uint8Array> {
  // Held, so that no merge is half way through the working tree.
  return service.locks.hold(component.clone_id, component.path, async () => {
    const content = await cloneOf(service, component.clone_id).tryRead(path);
    if (content === undefined) throw notFound();
    return content;
  });
}

/**
 * Zip of components' files; members are `<project>/<component that owns the repository>/<path>` (probe §2).
 * @param languages only these languages, besides the source files
 */
export async function componentArchive(
  service: Service,
  project: ProjectRecord,
  components: readonly ComponentRecord[],
  { languages, user, name }: { languages?: readonly string[] | undefined; user: number | undefined; name: string },
): Promise<FileAnswer> {
  const files = new Map<string, Uint8Array>();
  for (const component of components) {
    await flush(service, component, user);
    const owner = await ownerPath(service, component);
    for (const path of await pathsOf(service, component, languages)) {
      files.set(`${project.slug}/${owner}/${path}`, await readStored(service, component, path));
    }
  }
  return new FileAnswer(makeArchive(files), {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${name}.zip"`,
  });
}

async function ownerPath(service: Service, component: ComponentRecord): Promise<string> {
  if (component.linked_component_id === null) return component.path;
  const owner = await service.database
    .selectFrom("component")
    .select("path")
    .where("id", "=", component.linked_component_id)
    .executeTakeFirstOrThrow();
  return owner.path;
}

async function pathsOf(
  service: Service,
  component: ComponentRecord,
  languages: readonly string[] | undefined,
): Promise<Set<string>> {
  const rows = await service.database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["translation.filename", "translation.is_source", "language.code"])
    .where("component_id", "=", component.id)
    .execute();
  const wanted = rows.filter((row) => languages === undefined || row.is_source === 1 || languages.includes(row.code));
  // An unknown language makes an empty archive (probe §2).
  if (languages !== undefined && wanted.every((row) => row.is_source === 1)) return new Set();
  const { template, new_base: newBase, intermediate } = component.settings;
  return new Set([...wanted.map((row) => row.filename), template, newBase, intermediate].filter((path) => path !== ""));
}
