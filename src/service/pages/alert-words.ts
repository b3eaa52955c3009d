import { amount } from "./bar.ts";
import type { Alert, AlertName } from "../clone/alerts.ts";

/** What is wrong, and what ends it. */
export interface AlertWords {
  readonly title: string;
  /** In the words of who found it; "" where the title says all. */
  readonly details: string;
  readonly remedy: string;
  /** Pages that the remedy speaks of, by their names in addresses. */
  readonly at: readonly string[];
}

interface Known {
  readonly title: string;
  /** Name of the detail that is shown. */
  readonly shown?: string;
  readonly remedy: string;
  readonly at: readonly string[];
}

const known: Readonly<Record<AlertName, Known>> = {
  MergeFailure: {
    title: "The repository cannot be merged",
    shown: "error",
    remedy:
      "Both sides changed the same place. Merge it in git and pull again; or take what is upstream by “Reset and write the translations again”, which keeps the translations of this service.",
    at: ["repository"],
  },
  UpdateFailure: {
    title: "The repository cannot be fetched",
    shown: "error",
    remedy: "Look whether its address, its branch and the key or token that reads it still hold, then pull again.",
    at: ["settings", "repository"],
  },
  PushFailure: {
    title: "The repository takes no push",
    shown: "error",
    remedy:
      "Look whether the push address may be written to, and whether the branch is protected. Then push again. Nothing is lost: the commits wait here.",
    at: ["settings", "repository"],
  },
  ParseError: {
    title: "A file cannot be read",
    shown: "errors",
    remedy: "Mend the file in git at the place that is named, then pull. Until then its strings stay as they were.",
    at: ["repository"],
  },
  RepositoryOperationFailure: {
    title: "An operation on the repository failed",
    shown: "error",
    remedy: "Do it again. Where that fails the same way, “Clean up” removes what is in its way.",
    at: ["repository"],
  },
  RepositoryOutdated: {
    title: "Upstream is far ahead",
    shown: "missing_commits",
    remedy: "Pull. Where nobody tells this service of pushes, set up the webhook of the repository.",
    at: ["repository", "webhook"],
  },
  RepositoryChanges: {
    title: "Many commits wait to be pushed",
    shown: "outgoing_commits",
    remedy: "Push, or merge the pull request that carries them.",
    at: ["repository"],
  },
  DuplicateLanguage: {
    title: "Two files are of one language",
    shown: "files",
    remedy: "Remove one of them from git, or narrow “Language filter” in the settings of the component.",
    at: ["settings"],
  },
  NoMaskMatches: {
    title: "No file fits the file mask",
    shown: "filemask",
    remedy: "Correct “File mask” in the settings of the component, or bring the files back in git.",
    at: ["settings"],
  },
  InexistantFiles: {
    title: "Files that the settings name are not in the repository",
    shown: "files",
    remedy: "Correct the paths in the settings of the component, or bring the files back in git.",
    at: ["settings"],
  },
};

/** Of a merge that people decide in the editor, string by string. */
const DECIDE =
  "Both sides changed a string differently. Decide each of them in the editor, by saving one of the two texts or a third: with the last one it is merged by itself.";

export function alertWords({ name, details, disputed }: Omit<Alert, "since">): AlertWords {
  const { title, shown, remedy, at } = known[name];
  const detail = shown === undefined ? undefined : details[shown];
  const words = Array.isArray(detail) ? detail.map(String).join("\n") : detail === undefined ? "" : wordsOf(detail);
  return { title, details: words, remedy: disputed.length > 0 ? DECIDE : remedy, at };
}

function wordsOf(detail: unknown): string {
  if (typeof detail === "number") return `${amount(detail)} ${detail === 1 ? "commit" : "commits"}`;
  return typeof detail === "string" ? detail : JSON.stringify(detail);
}
