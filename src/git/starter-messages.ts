/** What a process and the small one that starts git for it tell each other, by a pipe alone: environments hold secrets. */

import type { GitEnding, GitFailure, GitStart } from "./start-git.ts";

/** To the small process. `id` is the starting process's own number for a git. */
export type MessageToStarter =
  | ({ readonly kind: "start"; readonly id: number } & Pick<GitStart, "args" | "cwd" | "env" | "input">)
  | { readonly kind: "input"; readonly id: number; readonly part: Uint8Array | string }
  | { readonly kind: "end-input"; readonly id: number }
  | { readonly kind: "kill"; readonly id: number };

/** From the small process. */
export type MessageOfStarter =
  | { readonly kind: "ready" }
  | { readonly kind: "started"; readonly id: number; readonly pid: number }
  | { readonly kind: "output"; readonly id: number; readonly chunk: Uint8Array }
  | { readonly kind: "error-output"; readonly id: number; readonly chunk: Uint8Array }
  | { readonly kind: "ended"; readonly id: number; readonly ending: GitEnding }
  | { readonly kind: "failed"; readonly id: number; readonly failure: GitFailure };
