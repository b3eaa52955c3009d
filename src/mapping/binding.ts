import type { Place } from "../core/errors.ts";

/** Who wins where repository and service changed the same unit. `fail`: nobody; the run ends with exit code 3. */
export type ConflictPolicy = "service" | "repository" | "fail";

/** What becomes of a text from the service that would break the app. `report`: it goes through and is listed. */
export type ChecksPolicy = "hold-back" | "report" | "off";

/** A component's address: `acme/website`, or `acme/mobile/android` with the category in the middle. */
export interface ComponentPath {
  readonly project: string;
  /** Categories from the outside in; usually none or one. */
  readonly categories: readonly string[];
  readonly component: string;
}

export type UploadMethodSetting = "auto" | "source" | "add" | "translate" | "replace";
/** What of the translations in git goes to the service: nothing; languages it lacks; also what only git changed. */
export type PushTranslations = "never" | "missing" | "changed";

/** One entry of the mapping, resolved against the files of the repository: everything the engine needs, as plain data. */
export interface Binding {
  readonly component: ComponentPath;
  /**
   * Repository path of the source file (template or .pot), with `/`; undefined of a bilingual component whose translations
   * alone hold the source texts.
   */
  readonly source: string | undefined;
  /** Repository path with one `{language}` or `{language:style}`, captures already filled in. */
  readonly translations: string;
  /** Globs of files that are none of its translations, though they lie where those do. */
  readonly exclude?: readonly string[];
  readonly conflicts: ConflictPolicy;
  readonly checks: ChecksPolicy;
  readonly languages: LanguageRules;
  readonly push: {
    readonly method: UploadMethodSetting;
    readonly translations: PushTranslations;
    /** What strings that only git changed become on the service; absent: translations. */
    readonly as?: "suggest" | "approve";
  };
  readonly pull: PullRules;
  /** Share of a file's keys (percent) that one run may remove without an explicit yes. */
  readonly removalLimit: number;
  readonly place: Place;
  /** Where its project is named. */
  readonly projectPlace?: Place;
  /** Where the service's address stands. */
  readonly servicePlace?: Place;
}

export interface LanguageRules {
  /** Service code → code in paths. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly only?: readonly string[];
  readonly except: readonly string[];
  /** Languages that the service is asked to add where it lacks them, by its codes. */
  readonly request: readonly string[];
}

/** Percentages are of a language's strings over the project, but for `pruneLimit`: of a component's files. */
export interface PullRules {
  /** Below it no file is made for a language that has none. */
  readonly minimumTranslated: number;
  /** Below it a language that has a file counts as gone. */
  readonly keepAbove: number;
  /** Only texts that a reviewer approved on the service come. */
  readonly approvedOnly?: true;
  /** The limits are this component's own: its languages are judged by its strings, not by those of the whole project. */
  readonly isJudgedAlone?: true;
  /** What becomes of files whose language is gone. */
  readonly prune: "off" | "report" | "apply";
  readonly pruneLimit: number;
}

/** The mapping file, resolved. */
export interface ResolvedMapping {
  readonly path: string;
  /** Its name, where the repository has a mapping at the usual place besides. */
  readonly beside?: string;
  /** Origin and path of the service, no trailing slash: `https://translate.example.org`. The only place the token goes. */
  readonly service: string;
  readonly bindings: readonly Binding[];
  readonly pullRequest: PullRequestSettings;
  readonly commit: CommitSettings;
  readonly review: ReviewSettings;
  /** Which components stand for those of the mapping on other branches; the first that fits counts. */
  readonly branches: readonly BranchSettings[];
  readonly freeze: FreezeSettings;
  /** Whether a held-back text gets a comment on the service. */
  readonly tellTranslators: boolean;
  /** Whether components are locked on the service while a run reads them. */
  readonly withLock: boolean;
}

export type GroupBy = "none" | "language" | "component" | "project";

export interface PullRequestSettings {
  /** Branch name; `{base}` stands for the base branch. */
  readonly branch: string;
  /** Template (Liquid). */
  readonly title?: string;
  /** Template (Liquid). */
  readonly body?: string;
  readonly groupBy: GroupBy;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly reviewers: readonly string[];
  readonly teamReviewers: readonly string[];
  /** The service's code of a language → logins. */
  readonly reviewersByLanguage: Readonly<Record<string, readonly string[]>>;
  /** Title or number. */
  readonly milestone?: string | number;
  readonly draft: boolean;
  readonly autoMerge?: { readonly method: "merge" | "squash" | "rebase"; readonly removals: number };
  /** `owner/name` that the branch is pushed to, where it is not the repository itself. */
  readonly fork?: string;
  /** `noreply`: the translators' names with addresses that reveal nothing; `email`: their addresses; `off`: no trailers. */
  readonly creditTranslators: "noreply" | "email" | "off";
}

export interface CommitSettings {
  /** Template (Liquid) of the headline. */
  readonly message?: string;
  readonly signOff: boolean;
  readonly signing: "forge" | "ssh" | "gpg";
}

export interface ReviewSettings {
  readonly comment: boolean;
  readonly check: boolean;
  /** Percentages of translated strings; 0 never fails. */
  readonly failBelow: number;
  readonly passAbove: number;
  /** `failBelow` of single languages. */
  readonly languages: Readonly<Record<string, number>>;
  readonly broken: "fail" | "report" | "off";
  readonly unknownKeys: "report" | "off";
}

export interface BranchSettings {
  /** Pattern of branch names, with `*` and `**`. */
  readonly branch: string;
  /** Slugs in which `{component}` and `{branch}` may stand. */
  readonly component?: string;
  readonly category?: string;
  readonly create: boolean;
  readonly remove: boolean;
}

export interface FreezeSettings {
  /** Patterns of branch names. */
  readonly branches: readonly string[];
  /** Frozen everywhere as long as an open pull request or issue has it. */
  readonly label?: string;
}

/** `acme/mobile/android` — for people, logs and as a key. */
export function componentName(path: ComponentPath): string {
  return [path.project, ...path.categories, path.component].join("/");
}
