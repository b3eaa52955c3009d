import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/support/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "scenarios",
          include: ["test/scenarios/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: "forks",
          // More than cores: they mostly wait, as the forge is asked politely.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: "corpus",
          include: ["test/corpus/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: "forks",
          maxWorkers: 2,
        },
      },
      {
        // Only scripts/test-real.ts runs these: it starts the service they need.
        test: {
          name: "real",
          include: ["test/real/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          pool: "forks",
          maxWorkers: 1,
        },
      },
    ],
  },
});
