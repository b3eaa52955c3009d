import { randomBytes } from "node:crypto";
import { invalid } from "../../http-api/refusal.ts";
import { inOpenTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { denied } from "../http/refusal.ts";
import { demand, may, type Caller } from "../identity/permissions.ts";
import { visibleUnit, type VisibleComponent, type VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { addComment, markCommented } from "../units/comments.ts";
import { keepingCounters } from "../units/counters.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import { editSourceInformation } from "../units/source-information.ts";
import { CARRY } from "./carry-job.ts";
import { connectionOf, destinationOf, type Destination } from "./connection.ts";
import { questionMarker } from "./question-text.ts";

/** In characters. */
export const LONGEST_QUESTION = 2000;
const DAY_MILLISECONDS = 86_400_000;
const MOST_OF_PERSON = 20;
const MOST_OF_PROJECT = 200;

/** Where questions about strings of a component go. */
export async function destinationFor(
  { database }: Service,
  { project, component }: VisibleComponent,
): Promise<Destination> {
  const connection = await connectionOf(database, project.id);
  const { repo } = await database
    .selectFrom("clone")
    .select("repo")
    .where("id", "=", component.clone_id)
    .executeTakeFirstOrThrow();
  return destinationOf(connection, repo);
}

/**
 * Keeps a question as a comment to everybody, and lets it go to the developers where the project is connected with their forge.
 * @returns why it stays here, in a sentence; "": it goes
 * @throws 400 for one without words, or too long; 403 without the right to comment, and beyond what one day takes
 */
export async function ask(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  question: string,
  origin: string,
): Promise<string> {
  const { database, jobs } = service;
  if (question === "") throw invalid("comment", "A question needs words.");
  if (question.length > LONGEST_QUESTION) {
    throw invalid(
      "comment",
      `A question has at most ${String(LONGEST_QUESTION)} characters; this one has ${String(question.length)}.`,
    );
  }
  demand(caller, place, "comment.add");
  await assertWithinDay(service, caller, place);
  const destination = await destinationFor(service, place);
  const problem = "problem" in destination ? destination.problem : "";
  const { id } = await addComment(service, caller, place, { scope: "global", comment: question }, origin);
  await database
    .insertInto("question")
    .values({
      comment_id: id,
      unit_id: place.unit.id,
      project_id: place.project.id,
      marker: questionMarker(randomBytes(6).toString("hex")),
      due: problem === "" ? timestamp(service) : null,
      problem,
    })
    .execute();
  if (problem === "") await jobs.enqueue(CARRY, {}, { key: CARRY });
  return problem;
}

async function assertWithinDay(
  { database, clock }: Service,
  { user }: Caller,
  { project }: VisibleUnit,
): Promise<void> {
  const since = new Date(clock.now().getTime() - DAY_MILLISECONDS).toISOString();
  const rows = await database
    .selectFrom("question")
    .innerJoin("comment", "comment.id", "question.comment_id")
    .select("comment.user_id")
    .where("question.project_id", "=", project.id)
    .where("comment.timestamp", ">", since)
    .execute();
  const own = rows.filter(({ user_id: by }) => by === user?.id).length;
  if (own >= MOST_OF_PERSON || rows.length >= MOST_OF_PROJECT) {
    throw denied(
      own >= MOST_OF_PERSON
        ? `One person asks at most ${String(MOST_OF_PERSON)} questions a day in a project, and you did.`
        : `A project takes at most ${String(MOST_OF_PROJECT)} questions a day, and has them.`,
    );
  }
}

/** What stands beside a comment that asks, or that answers. */
export interface QuestionState {
  readonly id: number;
  readonly kind: "question";
  /** `Q17` */
  readonly name: string;
  readonly isSent: boolean;
  /** Number of the pull request or issue, for who may know it. */
  readonly thread: number | null;
  readonly isIssue: boolean;
  readonly url: string;
  readonly problem: string;
  readonly isResolved: boolean;
  /** Something is still to be done with it by itself. */
  readonly isUnderWay: boolean;
  readonly mayResolve: boolean;
}

export interface AnswerState {
  readonly kind: "answer";
  /** Login on the forge. */
  readonly author: string;
  readonly url: string;
}

export function questionName(id: number): string {
  return `Q${String(id)}`;
}

/** By the number of the comment. Where the repository is, not everybody who translates may know. */
export async function questionsAmong(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  comments: readonly number[],
): Promise<ReadonlyMap<number, QuestionState | AnswerState>> {
  const { database } = service;
  if (comments.length === 0) return new Map();
  const mayView = may(caller, place, "vcs.view");
  const mayResolve = may(caller, place, "comment.resolve");
  const questions = await database
    .selectFrom("question")
    .innerJoin("comment", "comment.id", "question.comment_id")
    .selectAll("question")
    .select(["comment.user_id", "comment.resolved"])
    .where("question.comment_id", "in", comments)
    .execute();
  const answers = await database.selectFrom("answer").selectAll().where("comment_id", "in", comments).execute();
  return new Map<number, QuestionState | AnswerState>([
    ...questions.map((row): [number, QuestionState] => [
      row.comment_id,
      {
        id: row.id,
        kind: "question",
        name: questionName(row.id),
        isSent: row.remote_id !== "",
        thread: mayView ? row.thread : null,
        isIssue: row.is_issue === 1,
        url: mayView ? row.url : "",
        problem: row.problem,
        isResolved: row.resolved === 1,
        isUnderWay: row.due !== null,
        mayResolve: caller.user !== undefined && (mayResolve || row.user_id === caller.user.id),
      },
    ]),
    ...answers.map((row): [number, AnswerState] => [
      row.comment_id,
      { kind: "answer", author: row.author, url: mayView ? row.url : "" },
    ]),
  ]);
}

const FRESH_MILLISECONDS = 60_000;

/** Somebody looks at the string: an answer that is there by now is wanted soon. */
export async function lookSoon(service: Service, questions: Iterable<QuestionState | AnswerState>): Promise<void> {
  const waiting = [...questions].flatMap((each) =>
    each.kind === "question" && each.isSent && each.isUnderWay ? [each.id] : [],
  );
  if (waiting.length === 0) return;
  const fresh = new Date(service.clock.now().getTime() - FRESH_MILLISECONDS).toISOString();
  const { numUpdatedRows: count } = await service.database
    .updateTable("question")
    .set({ due: timestamp(service) })
    .where("id", "in", waiting)
    .where("due", ">", timestamp(service))
    .where("looked", "<", fresh)
    .executeTakeFirst();
  if (count > 0n) await service.jobs.enqueue(CARRY, {}, { key: CARRY });
}

async function ownQuestion({ database }: Service, caller: Caller, place: VisibleUnit, about: string) {
  const found = await database
    .selectFrom("question")
    .innerJoin("comment", "comment.id", "question.comment_id")
    .selectAll("question")
    .select(["comment.user_id", "comment.unit_id as commented"])
    .where("question.id", "=", Number(about) || 0)
    .where("comment.unit_id", "=", place.unit.source_unit_id ?? place.unit.id)
    .executeTakeFirst();
  if (found === undefined) throw denied("This question is gone.");
  if (caller.user === undefined || found.user_id !== caller.user.id) demand(caller, place, "comment.resolve");
  return found;
}

/**
 * Settles a question and its answers, or asks it again: nobody looks for answers to what is settled.
 * @throws 403 for who neither asked it nor may resolve comments
 */
export async function resolveQuestion(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  about: string,
  isResolved: boolean,
): Promise<void> {
  const question = await ownQuestion(service, caller, place, about);
  const { id, comment_id: comment, commented } = question;
  await inOpenTransaction(service.database, async (queries) => {
    const [string] = await lockedStrings(queries, [commented]);
    if (string === undefined) throw denied("This question is gone.");
    const translation = string.translation_id;
    const goesOn = !isResolved && (question.remote_id !== "" || question.problem === "");
    await queries
      .updateTable("question")
      .set({ due: goesOn ? timestamp(service) : null })
      .where("id", "=", id)
      .execute();
    const { project, component } = place;
    const where = { project: project.id, component: component.id, translation, unit: commented };
    if (isResolved) {
      await record(service, queries, [{ ...where, action: action.commentResolved, user: caller.user?.id }]);
    }
    const settle = async () => {
      const answers = queries.selectFrom("answer").select("comment_id").where("question_id", "=", id);
      await queries
        .updateTable("comment")
        .set({ resolved: isResolved ? 1 : 0 })
        .where((row) => row.or([row("id", "=", comment), row("id", "in", answers)]))
        .execute();
      await markCommented(queries, [commented]);
      return { translations: [translation] };
    };
    await keepingCounters(queries, [string], settle, { withTranslations: false });
  });
}

/**
 * Sends what could not be sent before.
 * @returns why it stays here, in a sentence; "": it goes
 * @throws 403 for who neither asked it nor may resolve comments
 */
export async function sendAgain(service: Service, caller: Caller, place: VisibleUnit, about: string): Promise<string> {
  const { id, remote_id: remote } = await ownQuestion(service, caller, place, about);
  if (remote !== "") return "";
  const destination = await destinationFor(service, place);
  const problem = "problem" in destination ? destination.problem : "";
  await service.database
    .updateTable("question")
    .set({ due: problem === "" ? timestamp(service) : null, problem, attempts: 0 })
    .where("id", "=", id)
    .execute();
  if (problem === "") await service.jobs.enqueue(CARRY, {}, { key: CARRY });
  return problem;
}

/**
 * Makes an answer the explanation of the source string: every language reads it from then on.
 * @throws 403 without the right to edit it
 */
export async function explainBy(service: Service, caller: Caller, place: VisibleUnit, about: string): Promise<void> {
  const { unit } = place;
  const source = await visibleUnit(service, caller, String(unit.source_unit_id ?? unit.id));
  demand(caller, source, "source.edit");
  const answer = await service.database
    .selectFrom("answer")
    .innerJoin("comment", "comment.id", "answer.comment_id")
    .select("comment.comment")
    .where("comment.id", "=", Number(about) || 0)
    .where("comment.unit_id", "=", source.unit.id)
    .executeTakeFirst();
  if (answer === undefined) throw denied("This answer is gone.");
  await editSourceInformation(service, caller, source, { explanation: answer.comment });
}
