import type { Fate, RecordingProxy } from "../proxy.ts";

/** What a request may meet. */
export interface Fault {
  readonly name: string;
  /** @param earlier answer to the same question in the same run */
  readonly fate: (earlier: string | undefined) => Fate;
  /** Whether it changes anything for that answer; all of them, without it. */
  readonly matters?: (answer: SeenAnswer) => boolean;
}

/** A request of the undisturbed run. */
export interface SeenAnswer {
  /** Its method and path, without what is another in each run, and how often that was asked before: `GET /api/ #2`. */
  readonly request: string;
  readonly body: string;
  /** To the same question in the same run. */
  readonly earlier: string | undefined;
}

const LIMITED = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const TRUE = /"result":\s*true/g;

const instead = (status: number, headers: Readonly<Record<string, string>> = {}, message?: string): Fault["fate"] => {
  return () => ({ instead: { status, headers, ...(message !== undefined && { message }) } });
};

export const faults: readonly Fault[] = [
  { name: "423", fate: instead(423) },
  { name: "429 with Retry-After", fate: instead(429, { "retry-after": "1" }) },
  { name: "500", fate: instead(500) },
  { name: "502", fate: instead(502) },
  { name: "503", fate: instead(503) },
  { name: "504", fate: instead(504) },
  { name: "403 of a secondary limit", fate: instead(403, { "retry-after": "1" }, LIMITED) },
  { name: "reset before the write", fate: () => "refuse" },
  { name: "reset after the write", fate: () => "lose" },
  { name: "cut body", fate: () => ({ body: "cut" }), matters: ({ body }) => body !== "" },
  { name: "wrong length", fate: () => ({ body: "wrong length" }) },
  { name: "slow", fate: () => ({ body: "slow" }) },
  {
    name: "stale list",
    fate: (earlier) => (earlier === undefined ? "pass" : { body: () => earlier }),
    matters: ({ earlier, body }) => earlier !== undefined && earlier !== body,
  },
  {
    name: "result: false",
    fate: () => ({ body: (body) => body.replaceAll(TRUE, '"result":false') }),
    matters: ({ body }) => body.search(TRUE) >= 0,
  },
];

/** Names requests in the order they come. */
function naming(): (request: { readonly method: string; readonly path: string }) => string {
  const counts = new Map<string, number>();
  return ({ method, path }) => {
    const fixed = path
      .replaceAll(/[0-9a-f]{40}/g, "…")
      .replaceAll(/\d{4}-\d\d-\d\dT[^&]*/g, "…")
      .replaceAll(/(?<=\/comments\/)\d+/g, "…");
    const name = `${method} ${fixed}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} #${String(count)}`;
  };
}

const LAST = / #\d+$/;

/** Everything that goes through while `work` is done, with its answers. */
export async function watch(proxy: RecordingProxy, work: () => Promise<unknown>): Promise<readonly SeenAnswer[]> {
  const nameOf = naming();
  const answers = new Map<string, string>();
  proxy.decide((request) => {
    const name = nameOf(request);
    answers.set(name, "");
    return {
      body: (body) => {
        answers.set(name, body);
        return body;
      },
    };
  });
  await work();
  proxy.decide(undefined);
  return [...answers].map(([request, body]) => ({ request, body, earlier: earlierOf(answers, request) }));
}

/** A question is a GET, or GraphQL's without a change. */
function earlierOf(answers: ReadonlyMap<string, string>, request: string): string | undefined {
  if (!request.startsWith("GET ") || request.endsWith(" #1")) return undefined;
  return answers.get(request.replace(LAST, " #1"));
}

/** That one request meets that fault while `work` is done; whether it came at all. */
export async function disturb(
  proxy: RecordingProxy,
  { fault, request }: { readonly fault: Fault; readonly request: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  const nameOf = naming();
  const first = request.replace(LAST, " #1");
  let earlier: string | undefined;
  let hasMet = false;
  proxy.decide((asked) => {
    const name = nameOf(asked);
    if (name === request && !hasMet) {
      hasMet = true;
      return fault.fate(earlier);
    }
    if (name !== first) return "pass";
    return {
      body: (body) => {
        earlier = body;
        return body;
      },
    };
  });
  await work();
  proxy.decide(undefined);
  return hasMet;
}
