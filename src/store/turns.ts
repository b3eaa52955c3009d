import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { waitAtMost } from "./wait-at-most.ts";

/** Something that somebody waits for: what it asks of a database is done in turn with what others ask. */
interface Work {
  /** When it began: the sooner, the lower. */
  readonly order: number;
  /** Milliseconds that it had. */
  used: number;
  /** It had no turn so far. */
  isNew: boolean;
}

const works = new AsyncLocalStorage<Work>();
let begun = 0;

/** What `work` asks of a database comes before what later work asks, as long as it takes little. */
export function inTurn<T>(work: () => T): T {
  begun += 1;
  return works.run({ order: begun, used: 0, isNew: true }, work);
}

/** The same for what many wait for at the same time: nobody comes before it, as long as it takes little. */
export function firstInTurn<T>(work: () => T): T {
  return works.run({ order: FIRST, used: 0, isNew: true }, work);
}

const FIRST = 0;

/** Who had more than this waits for those who ask for little. */
const LITTLE_MILLISECONDS = 200;
/** So often large work is next, whoever else waits. */
const LARGE_EVERY = 4;
/** So often who has just come is next, whoever began earlier. */
const NEW_EVERY = 2;

interface Waiting {
  readonly work: Work | undefined;
  readonly resume: () => void;
}

/**
 * Those who wait, and who of them is next: of small work the one that began first, so that each is done in the order in which it
 * came and not all at the same late time. In between who has just come, since the first turn is all that many need; large work, and
 * what nobody waits for.
 */
export class Turns {
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** @param most milliseconds; default: as long as it takes @throws {TooCrowded} after them */
  wait(most?: number): Promise<void> {
    const { turn, begin } = waitAtMost(most, () => this.#waiting.splice(this.#waiting.indexOf(own), 1));
    const own = { work: works.getStore(), resume: begin };
    this.#waiting.push(own);
    return turn;
  }

  /** Lets the next one go on. @returns its order; undefined: nobody waits, or it is large */
  next(): number | undefined {
    this.#taken += 1;
    const large = this.#waiting.findIndex(({ work }) => isLarge(work));
    const small = (): number => this.#first(this.#taken % NEW_EVERY === 0);
    const place = large !== -1 && this.#taken % LARGE_EVERY === 0 ? large : small();
    const [one] = this.#waiting.splice(place === -1 ? Math.max(0, large) : place, 1);
    if (one?.work !== undefined) one.work.isNew = false;
    one?.resume();
    return isLarge(one?.work) ? undefined : one?.work?.order;
  }

  /** @returns where the small work stands that began first, of what is new if there is any; -1: there is none */
  #first(isNewFirst: boolean): number {
    let first = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [place, { work }] of this.#waiting.entries()) {
      if (work === undefined || isLarge(work) || work.order >= least) continue;
      if (isNewFirst && !work.isNew && work.order !== FIRST) continue;
      [first, least] = [place, work.order];
    }
    return first === -1 && isNewFirst ? this.#first(false) : first;
  }
}

function isLarge(work: Work | undefined): boolean {
  return work === undefined || work.used > LITTLE_MILLISECONDS;
}

/** How long one goes on before the others have the thread. */
const TURN_MILLISECONDS = 10;

const turns = new Turns();
let isResuming = false;
let turnBegan = 0;
let current: number | undefined;

/** Waits where others are to have the thread first: what answers at once would keep everybody else from it. */
export async function giveWay(): Promise<void> {
  const isOver = performance.now() - turnBegan >= TURN_MILLISECONDS;
  const work = works.getStore();
  const isOwn = current !== undefined && work?.order === current;
  if (!isOver && (isOwn || turns.isEmpty)) {
    if (work !== undefined) work.isNew = false;
    return;
  }
  if (!isResuming) {
    isResuming = true;
    setImmediate(resume);
  }
  await turns.wait();
}

function resume(): void {
  turnBegan = performance.now();
  current = turns.next();
  isResuming = !turns.isEmpty;
  if (isResuming) setImmediate(resume);
}

/** What a statement took counts for who asked for it. */
export function used(milliseconds: number): void {
  const work = works.getStore();
  if (work !== undefined) work.used += milliseconds;
}
