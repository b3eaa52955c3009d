import { waitAtMost } from "../../store/wait-at-most.ts";

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Room for so many bytes of what is worked on at the same time. Who finds none waits, and begins in the order of coming. */
export class ByteRoom {
  readonly #most: number;
  readonly #few: number;
  #free: number;
  readonly #waiting: Waiting[] = [];

  /** @param few bytes for which nobody waits, and which nobody has to wait for */
  constructor(most: number, few: number) {
    this.#most = most;
    this.#few = few;
    this.#free = most;
  }

  /**
   * Works with so many bytes; with more than there is room for alone.
   * @param wait milliseconds; default: as long as it takes
   * @throws {TooCrowded} where there was no room so long; nothing has begun then
   */
  async hold<T>(bytes: number, work: () => Promise<T>, wait?: number): Promise<T> {
    if (bytes <= this.#few) return work();
    const needed = Math.min(bytes, this.#most);
    await this.#room(needed, wait);
    try {
      return await work();
    } finally {
      this.#free += needed;
      this.#admit();
    }
  }

  #room(bytes: number, wait: number | undefined): Promise<void> {
    const { turn, begin } = waitAtMost(wait, () => {
      this.#waiting.splice(this.#waiting.indexOf(own), 1);
      this.#admit();
    });
    const own: Waiting = { bytes, begin };
    this.#waiting.push(own);
    this.#admit();
    return turn;
  }

  #admit(): void {
    const first = () => this.#waiting[0];
    for (let next = first(); next !== undefined && next.bytes <= this.#free; next = first()) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}
