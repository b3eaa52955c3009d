import type { Differences, UnitDifference } from "../catalog/difference.ts";
import type { KeyRename } from "../catalog/renames.ts";
import type { UploadMethod } from "../service-client/translation-service.ts";
import type { ComponentPath, ConflictPolicy } from "../mapping/binding.ts";
import type { HealthFinding } from "./health/health.ts";

interface StepOf<Kind extends string> {
  readonly kind: Kind;
  /** `acme/mobile/android`; for a step on a whole project, the project. */
  readonly component: string;
  /** Why, in words a person understands; part of the plan, not of the log. */
  readonly reason: string;
}

/** The service reads this very repository: it is told to fetch. */
export interface PullRepositoryStep extends StepOf<"pull-repository"> {
  /** The component whose clone is pulled; another one where `component` shares it. */
  readonly owner: string;
}

/** The service writes pending translations to its files. `component` is the project's slug when `whole` is set. */
export interface CommitStep extends StepOf<"commit"> {
  readonly whole: boolean;
}

export interface AddLanguageStep extends StepOf<"add-language"> {
  readonly language: string;
  /** The mapping asks for it, and no file waits for it: where the service refuses, that is a finding. */
  readonly isRequested?: true;
}

/** Translations of renamed keys are put under the new keys on the service, in every language it has. */
export interface RenameStep extends StepOf<"rename"> {
  readonly renames: readonly KeyRename[];
}

export interface UploadStep extends StepOf<"upload"> {
  readonly language: string;
  readonly path: string;
  readonly blob: string;
  readonly method: UploadMethod;
  readonly conflicts?: "replace-translated";
  /** Set where only those texts go that git has otherwise than both sides had; absent: all of the file. */
  readonly since?: SentSince;
  /** Keys that this upload removes from the service, all of them but those that it renames. */
  readonly removes: readonly string[];
  /** Set where it only brings the new names of renamed keys, before their translations: what a service may not allow. */
  readonly namesFirst?: true;
  /** Keys that this upload renames: it waits for the rename of their translations. */
  readonly renames?: readonly KeyRename[];
}

/**
 * What both sides had before git moved on: the service's file of this revision as the record of agreement has it (`served`), or this version
 * of git. Where neither is at hand the service's file of the moment tells what git has otherwise.
 */
export interface SentSince {
  readonly blob?: string;
  readonly served?: string;
}

/**
 * What is known of the last version that both sides agreed on.
 * - `agreed`: this blob. `newer`: what git had after it, newest first, without the present version: a text that one of them
 *   has is git's former one, though no commit says that the service took it over.
 * - `history`: nothing for certain; these older versions of git's (newest first) tell unit by unit which text is the older.
 */
export type KnownBase =
  | {
      readonly kind: "agreed";
      readonly blob: string;
      readonly newer?: readonly string[];
      readonly beside?: VersionsBeside;
      /** Git's version may have had more than the service's. */
      readonly isLoose?: true;
    }
  | {
      readonly kind: "history";
      readonly blobs: readonly string[];
      /** Agreed but for texts that each side kept: exact where the record of agreement still has the service's file of then. */
      readonly apart?: {
        readonly blob: string;
        readonly service: string;
        readonly newer?: readonly string[];
        readonly beside?: VersionsBeside;
      };
    };

/** Versions that branches had beside an agreement, and that were merged after it. */
export interface VersionsBeside {
  /** Blob ids, newest first. */
  readonly blobs: readonly string[];
  /** What git had right before the agreement: a text of theirs that is the same there nobody wrote since. */
  readonly before?: string;
}

export interface DownloadStep extends StepOf<"download"> {
  readonly language: string;
  readonly path: string;
  /** Blob id in git's index, undefined where the repository has no such file yet. */
  readonly from: string | undefined;
  /** Blob id the service announced; what arrives is checked against it. */
  readonly to: string;
  readonly base: KnownBase;
  /** The source has keys under other names since this version was proposed: what waits is not what a run would propose now. */
  readonly hasNewNames?: true;
  /** This run sent git's file before: what the service did not take is not sent again. */
  readonly isSent?: true;
}

/** The file of a language that is gone leaves the repository. */
export interface PruneStep extends StepOf<"prune"> {
  readonly language: string;
  readonly path: string;
  /** Blob id in git's index. */
  readonly blob: string;
}

/** A branch of the repository gets a component of its own, made like that of the mapping. */
export interface CreateComponentStep extends StepOf<"create-component"> {
  readonly place: ComponentPath;
  /** The component whose settings it gets. */
  readonly like: ComponentPath;
  /** For people. */
  readonly name: string;
  /** What it clones, and which branch of it. */
  readonly repository: string;
  readonly branch: string;
}

/** The component of a branch that is gone goes too. */
export interface RemoveComponentStep extends StepOf<"remove-component"> {
  readonly place: ComponentPath;
  readonly branch: string;
}

export type Step =
  | PullRepositoryStep
  | CommitStep
  | AddLanguageStep
  | UploadStep
  | RenameStep
  | DownloadStep
  | PruneStep
  | CreateComponentStep
  | RemoveComponentStep;

