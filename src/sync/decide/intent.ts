import type { Standings } from "./standing.ts";

/** What a run is for. */
export interface Intent {
  /** Send what git has: source files, and translations as far as the mapping says. */
  readonly push: boolean;
  /** Fetch what the service has. */
  readonly pull: boolean;
  /** The service was already brought up to date in this run: only downloads and findings are left. */
  readonly settled: boolean;
  /** The explicit yes to removals beyond the limit. */
  readonly allowRemovals: boolean;
  /** Why strings are frozen, if they are: no source goes to the service. */
  readonly frozen?: string;
  /** How far languages are, where this run sees a part of their projects only. */
  readonly standings?: Standings;
  /** This run sees a part of its projects, and nobody told it the standings: what it cannot judge is not removed. */
  readonly isPartial?: true;
  /** Of a second look: `component path` of translations that this run has sent, whatever the service made of them. */
  readonly sent?: ReadonlySet<string>;
}
