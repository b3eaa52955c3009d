/** How a server treats what it has to send. */
export interface Manner {
  /** Every so manieth message is sent twice; 0: none. */
  duplicateEach: number;
  /** Messages that were held go in another order than they came. */
  shuffled: boolean;
  /** Before each message. */
  delayMilliseconds: number;
  /** Messages on their way at the same time. */
  sideBySide: number;
  /** Without an answer by then it counts as failed. */
  timeoutMilliseconds: number;
}

export const PROMPT: Readonly<Manner> = {
  duplicateEach: 0,
  shuffled: false,
  delayMilliseconds: 0,
  sideBySide: 16,
  timeoutMilliseconds: 10_000,
};

/** Messages wait here for their turn: at once, or held until somebody lets them go as one burst. */
export class HookSender {
  readonly manner: Manner;
  readonly #waiting: (() => Promise<void>)[] = [];
  #held: (() => Promise<void>)[] | undefined;
  #running = 0;
  #isPaused = false;
  #sent = 0;
  #idle: (() => void)[] = [];
  /** Of the order of a shuffled burst: the same in every run. */
  #seed = 7;

  constructor(manner: Partial<Manner> = {}) {
    this.manner = { ...PROMPT, ...manner };
  }

  /** @param send one attempt, which never throws */
  add(send: () => Promise<void>): void {
    if (this.#held !== undefined) this.#held.push(send);
    else this.#enqueue([send]);
  }

  /** From now on nothing is sent. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends what was held, in one burst. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#enqueue(this.manner.shuffled ? this.#shuffled(held) : held);
  }

  /** What is on its way goes on, and nothing follows it. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#next();
  }

  get held(): number {
    return this.#held?.length ?? 0;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #enqueue(messages: readonly (() => Promise<void>)[]): void {
    const { duplicateEach } = this.manner;
    for (const message of messages) {
      this.#sent += 1;
      this.#waiting.push(message);
      if (duplicateEach > 0 && this.#sent % duplicateEach === 0) this.#waiting.push(message);
    }
    this.#next();
  }

  #next(): void {
    while (!this.#isPaused && this.#running < this.manner.sideBySide) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      this.#running += 1;
      void this.#send(message);
    }
    if (!this.isIdle) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #send(message: () => Promise<void>): Promise<void> {
    const { delayMilliseconds } = this.manner;
    if (delayMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, delayMilliseconds));
    await message();
    this.#running -= 1;
    this.#next();
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    const result = [...items];
    for (let at = result.length - 1; at > 0; at -= 1) {
      this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const other = this.#seed % (at + 1);
      const [one, two] = [result[at], result[other]];
      if (one === undefined || two === undefined) continue;
      result[at] = two;
      result[other] = one;
    }
    return result;
  }
}
