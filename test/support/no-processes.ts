import { subscribe } from "node:diagnostics_channel";

// What is loaded under a name that was put together stands in no import: scripts/test-projects.ts cannot see it.
for (const channel of ["child_process", "worker_threads"]) {
  subscribe(channel, () => {
    throw new Error(
      "A test of the project unit-pure started a process or a thread. Import what starts it by its name, so that the test gets a process of its own.",
    );
  });
}
