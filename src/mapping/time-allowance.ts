import { createContext, Script } from "node:vm";

const context: { work?: () => void } = {};
createContext(context);
const script = new Script("work()");

/**
 * Time that several pieces of synchronous work may take together. A mapping's patterns become regular expressions, and some
 * take longer than anybody lives: who wrote them is not to keep the whole process from its other work.
 */
export class TimeAllowance {
  #left: number;

  /** @param milliseconds for all */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  /** @returns what the work returns; undefined where it was ended in its midst, as no time was left */
  take<Result>(work: () => Result): { readonly result: Result } | undefined {
    if (this.#left < 1) return undefined;
    const begun = performance.now();
    let done: { readonly result: Result } | undefined;
    context.work = () => {
      done = { result: work() };
    };
    try {
      // Nothing else ends a regular expression that has begun.
      script.runInContext(context, { timeout: Math.ceil(this.#left) });
      return done;
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    } finally {
      delete context.work;
      this.#left -= performance.now() - begun;
    }
  }
}

/** An error of the context is none of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
