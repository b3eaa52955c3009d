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

  /** Works with so many bytes; with more than there is room for alone. */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes <= this.#few) return work();
    const needed = Math.min(bytes, this.#most);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes: needed, begin: resolve });
    this.#admit();
    await promise;
    try {
      return await work();
    } finally {
      this.#free += needed;
      this.#admit();
    }
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
