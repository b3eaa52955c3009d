import { unitStates } from "../../catalog/unit.ts";
import { inOpenTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { formatOf, isMonolingual } from "../files/component-files.ts";
import { invalid } from "../../http-api/refusal.ts";
import { blank, denied, locked, required } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import { assertAgreed } from "./agreement.ts";
import { isReviewed, overrideRefusal } from "./unit-access.ts";
import { addUnits, assertAddable } from "./unit-addition.ts";
import { announceAddition } from "./newest-string.ts";
import { addVariants } from "./variants.ts";
import { keyOf, stateOf, type UnitContent, type UnitRecord } from "./unit-row.ts";
import { hasKey } from "./unit-key.ts";

/** `key` and `value` in a monolingual component, the others in a bilingual one. */
export interface NewString {
  readonly key?: string | undefined;
  readonly value?: readonly string[] | undefined;
  readonly context?: string | undefined;
  readonly source?: readonly string[] | undefined;
  readonly target?: readonly string[] | undefined;
  readonly state?: number | undefined;
}

/** Adds a string, to be written with the next commit. @throws 400 for one that is there already, 403 with the reason */
export async function addString(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  body: NewString,
): Promise<UnitRecord> {
  const { component, translation } = place;
  await assertMayAdd(service, caller, place);
  const described = isMonolingual(component.settings) ? newMonolingual(body) : newBilingual(body, place);
  assertState(caller, place, described, body.state);
  const { settings } = component;
  const file = await fileOf(service, place);
  const content = await calculateFrom([file], "stringAsWritten", {
    settings,
    language: place.language.code,
    file,
    content: described,
  });
  assertAddable(content);
  const added = await inOpenTransaction(service.database, async (queries) => {
    await announceAddition(queries, component.id);
    const existing = await queries
      .selectFrom("unit")
      .select("id")
      .where(hasKey(queries, { translation: translation.id, key: content.key }))
      .executeTakeFirst();
    if (existing !== undefined) throw invalid("non_field_errors", "This string seems to already exist.");
    const context = { component, translation, user: caller.user?.id };
    const [id = 0] = await addUnits(service, queries, context, [{ content, action: action.unitAdded }]);
    return queries.selectFrom("unit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });
  await addVariants(service, component, [added.id]);
  return added;
}

async function assertMayAdd(service: Service, caller: Caller, place: VisibleTranslation): Promise<void> {
  const { component, translation } = place;
  if (component.locked === 1) throw locked();
  if (isMonolingual(component.settings) && translation.is_source !== 1) {
    throw denied("Add the string to the source language instead.");
  }
  if (!component.settings.manage_units) throw denied("Adding strings is disabled in the component configuration.");
  const permission = component.settings.is_glossary ? "glossary.add" : "unit.add";
  if (!may(caller, place, permission)) throw denied("Insufficient privileges for adding strings.");
  await assertAgreed(service, caller, component);
  const override = overrideRefusal(caller, place);
  if (override !== undefined) throw override;
}

const nothingElse = { previousSource: "", note: "", location: "", flags: "" };

function newMonolingual({ key = "", value, state }: NewString): UnitContent {
  if (key === "") throw required("key");
  if (value === undefined) throw required("value");
  if (value.every((text) => text === "")) throw blank("value.0");
  const wanted = state ?? unitStates.translated;
  return { ...nothingElse, key, context: key, source: value, target: value, state: wanted };
}

function newBilingual(body: NewString, { translation }: VisibleTranslation): UnitContent {
  const { context = "", source, state } = body;
  if (source === undefined || source.every((text) => text === "")) throw required("source");
  // Without its first text a file has no name for the string, and without another one no plural.
  if (source.includes("")) throw blank(`source.${String(source.indexOf(""))}`);
  const forms = source.length > 1 ? translation.plural_number : 1;
  const target = translation.is_source === 1 ? source : (body.target ?? []);
  if (target.length > forms) throw invalid("target", "Number of plurals does not match");
  const complete = Array.from({ length: forms }, (_, index) => target[index] ?? "");
  const key = keyOf({ context, source }, false);
  return { ...nothingElse, key, context, source, target: complete, state: stateOf(complete, state) };
}

const givenStates: ReadonlySet<number> = new Set([
  unitStates.untranslated,
  unitStates.needsEditing,
  unitStates.translated,
  unitStates.approved,
]);

function assertState(
  caller: Caller,
  place: VisibleTranslation,
  { target }: UnitContent,
  state: number | undefined,
): void {
  if (state === undefined) return;
  if (!givenStates.has(state)) throw invalid("state", `"${String(state)}" is not a valid choice.`, "invalid_choice");
  if (state === unitStates.untranslated && target.some((text) => text !== "")) {
    throw invalid("non_field_errors", "Empty state is supported for blank strings only.");
  }
  if (state !== unitStates.approved) return;
  if (!isReviewed(place)) {
    throw invalid("non_field_errors", "Approved state is not available as reviews are not enabled.");
  }
  if (!may(caller, place, "unit.review")) throw denied("Insufficient privileges for approving translations.");
}

/** A bilingual file may give a string its key by what else is in it; any other is tried on an empty one. */
async function fileOf(service: Service, { component, translation, language }: VisibleTranslation): Promise<Uint8Array> {
  const format = formatOf(component.settings);
  const isEnough = isMonolingual(component.settings) || translation.filename === "";
  const own = isEnough
    ? undefined
    : await service.locks.hold(component.clone_id, component.path, () =>
        cloneOf(service, component.clone_id).tryRead(translation.filename),
      );
  return own ?? format.create({ format: format.id, units: [] }, { language: language.code });
}
