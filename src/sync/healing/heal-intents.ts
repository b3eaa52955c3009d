import type { TimerClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import type { HealthFinding } from "../health/health.ts";
import { LEASE_MINUTES, minuteOf } from "../health/service-lock.ts";
import type { Conflict } from "../plan.ts";

/** What is about to be done to a clone of the service, written down before it is. */
export interface HealIntent {
  /** `acme/website`: the owner of the clone. */
  readonly owner: string;
  /** Components that were locked for it, by us. */
  readonly locked: readonly string[];
  /** Files with strings that only the service has. */
  readonly files: readonly {
    readonly component: string;
    readonly language: string;
    readonly path: string;
    /** Blob id of a file with these strings alone, and of the one that the clone is reset to; undefined where there is none. */
    readonly service: string;
    readonly upstream: string | undefined;
  }[];
  /** Strings that the reset decides for the repository: listed by the run that ends it. */
  readonly conflicts?: readonly Conflict[];
  /** Whose turn at the clone it is; absent: nobody's any more, or that of a version that did not write it down. */
  readonly turn?: HealTurn;
}

export interface HealTurn {
  /** Which run's: {@link IntentRecord.run}. */
  readonly run: string;
  /** ISO 8601: when it was last heard of. */
  readonly since: string;
  /** Whoever is heard of no more for so long has died; absent: as long as a run may take. */
  readonly minutes?: number;
}

/** Of a run that says every two minutes that it lives. */
const TURN_MINUTES = 10;
const RENEWED_MS = 2 * 60_000;

/** What of an intent is still to be done when nobody is at the clone any more: locks that could not be taken back, too. */
export type LeftOfHealing = Pick<HealIntent, "locked" | "files" | "conflicts">;

/** The clone is done; people are still to be told what was decided. */
export function isOnlyToTell({ locked, files }: HealIntent): boolean {
  return locked.length + files.length === 0;
}

/** What of the record of agreement these are kept in. */
export interface IntentRecord {
  /** Tells this run from others that write it. */
  readonly run: string;
  /** Path → blob id. */
  readonly files: ReadonlyMap<string, string>;
  hash(content: Uint8Array): string;
  read(blob: string): Promise<Uint8Array | undefined>;
  /** Compare and swap: `changesOn` is asked again where another run wrote meanwhile. */
  write(message: string, changesOn: () => Promise<Changes>): Promise<boolean>;
}

type Changes = Map<string, Uint8Array | null>;

export interface TurnTaken {
  /** Then nothing was written down. */
  readonly others?: HealTurn;
  /** What was written down before. */
  readonly before?: HealIntent | undefined;
  /** What it is about may only begin then. */
  readonly isWritten: boolean;
}

const INTENT = /^healing\/[^/]+\/intent\.json$/;

/**
 * What runs are about to do to clones of the service, written down before they do it: one at a time at each clone, and what one did not
 * live to end, another one ends.
 */
export class HealIntents {
  readonly #record: IntentRecord;

  constructor(record: IntentRecord) {
    this.#record = record;
  }

  /** What earlier runs began and did not finish, or are at. */
  async unfinished(): Promise<readonly HealIntent[]> {
    const found = [...this.#record.files].filter(([path]) => INTENT.test(path));
    const intents = await Promise.all(found.map(([, blob]) => this.#parsed(blob)));
    return intents.filter((intent) => intent !== undefined);
  }

  /** The bytes of a file of an intent. */
  async contentOf({ owner }: HealIntent, blob: string): Promise<Uint8Array | undefined> {
    return this.#record.files.has(`${folder(owner)}/${blob}`) ? this.#record.read(blob) : undefined;
  }

  /** Another run's turn at the clone; undefined: it is ours, or over. Clocks that go differently keep nobody out for ever. */
  turnOfOthers({ turn }: HealIntent, now: Date): HealTurn | undefined {
    if (turn === undefined || turn.run === this.#record.run) return undefined;
    const isToCome = Date.parse(turn.since) - now.getTime() > LEASE_MINUTES * 60_000;
    return now.getTime() <= endOf(turn) && !isToCome ? turn : undefined;
  }

  /** Says again and again that we are still at it, until it is disposed of. */
  keepTurn(owner: string, clock: TimerClock): Disposable {
    return clock.every(RENEWED_MS, async () => {
      try {
        await this.#renew(owner, clock.now());
      } catch (error) {
        // Whoever is heard of no more loses the turn, and looks whether it has.
        if (!(error instanceof InterlinearError)) throw error;
      }
    });
  }

  /** Whether it is still our turn: asked anew where that was not said lately, as by a machine that stood still. */
  async hasTurn(owner: string, now: Date): Promise<boolean> {
    const turn = (await this.#of(owner))?.turn;
    const isLately = turn !== undefined && endOf(turn) - now.getTime() > (TURN_MINUTES / 2) * 60_000;
    return turn?.run === this.#record.run && (isLately || this.#renew(owner, now));
  }

  async #renew(owner: string, now: Date): Promise<boolean> {
    let isOurs = false;
    const isWritten = await this.#record.write(`Still healing ${owner}`, async () => {
      const there = await this.#of(owner);
      isOurs = there?.turn?.run === this.#record.run;
      return there !== undefined && isOurs
        ? new Map([[intentFile(owner), printed({ ...there, turn: this.#turnAt(now) })]])
        : new Map();
    });
    return isOurs && isWritten;
  }

  #turnAt(now: Date): HealTurn {
    return { run: this.#record.run, since: now.toISOString(), minutes: TURN_MINUTES };
  }

  /**
   * Writes down what is about to be done to a clone, where no other run is about to do something to it.
   * @param contents of files that it names
   * @param next what is to be done, by what is written down at the very moment; undefined: nothing
   */
  async takeTurn(
    owner: string,
    contents: readonly Uint8Array[],
    now: Date,
    next: (before: HealIntent | undefined) => Pick<HealIntent, "locked" | "files" | "conflicts"> | undefined,
  ): Promise<TurnTaken> {
    const turn = this.#turnAt(now);
    let seen: Omit<TurnTaken, "isWritten"> = {};
    const isWritten = await this.#record.write(`Begin to heal ${owner}`, async () => {
      const before = await this.#of(owner);
      const others = before === undefined || isOnlyToTell(before) ? undefined : this.turnOfOthers(before, now);
      seen = { before, ...defined({ others }) };
      const intent = others === undefined ? next(before) : undefined;
      if (intent === undefined) return new Map();
      const changes: Changes = new Map([[intentFile(owner), printed({ ...intent, owner, turn })]]);
      for (const content of contents) changes.set(`${folder(owner)}/${this.#record.hash(content)}`, content);
      return changes;
    });
    return { ...seen, isWritten };
  }

  /**
   * Nobody is at the clone any more. What another run began there meanwhile stays.
   * @param isToldByUs what is left is only to be told, at the end of this run; anything else is the next run's at once
   */
  async finish(owner: string, left: LeftOfHealing, isToldByUs: boolean): Promise<void> {
    await this.#record.write(`Healed ${owner}`, async () => {
      const there = await this.#of(owner);
      const isOurs = there?.turn === undefined || there.turn.run === this.#record.run || isOnlyToTell(there);
      // It is told when the run is over: nobody renews it until then.
      const turn =
        isToldByUs && there?.turn !== undefined ? { run: there.turn.run, since: there.turn.since } : undefined;
      return isOurs ? this.#leftOf(owner, left, turn) : new Map();
    });
  }

  /** People can read what was decided: an intent that waited for that alone goes, and one with locks keeps those. */
  async told(owner: string): Promise<void> {
    await this.#record.write(`Healed ${owner}`, async () => {
      const there = await this.#of(owner);
      if (there === undefined) return new Map();
      const { locked, files, turn } = there;
      const isTold = isOnlyToTell(there) || (files.length === 0 && turn === undefined);
      return isTold ? this.#leftOf(owner, { locked, files }, undefined) : new Map();
    });
  }

  #leftOf(owner: string, { locked, files, conflicts = [] }: LeftOfHealing, turn: HealTurn | undefined): Changes {
    const changes = this.#without(owner);
    if (locked.length + files.length + conflicts.length === 0) return changes;
    for (const { service, upstream = "" } of files) {
      for (const blob of [service, upstream]) changes.delete(`${folder(owner)}/${blob}`);
    }
    const intent: HealIntent = {
      owner,
      locked,
      files,
      ...(conflicts.length > 0 && { conflicts }),
      ...(locked.length + files.length === 0 && defined({ turn })),
    };
    return changes.set(intentFile(owner), printed(intent));
  }

  #without(owner: string): Changes {
    const inside = [...this.#record.files.keys()].filter((path) => path.startsWith(`${folder(owner)}/`));
    return new Map(inside.map((path) => [path, null]));
  }

  async #of(owner: string): Promise<HealIntent | undefined> {
    const blob = this.#record.files.get(intentFile(owner));
    return blob === undefined ? undefined : this.#parsed(blob);
  }

  async #parsed(blob: string): Promise<HealIntent | undefined> {
    const intent = jsonIn((await this.#record.read(blob)) ?? "");
    return isIntent(intent) ? intent : undefined;
  }
}

/** Whoever comes while another run is about to reset a clone leaves it alone, and all that this run locked. */
export function healingElsewhere(component: string, turn: HealTurn): HealthFinding {
  const end = new Date(endOf(turn)).toISOString();
  return {
    kind: "healing",
    component,
    isBlocking: false,
    message: `another run was healing its clone at ${minuteOf(turn.since)} and ends that itself; should it have died, the first run after ${minuteOf(end)} does`,
    remedies: [],
  };
}

/** Milliseconds since 1970; NaN where its time is none. */
function endOf({ since, minutes = LEASE_MINUTES }: HealTurn): number {
  return Date.parse(since) + Math.min(minutes, LEASE_MINUTES) * 60_000;
}

function folder(owner: string): string {
  return `healing/${encodeURIComponent(owner)}`;
}

function intentFile(owner: string): string {
  return `${folder(owner)}/intent.json`;
}

function printed(intent: HealIntent): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(intent));
}

