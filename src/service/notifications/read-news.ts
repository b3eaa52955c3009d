import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { action, contentActions } from "../changes/actions.ts";
import { mentionedNames, type SaidComment } from "../changes/mentions.ts";
import type { Service } from "../service.ts";
import { timestamp } from "../service.ts";
import { contributions, kindsOf, summaries, toldActions, type Kind } from "./kinds.ts";
import type { News } from "./recipients.ts";

/** Changes after the first number, up to the second. */
export interface Range {
  readonly after: number;
  readonly until: number;
}

/** What happened in a range of changes, as far as anybody can be told of it. */
export async function newsIn(service: Service, range: Range): Promise<News[]> {
  const { readers } = service;
  return [
    ...(await countedNews(readers, range)),
    ...(await newContributors(readers, range)),
    ...(await comments(readers, range)),
    ...(await announcements(service, range)),
    ...(await completions(readers, range)),
  ];
}

/** How things stand: for digests. */
export async function standingNews({ readers }: Service): Promise<News[]> {
  const rows = await readers
    .selectFrom("translation")
    .select(["id", "component_id", "project_id", "language_id", "suggestions", "is_source", "total", "translated"])
    .where((row) =>
      row.or([
        row("suggestions", ">", 0),
        row.and([row("is_source", "=", 0), row("translated", "<", row.ref("total"))]),
      ]),
    )
    .execute();
  return rows.flatMap((row) => {
    const standing = (kind: Kind, count: number): News => ({
      ...placeOf({ ...row, translation_id: row.id }),
      kinds: [{ kind }],
      user: null,
      author: null,
      count,
      action: undefined,
      first: 0,
      last: 0,
    });
    return [
      ...(row.suggestions > 0 ? [standing("PendingSuggestionsNotification", row.suggestions)] : []),
      ...(row.is_source === 0 && row.translated < row.total
        ? [standing("ToDoStringsNotification", row.total - row.translated)]
        : []),
    ];
  });
}

interface Placed {
  readonly project_id: number | null;
  readonly component_id: number | null;
  readonly translation_id: number | null;
  readonly language_id: number | null;
}

function placeOf(row: Placed): Pick<News, "project" | "component" | "translation" | "language"> {
  return {
    project: row.project_id,
    component: row.component_id,
    translation: row.translation_id,
    language: row.language_id,
  };
}

interface Told extends Placed {
  readonly id: number;
  readonly action: number;
  readonly user_id: number | null;
  readonly author_id: number | null;
}

function singleNews(row: Told, kinds: News["kinds"]): News {
  const { id, action: code, user_id: user, author_id: author } = row;
  return { ...placeOf(row), kinds, user, author, count: 1, action: code, first: id, last: id };
}

/** All that needs no look at the single change. */
async function countedNews(readers: Queries, { after, until }: Range): Promise<News[]> {
  const codes = toldActions.filter((code) => code !== action.commentAdded && code !== action.announcementPosted);
  const rows = await readers
    .selectFrom("change")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .select(["change.project_id", "change.component_id", "change.translation_id", "translation.language_id"])
    .select(["change.action", "change.user_id", "change.author_id"])
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.min<number>("change.id").as("first"),
      fn.max<number>("change.id").as("last"),
    ])
    .where("change.id", ">", after)
    .where("change.id", "<=", until)
    .where("change.action", "in", codes)
    .groupBy(["change.project_id", "change.component_id", "change.translation_id", "translation.language_id"])
    .groupBy(["change.action", "change.user_id", "change.author_id"])
    .execute();
  return rows.map((row) => ({
    ...placeOf(row),
    kinds: kindsOf(row.action).map((kind) => ({ kind })),
    user: row.user_id,
    author: row.author_id,
    count: row.count,
    action: row.action,
    first: row.first,
    last: row.last,
  }));
}

