import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Database } from "../store/database.ts";
import type { CloneLocks } from "./clone-lock.ts";

export interface RateLimit {
  /** Requests per window; undefined: not limited. */
  readonly requests: number | undefined;
  readonly windowSeconds: number;
}

export interface ServiceSettings {
  /** Name in commit messages and of the committer. */
  readonly siteTitle: string;
  readonly siteEmail: string;
  readonly rateLimits: { readonly anonymous: RateLimit; readonly user: RateLimit };
  /** How long a request waits for another one's operation on the same clone before it gets 423. */
  readonly busyMilliseconds: number;
  readonly uploadBytes: number;
  readonly archive: { readonly entries: number; readonly bytes: number };
}

/** Limits of the specification (1, "Limits") and of the real service (facts §2). */
export const defaultSettings: ServiceSettings = {
  siteTitle: "Interlinear",
  siteEmail: "noreply@interlinear.invalid",
  rateLimits: {
    anonymous: { requests: 100, windowSeconds: 86_400 },
    user: { requests: 5000, windowSeconds: 3600 },
  },
  busyMilliseconds: 20_000,
  uploadBytes: 50_000_000,
  archive: { entries: 20_000, bytes: 500_000_000 },
};

/** What every behaviour of the service works on. */
export interface Service {
  readonly database: Database;
  /** Absolute; nothing outside of it is ever written. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly locks: CloneLocks;
  readonly settings: ServiceSettings;
}

/** The present as the database and the API write it. */
export function timestamp(service: Pick<Service, "clock">): string {
  return service.clock.now().toISOString();
}
