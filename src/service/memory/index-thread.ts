/** A thread that keeps texts of the memory, and finds those that are alike (`indexed-memory.ts`). */
import { parentPort } from "node:worker_threads";
import { MemoryIndex, type IndexedEntry, type IndexedMatch, type IndexSearch } from "./memory-index.ts";
import { collector } from "../../core/small-heap.ts";
import { letOthersGoFirst } from "../../core/thread-priority.ts";

letOthersGoFirst();

/** So long after the last question nobody waits for a collection. */
const REST_MILLISECONDS = 500;

/** What the thread is asked; it answers in turn. `index` names a pair of languages. */
export type IndexQuestion = { readonly index: string } & (
  | { readonly kind: "add"; readonly entries: string }
  | { readonly kind: "search"; readonly search: IndexSearch }
  | { readonly kind: "drop" }
);

export interface IndexAnswer {
  readonly size: number;
  readonly found: readonly (readonly IndexedMatch[])[];
}

const indexes = new Map<string, MemoryIndex>();
let rest: NodeJS.Timeout | undefined;
let isRead = false;

parentPort?.on("message", (question: IndexQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answerTo(question));
  isRead ||= question.kind === "add";
  clearTimeout(rest);
  if (isRead) rest = setTimeout(forgetTexts, REST_MILLISECONDS).unref();
});

/** Texts as they came are most of what the thread holds once it knows a memory, and V8 would keep them until there are more. */
function forgetTexts(): void {
  isRead = false;
  collector("last-resort")();
}

function answerTo(question: IndexQuestion): IndexAnswer {
  const index = indexes.get(question.index) ?? new MemoryIndex();
  indexes.set(question.index, index);
  switch (question.kind) {
    case "add": {
      const entries: readonly IndexedEntry[] = JSON.parse(question.entries);
      index.add(entries);
      return { size: index.size, found: [] };
    }
    case "search":
      return { size: index.size, found: index.search(question.search) };
    case "drop":
      indexes.delete(question.index);
      return { size: 0, found: [] };
  }
}
