import type { CheckId } from "../catalog/checks/index.ts";
import type { Flaw } from "../catalog/unit.ts";

/** Translated strings of all strings. */
export interface Progress {
  readonly translated: number;
  readonly total: number;
}

/** A string of a source file that the change adds, changes, renames or removes. */
export interface SourceChange {
  readonly kind: "added" | "changed" | "renamed" | "removed";
  readonly key: string;
  /** The key it had before, where that was another one. */
  readonly previousKey?: string;
  /** One text per plural form; undefined where that version has no such string. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
  /** Line in the source file at head, from 1; of a removed string in the earlier version. */
  readonly line: number;
  /** Words of the text at head; of a removed string those that went. */
  readonly words: number;
}

/** What a change does to one language, in one component or in all that it touches. */
export interface LanguageReview {
  /** The service's code. */
  readonly language: string;
  /** Undefined where the language, or the component, is not there at that commit. */
  readonly before: Progress | undefined;
  /** A translation whose source text changed, and that did not follow, counts as not translated. */
  readonly after: Progress | undefined;
  /** Strings that came without a translation. */
  readonly missing: number;
  /** Translations of a source text that is another one now. */
  readonly outdated: number;
  /** Translations that the change took out, or marked as needing editing, while their source stayed. */
  readonly lost: number;
  /** Translations that go with their source string. */
  readonly removed: number;
  /** Translations that the change itself brings. */
  readonly brought: number;
  /** Words of the source strings whose translations are missing, outdated or lost. */
  readonly words: number;
}

/** `new`, `removed`: there is such a component at one of the commits only. `unreadable`: see {@link Review.unreadable}. */
export type ComponentReviewKind = "changed" | "new" | "removed" | "unreadable" | "opaque";

/** A component whose source or translations the change touches. */
export interface ComponentReview {
  /** `acme/website` */
  readonly component: string;
  /** `opaque`: the file's format is not read here, so nothing is known but that it changed. */
  readonly kind: ComponentReviewKind;
  /** Path of the source file. */
  readonly source: string;
  /** The service's code. */
  readonly sourceLanguage: string;
  /** In the order of the file, the removed ones last. */
  readonly strings: readonly SourceChange[];
  /** Languages that have a file at one of the commits, in the order of their codes. */
  readonly languages: readonly LanguageReview[];
  /** Of the languages that are there at both commits; of a new component, `after` is of all it has and `before` of nothing. */
  readonly before: Progress;
  readonly after: Progress;
}

/**
 * A translation, or a key of a source file, that would break the app. `translation`: the change wrote it. `source`: the change wrote a source text that
 * the translation no longer fits, and the translation was left as it is.
 */
export interface BrokenTranslation {
  readonly cause: "translation" | "source";
  readonly component: string;
  readonly language: string;
  /** File of the translation, and the line in it at head, from 1. */
  readonly path: string;
  readonly line: number;
  readonly key: string;
  /** One text per plural form. */
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** Never empty. `duplicate-key`: the file has the key twice, and one of the texts is never shown. */
  readonly findings: readonly { readonly check: CheckId | "duplicate-key"; readonly message: string }[];
}

/** A file of the change that does not parse. */
export interface UnreadableFile {
  readonly component: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A mistake that the change put into a file, and that every reader of it passes over. */
export interface FlawedFile extends Flaw {
  readonly component: string;
  readonly path: string;
}

/** A key that code asks for since this change, and that no source file has. */
export interface UnknownKey {
  readonly key: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The function as the code has it: `t`, `i18n.t`, `R.string`. */
  readonly call: string;
  /** A key that is there and looks like it. */
  readonly nearest?: string;
}

/** A string that the change put into a translation file, and that the source file does not have. */
export interface StrayKey {
  readonly component: string;
  readonly language: string;
  readonly key: string;
  readonly path: string;
  readonly line: number;
}

/** A mistake of the mapping that this change makes: a source that it names is gone, two files are one. */
export interface MappingMistake {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly hint?: string;
}

/** What a change does to translations. Plain data, from git's objects alone. */
export interface Review {
  /** Commit that head is compared with: where the two parted, as far as git has that. */
  readonly base: string;
  readonly head: string;
  /** Those that the change touches, most stale words first. Empty: nothing to do with translations. */
  readonly components: readonly ComponentReview[];
  /** The languages of all those components, in the order of their codes. */
  readonly languages: readonly LanguageReview[];
  /** Of the languages and components that are there at both commits. */
  readonly before: Progress;
  readonly after: Progress;
  readonly broken: readonly BrokenTranslation[];
  readonly unreadable: readonly UnreadableFile[];
  readonly flaws: readonly FlawedFile[];
  readonly unknownKeys: readonly UnknownKey[];
  readonly strayKeys: readonly StrayKey[];
  readonly mistakes: readonly MappingMistake[];
  /** Why source strings may not change now; undefined where they may. */
  readonly frozen: string | undefined;
}

export interface ReviewOptions {
  /** Commit ids whose objects git has. */
  readonly base: string;
  readonly head: string;
  /** Why source strings may not change now: `the label string-freeze is set`. */
  readonly frozen?: string;
}
