/**
 * For every file of tests: CPU seconds it took, with the processes it started, and how many those were. `scripts/stage.ts` asks
 * for it by a folder in `INTERLINEAR_COST_FOLDER`; nothing is written otherwise.
 */
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { usedSoFar, type FileCost } from "../../scripts/cost.ts";
import { secondsOfStartedGit } from "./git-starter/started-git.ts";

const folder = process.env.INTERLINEAR_COST_FOLDER;
if (folder !== undefined) {
  const used = (): number => (usedSoFar() ?? 0) + secondsOfStartedGit();
  const before = used();
  let processes = 0;
  const count = (): void => {
    processes += 1;
  };
  subscribe("child_process", count);
  afterAll(() => {
    unsubscribe("child_process", count);
    const seconds = used() - before;
    const cost: FileCost = { file: expect.getState().testPath ?? "", seconds, processes };
    writeFileSync(join(folder, `cost-${randomUUID()}.json`), JSON.stringify(cost));
  });
}
