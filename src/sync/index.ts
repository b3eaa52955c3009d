/** The engine: observe → plan → apply, and what a run brings home. Knows ports, never adapters. */
export { run } from "./branches/run-on-branch.ts";
export { sweepBranches } from "./branches/on-branch.ts";
export type { Run, RunDependencies, RunOptions } from "./run-types.ts";
export type { Waiting, WaitingBranch } from "./download/bring-home.ts";
export type { HealDependencies, HealRequest, HealedClone, Healing } from "./healing/heal-clones.ts";
export { rememberAgreement, type Agreed, type RecordGit } from "./agreement/agreement.ts";
export { releaseLocks, type ReleaseFailure } from "./health/service-lock.ts";
export { resultOf } from "./empty-result.ts";
export { exitCodeOf } from "./verdict.ts";
export type * from "./plan.ts";
export { isFrozen } from "./decide/freeze.ts";
export { shardsOf, workOf } from "./shards.ts";
export { inOrder } from "./decide/decide.ts";
export { standingsOf, type Standings } from "./decide/standing.ts";
