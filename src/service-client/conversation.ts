import { jsonIn } from "../core/json.ts";
import type * as z from "zod";
import type { Page } from "../contract/resources/page.ts";
import { RemoteError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { giveBack } from "../network/given-back.ts";
import { pageElements } from "./page-elements.ts";
import { refusal, saysLocked, type Request } from "./refusal.ts";
import type { Answer, Body, Call, Transport } from "./transport.ts";
import type { Schema } from "../http-api/endpoint.ts";

/** The largest page the service gives (probe §7). */
export const WHOLE_LIST = "1000";

/** What is asked of the service, and what it says: answers that are checked, refusals that tell what was meant. */
export class Conversation {
  readonly #transport: Transport;
  readonly #redactor = new Redactor();

  constructor(transport: Transport, token: string | undefined) {
    this.#transport = transport;
    this.#redactor.add(token?.trim());
  }

  async read<T>(shape: Schema<z.ZodType<T>>, url: string, request: Request, patience?: Call["patience"]): Promise<T> {
    return this.parse(shape, await this.ask({ method: "GET", url, repeat: "safe", patience }, request), request);
  }

  /** @throws {RemoteError} for an answer of 400 and more */
  async ask(call: Call, request: Request): Promise<Answer> {
    const answer = await this.#transport.request(call);
    if (answer.status >= 400) throw this.refusal(answer, request);
    return answer;
  }

  refusal(answer: Answer, request: Request & { readonly locked?: boolean }): RemoteError {
    return refusal(answer, request, this.#redactor);
  }

  saysLocked(answer: Answer): boolean {
    return saysLocked(answer, this.#redactor);
  }

  parse<T>(shape: Schema<z.ZodType<T>>, { body }: Pick<Answer, "body">, request: Request, place: Place = []): T {
    const said = jsonIn(body);
    // No cause: the parser quotes what it could not read.
    if (said === undefined) throw notUnderstood(request, "it is not JSON");
    return this.check(shape, said, request, place);
  }

  /** The same of what was parsed already. */
  check<T>(shape: Schema<z.ZodType<T>>, said: unknown, request: Request, place: Place = []): T {
    const parsed = shape().safeParse(said);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const at = [...place, ...(issue?.path ?? [])].join(".") || "the whole";
    throw notUnderstood(request, `${at}: ${issue?.message ?? "unexpected"}`);
  }

  /** The whole of a list. One that is cut short would make what is missing look as if it were gone. */
  async all<T>(shape: Schema<z.ZodType<Page<T>>>, first: string, request: Request): Promise<readonly T[]> {
    return whole(this.pages(shape, first, request), request);
  }

  /** The same of a list whose elements are large and many: each is an object while it is read, and one at a time. */
  async allRead<T, R>(
    { page, element }: { readonly page: Schema<z.ZodType<Page<unknown>>>; readonly element: Schema<z.ZodType<T>> },
    first: string,
    request: Request,
    read: (element: T) => R,
  ): Promise<readonly R[]> {
    const pages = this.#pages(first, request, (answer): Page<R> => {
      const { elements, rest } = pageElements(answer.body) ?? { elements: [], rest: answer.body };
      const around = this.parse(page, { body: Buffer.from(rest) }, request);
      const results = elements.map((body, at) => read(this.parse(element, { body }, request, ["results", at])));
      giveBack(answer.body);
      return { ...around, results };
    });
    return whole(pages, request);
  }

  pages<T>(shape: Schema<z.ZodType<Page<T>>>, first: string, request: Request): AsyncIterable<Page<T>> {
    return this.#pages(first, request, (answer) => this.parse(shape, answer, request));
  }

  async *#pages<T>(first: string, request: Request, parse: (answer: Answer) => Page<T>): AsyncIterable<Page<T>> {
    const seen = new Set<string>();
    for (let url: string | null = first; url !== null;) {
      if (seen.has(url)) throw notUnderstood(request, "its pages go round in a circle");
      seen.add(url);
      const page: Page<T> = parse(await this.ask({ method: "GET", url, repeat: "safe" }, request));
      yield page;
      url = page.next;
    }
  }
}

/** Where in an answer a value stands. */
type Place = readonly (string | number)[];

async function whole<T>(pages: AsyncIterable<Page<T>>, request: Request): Promise<readonly T[]> {
  const found: T[] = [];
  let announced = 0;
  for await (const { count, results } of pages) {
    found.push(...results);
    announced = count;
  }
  if (found.length >= announced) return found;
  throw notUnderstood(request, `it lists ${String(found.length)} of ${String(announced)}`);
}

export function notUnderstood(request: Request, reason: string): RemoteError {
  return new RemoteError(`The service was asked to ${request.what}; its answer is not understood: ${reason}.`, {
    code: "IL-S15",
    hint: "Check the address: it must be the one of a translation service with this API, not of a page or a proxy in front of it.",
  });
}

/** Adds to the query of an address; its path keeps its encoding. */
export function withQuery(address: string, query: Readonly<Record<string, string | readonly string[]>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) url.searchParams.append(name, one);
  }
  return url.href;
}

export function json(value: unknown): Body {
  return { contentType: "application/json", bytes: Buffer.from(JSON.stringify(value)) };
}
