import { createContext, Script } from "node:vm";

const context: { work?: () => void } = {};
createContext(context);
const script = new Script("work()");

/**
 * The processor's time that several pieces of synchronous work may take together. A mapping's patterns become regular expressions, and some
 * take longer than anybody lives: who wrote them is not to keep the whole process from its other work. Time in which a busy machine let
 * the process wait is not theirs.
 */
export class TimeAllowance {
  #left: number;
  readonly #spent: () => number;

  /**
   * @param milliseconds for all
   * @param spent milliseconds that the process has computed
   */
  constructor(milliseconds: number, spent = processorTime) {
    this.#left = milliseconds;
    this.#spent = spent;
  }

  /**
   * @param work is begun again where the machine kept it waiting
   * @returns what the work returns; undefined where it was ended in its midst, as no time was left
   */
  take<Result>(work: () => Result): { readonly result: Result } | undefined {
    for (let patience = 1; this.#left >= 1; patience *= 2) {
      const begun = this.#spent();
      try {
        return within(Math.ceil(this.#left) * patience, work);
      } catch (error) {
        if (!isTimeout(error)) throw error;
      } finally {
        this.#left -= this.#spent() - begun;
      }
    }
    return undefined;
  }
}

/** @throws {Error} that is a {@link isTimeout} */
function within<Result>(timeout: number, work: () => Result): { readonly result: Result } | undefined {
  let done: { readonly result: Result } | undefined;
  context.work = () => {
    done = { result: work() };
  };
  try {
    // Nothing else ends a regular expression that has begun.
    script.runInContext(context, { timeout });
    return done;
  } finally {
    delete context.work;
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** An error of the context is none of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
