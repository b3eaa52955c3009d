import { RemoteError } from "../core/errors.ts";
import { cutText } from "./cut-text.ts";
import { MAX_COMMENT, type CommentOutcome, type StickyComment } from "./discussion.ts";

export interface PostedComment {
  /** Rises with time. */
  readonly id: number;
  /** Login; undefined where the account is gone. */
  readonly author: string | undefined;
  readonly body: string;
  readonly url: string;
}

/** The comments of one pull request, as a forge has them. Refusals are `RemoteError`s with their HTTP status, 0 for none. */
export interface CommentThread {
  /** All of them. */
  list(): Promise<readonly PostedComment[]>;
  /** Asks once: a second time makes a second comment. */
  create(body: string): Promise<PostedComment>;
  update(id: number, body: string): Promise<void>;
  /** One that is gone already is no error. */
  remove(id: number): Promise<void>;
  /** Waits so many seconds. */
  wait(seconds: number): Promise<void>;
}

export type StickyPlan =
  | { readonly outcome: "nothing" }
  | { readonly outcome: "created"; readonly text: string }
  | { readonly outcome: "updated"; readonly kept: PostedComment; readonly text: string }
  | { readonly outcome: "unchanged" | "deleted"; readonly kept: PostedComment };

/**
 * Which of these authors, each of whom wrote a comment with a marker of ours, the token speaks as; undefined: none of them.
 * There is one at least: where nobody wrote one, nobody need know.
 */
export type FindOurselves = (authors: readonly string[]) => Promise<string | undefined>;

/** Brings the comment of that marker up to date: one of ours at most, whatever happened before. */
export async function stick(
  thread: CommentThread,
  findOurselves: FindOurselves,
  comment: StickyComment,
): Promise<CommentOutcome> {
  const ours = await ownComments(thread, findOurselves, comment.marker);
  await removeAll(thread, ours.slice(1));
  const plan = planSticky(ours[0], comment);
  switch (plan.outcome) {
    case "nothing":
      return { outcome: "nothing" };
    case "created":
      return create(thread, findOurselves, comment.marker, plan.text);
    case "updated":
      await thread.update(plan.kept.id, plan.text);
      return { outcome: "updated", url: plan.kept.url };
    case "unchanged":
      return { outcome: "unchanged", url: plan.kept.url };
    case "deleted":
      await thread.remove(plan.kept.id);
      return { outcome: "deleted" };
  }
}

/** What is to be done, where `kept` is the comment that is there. */
export function planSticky(kept: PostedComment | undefined, comment: StickyComment): StickyPlan {
  const { marker, body, settled } = comment;
  if (kept === undefined) {
    return body === undefined ? { outcome: "nothing" } : { outcome: "created", text: textOf(marker, body) };
  }
  const said = body ?? settled;
  if (said === undefined) return { outcome: "deleted", kept };
  const text = textOf(marker, said);
  return plain(kept.body) === plain(text) ? { outcome: "unchanged", kept } : { outcome: "updated", kept, text };
}

async function ownComments(
  thread: CommentThread,
  findOurselves: FindOurselves,
  marker: string,
): Promise<readonly PostedComment[]> {
  const marked = (await thread.list()).filter(({ body }) => firstLine(body) === marker);
  const authors = new Set(marked.flatMap(({ author }) => (author === undefined ? [] : [author])));
  const login = authors.size === 0 ? undefined : await findOurselves([...authors]);
  return login === undefined ? [] : oursAmong(marked, login, marker);
}

/** Oldest first. Anybody can write the marker, so the author counts as much. */
export function oursAmong(comments: readonly PostedComment[], login: string, marker: string): readonly PostedComment[] {
  return comments
    .filter(({ author, body }) => author?.toLowerCase() === login.toLowerCase() && firstLine(body) === marker)
    .toSorted((one, other) => one.id - other.id);
}

function firstLine(body: string): string {
  return body.split("\n", 1)[0]?.trimEnd() ?? "";
}

function textOf(marker: string, body: string): string {
  return cutText(`${marker}\n${body}`, MAX_COMMENT);
}

/** The web editor writes CRLF. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
}

/**
 * Never sent again blindly: where the answer is lost, the thread is looked at first. It is looked at in any case, as
 * another run may have done the same at the same time; both then keep the older comment.
 */
async function create(
  thread: CommentThread,
  findOurselves: FindOurselves,
  marker: string,
  text: string,
): Promise<CommentOutcome> {
  for (const seconds of [1, 2, 4]) {
    const made = await createUnlessLost(thread, text);
    if (made === undefined) await thread.wait(seconds);
    const author = made?.author;
    const [first, ...later] =
      author === undefined
        ? await ownComments(thread, findOurselves, marker)
        : oursAmong(await thread.list(), author, marker);
    if (first !== undefined) {
      await removeAll(thread, later);
      if (plain(first.body) !== plain(text)) await thread.update(first.id, text);
      return { outcome: "created", url: first.url };
    }
    // Not every replica knows of it yet.
    if (made !== undefined) return { outcome: "created", url: made.url };
  }
  return { outcome: "created", url: (await thread.create(text)).url };
}

async function createUnlessLost(thread: CommentThread, text: string): Promise<PostedComment | undefined> {
  try {
    return await thread.create(text);
  } catch (error) {
    if (error instanceof RemoteError && (error.status === 0 || (error.status ?? 0) >= 500)) return undefined;
    throw error;
  }
}

async function removeAll(thread: CommentThread, comments: readonly PostedComment[]): Promise<void> {
  for (const { id } of comments) await thread.remove(id);
}
