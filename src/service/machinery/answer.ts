import type * as z from "zod";
import { jsonIn } from "../../core/json.ts";
import { Redactor } from "../../core/redaction.ts";
import { OutwardRefusal, type OutwardAnswer, type OutwardRequest } from "../../network/outward.ts";
import { MachineFailure } from "./machine.ts";

/** Sends what it is told to, only where it may, within limits of time and size. */
export type Send = (
  address: string,
  request: Pick<OutwardRequest, "method" | "headers" | "body">,
) => Promise<OutwardAnswer>;

/** Who is asked, and what no message may show. */
export interface Asked {
  readonly name: string;
  readonly secret: string;
  /** What a status means at this service, where that is its own. */
  readonly meanings: Readonly<Record<number, string>>;
}

/** @returns what the service answered, read by the schema @throws {MachineFailure} */
export async function answerOf<T>(
  { name, secret, meanings }: Asked,
  schema: z.ZodType<T>,
  sent: Promise<OutwardAnswer>,
): Promise<T> {
  const answer = await sent.catch((error: unknown) => {
    throw new MachineFailure(unreachable(name, error));
  });
  const { status, text } = answer;
  if (status === 200) {
    const read = schema.safeParse(jsonIn(text));
    if (read.success) return read.data;
    throw new MachineFailure(`${name} answered with something that is no translation. Is its address right?`);
  }
  const redactor = new Redactor();
  redactor.add(secret);
  throw new MachineFailure(meanings[status] ?? meaningOf(name, answer, detailIn(text, redactor)));
}

function meaningOf(name: string, { status, headers }: OutwardAnswer, detail: string): string {
  const said = detail === "" ? "" : `: ${detail}`;
  if (status >= 300 && status < 400) {
    return `${name} leads to another address, and nothing follows it: enter the one that it leads to.`;
  }
  if (status === 401 || status === 403) return `${name} refuses the key${said}.`;
  if (status === 404) return `There is no such service at this address (404). Is it right?`;
  if (status === 413 || status === 414) return `${name} takes no text that is so long.`;
  if (status === 429) {
    const after = Number(headers["retry-after"]);
    return `${name} takes no more requests now. Try again ${after > 0 ? `in ${String(Math.ceil(after))} s` : "later"}.`;
  }
  if (status >= 500) return `${name} has a fault of its own (${String(status)}). Try again later.`;
  return `${name} refused the request (${String(status)})${said}.`;
}

function unreachable(name: string, error: unknown): string {
  if (error instanceof OutwardRefusal) return `${name} was not asked. ${error.message}`;
  if (error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name)) {
    return `${name} did not answer in time. Try again later.`;
  }
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return `${name} cannot be reached${code}.`;
}

const LONGEST_DETAIL = 200;

/** What the service says of a refusal, on one line: it is a stranger's text. */
function detailIn(text: string, redactor: Redactor): string {
  const json = jsonIn(text);
  const { error, message } = { ...(typeof json === "object" ? json : {}) } as { error?: unknown; message?: unknown };
  const said = [error, message].find((each) => typeof each === "string");
  if (typeof said !== "string") return "";
  // A secret is found whole before the text is cut.
  return redactor
    .redact(said.replaceAll(/[\p{C}\s]+/gu, " ").trim())
    .slice(0, LONGEST_DETAIL)
    .replace(/\.$/, "");
}

/** @throws {MachineFailure} where there are more or fewer than were asked for */
export function oneForEach(name: string, texts: readonly string[], answered: readonly string[]): readonly string[] {
  if (answered.length === texts.length) return answered;
  throw new MachineFailure(
    `${name} answered ${String(answered.length)} texts where ${String(texts.length)} were asked for.`,
  );
}
