import { TooCrowded } from "./too-costly.ts";

/** Somebody who waits until they are told to begin. */
export interface Waiting {
  readonly turn: Promise<void>;
  readonly begin: () => void;
}

/**
 * @param most milliseconds after which `turn` fails with `TooCrowded`; undefined: it is waited for as long as it takes
 * @param giveUp takes the one who waits off the list of those who do
 */
export function waitAtMost(most: number | undefined, giveUp: () => void): Waiting {
  const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
  const stop = (): void => {
    giveUp();
    reject(new TooCrowded("Too many others wait for the same."));
  };
  const late = most === undefined ? undefined : setTimeout(stop, most);
  return {
    turn,
    begin: () => {
      clearTimeout(late);
      resolve();
    },
  };
}
