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
  /** What the transaction has found out already (`saving-turn.ts`). */
  readonly turn?: SavingTurn | undefined;
  /** Said otherwise by who saves: the text stays in this component. */
  readonly spreads?: boolean;
  /** Where the author is who asks: their profile, as it is kept. */
  readonly profile?: string | undefined;
}

/** What is known of a string whose saving is under way. */
export interface SavingTurn {
  /** The strings whose counters may change with it, as they were before. */
  readonly counted: readonly UnitRecord[];
  /** No other component of the project has the string: it spreads nowhere, and nothing is to say the same. */
  readonly isAlone: boolean;
}

export interface UnitEdit {
  readonly unit: UnitRecord;
  readonly target: readonly string[];
  readonly state: number;
  /** Code of the change to record. */
  readonly action?: number;
  /** What more the change tells. */
  readonly details?: Readonly<Record<string, unknown>>;
}
