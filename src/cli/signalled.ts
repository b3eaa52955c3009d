import process from "node:process";

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process as usual. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      process.off("SIGINT", end);
      process.off("SIGTERM", end);
      resolve();
    };
    process.on("SIGINT", end);
    process.on("SIGTERM", end);
  });
}
