import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type UnitState } from "../../catalog/unit.ts";
import type { Entry, Form, XliffVersion } from "./parse.ts";

/** XLIFF 1.2 texts that the service shows as "needs editing"; those that want a review are translated. */
const UNFINISHED = new Set(["new", "needs-translation", "needs-adaptation", "needs-l10n"]);
const REVIEWED = new Set(["reviewed", "final"]);

/** What a state attribute says; undefined where there is none. */
export function stateAttribute(version: XliffVersion, { element, target }: Form): string | undefined {
  return (version === 1 ? target : element)?.tag.attributes.get("state");
}

export function stateOf(version: XliffVersion, entry: Entry, texts: readonly string[]): UnitState {
  if (isEmpty(texts)) return unitStates.untranslated;
  let isReviewed = true;
  for (const form of entry.forms) {
    const state = stateAttribute(version, form);
    if (isUnfinished(version, state)) return unitStates.needsEditing;
    if (state === undefined || !REVIEWED.has(state)) isReviewed = false;
  }
  const isApproved = version === 1 ? isMarkedApproved(entry) : isReviewed;
  return isApproved ? unitStates.approved : unitStates.translated;
}

function isUnfinished(version: XliffVersion, state: string | undefined): boolean {
  return state !== undefined && (version === 1 ? UNFINISHED.has(state) : state === "initial");
}

/** XLIFF 1: a unit, or a plural's group or all its forms. */
function isMarkedApproved({ element, forms }: Entry): boolean {
  if (element.tag.attributes.get("approved") === "yes") return true;
  return forms.every((form) => form.element.tag.attributes.get("approved") === "yes");
}

/** How a file marks its states; learned from it. */
export interface StateStyle {
  /** What texts have that are translated; undefined: nothing. */
  readonly translated: string | undefined;
  /** XLIFF 2: `reviewed` or `final`. */
  readonly approved: string;
  /** Whether some translated text has no attribute. */
  readonly leavesUnmarked: boolean;
}

/** @param states attributes of all texts that say something; undefined: one has none */
export function stateStyleOf(states: ReadonlySet<string | undefined>): StateStyle {
  return {
    translated: states.has("translated") ? "translated" : undefined,
    approved: !states.has("reviewed") && states.has("final") ? "final" : "reviewed",
    leavesUnmarked: states.has(undefined),
  };
}

/**
 * The state attribute that a text gets, in the file's way: none is added where the state can do without.
 *
 * @param former what it has
 */
export function wantedState(
  version: XliffVersion,
  wanted: UnitState,
  former: string | undefined,
  style: StateStyle,
): string | undefined {
  if (wanted === unitStates.untranslated) return former === undefined ? undefined : version === 1 ? "new" : "initial";
  if (wanted === unitStates.needsEditing) {
    if (isUnfinished(version, former)) return former;
    return version === 1 ? "needs-translation" : "initial";
  }
  if (wanted === unitStates.approved) {
    if (version === 2) return former !== undefined && REVIEWED.has(former) ? former : style.approved;
    if (former === undefined) return style.translated === undefined ? undefined : "final";
    return former === "signed-off" ? former : "final";
  }
  if (former === undefined) return style.translated;
  return style.translated ?? (style.leavesUnmarked ? undefined : "translated");
}
