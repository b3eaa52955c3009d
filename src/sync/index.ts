/**
 * The engine: observe → plan → apply, and what a run brings home. Knows ports, never adapters. What is not for every run is imported from
 * its own file: whoever loads this loads all of it.
 */
export { run } from "./branches/run-on-branch.ts";
export type { Run, RunDependencies, RunOptions } from "./run-types.ts";
export type { Waiting, WaitingBranch } from "./download/bring-home.ts";
export type { HealDependencies, HealRequest, HealedClone, Healing } from "./healing/heal-clones.ts";
export { endTold, rememberAgreement, type Agreed, type RecordGit } from "./agreement/agreement.ts";
export type { ReleaseFailure } from "./health/service-lock.ts";
export { resultOf } from "./empty-result.ts";
export { exitCodeOf } from "./verdict.ts";
export type * from "./plan.ts";
export { frozenOn } from "./frozen.ts";
export type { Standings } from "./decide/standing.ts";
