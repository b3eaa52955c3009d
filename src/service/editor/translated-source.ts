import { unitStates } from "../../catalog/unit.ts";
import { action, contentActions } from "../changes/actions.ts";
import type { Service } from "../service.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** The source that a translation was made of, where it is another one by now. */
export interface TranslatedSource {
  /** All forms, one below the other. */
  readonly text: string;
  /** When it changed for the first time since, and who changed it; "" and null where only the file tells. */
  readonly since: string;
  readonly by: string | null;
  /** How often it changed since. */
  readonly times: number;
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
  const changed = steps.filter(({ old, target }) => old !== target);
  const [first] = changed;
  const now = texts(source).join("\n");
  if (first !== undefined && first.old !== now)
    return { text: first.old, since: first.timestamp, by: first.username, times: changed.length };
  return previous === "" || previous === now ? undefined : { text: previous, since: "", by: null, times: 1 };
}

/** Whether two texts differ in white space, capitals and punctuation alone. */
export function differInFormAlone(one: string, other: string): boolean {
  const bare = (text: string): string => text.replaceAll(/[\s\p{P}]/gu, "").toLowerCase();
  return bare(one) === bare(other);
}
