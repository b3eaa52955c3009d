import type { Service } from "../service.ts";

type Clocked = Pick<Service, "clock">;
interface Known<Answer> {
  until: number;
  readonly answer: Answer;
}

/** So many answers are kept; of more the one that was asked for first is forgotten. */
const MOST_KNOWN = 2000;
/** What was not known is asked again so much later. */
const UNKNOWN_MILLISECONDS = 60_000;

/** What another host is asked for, so that many who look at a page ask once: an answer counts so long, and is forgotten then. */
export function askedOnceIn<Answer>(
  milliseconds: number,
): (service: Clocked, key: string | number, ask: () => Answer) => Answer {
  const known = knownIn<Answer>();
  return (service, key, ask) => {
    const own = known(service);
    const now = service.clock.now().getTime();
    const current = own.get(key);
    if (current !== undefined && current.until > now) return current.answer;
    const answer = ask();
    remember(own, key, { until: now + milliseconds, answer }, now);
    return answer;
  };
}

/**
 * The same for what stays as it is for long: what was not known (undefined) is asked again after a minute, and what failed by the next
 * one who asks.
 */
export function rememberedIn<Answer>(milliseconds: number): (
  service: Clocked,
  key: string | number,
  /** Undefined: it is not asked now, and nothing is remembered of it. */
  ask: () => Promise<Answer | undefined> | undefined,
) => Promise<Answer | undefined> {
  const known = knownIn<Promise<Answer | undefined>>();
  return async (service, key, ask) => {
    const own = known(service);
    const now = service.clock.now().getTime();
    const current = own.get(key);
    if (current !== undefined && current.until > now) return current.answer;
    const answer = ask();
    if (answer === undefined) return undefined;
    const entry = { until: now + milliseconds, answer };
    remember(own, key, entry, now);
    const forget = (after: number): void => {
      entry.until = Math.min(entry.until, service.clock.now().getTime() + after);
    };
    answer.then(
      (text) => {
        if (text === undefined) forget(UNKNOWN_MILLISECONDS);
      },
      () => {
        forget(0);
      },
    );
    return answer;
  };
}

/** What is known to each service. */
function knownIn<Answer>(): (service: Clocked) => Map<string | number, Known<Answer>> {
  const known = new WeakMap<Clocked, Map<string | number, Known<Answer>>>();
  return (service) => {
    const own = known.get(service) ?? new Map<string | number, Known<Answer>>();
    known.set(service, own);
    return own;
  };
}

/** The entries stand in the order in which they were asked for: what is over stands first. */
function remember<Answer>(
  own: Map<string | number, Known<Answer>>,
  key: string | number,
  entry: Known<Answer>,
  now: number,
): void {
  own.delete(key);
  own.set(key, entry);
  for (const [each, { until }] of own) {
    if (until > now && own.size <= MOST_KNOWN) return;
    own.delete(each);
  }
}

/** Others may wait for the same answer: who has waited enough leaves it to them. */
export function beforeAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const leave = (): void => resolve(undefined);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", leave));
}
