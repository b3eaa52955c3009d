import { LocalError } from "../../core/errors.ts";

const MINUTE = 60_000;

/** Ends what takes too long. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(minutes: number) {
    this.#timer = setTimeout(() => {
      this.#controller.abort(
        new LocalError(`the run took longer than ${String(minutes)} minutes and was ended`, {
          code: "IL-B01",
          hint: "It is tried again. Look where its time goes, or raise the limit.",
        }),
      );
    }, minutes * MINUTE).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
