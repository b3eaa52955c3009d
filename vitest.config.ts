import { defineConfig } from "vitest/config";
import { testProjects } from "./scripts/test-projects.ts";

const { unit, full, withProcesses } = testProjects();
/** A limit for what hangs: no test is expected to be quick. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        // Tests that only compute, or talk to servers of this very process: they share the modules they load.
        test: {
          ...patient,
          name: "unit-pure",
          include: [...unit],
          exclude: [...full, ...withProcesses],
          isolate: false,
          setupFiles: ["test/support/no-processes.ts"],
        },
      },
      {
        // Tests that start git, servers, or threads: scripts/test-projects.ts sees it from what they import.
        test: { ...patient, name: "unit-processes", include: [...withProcesses], exclude: [...full], pool: "forks" },
      },
      {
        // Only `npm run test:full` runs these: they take minutes, or measure time.
        test: { ...patient, name: "full", include: [...full], pool: "forks", maxWorkers: 1 },
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
