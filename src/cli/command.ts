import type { PerformRequestedJob } from "../bot/jobs/requested-job.ts";
import type { TimerClock } from "../core/clock.ts";
import type { ExitCode } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { ReadsAhead } from "../server/long-life.ts";
import type { OptionSpecs, OptionValues } from "./options.ts";
import type { Screen } from "./screen.ts";

/** What a command gets from the outside world; nothing else of the process is touched. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Current folder. */
  readonly directory: string;
  readonly screen: Screen;
  readonly logger: Logger;
  /** What a server, and a command that waits for one, waits by; default: the system's. */
  readonly clock?: TimerClock | undefined;
  /** How a server does the bot's jobs; default: in processes of their own. */
  readonly performJob?: PerformRequestedJob | undefined;
  /** Resolves when a person or the system wants the command to end; until somebody asks, a signal simply ends the process. */
  readonly untilEnding: () => Promise<NodeJS.Signals | undefined>;
  /** Makes a good neighbour of a server that has the process for itself, and lives for days. */
  readonly liveLong?: ((service: ReadsAhead | undefined) => Promise<Disposable>) | undefined;
  /** Whether a person says yes to a question; undefined where there is nobody to ask. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
}

export interface Command {
  /** One line, for the overview. */
  readonly summary: string;
  /** What it does, for `interlinear help <command>`. */
  readonly description: string;
  readonly options: OptionSpecs;
  /** Words it takes beside its options, for the help: `ACTION [NAME …]`; without them none are expected. */
  readonly words?: string;
  run(options: OptionValues, context: CommandContext): Promise<ExitCode>;
}
