import * as core from "@actions/core";

/**
 * What a step leaves for the one that the runner runs at the end of the job, whatever happens until then. The runner gives it
 * back to this action alone.
 */

const STARTED = "started";
const LOCKS = "locks";
const APP_TOKEN = "app-token";

/** Components that this run locks on a service. */
export interface RememberedLocks {
  /** Address of the service. */
  readonly service: string;
  /** `acme/website` */
  readonly names: readonly string[];
}

/** Said first of all: from now on, whoever is started with this state is the end of the job. */
export function rememberStart(): void {
  core.saveState(STARTED, "true");
}

export function isEndOfJob(): boolean {
  return core.getState(STARTED) === "true";
}

/** What one step has locked so far, written down for the end of the job before anything else happens. */
export interface LockMemory {
  remember(locks: RememberedLocks): void;
  /** The run gave them back itself. */
  forget(): void;
}

export function lockMemory(): LockMemory {
  const lockedSoFar = new Map<string, Set<string>>();
  return {
    remember: ({ service, names }) => {
      const known = lockedSoFar.get(service) ?? new Set();
      lockedSoFar.set(service, known);
      for (const name of names) known.add(name);
      core.saveState(LOCKS, JSON.stringify({ service, names: [...known] }));
    },
    forget: () => {
      if (lockedSoFar.size > 0) core.saveState(LOCKS, "");
    },
  };
}

export function rememberedLocks(): RememberedLocks | undefined {
  const saved = core.getState(LOCKS);
  if (saved === "") return undefined;
  const value: unknown = JSON.parse(saved);
  if (typeof value !== "object" || value === null || !("service" in value) || !("names" in value)) return undefined;
  const { service, names } = value;
  if (typeof service !== "string" || !Array.isArray(names)) return undefined;
  return { service, names: names.filter((name) => typeof name === "string") };
}

/** An installation's token, made by this run and of no use after it. */
export function rememberAppToken(token: string): void {
  core.saveState(APP_TOKEN, token);
}

export function rememberedAppToken(): string | undefined {
  return core.getState(APP_TOKEN) || undefined;
}