/** Who did something in a project for the first time. */
async function newContributors(readers: Queries, { after, until }: Range): Promise<News[]> {
  const rows = await readers
    .selectFrom("change")
    .select(["project_id", "author_id"])
    .select(({ fn }) => fn.min<number>("id").as("id"))
    .where("id", ">", after)
    .where("id", "<=", until)
    .where("action", "in", contributions)
    .where("author_id", "is not", null)
    .where("project_id", "is not", null)
    .groupBy(["project_id", "author_id"])
    .execute();
  const found: News[] = [];
  for (const { project_id: project, author_id: author, id } of rows) {
    const earlier = await readers
      .selectFrom("change")
      .select("id")
      .where("author_id", "=", author)
      .where("project_id", "=", project)
      .where("action", "in", contributions)
      .where("id", "<=", after)
      .limit(1)
      .executeTakeFirst();
    if (earlier !== undefined) continue;
    const place = { project_id: project, component_id: null, translation_id: null, language_id: null };
    const row = { ...place, id, action: action.translationChanged, user_id: null, author_id: author };
    found.push({ ...singleNews(row, [{ kind: "NewContributorNotificaton" }]), action: undefined });
  }
  return found;
}

function changesOf(readers: Queries, { after, until }: Range, code: number) {
  return readers
    .selectFrom("change")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .select(["change.id", "change.project_id", "change.component_id", "change.translation_id"])
    .select(["translation.language_id", "translation.is_source"])
    .select(["change.action", "change.user_id", "change.author_id", "change.details", "change.unit_id"])
    .where("change.id", ">", after)
    .where("change.id", "<=", until)
    .where("change.action", "=", code);
}

async function comments(readers: Queries, range: Range): Promise<News[]> {
  const rows = await changesOf(readers, range, action.commentAdded).execute();
  const found: News[] = [];
  for (const row of rows) {
    const said: SaidComment = JSON.parse(row.details);
    const mentioned = new Set(await usersNamed(readers, mentionedNames(said)));
    const last = await lastAuthor(readers, row.unit_id);
    found.push(
      // A comment on a source string is for all languages.
      singleNews({ ...row, language_id: row.is_source === 1 ? null : row.language_id }, [
        { kind: "MentionCommentNotificaton", only: mentioned },
        { kind: "LastAuthorCommentNotificaton", only: new Set(last === undefined ? [] : [last]) },
        { kind: "NewCommentNotificaton" },
      ]),
    );
  }
  return found;
}

async function usersNamed(readers: Queries, names: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const batch of batches([...new Set(names)])) {
    const rows = await readers.selectFrom("user").select("id").where("username", "in", batch).execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

async function lastAuthor(readers: Queries, unit: number | null): Promise<number | undefined> {
  if (unit === null) return undefined;
  const row = await readers
    .selectFrom("change")
    .select("author_id")
    .where("unit_id", "=", unit)
    .where("action", "in", [...contentActions])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.author_id ?? undefined;
}

/** Those that are still there, and were posted to be told of. */
async function announcements(service: Service, range: Range): Promise<News[]> {
  const { readers } = service;
  const today = timestamp(service).slice(0, "2026-11-21".length);
  const rows = await changesOf(readers, range, action.announcementPosted).execute();
  const found: News[] = [];
  for (const row of rows) {
    const { announcement }: { announcement?: number } = JSON.parse(row.details);
    const posted = await readers
      .selectFrom("announcement")
      .selectAll()
      .where("id", "=", announcement ?? 0)
      .where("notify", "=", 1)
      .where((where) => where.or([where("expiry", "is", null), where("expiry", ">=", today)]))
      .executeTakeFirst();
    if (posted === undefined) continue;
    const place = { ...row, language_id: posted.language_id };
    found.push(singleNews(place, [{ kind: "NewAnnouncementNotificaton" }]));
  }
  return found;
}

async function completions(readers: Queries, { after, until }: Range): Promise<News[]> {
  const rows = await readers
    .selectFrom("completed_translation as completed")
    .innerJoin("translation", "translation.id", "completed.translation_id")
    .innerJoin("change", "change.id", "completed.change_id")
    .select([
      "translation.project_id",
      "translation.component_id",
      "translation.language_id",
      "completed.translation_id",
    ])
    .select(["completed.whole_component", "change.id", "change.action", "change.user_id", "change.author_id"])
    .where("completed.change_id", ">", after)
    .where("completed.change_id", "<=", until)
    .execute();
  return rows.map((row) => ({
    ...singleNews(
      row,
      row.whole_component === 1
        ? [{ kind: "ComponentTranslatedNotificaton" }, { kind: "LanguageTranslatedNotificaton" }]
        : [{ kind: "LanguageTranslatedNotificaton" }],
    ),
    action: undefined,
  }));
}

/** Kinds that the news of a digest may have without any change. */
export const standingKinds: readonly Kind[] = [...summaries];
