import type { Selectable } from "kysely";
import type * as z from "zod";
import type { AddonTable, TranslationRecord } from "../../store/tables.ts";
import type { ComponentClone } from "../clone/clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Service, NewUnit } from "../service.ts";

export type AddonRecord = Selectable<AddonTable>;

/** An add-on at work for one component. */
export interface ComponentRun<C> {
  readonly service: Service;
  readonly component: ComponentRecord;
  readonly configuration: C;
}

/** The same by somebody who holds the component's clone. */
export interface CloneRun<C> extends ComponentRun<C> {
  readonly target: ComponentClone;
}

/**
 * What a kind of add-on does. `C` is its configuration. Files are written to the clone's working tree; the paths that are
 * returned are committed by the caller.
 */
export interface Addon<C> {
  /** `weblate.git.squash` */
  readonly name: string;
  /** As people know it; in commit messages. */
  readonly title: string;
  /** Whether it is installed for a component, for a project with all its components, or for either. */
  /** May be installed more than once in the same place. */
  readonly multiple?: true;
  readonly scope: "component" | "project" | "either";
  readonly configuration: z.ZodType<C>;
  /** @returns why a component can have no use for it */
  readonly unsuitable?: (component: ComponentRecord) => string | undefined;
  /** @returns why this server takes no such configuration */
  readonly notHere?: (service: Service, configuration: C) => Promise<string | undefined>;
  /** Brings all files in order: after an update, when it is installed, configured or triggered. @returns changed paths */
  readonly changeFiles?: (run: CloneRun<C>) => Promise<readonly string[]>;
  /** A translation's file is about to be committed. @returns other changed paths */
  readonly beforeCommit?: (
    run: CloneRun<C> & { readonly translation: TranslationRecord },
  ) => Promise<readonly string[]>;
  /** A language's file is about to be committed. @returns other changed paths */
  readonly languageFileMade?: (run: CloneRun<C> & { readonly path: string }) => Promise<readonly string[]>;
  /** After commits and before a push, once for a repository. @returns whether it changed the history */
  readonly tidyHistory?: (run: CloneRun<C>) => Promise<boolean>;
  readonly stateOfNew?: (unit: NewUnit) => number;
  /** Every day, when triggered, and when a language was added. */
  readonly daily?: (run: ComponentRun<C>) => Promise<void>;
  /** Whether `daily` is called after each update of the repository too. */
  readonly runsAfterUpdate?: true;
  /** Members of the configuration that no answer shows. */
  readonly secrets?: readonly string[];
}

/** Lets add-ons with different configurations stand in one list. */
export type AnyAddon = Addon<unknown>;

/** @returns the add-on without the type of its configuration, which its schema checks whenever it is read */
export function addon<C>(declared: Addon<C>): AnyAddon {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what `configuration` has parsed is handed to it
  return declared as unknown as AnyAddon;
}
