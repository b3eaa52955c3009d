import { unitStates } from "../../catalog/unit.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import type { Query, QueryTerm } from "./query-terms.ts";
import { isOfTranslations, statesOf } from "./unit-query.ts";

/** What a translation's row says of its strings. */
export type Counted = Pick<
  TranslationRecord,
  "total" | "translated" | "fuzzy" | "approved" | "readonly" | "failing" | "suggestions" | "pending"
>;

/**
 * How many strings of a translation a query finds, where the counters of its row tell: queries of states, of failing checks, of
 * suggestions and of what waits for a commit, beside what they ask of whole translations. Undefined: one has to look at strings.
 */
export function countedBy(query: Query): ((counted: Counted) => number) | undefined {
  const own = partsOf(query).filter((part) => !isOfTranslations(part));
  const [only] = own;
  if (own.length === 1 && only?.kind === "term") {
    const counter = counterOf(only);
    if (counter !== undefined) return (counted) => counted[counter];
  }
  const states = statesOf({ kind: "and", parts: own });
  if (states === undefined) return undefined;
  const found = groups.filter(({ state }) => states.has(state));
  return (counted) => found.reduce((sum, { count }) => sum + count(counted), 0);
}

/** What all has to be so, also where it stands in brackets. */
function partsOf(query: Query): readonly Query[] {
  return query.kind === "and" ? query.parts.flatMap(partsOf) : [query];
}

/** All states that strings have here. */
const groups: readonly { readonly state: number; readonly count: (counted: Counted) => number }[] = [
  { state: unitStates.untranslated, count: ({ total, translated, fuzzy }) => total - translated - fuzzy },
  { state: unitStates.needsEditing, count: ({ fuzzy }) => fuzzy },
  {
    state: unitStates.translated,
    count: ({ translated, approved, readonly }) => translated - approved - readonly,
  },
  { state: unitStates.approved, count: ({ approved }) => approved },
  { state: unitStates.readOnly, count: ({ readonly }) => readonly },
];

function counterOf({ field, operator, value }: QueryTerm): "failing" | "suggestions" | "pending" | undefined {
  if (operator !== ":" || value.kind !== "text") return undefined;
  switch (`${field ?? ""}:${value.text}`) {
    case "has:check":
      return "failing";
    case "has:suggestion":
      return "suggestions";
    case "is:pending":
      return "pending";
    default:
      return undefined;
  }
}
