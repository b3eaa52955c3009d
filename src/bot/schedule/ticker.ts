import { createHash } from "node:crypto";
import { present, type Records } from "../../records/records.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { takeScheduled } from "./take-scheduled.ts";
import { nextDue, wakeRepositories } from "./wake-repositories.ts";

const TICK_MILLISECONDS = 5_000;
/** Who looks every few seconds and did not for so long was away: stopped, asleep, or without its database. */
const ABSENCE_MILLISECONDS = 4 * TICK_MILLISECONDS;
/** What got lost is looked for with every so manyeth tick. */
const THOROUGH_TICKS = 12;

export interface TickerOptions {
  readonly records: Records;
  readonly settings: () => Promise<Settings>;
  /**
   * Has what was missed looked for: at the start, whenever the settings name other GitHubs or other Apps, after a refusal of ours,
   * and after this process did not get to look for a while, when it took nothing in either.
   */
  readonly askForMissed: () => Promise<void>;
}

/**
 * Looks whose time has come, at that very time as far as it is known, and every few seconds; every process of the bot has one.
 */
export class Ticker {
  readonly #options: TickerOptions;
  #timer: Disposable | undefined;
  #ticks = 0;
  #before: string | undefined;
  #apps = "";
  #wasRefused = false;
  #ticking: Promise<void> | undefined;
  /** The time that it looks at before its next turn, in milliseconds since 1970. */
  #appointment: { readonly time: number; readonly end: AbortController } | undefined;

  constructor(options: TickerOptions) {
    this.#options = options;
  }

  /** A delivery was not taken in, for a reason of ours: it is asked for as soon as the records answer again. */
  noteRefusal(): void {
    this.#wasRefused = true;
  }

  /** Something is due at that time, which is soon. */
  expect(due: Date): void {
    const { clock } = this.#options.records;
    const time = due.getTime();
    const now = clock.now().getTime();
    if (this.#timer === undefined || time - now > TICK_MILLISECONDS) return;
    if (this.#appointment !== undefined && this.#appointment.time <= time) return;
    this.#appointment?.end.abort();
    const appointment = { time, end: new AbortController() };
    this.#appointment = appointment;
    // Timers of the system may be a little early.
    const wait = Math.max(0, time - now) + 1;
    void clock.sleep(wait, appointment.end.signal).then(
      async () => {
        this.#appointment = undefined;
        // A look that is under way may have begun before.
        await this.#ticking;
        await this.tick();
      },
      () => undefined,
    );
  }

  start(): void {
    this.#timer = this.#options.records.clock.every(TICK_MILLISECONDS, () => this.tick());
    void this.tick();
  }

  /** Looks once, unless a look is under way. It never throws: the next one tries again. */
  async tick(): Promise<void> {
    if (this.#ticking !== undefined) return this.#ticking;
    this.#ticking = this.#look().finally(() => (this.#ticking = undefined));
    return this.#ticking;
  }

  async stop(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    this.#appointment?.end.abort();
    await this.#ticking;
  }

  async #look(): Promise<void> {
    const { records, settings, askForMissed } = this.#options;
    const now = present(records);
    const since = this.#ticks % THOROUGH_TICKS === 0 ? undefined : this.#before;
    try {
      const { schedules, forges } = await settings();
      await takeScheduled(records, schedules);
      await wakeRepositories(records, since);
      const next = await nextDue(records);
      if (next !== undefined) this.expect(next);
      const apps = appsOf(forges);
      const isAway = this.#before !== undefined && Date.parse(now) - Date.parse(this.#before) > ABSENCE_MILLISECONDS;
      if (apps !== this.#apps || this.#wasRefused || isAway) {
        this.#wasRefused = false;
        await askForMissed();
      }
      this.#apps = apps;
      this.#ticks += 1;
      this.#before = now;
    } catch (error) {
      // Whatever kept this look from its end may have kept deliveries out.
      this.#wasRefused = true;
      records.logger.error(
        `What is due could not be looked for: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Not the settings themselves: a private key is among them. */
function appsOf(forges: Settings["forges"]): string {
  const apps = Object.entries(forges).filter(([, { kind }]) => kind === "github");
  return createHash("sha256").update(JSON.stringify(apps)).digest("hex");
}
