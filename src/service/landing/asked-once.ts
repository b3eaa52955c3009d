import type { Service } from "../service.ts";

type Clocked = Pick<Service, "clock">;
interface Known<Answer> {
  readonly until: number;
  readonly answer: Answer;
}

/** What another host is asked for, so that many who look at a page ask once: an answer counts so long, and is forgotten then. */
export function askedOnceIn<Answer>(
  milliseconds: number,
): (service: Clocked, key: string | number, ask: () => Answer) => Answer {
  const known = new WeakMap<Clocked, Map<string | number, Known<Answer>>>();
  return (service, key, ask) => {
    const now = service.clock.now().getTime();
    const own = known.get(service) ?? new Map<string | number, Known<Answer>>();
    known.set(service, own);
    for (const [each, { until }] of own) if (until <= now) own.delete(each);
    const current = own.get(key) ?? { until: now + milliseconds, answer: ask() };
    own.set(key, current);
    return current.answer;
  };
}

/** Others may wait for the same answer: who has waited enough leaves it to them. */
export function beforeAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const leave = (): void => resolve(undefined);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", leave));
}
