import type { ForgeComment } from "./question-forge.ts";

/** A question that stands in a thread of the forge. */
export interface ThreadQuestion {
  readonly id: number;
  /** `Q17` */
  readonly name: string;
  /** The forge's number of its comment. */
  readonly remoteId: string;
  readonly question: string;
}

export interface Answer {
  /** Of the question. */
  readonly question: number;
  readonly remoteId: string;
  readonly author: string;
  readonly text: string;
}

const LONGEST = 4000;
/** Comments of ours begin with a mark of ours, and orders are for the bot. */
const NO_ANSWER = /^\s*(?:<!-- interlinear:|\/interlinear\b)/;

/**
 * Which comments of a thread answer which questions: those that name one (`Q17`) or link to it, those that quote it, and whatever a person
 * writes directly below it, until somebody else does.
 * @param comments by age
 */
export function answersIn(comments: readonly ForgeComment[], questions: readonly ThreadQuestion[]): readonly Answer[] {
  let below: { readonly questions: readonly number[]; readonly author: string | undefined } | undefined;
  return comments.flatMap((comment) => {
    const own = questions.find(({ remoteId }) => remoteId === comment.id);
    if (own !== undefined) {
      below = { questions: [own.id], author: undefined };
      return [];
    }
    // Whatever a machine says stands between nobody and their answer.
    if (comment.isBot || NO_ANSWER.test(comment.body)) return [];
    const { author, body, id: remoteId } = comment;
    const named = questions.filter((question) => names(body, question)).map(({ id }) => id);
    const goesOn = below !== undefined && (below.author === undefined || below.author === author);
    const answered = named.length > 0 ? named : goesOn ? (below?.questions ?? []) : [];
    below = answered.length === 0 ? undefined : { questions: answered, author };
    const text = withoutQuotes(body).slice(0, LONGEST);
    return text === "" ? [] : answered.map((question) => ({ question, remoteId, author, text }));
  });
}

function names(body: string, { name, remoteId, question }: ThreadQuestion): boolean {
  const first =
    question
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim()
      .slice(0, 60) ?? "";
  const quoted = body.split("\n").filter((line) => line.startsWith(">"));
  return (
    new RegExp(String.raw`\b${name}\b`).test(body) ||
    new RegExp(String.raw`#issuecomment-${remoteId}\b`).test(body) ||
    (first !== "" && quoted.some((line) => line.includes(first)))
  );
}

/** What an answer quotes at its beginning is the question itself. */
function withoutQuotes(body: string): string {
  return body.replace(/^(?:\s*>.*(?:\r?\n|$))+/, "").trim();
}
