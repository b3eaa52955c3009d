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
}