function isConflict(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { component, language, path, key, line, base, repository, service, policy, taken } = value as Partial<
    Record<keyof Conflict, unknown>
  >;
  return (
    [component, language, path, key].every((part) => typeof part === "string") &&
    typeof line === "number" &&
    [base, repository, service].every((texts) => texts === undefined || isTexts(texts)) &&
    policy === "repository" &&
    taken === "repository"
  );
}

function isTurn(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { run, since, minutes = 0 } = value as Partial<Record<keyof HealTurn, unknown>>;
  return typeof run === "string" && typeof since === "string" && typeof minutes === "number";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** Whoever may push to the repository can write it: nothing in it is trusted further than to upload translations that the service had. */
function isIntent(value: unknown): value is HealIntent {
  if (typeof value !== "object" || value === null) return false;
  const { owner, locked, files, conflicts = [], turn } = value as Partial<Record<keyof HealIntent, unknown>>;
  return (
    (turn === undefined || isTurn(turn)) &&
    Array.isArray(conflicts) &&
    conflicts.every(isConflict) &&
    typeof owner === "string" &&
    Array.isArray(locked) &&
    locked.every((name) => typeof name === "string") &&
    Array.isArray(files) &&
    files.every((file: Partial<HealIntent["files"][number]> | null) =>
      [file?.component, file?.language, file?.path, file?.service].every((part) => typeof part === "string"),
    )
  );
}