/**
 * Something a run noticed and did not act on, worst first:
 * - `refused`: needs an explicit yes (exit code 3) or a mended file (exit code 2)
 * - `blocked`: the service cannot do it now (locked, merge failure)
 * - `ahead`: git has changes the service lacks, and the mapping does not send them
 * - `flawed`: a file has a mistake that can be meant in one way only and was read around; its bytes stay
 * - `skipped`: left out by the mapping's rules (languages, minimum-translated, freeze)
 * - `unmatched`: a file or language without a counterpart
 */
export interface Finding {
  readonly kind: "refused" | "blocked" | "ahead" | "skipped" | "unmatched" | "flawed";
  readonly component: string;
  readonly language?: string;
  readonly path?: string;
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** For `refused`: the user's own file or mapping is wrong, rather than a yes missing. */
  readonly isWrongInput?: true;
  /** For `refused` removals: the keys that would go. */
  readonly keys?: readonly string[];
  /** For `skipped` texts: how many of the file's wait for a review. */
  readonly waiting?: number;
}

/** Everything a run would do, as plain data. Printed by `plan`, written as JSON for the action's `plan` output. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  /** Number of files that are equal on both sides. */
  readonly inStep: number;
}

/** A unit that repository and service both changed, and what became of it. */
export interface Conflict {
  readonly component: string;
  readonly language: string;
  readonly path: string;
  readonly key: string;
  readonly line: number;
  /** Texts, one per plural form; undefined where that side removed the unit. `base` is undefined where no common version is known. */
  readonly base: readonly string[] | undefined;
  readonly repository: readonly string[] | undefined;
  readonly service: readonly string[] | undefined;
  readonly policy: ConflictPolicy;
  /** `both`: each side gave the key another name, and both stay. */
  readonly taken: "service" | "repository" | "both" | "none";
  /** Set where each side renamed the key in its own way. */
  readonly renamed?: { readonly repository: string; readonly service: string };
}

/** A text of the service that would break the app. */
export interface BrokenText {
  readonly component: string;
  readonly language: string;
  readonly path: string;
  readonly key: string;
  /** What the service calls the context; "" where the source alone names the unit. */
  readonly context: string;
  /** Line of the unit in git; 0 where git does not have it yet. */
  readonly line: number;
  /** What is missing or too much, in which plural form (from 0), by which check of the service. */
  readonly findings: readonly { readonly check: string; readonly form: number; readonly message: string }[];
  /** Texts, one per plural form. `repository` is undefined where git does not have the unit yet. */
  readonly source: readonly string[];
  readonly repository: readonly string[] | undefined;
  readonly service: readonly string[];
  /** The repository's text stays; otherwise the text goes through all the same (`checks: report`). */
  readonly isHeldBack: boolean;
  /** The unit on the service, for links. */
  readonly url: string;
}

export type { Differences, HealthFinding, UnitDifference };

/** What became of one file of the repository. */
export interface FileOutcome {
  readonly component: string;
  readonly language: string;
  readonly languageName: string;
  readonly path: string;
  /** Page of this translation on the service, for links. */
  readonly translateUrl: string;
  readonly created: boolean;
  /** The language is gone, and so is its file. */
  readonly isRemoved?: true;
  /** All unit differences against the file in git; empty for a format that only moves as a whole. */
  readonly differences: Differences;
  readonly bytes: number;
}

export interface StepOutcome {
  readonly step: Step;
  readonly outcome: "planned" | "done" | "failed" | "not-needed";
  /** Counts of an upload, the service's words of a failure. */
  readonly detail: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface LanguageStatistics {
  readonly component: string;
  readonly language: string;
  readonly languageName: string;
  readonly path: string | undefined;
  readonly url: string;
  readonly total: number;
  readonly translated: number;
  readonly translatedPercent: number;
  readonly fuzzy: number;
  readonly failingChecks: number;
  readonly totalWords: number;
  readonly translatedWords: number;
  readonly isSource: boolean;
}

export interface Translator {
  readonly name: string;
  readonly email: string;
  readonly username: string;
  /** Strings of theirs in this commit. */
  readonly strings: number;
  /** The same by repository path. */
  readonly files?: Readonly<Record<string, number>>;
}

export interface RunTraffic {
  readonly requests: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly rateLimit?: { readonly limit: number; readonly remaining: number };
  readonly milliseconds: number;
}

/** A part of what the mapping binds. */
export interface RunLimits {
  /** Names, `acme/website`. */
  readonly components?: readonly string[];
  /** The service's codes. */
  readonly languages?: readonly string[];
}

/** What a run did. `--json` prints it; reports are made from it and from nothing else. */
export interface RunResult {
  readonly command: "plan" | "push" | "pull" | "sync" | "stats";
  readonly dryRun: boolean;
  readonly service: string;
  readonly plan: Plan;
  readonly steps: readonly StepOutcome[];
  readonly files: readonly FileOutcome[];
  readonly conflicts: readonly Conflict[];
  readonly broken: readonly BrokenText[];
  /** What is wrong on the service's side, worst first. */
  readonly health: readonly HealthFinding[];
  readonly statistics: readonly LanguageStatistics[];
  readonly translators: readonly Translator[];
  readonly traffic: RunTraffic;
  /** What the run was told to look at; all components, or all languages, where they are left out. */
  readonly limits?: RunLimits;
  /** Nothing has moved since a run looked at everything and had nothing to do: plan and statistics are what that one saw. */
  readonly isUnmoved?: true;
}
