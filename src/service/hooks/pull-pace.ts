/** So many pulls follow at once; then each waits until the oldest of them is so long ago. */
const AT_ONCE = 30;
const WINDOW_MILLISECONDS = 60_000;

/**
 * When a clone is pulled for hooks. Hooks come from anybody: however many there are, a clone is pulled thirty times a minute, and the
 * last one of them is followed by a pull.
 */
export class PullPace {
  readonly #pulls = new Map<number, readonly number[]>();

  /** @returns when to pull; undefined where a pull that is to come sees it as well */
  nextPull(clone: number, now: Date): Date | undefined {
    const time = now.getTime();
    const before = (this.#pulls.get(clone) ?? []).filter((pull) => pull > time - WINDOW_MILLISECONDS);
    const last = before.at(-1) ?? 0;
    if (last > time) return undefined;
    const oldest = before.at(-AT_ONCE);
    const next = oldest === undefined ? time : oldest + WINDOW_MILLISECONDS;
    this.#pulls.set(clone, [...before, next]);
    return new Date(next);
  }

  /** A pull that does not come after all: who comes next is not told that it does. */
  takeBack(clone: number, pull: Date): void {
    const pulls = this.#pulls.get(clone) ?? [];
    this.#pulls.set(
      clone,
      pulls.filter((each) => each !== pull.getTime()),
    );
  }
}
