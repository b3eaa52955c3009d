import { afterAll } from "vitest";

// Starting a process copies the tables of this one's memory: what a file leaves behind is paid again by each git after it.
afterAll(() => {
  globalThis.gc?.();
});
