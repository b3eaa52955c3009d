import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { unitPlace } from "../identity/visible.ts";
import { originOf } from "../landing/origin.ts";
import { page } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";
import { keepComment, markCommented } from "../units/comments.ts";
import { keepingCounters } from "../units/counters.ts";
import { lockStrings } from "../units/locked-strings.ts";
import { texts } from "../units/unit-row.ts";
import { answersIn, type Answer } from "./answers.ts";
import { forgeAt } from "./connection.ts";
import { nextLook, nextTry } from "./next-look.ts";
import { ForgeFailure, type ForgeComment, type QuestionForge } from "./question-forge.ts";
import { questionBody, questionIssue } from "./question-text.ts";
import { destinationFor, questionName } from "./questions.ts";

const AT_ONCE = 50;
/** A process that died meanwhile left it undone. */
const SENDING_MILLISECONDS = 120_000;

/** Sends the questions that wait, and brings the answers to those that were sent. */
export async function carryQuestions(service: Service): Promise<void> {
  const due = await questionRows(service.database)
    .where("question.due", "<=", timestamp(service))
    .where("comment.resolved", "=", 0)
    .orderBy("question.due")
    .limit(AT_ONCE)
    .execute();
  for (const question of due.filter(({ remote_id: remote }) => remote === "")) await send(service, question);
  const sent = due.filter(({ remote_id: remote }) => remote !== "");
  const threads = Map.groupBy(sent, (row) => `${String(row.project_id)} ${row.repository} ${String(row.thread)}`);
  for (const [first] of threads.values()) if (first !== undefined) await lookAt(service, first);
}

function questionRows(queries: Queries) {
  return queries
    .selectFrom("question")
    .innerJoin("comment", "comment.id", "question.comment_id")
    .leftJoin("user", "user.id", "comment.user_id")
    .selectAll("question")
    .select(["comment.comment as text", "comment.timestamp as asked"])
    .select(["comment.unit_id as commented", "comment.resolved"])
    .select(["user.full_name as name", "user.username"]);
}
type Question = Awaited<ReturnType<ReturnType<typeof questionRows>["execute"]>>[number];

async function send(service: Service, question: Question): Promise<void> {
  const { database, logger } = service;
  const attempts = question.attempts + 1;
  const { numUpdatedRows: mine } = await database
    .updateTable("question")
    .set({ attempts, due: inFuture(service, SENDING_MILLISECONDS) })
    .where("id", "=", question.id)
    .where("due", "=", question.due)
    .executeTakeFirst();
  // Another process is at it.
  if (mine === 0n) return;
  const values = await sentTo(service, question, attempts).catch((error: unknown) => {
    if (!(error instanceof ForgeFailure))
      logger.error(`${questionName(question.id)} could not be sent: ${String(error)}`);
    const problem = error instanceof ForgeFailure ? error.message : "This service failed at it; its log says why.";
    const pause = nextTry(attempts);
    return { problem, due: pause === undefined ? null : inFuture(service, pause) };
  });
  await database.updateTable("question").set(values).where("id", "=", question.id).execute();
}

async function sentTo(service: Service, question: Question, attempts: number) {
  const place = await unitPlace(service.database, question.unit_id);
  if (place === undefined) return { due: null };
  const destination = await destinationFor(service, place);
  if ("problem" in destination) return { problem: destination.problem, due: null };
  const { connection, repository } = destination;
  const forge = await forgeAt(service, connection, repository);
  const origin = await originOf(service, place);
  const { siteUrl, siteTitle } = service.settings;
  const { unit, project, component, language } = place;
  const body = questionBody({
    name: questionName(question.id),
    marker: question.marker,
    question: question.text,
    key: unit.context === "" ? unit.key : unit.context,
    source: texts(unit.source),
    place: origin === undefined ? "" : `${origin.path}:${String(origin.line)}`,
    asker: question.name === null || question.name === "" ? (question.username ?? "somebody") : question.name,
    language: language.name,
    address:
      siteUrl === ""
        ? ""
        : `${page.translate(siteUrl, project.slug, component.path, language.code)}?unit=${String(unit.id)}`,
  });
  // A try before this one may have brought it there, and its answer was lost.
  const post = async (thread: number): Promise<string> =>
    (attempts > 1 ? await postedBefore(forge, thread, question) : undefined) ?? forge.comment(thread, body);
  const posted = await postedAt(forge, post, origin?.pullRequest?.number, () =>
    questionIssue({ id: component.id, name: `${project.name}/${component.name}` }, siteTitle),
  );
  const { thread, isIssue, remoteId } = posted;
  return {
    repository,
    thread,
    is_issue: isIssue ? 1 : 0,
    remote_id: remoteId,
    url: forge.page(thread, remoteId),
    looked: timestamp(service),
    due: inFuture(service, nextLook(0) ?? 0),
    problem: "",
  } as const;
}

async function postedBefore(
  forge: QuestionForge,
  thread: number,
  { asked, marker }: Question,
): Promise<string | undefined> {
  const comments = await forge.commentsSince(thread, asked);
  return comments?.find(({ body }) => body.startsWith(marker))?.id;
}

