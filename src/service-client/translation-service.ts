import type { ComponentPath } from "../mapping/binding.ts";

/** Where a component is to stand, and what it is to read there. */
export interface ComponentPlace {
  readonly path: ComponentPath;
  readonly name: string;
  /** Address that the service clones. */
  readonly repository: string;
  readonly branch: string;
}

/** What the engine needs to know of a component. Absent values are absent because the service hides them (`vcs.view`). */
export interface ServiceComponent {
  readonly path: ComponentPath;
  /** The service's own address of the object; never rebuilt or normalised (facts §9: category paths). */
  readonly url: string;
  readonly webUrl: string;
  readonly name: string;
  readonly fileFormat: string;
  /** Monolingual base file in the service's repository, or "" for bilingual formats. */
  readonly template: string;
  /** Template for new translations (.pot), or "". */
  readonly newBase: string;
  readonly filemask?: string;
  /** `repo` as the service clones it; for a component that shares a clone: the owner's. */
  readonly repository?: string;
  readonly branch?: string;
  /** Address of the component whose clone this one shares. */
  readonly linkedTo?: string;
  readonly sourceLanguage: string;
  readonly isGlossary: boolean;
  /** Votes decide what becomes a translation: who may not override them can only suggest. */
  readonly votesDecide?: true;
  readonly locked?: boolean;
  /** Address of the running background task, if any. */
  readonly taskUrl?: string;
}

/** Counters of a translation, straight from the list. */
export interface TranslationCounters {
  readonly total: number;
  readonly totalWords: number;
  readonly translated: number;
  readonly translatedWords: number;
  readonly translatedPercent: number;
  readonly fuzzy: number;
  readonly failingChecks: number;
}

export interface ServiceTranslation {
  readonly url: string;
  readonly webUrl: string;
  readonly translateUrl: string;
  /** Where they are not `file/` and `changes/` below `url`: fifty thousand languages have fifty thousand of each. */
  readonly fileUrl?: string | undefined;
  readonly changesUrl?: string | undefined;
  /** The service's code of the language, `zh_Hans`. */
  readonly language: string;
  readonly languageName: string;
  /** The code in the service's file names; may differ from `language`. */
  readonly languageCode: string;
  /** Path in the service's repository. */
  readonly filename: string;
  /** Git blob id of the file as of the last parse or commit; "" before the first (probe §1). */
  readonly revision: string;
  /** Git blob id of the template, where the format has one: second half of `<file>,<template>`. */
  readonly templateRevision?: string | undefined;
  readonly isSource: boolean;
  readonly isTemplate: boolean;
  readonly lastChange: string | null;
  readonly counters: TranslationCounters;
}

