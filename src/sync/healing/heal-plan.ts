import type { HealIntent } from "./heal-intents.ts";
import type { ComparedFile } from "./heal-files.ts";
import type { ResetObservation } from "./heal.ts";

/**
 * What becomes of a file of the service:
 * - `keep`: both sides have the same strings.
 * - `reset`: the repository's version takes its place, and no string is lost that it lacks.
 * - `upload`: the same, and strings that only the service has are uploaded again.
 * - `add-language`: the repository has no such file: the language is added again, and its strings are uploaded.
 * - `in-the-way`: nothing is done to the clone because of it.
 */
type FileAction = "keep" | "reset" | "upload" | "add-language" | "in-the-way";

export interface PlannedFile {
  /** `acme/website`. */
  readonly component: string;
  readonly language: string;
  readonly path: string;
  readonly action: FileAction;
  /** Keys of what is uploaded again. */
  readonly uploads: readonly string[];
  /** Keys that both sides changed, whose text on the service goes with the reset: the mapping says `conflicts: repository`. */
  readonly givesUp: readonly string[];
}

/** What would be done to a clone of the service, or what stands in the way; pure data. */
export interface ClonePlan {
  /** Locked for it, and unlocked at its end. */
  readonly locks: readonly string[];
  /** Locked already, by the service itself or by a run that was killed, and unlocked at its end. */
  readonly unlocks: readonly string[];
  /** Locked by somebody, as it stays. */
  readonly lockedBy: readonly { readonly component: string; readonly who: string }[];
  /** Have strings that are committed first: what they hold is not in `files` yet. */
  readonly commits: readonly string[];
  readonly files: readonly PlannedFile[];
}

/** What an earlier run began, and the next one ends. */
export interface PlannedEnd {
  /** Owner of the clone. */
  readonly owner: string;
  readonly unlocks: readonly string[];
  /** Files with strings that are uploaded again, where nobody saved another text since. */
  readonly uploads: readonly string[];
}

export function clonePlan(
  { components }: Pick<ResetObservation, "components">,
  files: readonly ComparedFile[],
): ClonePlan {
  const names = (chosen: ResetObservation["components"]): readonly string[] => chosen.map(({ name }) => name);
  return {
    locks: names(components.filter(({ isLocked }) => !isLocked)),
    unlocks: names(components.filter(({ isLocked, lockedBy }) => isLocked && lockedBy === undefined)),
    lockedBy: components.flatMap(({ name, lockedBy }) =>
      lockedBy === undefined ? [] : [{ component: name, who: lockedBy }],
    ),
    commits: names(components.filter(({ needsCommit }) => needsCommit)),
    files: files.map(plannedFile),
  };
}

function plannedFile({ observation, news, conflicts }: ComparedFile): PlannedFile {
  const { component, language, path, relation } = observation;
  const action: Readonly<Record<typeof relation, FileAction>> = {
    equal: "keep",
    "same-strings": "keep",
    older: "reset",
    news: "upload",
    missing: news === undefined ? "in-the-way" : "add-language",
    differs: "in-the-way",
    unread: "in-the-way",
  };
  return {
    component,
    language,
    path,
    action: action[relation],
    uploads: news?.upload.keys ?? [],
    givesUp: conflicts.map(({ key }) => key),
  };
}

export function plannedEnd({ owner, locked, files }: HealIntent): PlannedEnd {
  return {
    owner,
    unlocks: locked,
    uploads: files.map(({ path, component, language }) => named(path, component, language)),
  };
}

const MOST_KEYS = 5;

/** A line each of what would be done, in its order; what stays as it is is counted. */
export function planWords({ locks, unlocks, lockedBy, commits, files }: ClonePlan): readonly string[] {
  const kept = files.filter(({ action }) => action === "keep").length;
  return [
    ...locks.map((name) => `${name}: locked for it, and unlocked at its end`),
    ...unlocks.map(
      (name) => `${name}: locked already, by the service itself or by a run that was killed, and unlocked at its end`,
    ),
    ...lockedBy.map(({ component, who }) => `${component}: ${who}, and stays so`),
    ...commits.map(
      (name) => `${name}: has strings that are not committed yet; they are committed first and are not counted here`,
    ),
    ...files.flatMap((file) => {
      const words = fileWords(file);
      return words === undefined ? [] : [`${named(file.path, file.component, file.language)}: ${words}`];
    }),
    ...(kept === 0 ? [] : [`${counted(kept, "file")} with the same strings on both sides`]),
  ];
}

function fileWords({ action, uploads, givesUp }: PlannedFile): string | undefined {
  const lost = givesUp.length === 0 ? "" : `; ${keyWords(givesUp)} changed on both sides: the repository's text stays`;
  switch (action) {
    case "keep":
    case "in-the-way":
      return undefined;
    case "reset":
      return `reset to the repository's version${lost}`;
    case "upload":
      return `reset to the repository's version, and ${keyWords(uploads)} uploaded again: only the service has ${uploads.length === 1 ? "it" : "them"}${lost}`;
    case "add-language":
      return uploads.length === 0
        ? "the language is added again: the repository does not have it"
        : `the language is added again, and ${keyWords(uploads)} uploaded: the repository does not have it`;
  }
}

function keyWords(keys: readonly string[]): string {
  const rest = keys.length - MOST_KEYS;
  const shown = keys.slice(0, MOST_KEYS).map((key) => `\`${key.slice(0, 60)}\``);
  return `${counted(keys.length, "string")} (${shown.join(", ")}${rest > 0 ? `, and ${String(rest)} more` : ""})`;
}

function named(path: string, component: string, language: string): string {
  return `${path} (${component}, ${language})`;
}

/** `1 string`, `2 strings`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}
