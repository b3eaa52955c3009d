import { vi } from "vitest";

/**
 * How often work looks at a path as one of JavaScript's strings.
 * @param by how it looks: each test of a path by a binding's place asks what the path begins with
 */
export function looksAtPaths(work: () => unknown, by: "startsWith" | "split" = "startsWith"): number {
  const looks = vi.spyOn(String.prototype, by);
  try {
    work();
    return looks.mock.calls.length;
  } finally {
    looks.mockRestore();
  }
}
