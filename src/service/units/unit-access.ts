import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";
import { denied, locked } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { agreementRefusal } from "./agreement.ts";

type Place = Pick<VisibleUnit, "project" | "component" | "translation" | "language">;

/**
 * Whether a translation's texts can be changed at all: those of a source language only where they are the template's and
 * may be edited there.
 */
function hasFixedTexts({ component, translation }: Place): boolean {
  if (translation.is_source !== 1) return false;
  return translation.is_template !== 1 || !component.settings.edit_template;
}

/** A source string is reviewed where its project reviews sources; its text may be fixed nevertheless. */
function isReviewedSource({ project, translation }: Place): boolean {
  return translation.is_source === 1 && project.source_review === 1;
}

/** Whether nobody may change the string. */
export function isReadOnly(place: VisibleUnit): boolean {
  return place.unit.state === unitStates.readOnly || (hasFixedTexts(place) && !isReviewedSource(place));
}

/** @throws 403 for a string that nobody may change */
export function assertWritable(place: VisibleUnit): void {
  if (isReadOnly(place)) throw denied("The string is read-only.");
}

/** Why the caller may only suggest, where votes decide what becomes the translation; undefined: they may do more. */
export function overrideRefusal(caller: Caller, place: Place): Refusal | undefined {
  const { component, translation } = place;
  const { enable_suggestions: enabled, suggestion_voting: voting, suggestion_autoaccept: needed } = component.settings;
  const isEnforced = enabled && voting && needed > 0 && translation.is_source !== 1;
  if (!isEnforced || may(caller, place, "unit.override")) return undefined;
  return denied("Only suggestions are allowed in this translation.");
}

/**
 * Whether the caller may save a text for the string, by an edit of their own or by taking over a suggestion.
 * @throws 403 with the reason
 */
export async function assertMayTranslate(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  through: Way = "edit",
): Promise<void> {
  const refusal = await translationRefusal(service.database, caller, place, through);
  if (refusal !== undefined) throw refusal;
}

type Way = "edit" | "suggestion";

/** Why the caller may not save a text for the string; undefined: they may. */
export async function translationRefusal(
  queries: Queries,
  caller: Caller,
  place: VisibleUnit,
  through: Way = "edit",
): Promise<Refusal | undefined> {
  return rightsRefusal(caller, place, through) ?? agreementRefusal(queries, caller, place.component);
}

/** The same, whether or not they signed the component's contributor agreement. */
export function rightsRefusal(caller: Caller, place: VisibleUnit, through: Way = "edit"): Refusal | undefined {
  const { component, translation } = place;
  if (component.locked === 1) return locked();
  if (isReadOnly(place)) return denied("The string is read-only.");
  if (translation.is_template === 1) {
    if (!may(caller, place, "unit.template")) return denied("Insufficient privileges for editing source strings.");
  } else if (!may(caller, place, component.settings.is_glossary ? "glossary.edit" : "unit.edit")) {
    return denied("Insufficient privileges for saving translations.");
  }
  if (through === "suggestion" && !may(caller, place, "suggestion.accept")) return denied();
  const override = through === "edit" ? overrideRefusal(caller, place) : undefined;
  if (override !== undefined) return override;
  if (place.unit.state === unitStates.approved && reviewRefusal(caller, place) !== undefined) {
    return denied("Only reviewers can change approved strings.");
  }
  return undefined;
}

/** Whether texts are approved here: sources are reviewed apart from translations. */
export function isReviewed({ project, translation }: Pick<Place, "project" | "translation">): boolean {
  return (translation.is_source === 1 ? project.source_review : project.translation_review) === 1;
}

/** Why the caller can not approve here; undefined: they can. */
export function reviewRefusal(caller: Caller, place: Place): Refusal | undefined {
  if (!isReviewed(place)) return invalid("state", "Translation reviews are turned off.");
  return may(caller, place, "unit.review")
    ? undefined
    : invalid("state", "Insufficient privileges for approving translations.");
}

/** A translation whose source texts may not change keeps them: only its state does. */
export function mayChangeText(place: Place): boolean {
  return !hasFixedTexts(place);
}
