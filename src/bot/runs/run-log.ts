import { defined } from "../../core/defined.ts";
import type { Place } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Redactor } from "../../core/redaction.ts";
import { note, type EventLevel } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { noteProgress, type RunProgress } from "../../records/runs/runs.ts";

/** Lines of one run that the log of events takes; what it has to say besides stands in its summary. */
const MOST_EVENTS = 50;
const PAUSE_MILLISECONDS = 500;

interface RunLogSurroundings {
  readonly records: Pick<Records, "database" | "clock" | "logger">;
  readonly run: number;
  readonly repository: number;
  readonly redactor: Redactor;
  /** Told of every phase as it begins. */
  readonly onPhase: (phase: string) => void;
}

/** What a run says while it is done: notices and worse go into the log of events, how far it is into its row. */
export class RunLog implements Logger, AsyncDisposable {
  readonly #surroundings: RunLogSurroundings;
  readonly #stop = new AbortController();
  #events = 0;
  #newest: RunProgress | undefined;
  #writing: Promise<void> | undefined;
  #noting: Promise<void> = Promise.resolve();

  constructor(surroundings: RunLogSurroundings) {
    this.#surroundings = surroundings;
  }

  debug(message: string): void {
    this.#surroundings.records.logger.debug(this.#line(message));
  }

  info(message: string): void {
    this.debug(message);
  }

  notice(message: string, place?: Place): void {
    this.#note("notice", message, place);
  }

  warning(message: string, place?: Place): void {
    this.#note("warning", message, place);
  }

  error(message: string, place?: Place): void {
    this.#note("error", message, place);
  }

  progress(phase: string, done: number, total: number, detail = ""): void {
    this.#surroundings.onPhase(phase);
    this.#newest = { phase, done, total, detail: this.#surroundings.redactor.redact(detail) };
    this.#writing ??= this.#writeProgress().finally(() => (this.#writing = undefined));
  }

  /** Resolves when all of it is kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#newest = undefined;
    this.#stop.abort();
    await this.#writing;
    await this.#noting;
  }

  /** The newest at once, and then as often as there is news, with a pause in between. */
  async #writeProgress(): Promise<void> {
    const { records, run } = this.#surroundings;
    try {
      while (this.#newest !== undefined) {
        const newest = this.#newest;
        this.#newest = undefined;
        await noteProgress(records, run, newest);
        await records.clock.sleep(PAUSE_MILLISECONDS, this.#stop.signal).catch(() => undefined);
      }
    } catch (error) {
      records.logger.warning(this.#line(`Its progress could not be noted: ${String(error)}`));
    }
  }

  #note(level: EventLevel, message: string, place: Place | undefined): void {
    this.#events += 1;
    if (this.#events > MOST_EVENTS) return;
    const { records, run, repository, redactor } = this.#surroundings;
    const where = place === undefined ? {} : { details: placeDetails(place) };
    const event = { level, component: "runs", message: redactor.redact(message), repository, run, ...where } as const;
    this.#noting = this.#noting
      .then(() => note(records, event))
      .catch((error: unknown) => {
        records.logger.warning(this.#line(`It had something to say that could not be kept: ${String(error)}`));
      });
  }

  #line(message: string): string {
    return `Run ${String(this.#surroundings.run)}: ${this.#surroundings.redactor.redact(message)}`;
  }
}

function placeDetails({ file, line, column }: Place): Readonly<Record<string, unknown>> {
  return { file, ...defined({ line, column }) };
}