/** What a string says, and what names it. */
export interface UnitTexts {
  /** Key of a monolingual string, msgctxt of a PO entry, else "". */
  readonly context: string;
  /** One element per plural form. */
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** One string of a translation. */
export interface ServiceUnit extends UnitTexts {
  readonly url: string;
  /** Whether anybody commented on it. */
  readonly hasComment: boolean;
}

export interface RepositoryStatus {
  readonly needsCommit: boolean;
  readonly needsMerge: boolean;
  readonly needsPush: boolean;
  /** Commit of upstream that the service last saw; component level only. */
  readonly remoteCommit?: string;
  /** Output of the version control system; component level only. */
  readonly status?: string;
  readonly mergeFailure?: string;
}

export type RepositoryOperation = "push" | "pull" | "commit" | "reset" | "cleanup" | "file-sync" | "file-scan";

/** `result` is no verdict by itself: failure is `result: false` with a `detail` (probe §4). */
export interface OperationResult {
  readonly result: boolean | null;
  readonly detail?: string;
}

export type UploadMethod = "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add";

export interface Upload {
  readonly method: UploadMethod;
  readonly conflicts?: "ignore" | "replace-translated" | "replace-approved";
  readonly fuzzy?: "process" | "approve";
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** Counts of an upload; `accepted: 0` with status 200 means "nothing new" (probe §3). */
export interface UploadResult {
  readonly notFound: number;
  readonly skipped: number;
  readonly accepted: number;
  readonly total: number;
}

export interface ServiceChange {
  /** Rises with time; one that was written earlier may become visible later. */
  readonly id: number;
  /** Address of the translation that it is about. */
  readonly translation: string | null;
  /** Address of that one's component, or of the one that it is about as a whole. */
  readonly component: string | null;
  readonly action: number;
  readonly timestamp: string;
  /** Address of the author, null for the service itself. */
  readonly author: string | null;
  readonly user: string | null;
  readonly target: string;
  readonly old: string;
  /** Of a lock: `auto`, whether the service set it itself; of a failed merge `error` (facts §1.1). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The beginning of a project's list of changes. */
export interface NewestChanges {
  /** Entries in all. */
  readonly count: number;
  /** Some of them, newest first. */
  readonly entries: readonly [ServiceChange, ...ServiceChange[]];
  /** When it was told, in milliseconds since 1970 by the service's own clock; undefined where it does not tell. */
  readonly now: number | undefined;
}

/** One language with its component, which are told in one answer. */
export interface DescribedTranslation {
  readonly translation: ServiceTranslation;
  readonly component: ServiceComponent | undefined;
}

export interface ServiceUser {
  readonly username: string;
  readonly fullName: string;
  /** Only for callers that may see it. */
  readonly email?: string;
  readonly isBot?: boolean;
}

export interface Traffic {
  readonly requests: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** From the last answer's X-RateLimit headers. */
  readonly rateLimit?: { readonly limit: number; readonly remaining: number };
}

/**
 * Port: the translation service as the engine sees it. Errors are `RemoteError` (status, the service's own words, a hint);
 * reading operations are retried, writing ones only where repeating them is safe.
 */
export interface TranslationService {
  /** `https://translate.example.org`, for people. */
  readonly url: string;
  /** Slugs of the projects that the token sees, sorted. */
  projects(): Promise<readonly string[]>;
  /** All components of a project, one request per 1,000. */
  components(project: string): Promise<readonly ServiceComponent[]>;
  /** @param patience `short`: asked once, and not for minutes, by those who ask again by themselves */
  component(path: ComponentPath, patience?: "short"): Promise<ServiceComponent>;
  /**
   * Makes a component with the settings of another one, and the categories it is to stand in; resolves when its strings
   * are read. What is there already is taken as it is. Needs `project.edit`.
   */
  createLike(original: ComponentPath, place: ComponentPlace): Promise<ServiceComponent>;
  /** Removes a component, and its categories if they are empty then. Needs `component.edit`. */
  removeComponent(path: ComponentPath): Promise<void>;
  /** What was listed before, as it is now. */
  translation(listed: Pick<ServiceTranslation, "url" | "filename">, project: string): Promise<DescribedTranslation>;
  /**
   * Every language of every component that the token sees, each with its component: one request to count them, and one per 500. Undefined
   * where there are more than wanted. Not repeated after a failure: components are listed one by one as well.
   */
  allTranslations(most: number): Promise<readonly DescribedTranslation[] | undefined>;
  /** One request per 1,000 languages. */
  translations(path: ComponentPath): Promise<readonly ServiceTranslation[]>;
  projectRepository(project: string): Promise<RepositoryStatus>;
  componentRepository(path: ComponentPath): Promise<RepositoryStatus>;
  operateProject(project: string, operation: RepositoryOperation): Promise<OperationResult>;
  operateComponent(path: ComponentPath, operation: RepositoryOperation): Promise<OperationResult>;
  isLocked(path: ComponentPath): Promise<boolean>;
  /** Locks or unlocks; what is so already stays as it is. Needs `component.lock`. */
  setLock(path: ComponentPath, locked: boolean): Promise<void>;
  /** The stored file. The service commits pending strings before it answers. */
  download(translation: ServiceTranslation): Promise<Uint8Array>;
  /**
   * Stored files of a project in one request, told apart by their contents: components may have clones of their own, with the same paths. One that the service's archive lacks is
   * absent. The service commits pending strings before it answers. Not repeated after a failure: there is `download`.
   */
  downloadProject(project: string, translations: readonly ServiceTranslation[]): Promise<readonly Uint8Array[]>;
  /** The same of one component, by `ServiceTranslation.filename`. */
  downloadAll(
    path: ComponentPath,
    translations: readonly ServiceTranslation[],
  ): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The strings that a query in the service's search language finds; one request per 1,000. */
  units(translation: ServiceTranslation, query: string): Promise<readonly ServiceUnit[]>;
  /** The comments on a string, oldest first; undefined where the service does not list them (before 5.15). */
  comments(unit: ServiceUnit): Promise<readonly string[] | undefined>;
  /** Comments on a string, for its language alone; up to 1,000 characters. Needs `comment.add`, and service 5.12. */
  comment(unit: ServiceUnit, text: string): Promise<void>;
  /** Whether translations of the project are reviewed; undefined where the service does not say. */
  hasReviews(project: string): Promise<boolean | undefined>;
  upload(translation: ServiceTranslation, upload: Upload): Promise<UploadResult>;
  addLanguage(path: ComponentPath, language: string): Promise<ServiceTranslation>;
  /** Newest first, page by page; stop iterating to stop asking. */
  changes(translation: ServiceTranslation, actions: readonly number[]): AsyncIterable<ServiceChange>;
  /** The same for all of a project, a thousand at a time: who wrote the texts of many files. */
  projectChanges(project: string, actions: readonly number[]): AsyncIterable<ServiceChange>;
  /** The same for all of a component: locks and repository operations are in no translation's history. */
  componentChanges(path: ComponentPath, actions: readonly number[]): AsyncIterable<ServiceChange>;
  /**
   * The newest entries of a project's list of changes, and how many there are; undefined where there is none. What moves a revision, or
   * leaves a string pending, makes one.
   */
  newestChanges(project: string): Promise<NewestChanges | undefined>;
  /** Those that are wanted, up to the first that is not; undefined where that is more than anybody wants to read. */
  recentChanges(
    project: string,
    isWanted: (change: ServiceChange) => boolean,
  ): Promise<(Omit<NewestChanges, "entries" | "now"> & { readonly entries: readonly ServiceChange[] }) | undefined>;
  user(url: string): Promise<ServiceUser>;
  /** Login name of the token's user; undefined where the token sees others as well, or nobody (probe §7). */
  ownUsername(): Promise<string | undefined>;
  /** Resolves when no background task of the component runs any more. */
  settled(path: ComponentPath): Promise<void>;
  traffic(): Traffic;
}
