import type { Comment } from "../../contract/resources/comment.ts";
import type { Page } from "../../contract/resources/page.ts";
import { inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notAuthenticated } from "../http/refusal.ts";
import { countContribution } from "../identity/contribution.ts";
import { watchProject } from "../identity/watching.ts";
import { demand, may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";

export interface NewComment {
  readonly scope: "global" | "translation" | "report";
  readonly comment: string;
  readonly user_email?: string | undefined;
  readonly timestamp?: string | undefined;
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
        .select(["comment.id", "comment.comment", "comment.timestamp", "user.username"])
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
  const { project, component, unit } = place;
  const commented = body.scope === "translation" ? unit.id : (unit.source_unit_id ?? unit.id);
  const time = body.timestamp === undefined ? timestamp(service) : timeOf(body.timestamp);
  return inTransaction(service.database, async (queries) => {
    const author =
      (await queries
        .selectFrom("user")
        .select(["id", "username"])
        .where("email", "=", body.user_email ?? "")
        .where("email", "<>", "")
        .executeTakeFirst()) ?? user;
    const { translation_id: translation } = await queries
      .selectFrom("unit")
      .select("translation_id")
      .where("id", "=", commented)
      .executeTakeFirstOrThrow();
    const values = { unit_id: commented, comment: body.comment, user_id: author.id, timestamp: time, resolved: 0 };
    const { id } = await queries.insertInto("comment").values(values).returning("id").executeTakeFirstOrThrow();
    await keepingCounters(queries, [commented], async () => {
      await queries.updateTable("unit").set({ has_comment: 1 }).where("id", "=", commented).execute();
      return { translations: [translation] };
    });
    await countContribution(queries, author.id, "commented");
    await watchProject(queries, author.id, project.id);
    await record(service, queries, [
      {
        action: action.commentAdded,
        project: project.id,
        component: component.id,
        translation,
        unit: commented,
        user: user.id,
        author: author.id,
        details: { comment: body.comment },
      },
    ]);
    return representComment({ id, comment: body.comment, timestamp: time, username: author.username }, origin);
  });
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
}

function representComment({ id, comment, timestamp: time, username }: CommentParts, origin: string): Comment {
  return { id, comment, timestamp: time, user: username === null ? null : address.user(origin, username) };
}
