import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Outward } from "../network/outward.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { Database, Queries } from "../store/database.ts";
import type { DatabaseAbsence } from "../store/database-absence.ts";
import type { TranslationRecord } from "../store/tables.ts";
import type { CloneLocks } from "./clone/clone-lock.ts";
import type { ComponentClone } from "./clone/clone.ts";
import type { ComponentRecord } from "./components/component-settings.ts";
import type { OpenStrings } from "./editor/open-strings.ts";
import type { ServiceSettings } from "./settings.ts";
import type { Words } from "./wording/words.ts";

/** What every behaviour of the service works on. */
export interface Service {
  readonly database: Database;
  /** The same, for searches and other reading that grows with what there is: nobody else waits for it (`openReaders`). */
  readonly readers: Database;
  /** The same, for what looks at each of many strings, as some searches do: it waits for its like, and what pages ask of `readers` does not. */
  readonly searches: Database;
  /** Absolute; nothing outside of it is ever written. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly absence: DatabaseAbsence;
  readonly locks: CloneLocks;
  readonly openStrings: OpenStrings;
  readonly jobs: JobQueue;
  readonly addons: AddonEvents;
  /** Requests to addresses that people of the service wrote. */
  readonly outward: Outward;
  readonly settings: ServiceSettings;
  /** What the editor says, by the language of a profile; undefined: the catalogues that are installed. */
  readonly words: ((language: string) => Words) | undefined;
}

/** A string that a file brings for the first time. */
export interface NewUnit {
  readonly isSource: boolean;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly state: number;
}

/** A change as it was written down. */
export interface RecordedChange {
  readonly id: number;
  readonly action: number;
  readonly project_id: number | null;
  readonly component_id: number | null;
}

/**
 * When add-ons get to act: each of these is called at one place. Whoever calls the first six holds the clone; what add-ons
 * write to other files is in their own commits, unless paths are returned.
 */
export interface AddonEvents {
  /** Upstream's changes have been taken over and read. */
  afterUpdate(service: Service, target: ComponentClone, user: number | undefined): Promise<void>;
  /** A translation's file is being written: which add-ons there are is read meanwhile. */
  aboutToCommit(service: Service, target: ComponentClone): Promise<void>;
  /** A translation's file has been written and is about to be committed. @returns what else belongs into that commit */
  beforeCommit(
    service: Service,
    target: ComponentClone,
    component: ComponentRecord,
    translation: TranslationRecord,
  ): Promise<readonly string[]>;
  /** What waited has been committed. */
  afterCommit(service: Service, target: ComponentClone): Promise<void>;
  /** What upstream lacks is about to be pushed. */
  beforePush(service: Service, target: ComponentClone): Promise<void>;
  /** A language's file has been made and is about to be committed. @returns what else belongs into that commit */
  languageFileMade(
    service: Service,
    target: ComponentClone,
    component: ComponentRecord,
    path: string,
  ): Promise<readonly string[]>;
  /** A language is there now; part of the transaction that says so. */
  languageAdded(service: Service, queries: Queries, component: ComponentRecord): Promise<void>;
  /** @returns the state of strings that are new in a component's files; undefined: as the files have it */
  stateOfNew(queries: Queries, component: ComponentRecord): Promise<((unit: NewUnit) => number) | undefined>;
  /** @returns undefined where nobody wants to be told of changes; `tell` is part of the transaction */
  listeners(service: Service, queries: Queries): Promise<ChangeListeners | undefined>;
}

export interface ChangeListeners {
  wants(change: Omit<RecordedChange, "id">): boolean;
  tell(changes: readonly RecordedChange[]): Promise<void>;
}

/** The present as the database and the API write it. */
export function timestamp(service: Pick<Service, "clock">): string {
  return service.clock.now().toISOString();
}
