/** Seldom enough that the questions themselves are no load. */
const BEAT_MILLISECONDS = 50;

/**
 * Asks a question at each beat while work is done, answered or not the one before: a service that answers nobody for two seconds
 * shows that in forty answers, where somebody who waits for each answer has one that was slow.
 * @returns milliseconds of each answer
 * @throws what the work or a question failed with
 */
export async function askedOnABeat(ask: () => Promise<unknown>, work: () => Promise<void>): Promise<readonly number[]> {
  const answers: Promise<number>[] = [];
  const answer = async (): Promise<number> => {
    const asked = performance.now();
    await ask();
    return performance.now() - asked;
  };
  const beat = setInterval(() => {
    const coming = answer();
    // Told at the end, with the others.
    coming.catch(() => undefined);
    answers.push(coming);
  }, BEAT_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(beat);
  }
  return Promise.all(answers);
}