/** On the pull request; on the component's issue where there is none, or where it takes no comments. */
async function postedAt(
  forge: QuestionForge,
  post: (thread: number) => Promise<string>,
  pullRequest: number | undefined,
  issue: () => ReturnType<typeof questionIssue>,
) {
  if (pullRequest !== undefined) {
    try {
      return { thread: pullRequest, isIssue: false, remoteId: await post(pullRequest) };
    } catch (error) {
      if (!(error instanceof ForgeFailure) || !error.isRefusal) throw error;
    }
  }
  const { marker, title, body } = issue();
  const thread = (await forge.openIssueWith(marker)) ?? (await forge.openIssue(title, body));
  return { thread, isIssue: true, remoteId: await post(thread) };
}

/** Reads a thread once, for all questions that stand in it. */
async function lookAt(service: Service, { project_id: project, repository, thread, unit_id: unit }: Question) {
  const questions = await questionRows(service.database)
    .where("question.project_id", "=", project)
    .where("question.repository", "=", repository)
    .where("question.thread", "=", thread)
    .where("question.remote_id", "<>", "")
    .orderBy("question.id")
    .execute();
  const [first] = questions;
  const place = await unitPlace(service.database, unit);
  if (first === undefined || thread === null || place === undefined) return;
  const destination = await destinationFor(service, place);
  try {
    if ("problem" in destination) throw new ForgeFailure(destination.problem);
    const { connection } = destination;
    // Of another server or repository the number is another thread's: what is said there answers nothing.
    if (destination.repository !== repository || !first.url.startsWith(`${connection.url}/`))
      throw new ForgeFailure(`It was asked in ${repository}, where questions do not go any more.`);
    const forge = await forgeAt(service, connection, repository);
    const comments = await forge.commentsSince(thread, first.asked);
    if (comments === undefined) throw new ForgeFailure("More is said there than is read here.");
    await keepAnswers(service, questions, comments, (id) => forge.page(thread, id));
    await lookLater(service, questions, "");
  } catch (error) {
    if (!(error instanceof ForgeFailure)) throw error;
    await lookLater(service, questions, error.message);
  }
}

async function lookLater(service: Service, questions: readonly Question[], problem: string): Promise<void> {
  const now = service.clock.now().getTime();
  for (const { id, asked, due } of questions) {
    // Settled, or too old.
    if (due === null) continue;
    const pause = nextLook(now - Date.parse(asked));
    await service.database
      .updateTable("question")
      .set({ due: pause === undefined ? null : inFuture(service, pause), looked: timestamp(service), problem })
      .where("id", "=", id)
      .where("due", "is not", null)
      .execute();
  }
}

/** Answers that are new come as comments; one that was changed or removed on the forge is so here as well. */
async function keepAnswers(
  service: Service,
  questions: readonly Question[],
  comments: readonly ForgeComment[],
  pageOf: (id: string) => string,
): Promise<void> {
  const answers = answersIn(
    comments,
    questions.map(({ id, remote_id: remoteId, text }) => ({ id, name: questionName(id), remoteId, question: text })),
  );
  for (const question of questions) {
    const own = answers.filter((answer) => answer.question === question.id);
    await inOpenTransaction(service.database, (queries) => keepAnswersTo(service, queries, question, own, pageOf));
  }
}

/**
 * An answer stands here once, and none that is open below a question that is settled: who looks at the same thread in another process,
 * and who settles the question, come before or after.
 */
async function keepAnswersTo(
  service: Service,
  queries: Queries,
  question: Question,
  answers: readonly Answer[],
  pageOf: (id: string) => string,
): Promise<void> {
  await lockStrings(queries, [question.commented]);
  const asked = await queries
    .selectFrom("comment")
    .select("resolved")
    .where("id", "=", question.comment_id)
    .executeTakeFirst();
  if (asked?.resolved !== 0) return;
  const stored = await queries
    .selectFrom("answer")
    .innerJoin("comment", "comment.id", "answer.comment_id")
    .select(["comment.id", "comment.comment", "answer.remote_id"])
    .where("answer.question_id", "=", question.id)
    .execute();
  const known = new Map(stored.map((row) => [row.remote_id, row]));
  const now = new Set(answers.map(({ remoteId }) => remoteId));
  const gone = stored.filter(({ remote_id: id }) => !now.has(id)).map(({ id }) => id);
  if (gone.length > 0) {
    const remove = async () => {
      await queries.deleteFrom("comment").where("id", "in", gone).execute();
      await markCommented(queries, [question.commented]);
      return { translations: [] };
    };
    await keepingCounters(queries, [question.commented], remove, { withTranslations: false });
  }
  for (const { remoteId, author, text } of answers) {
    const old = known.get(remoteId);
    if (old === undefined) {
      const comment = await keepComment(service, queries, {
        unit: question.commented,
        comment: text,
        time: timestamp(service),
        author: undefined,
        user: undefined,
        details: { answered_by: author },
      });
      const row = { question_id: question.id, remote_id: remoteId, author, url: pageOf(remoteId) };
      await queries
        .insertInto("answer")
        .values({ comment_id: comment, ...row })
        .execute();
    } else if (old.comment !== text) {
      await queries.updateTable("comment").set({ comment: text }).where("id", "=", old.id).execute();
    }
  }
}

function inFuture(service: Service, milliseconds: number): string {
  return new Date(service.clock.now().getTime() + milliseconds).toISOString();
}
