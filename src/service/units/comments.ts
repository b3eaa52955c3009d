import type { Comment } from "../../contract/resources/comment.ts";
import type { Page } from "../../contract/resources/page.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import type { Write } from "../../store/together.ts";
import { action } from "../changes/actions.ts";
import { changeRows, touchedBy } from "../changes/change-log.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notAuthenticated, notFound } from "../http/refusal.ts";
import { contribution } from "../identity/contribution.ts";
import { watching } from "../identity/watching.ts";
import { demand, may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import { lockStrings } from "./locked-strings.ts";

export interface NewComment {
  readonly scope: "global" | "translation" | "report";
  readonly comment: string;
  readonly user_email?: string | undefined;
  readonly timestamp?: string | undefined;
}

/** As many characters as the API takes. */
const LONGEST = 1000;

/** What a page sends, which no contract has looked at. @throws 400 for one that is too long */
export function assertComment({ length }: string): void {
  if (length <= LONGEST) return;
  const words = `A comment has at most ${String(LONGEST)} characters; this one has ${String(length)}.`;
  throw invalid("comment", words, "max_length");
}

interface ListCall {
  readonly service: Service;
  readonly url: URL;
  readonly origin: string;
}

/** Comments on a string and those on its source string, which are for all languages. */
export async function listComments({ service, url, origin }: ListCall, { unit }: VisibleUnit): Promise<Page<Comment>> {
  const comments = service.database
    .selectFrom("comment")
    .where("comment.unit_id", "in", [unit.id, unit.source_unit_id ?? unit.id]);
  return paged(
    { url },
    () => countOf(comments),
    async (limit, offset) => {
      const rows = await comments
        .leftJoin("user", "user.id", "comment.user_id")
        .leftJoin("answer", "answer.comment_id", "comment.id")
        .select(["comment.id", "comment.comment", "comment.timestamp", "user.username"])
        .select("answer.author as from")
        .orderBy("comment.id")
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => representComment(row, origin));
    },
  );
}

/** @throws 400 for a scope that the string has not, 403 without the right to comment or to name an author */
export async function addComment(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  body: NewComment,
  origin: string,
): Promise<Comment> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  demand(caller, place, "comment.add");
  assertScope(place, body.scope);
  const isGiven = body.user_email !== undefined || body.timestamp !== undefined;
  if (isGiven && !may(caller, place.project, "project.edit")) throw denied();
  const { project, unit } = place;
  const commented = body.scope === "translation" ? unit.id : (unit.source_unit_id ?? unit.id);
  const time = body.timestamp === undefined ? timestamp(service) : timeOf(body.timestamp);
  return inOpenTransaction(service.database, async (queries) => {
    const author =
      (await queries
        .selectFrom("user")
        .select(["id", "username"])
        .where("email", "=", body.user_email ?? "")
        .where("email", "<>", "")
        .executeTakeFirst()) ?? user;
    const comment = { comment: body.comment, unit: commented, time, user: user.id, author: author.id };
    const id = await keepComment(service, queries, comment, [
      ...contribution(queries, author.id, "commented", 1),
      ...(await watching(queries, author.id, project.id)),
    ]);
    return representComment(
      { id, comment: body.comment, timestamp: time, username: author.username, from: null },
      origin,
    );
  });
}

/** A comment as it is written down. */
export interface KeptComment {
  readonly unit: number;
  readonly comment: string;
  /** ISO 8601. */
  readonly time: string;
  /** Who sent it, and whose words they are; undefined: nobody of this service. */
  readonly user: number | undefined;
  readonly author: number | undefined;
  /** What its change says besides. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * @param writes what else is to be written: rows that all write come last
 * @returns its number
 * @throws 404 where the string is gone
 */
export async function keepComment(
  service: Service,
  queries: Queries,
  { unit, comment, time, user, author, details }: KeptComment,
  writes: readonly Write[] = [],
): Promise<number> {
  await lockStrings(queries, [unit]);
  const place = await queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select(["translation.id as translation", "component.id as component", "component.project_id as project"])
    .where("unit.id", "=", unit)
    .executeTakeFirst();
  if (place === undefined) throw notFound();
  const values = { unit_id: unit, comment, user_id: author ?? null, timestamp: time, resolved: 0 };
  const { id } = await queries.insertInto("comment").values(values).returning("id").executeTakeFirstOrThrow();
  const happenings = [{ action: action.commentAdded, ...place, unit, user, author, details: { comment, ...details } }];
  const note = async () => {
    await queries.updateTable("unit").set({ has_comment: 1 }).where("id", "=", unit).execute();
    return {
      translations: [place.translation],
      touched: touchedBy(service, happenings),
      writes: [...(await changeRows(service, queries, happenings)), ...writes],
    };
  };
  await keepingCounters(queries, [unit], note, { withTranslations: false });
  return id;
}

/** Marks strings of which something is said that nobody settled, and no others among these. */
export async function markCommented(queries: Queries, units: readonly number[]): Promise<void> {
  const open = queries.selectFrom("comment").select("unit_id").where("unit_id", "in", units).where("resolved", "=", 0);
  await queries
    .updateTable("unit")
    .set((unit) => ({ has_comment: unit.case().when("id", "in", open).then(1).else(0).end() }))
    .where("id", "in", units)
    .execute();
}

function assertScope({ project, translation }: VisibleUnit, scope: NewComment["scope"]): void {
  if (scope === "translation" && translation.is_source === 1) {
    throw invalid("scope", '"translation" is not a valid choice for source units.');
  }
  if (scope === "report" && project.source_review !== 1) {
    throw invalid("scope", '"report" is not a valid choice as source review is disabled.');
  }
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw invalid(
    "timestamp",
    "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  );
}

interface CommentParts {
  readonly id: number;
  readonly comment: string;
  readonly timestamp: string;
  readonly username: string | null;
  /** Login on the forge, for an answer that was written there. */
  readonly from: string | null;
}

function representComment({ id, comment, timestamp: time, username, from }: CommentParts, origin: string): Comment {
  const user = username === null ? null : address.user(origin, username);
  return { id, comment, timestamp: time, user, ...(from !== null && { answered_by: from }) };
}
