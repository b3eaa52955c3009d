import { unitStates } from "../../catalog/unit.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import type { Query, QueryTerm } from "./query-terms.ts";
import { isOfTranslations, statesOf } from "./unit-query.ts";

/** What a translation's row says of its strings. */
type Counter = keyof Pick<
  TranslationRecord,
  "total" | "translated" | "fuzzy" | "approved" | "readonly" | "failing" | "suggestions" | "pending"
>;

/** What is added up: a counter, and 1 or -1 times. */
export type Counted = readonly (readonly [counter: Counter, times: 1 | -1])[];

/** All strings. */
export const everyString: Counted = [["total", 1]];

/**
 * How many strings of a translation a query finds, where the counters of its row tell: queries of states, of failing checks, of
 * suggestions and of what waits for a commit, beside what they ask of whole translations. Undefined: one has to look at strings.
 */
export function countedBy(query: Query): Counted | undefined {
  const own = partsOf(query).filter((part) => !isOfTranslations(part));
  const [only] = own;
  if (own.length === 1 && only?.kind === "term") {
    const counter = counterOf(only);
    if (counter !== undefined) return [[counter, 1]];
  }
  const states = statesOf({ kind: "and", parts: own });
  if (states === undefined) return undefined;
  return groups.flatMap(([state, counted]) => (states.has(state) ? counted : []));
}

/** What all has to be so, also where it stands in brackets. */
function partsOf(query: Query): readonly Query[] {
  return query.kind === "and" ? query.parts.flatMap(partsOf) : [query];
}

/** All states that strings have here. */
const groups: readonly (readonly [state: number, counted: Counted])[] = [
  [
    unitStates.untranslated,
    [
      ["total", 1],
      ["translated", -1],
      ["fuzzy", -1],
    ],
  ],
  [unitStates.needsEditing, [["fuzzy", 1]]],
  [
    unitStates.translated,
    [
      ["translated", 1],
      ["approved", -1],
      ["readonly", -1],
    ],
  ],
  [unitStates.approved, [["approved", 1]]],
  [unitStates.readOnly, [["readonly", 1]]],
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
