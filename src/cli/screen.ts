import type { Redactor } from "../core/redaction.ts";
import { runnerSafe } from "../core/runner-text.ts";
import type { TerminalStyle } from "../report/run/terminal.ts";

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ScreenOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly json: boolean;
  /** All of what the document holds. */
  readonly verbose?: boolean;
  readonly noColour: boolean;
}

/** Where a command prints: results to standard output, everything else to standard error. Secrets never get through. */
export class Screen {
  readonly #options: ScreenOptions;
  /** Prints one JSON document and no text. */
  readonly isJson: boolean;
  /** Nothing of the document is summed up. */
  readonly isVerbose: boolean;
  readonly style: TerminalStyle;
  /** Standard error is a terminal on which lines can be redrawn. */
  readonly isLive: boolean;

  constructor(options: ScreenOptions) {
    const { stdout, stderr, environment } = options;
    this.#options = options;
    this.isJson = options.json;
    this.isVerbose = options.verbose === true;
    // git shows what its helpers print in a pager, and says so.
    const isPaged = environment.GIT_PAGER_IN_USE === "true";
    const isTerminal = (stdout.isTTY === true || isPaged) && environment.TERM !== "dumb";
    const isMute = options.noColour || (environment.NO_COLOR ?? "") !== "";
    this.style = {
      width: isTerminal
        ? Math.max(40, stdout.columns ?? (Number(environment.COLUMNS) || 80))
        : Number.POSITIVE_INFINITY,
      colour: isTerminal && !isMute,
    };
    this.isLive = stderr.isTTY === true && isTerminal && (environment.CI ?? "") === "";
  }

  get columns(): number {
    return this.#options.stderr.columns ?? 80;
  }

  /** Lines made by report/: foreign text in them is harmless already, colours are ours. */
  print(lines: readonly string[]): void {
    if (this.isJson) return;
    for (const line of lines) this.#options.stdout.write(`${this.#clean(line)}\n`);
  }

  printJson(document: unknown): void {
    this.#options.stdout.write(`${this.#options.redactor.redact(JSON.stringify(document))}\n`);
  }

  /** A line beside the result. */
  note(line: string): void {
    this.#options.stderr.write(`${this.#clean(line)}\n`);
  }

  /** A command to the workflow's runner, which listens to standard error too; what is foreign in it is escaped. */
  command(line: string): void {
    this.#options.stderr.write(`${this.#options.redactor.redact(line)}\n`);
  }

  /** Redraws the last line of standard error; "" clears it. */
  redraw(line: string): void {
    this.#options.stderr.write(`\r\u001b[2K${this.#options.redactor.redact(line)}`);
  }

  #clean(line: string): string {
    const redacted = this.#options.redactor.redact(line);
    return this.style.colour ? redacted : runnerSafe(redacted);
  }
}
