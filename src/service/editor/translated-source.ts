import { unitStates } from "../../catalog/unit.ts";
import { action, contentActions } from "../changes/actions.ts";
import type { Service } from "../service.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** One change of a source. */
export interface SourceStep {
  /** All forms, one below the other. */
  readonly old: string;
  readonly now: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly by: string | null;
}

/** The source that a translation was made of, where it is another one by now. */
export interface TranslatedSource {
  /** All forms, one below the other. */
  readonly text: string;
  /** From there to what it says now, the oldest first; none where only the file tells. */
  readonly steps: readonly SourceStep[];
}

const translated = [...contentActions].filter((code) => code !== action.sourceChanged);
const MOST_CHANGES = 100;

/** By the log: not the last step of the source, but the text that the translator had before them. */
export async function translatedSource({ readers }: Service, unit: UnitRecord): Promise<TranslatedSource | undefined> {
  const { id, source_unit_id: sourceId, state, source, previous_source: previous } = unit;
  if (state !== unitStates.needsEditing) return undefined;
  const last = await readers
    .selectFrom("change")
    .select("id")
    .where("unit_id", "=", id)
    .where("action", "in", translated)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const steps =
    sourceId === null
      ? []
      : await readers
          .selectFrom("change")
          .leftJoin("user", "user.id", "change.user_id")
          .select(["change.old", "change.target", "change.timestamp", "user.username"])
          .where("change.unit_id", "=", sourceId)
          .where("change.action", "in", [...contentActions])
          .where("change.id", ">", last?.id ?? 0)
          .orderBy("change.id")
          .limit(MOST_CHANGES)
          .execute();
  const changed = steps
    .filter(({ old, target }) => old !== target)
    .map(({ old, target, timestamp, username }) => ({ old, now: target, timestamp, by: username }));
  const [first] = changed;
  const now = texts(source).join("\n");
  if (first !== undefined && first.old !== now) return { text: first.old, steps: changed };
  return previous === "" || previous === now ? undefined : { text: previous, steps: [] };
}

/** Whether two texts differ in white space, capitals and punctuation alone. */
export function differInFormAlone(one: string, other: string): boolean {
  const bare = (text: string): string => text.replaceAll(/[\s\p{P}]/gu, "").toLowerCase();
  return bare(one) === bare(other);
}
