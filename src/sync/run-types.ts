import type { TimerClock } from "../core/clock.ts";
import type { FileChange } from "../forge/forge.ts";
import type { Agreed, AgreementRecord, KeptFiles } from "./agreement/agreement.ts";
import type { Standings } from "./decide/standing.ts";
import type { HomeDependencies, WaitingBranch } from "./download/bring-home.ts";
import type { ObserveDependencies } from "./observe/observe.ts";
import type { KeptSteps } from "./plan-drift.ts";
import type { RunResult } from "./plan.ts";
import type { BoundFiles } from "./unmoved/unmoved.ts";

export interface RunDependencies extends Omit<ObserveDependencies & HomeDependencies, "record" | "clock"> {
  readonly clock: TimerClock;
  /** Where somebody knows already which files the mapping is bound to. */
  readonly boundFiles?: BoundFiles;
  /** The branch that the run is for, where none may be checked out. */
  readonly base?: { readonly branch: string; readonly commit: string };
  /**
   * With `with-lock`: told the names (`acme/website`) right before the components are locked, so that `releaseLocks` can
   * give them back should this process not live to do it.
   */
  readonly onLocked?: (names: readonly string[]) => void | Promise<void>;
}

export interface RunOptions {
  readonly command: RunResult["command"];
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  /** `project/component` names, or component slugs; all without it. */
  readonly components?: readonly string[];
  /** Service codes; all without it. */
  readonly languages?: readonly string[];
  /** Why strings are frozen (`isFrozen`): no source goes to the service, translations come as ever. */
  readonly frozen?: string;
  /** Looks at everything, whatever an earlier run proved. */
  readonly full?: boolean;
  /** The only steps that may be taken: of a plan that somebody looked at. */
  readonly planned?: KeptSteps;
  /** How far languages are over whole projects, where `components` names a part of them only: from the plan of all. */
  readonly standings?: Standings;
}

export interface Run {
  readonly result: RunResult;
  /** What the repository should hold now, ready for a forge or the working tree; empty in a dry run. */
  readonly files: readonly FileChange[];
  /** Trailers for the commit that brings the files. */
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  /** Open pull requests that hold all of theirs already, in this very version; nothing of it was downloaded. */
  readonly delivered: readonly WaitingBranch[];
  /** What both sides agree on, and what they will once the files are where they belong; empty in a dry run. */
  readonly agreed: readonly Agreed[];
  /** Of a run that only sends: since when translations have waited that no run has proposed yet (ISO 8601). */
  readonly waitingSince?: string;
  /** Owners of clones whose healing is ended when this run is written down. */
  readonly healed?: readonly string[];
  /** The record as the run read it; a run that comes out of a file has none. */
  readonly record?: AgreementRecord;
  /** What later runs need not ask for, asked once, to be written down with what is agreed; undefined where something may be under way. */
  readonly toKeep?: () => Promise<KeptFiles | undefined>;
  /** Writes down that a run on the same state has nothing to do, where this one had nothing; after all else is written. */
  readonly keepUnmoved?: () => Promise<void>;
}
