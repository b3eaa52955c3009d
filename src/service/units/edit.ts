import type { TranslationRecord } from "../../store/tables.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { UnitRecord } from "./unit-row.ts";

/** Where an edit happens and who makes it. */
export interface EditContext {
  readonly component: ComponentRecord;
  readonly translation: TranslationRecord;
  readonly user: number | undefined;
  /** Whose words they are; default the user. */
  readonly author?: number | undefined;
  /** The strings whose counters may change with it, where somebody has asked before (`countedWith`). */
  readonly counted?: readonly number[] | undefined;
}

export interface UnitEdit {
  readonly unit: UnitRecord;
  readonly target: readonly string[];
  readonly state: number;
  /** Code of the change to record. */
  readonly action?: number;
}
