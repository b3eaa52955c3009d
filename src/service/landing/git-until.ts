import type { GitOutput } from "../../git/run.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { Clone } from "../clone/clone.ts";

/** What git prints; undefined where it fails, since histories may lack what others have. */
export type Git = (...args: readonly string[]) => Promise<GitOutput["stdout"] | undefined>;

export function gitUntil(clone: Clone, signal: AbortSignal): Git {
  return async (...args) => {
    const { code, stdout } = await clone.git(args, { allow: [0, 128, 129], signal });
    return code === 0 ? stdout : undefined;
  };
}

export function textOf(output: GitOutput["stdout"] | undefined): string {
  return output?.toString("utf8") ?? "";
}

/** What git was at is broken off, and says so in its own way; a version too large to be read ends it as well. @throws any other fault */
export function onlyCut(signal: AbortSignal, error: unknown): void {
  if (!signal.aborted && !(error instanceof TooCostly)) throw error;
}
