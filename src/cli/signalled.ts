import process from "node:process";

/** One Ctrl-C may come twice: from the terminal, and handed on by npm or a launcher. */
const ECHO_MILLISECONDS = 1_000;

/** Resolves at the first SIGINT or SIGTERM with its name; a later one ends the process as usual. */
export function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals): void => {
      resolve(signal);
      setTimeout(() => {
        process.off("SIGINT", end);
        process.off("SIGTERM", end);
      }, ECHO_MILLISECONDS).unref();
    };
    process.on("SIGINT", end);
    process.on("SIGTERM", end);
  });
}
