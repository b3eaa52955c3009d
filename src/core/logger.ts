import type { Place } from "./errors.ts";

/**
 * Where a run says what it does. Sinks: the terminal (cli/), the workflow runner (action/), memory (tests).
 * Every sink redacts secrets and makes foreign text harmless (`runnerSafe`); callers pass text as it is.
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  notice(message: string, place?: Place): void;
  warning(message: string, place?: Place): void;
  error(message: string, place?: Place): void;
  /** One line that is redrawn on a terminal and printed sparsely elsewhere. */
  progress(phase: string, done: number, total: number, detail?: string): void;
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  notice: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  progress: () => undefined,
};
