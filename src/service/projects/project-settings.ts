import type { Insertable, Selectable } from "kysely";
import { inOpenTransaction, inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { languageNamed } from "../components/language.ts";
import { invalid } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { access } from "../identity/permissions.ts";
import { startTaskWithin, waitForTask } from "../jobs/task.ts";
import { SOURCE_REVIEW_TASK } from "../units/source-review.ts";
import { ensureProjectTeams, joinProject } from "../identity/teams.ts";
import type { Service } from "../service.ts";
import { isLanguageAliases, languageAliases } from "./language-aliases.ts";

type ProjectRecord = Selectable<ProjectTable>;

/** What may be said of a project; members that are missing stay as they are. */
export interface ProjectFields {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly web?: string | undefined;
  /** Language code, or an object that has it. */
  readonly source_language?: string | { readonly code: string } | undefined;
  readonly instructions?: string | undefined;
  /** What codes in file names mean: `zh:zh_Hans,pt:pt_BR`. */
  readonly language_aliases?: string | undefined;
  readonly translation_review?: boolean | undefined;
  readonly source_review?: boolean | undefined;
  readonly set_language_team?: boolean | undefined;
  readonly enable_hooks?: boolean | undefined;
  readonly use_shared_tm?: boolean | undefined;
  readonly contribute_shared_tm?: boolean | undefined;
  /** 0 public, 1 protected, 100 private, 200 custom. */
  readonly access_control?: number | undefined;
}

export type NewProjectFields = ProjectFields & { readonly name: string; readonly slug: string };

const defaults = {
  web: "",
  instructions: "",
  language_aliases: "",
  translation_review: 0,
  source_review: 0,
  set_language_team: 1,
  enable_hooks: 1,
  access_control: access.public,
} as const;

/** @throws 400 where the name or the slug is taken, or a language is unknown */
export async function createProject(service: Service, fields: NewProjectFields, user?: number): Promise<ProjectRecord> {
  return inTransaction(service.database, async (queries) => {
    const columns = await columnsOf(queries, { source_language: "en", ...fields });
    const project = await queries
      .insertInto("project")
      .values({ ...defaults, source_language_id: 0, ...columns, name: fields.name, slug: fields.slug })
      .returningAll()
      .executeTakeFirstOrThrow();
    await ensureProjectTeams(queries, project);
    if (user !== undefined) await joinProject(queries, project.id, user, "Administration");
    await record(service, queries, [{ action: action.projectCreated, project: project.id, user }]);
    return project;
  });
}

/**
 * Changes a project. With a new slug every address in it is another one; clones stay where they are. After a switch of source reviews the
 * strings follow some at a time, and are waited for a moment.
 * @throws 400
 */
export async function changeProject(
  service: Service,
  project: ProjectRecord,
  fields: ProjectFields,
  user: number | undefined,
): Promise<ProjectRecord> {
  const { changed, task } = await inOpenTransaction(service.database, async (queries) => {
    const columns = await columnsOf(queries, fields, project.id);
    const now = await queries
      .updateTable("project")
      .set({ ...columns, id: project.id })
      .where("id", "=", project.id)
      // One that was removed meanwhile has given its name up.
      .where("access_control", "!=", access.nobody)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound());
    await ensureProjectTeams(queries, now);
    await record(service, queries, await happenings(queries, project, now, user));
    const strings = { kind: SOURCE_REVIEW_TASK, payload: { project: project.id }, project: project.id, user };
    const isSwitched = now.source_review !== project.source_review;
    return { changed: now, task: isSwitched ? await startTaskWithin(service, queries, strings) : undefined };
  });
  if (task !== undefined) await waitForTask(service, task);
  return changed;
}

/** A new address and another visibility have actions of their own; other settings tell their name, old and new value. */
async function happenings(
  queries: Queries,
  before: ProjectRecord,
  after: ProjectRecord,
  user: number | undefined,
): Promise<Happening[]> {
  const about = { project: after.id, user };
  const old = await settingsOf(queries, before);
  const changed = Object.entries(await settingsOf(queries, after)).filter(([setting, value]) => old[setting] !== value);
  return changed.map(([setting, value]) => {
    const values = { old: String(old[setting]), target: String(value) };
    if (setting === "slug") return { ...about, action: action.projectRenamed, ...values };
    if (setting === "access_control") {
      return { ...about, action: action.visibilityChanged, ...values, details: { access_control: value } };
    }
    return { ...about, action: action.projectSettingChanged, ...values, details: { setting } };
  });
}

/** As people name them. */
async function settingsOf(
  queries: Queries,
  { source_language_id: id, ...settings }: ProjectRecord,
): Promise<Readonly<Record<string, string | number>>> {
  const { code } = await queries.selectFrom("language").select("code").where("id", "=", id).executeTakeFirstOrThrow();
  return { ...settings, source_language: code };
}

/** Booleans as the database has them. */
async function columnsOf(
  queries: Queries,
  { source_language: language, ...fields }: ProjectFields,
  project = 0,
): Promise<Partial<Insertable<ProjectTable>>> {
  await assertFree(queries, fields, project);
  if (fields.language_aliases !== undefined) await assertAliases(queries, fields.language_aliases);
  const sent = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]);
  return {
    ...Object.fromEntries(sent),
    ...(language !== undefined && {
      source_language_id: (await languageNamed(queries, "source_language", language)).id,
    }),
  };
}

async function assertFree(queries: Queries, fields: ProjectFields, project: number): Promise<void> {
  for (const field of ["name", "slug"] as const) {
    const value = fields[field];
    if (value === undefined) continue;
    const taken = await queries
      .selectFrom("project")
      .select("id")
      .where(field, "=", value)
      .where("id", "!=", project)
      .executeTakeFirst();
    const words = field === "name" ? "project name" : "URL slug";
    if (taken !== undefined) throw invalid(field, `Project with this ${words} already exists.`, "unique");
  }
}

async function assertAliases(queries: Queries, text: string): Promise<void> {
  if (!isLanguageAliases(text)) throw invalid("language_aliases", "Syntax error in language aliases.");
  for (const code of languageAliases(text).values()) await languageNamed(queries, "language_aliases", code);
}
