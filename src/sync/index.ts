/** The engine: observe → plan → apply, and what a run brings home. Knows ports, never adapters. */
export { run } from "./run-on-branch.ts";
export { sweepBranches } from "./on-branch.ts";
export type { Run, RunDependencies, RunOptions } from "./run.ts";
export type { Waiting, WaitingBranch } from "./bring-home.ts";
export type { HealDependencies, HealRequest, HealedClone, Healing } from "./heal-clones.ts";
export { releaseLocks, type ReleaseFailure } from "./service-lock.ts";
export { resultOf } from "./empty-result.ts";
export { exitCodeOf } from "./verdict.ts";
export type * from "./plan.ts";
export { isFrozen } from "./freeze.ts";
export { shardsOf, workOf } from "./shards.ts";
export { inOrder } from "./decide.ts";
export { standingsOf, type Standings } from "./standing.ts";
