/** What ends threads that wait for somebody who asks. */
const resting = new Set<() => void>();

/** @param end ends what is kept to be quick when it is asked next, and begins again then */
export function endsForLargeWork(end: () => void): Disposable {
  resting.add(end);
  return { [Symbol.dispose]: () => resting.delete(end) };
}

/** Much memory is about to be needed: whoever has some only to be quick the next time gives it back. */
export function beginLargeWork(): void {
  for (const end of resting) end();
}
