import { MAX_COMMENT } from "../../forge/discussion.ts";
import {
  cutToBytes,
  markdownCode,
  markdownLink,
  markdownProse,
  markdownRow,
  markdownText,
  shorten,
} from "../words/escape.ts";

/** An order that somebody gave in a comment. */
export interface AskedOrder {
  /** `sync`; what it was in their own words where it is none of ours. */
  readonly words: string;
  /** Login. */
  readonly author: string;
  readonly runUrl?: string | undefined;
}

/** A marker's line comes before the text. */
const ROOM_FOR_MARKER = 200;
const ROOM_FOR_HEAD = 1_000;
/** Bytes that a report may have to fit into an answer. */
export const MAX_ANSWER_REPORT = MAX_COMMENT - ROOM_FOR_MARKER - ROOM_FOR_HEAD;

const LONGEST_WORDS = 60;

/** While the work goes on. */
export function progressAnswer(order: AskedOrder): string {
  return `${head(order)}\n\nUnder way: the answer will stand here.`;
}

/** Where the forge does not tell what the author may do. @param why its words, and what would help */
export function untoldAnswer(order: AskedOrder, why: string): string {
  return `${head(order)}\n\n${markdownProse(`The order was not carried out: it is not known whether its author may write to this repository. ${sentence(why)}`)}`;
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** @param report Markdown, as of the job summary, at most {@link MAX_ANSWER_REPORT} bytes */
export function finishedAnswer(order: AskedOrder, report: string): string {
  return cutToBytes(`${head(order)}\n\n${report.trim()}`, MAX_COMMENT - ROOM_FOR_MARKER);
}

/** Every order with its meaning. @param isUnknown whether the order that was given is none of them */
export function helpAnswer(order: AskedOrder, orders: Readonly<Record<string, string>>, isUnknown: boolean): string {
  const called = shorten(`/interlinear ${order.words}`, LONGEST_WORDS);
  return [
    ...(isUnknown ? [`There is no order ${markdownCode(called)}.`, ""] : [head(order), ""]),
    markdownRow(["order", "what it does"]),
    markdownRow(["---", "---"]),
    ...Object.entries(orders).map(([name, meaning]) =>
      markdownRow([markdownCode(`/interlinear ${name}`), markdownText(meaning)]),
    ),
    "",
    markdownProse(
      "An order stands on the first line of a comment, and is taken from people who may write to this repository. It is about the branch that the pull request goes to.",
    ),
  ].join("\n");
}

function head({ words, author, runUrl }: AskedOrder): string {
  const asked = `${markdownCode(shorten(`/interlinear ${words}`, LONGEST_WORDS))}, asked by ${markdownText(author)}`;
  return runUrl === undefined ? asked : `${asked} · ${markdownLink("run", runUrl)}`;
}
