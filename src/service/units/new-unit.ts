import { unitStates } from "../../catalog/unit.ts";
import { FormatError } from "../../formats/format.ts";
import { inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { formatOf, isMonolingual } from "../files/component-files.ts";
import { denied, invalid, locked, required } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { assertAgreed } from "./agreement.ts";
import { addUnits } from "./unit-addition.ts";
import { keyOf, stateOf, type UnitContent, type UnitRecord } from "./unit-row.ts";

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
  const content = isMonolingual(component.settings) ? newMonolingual(body) : newBilingual(body, place);
  assertState(caller, place, content, body.state);
  assertWritableTo(place, content);
  return inTransaction(service.database, async (queries) => {
    const existing = await queries
      .selectFrom("unit")
      .select("id")
      .where("translation_id", "=", translation.id)
      .where("key", "=", content.key)
      .executeTakeFirst();
    if (existing !== undefined) throw invalid("non_field_errors", "This string seems to already exist.");
    const context = { component, translation, user: caller.user?.id };
    const [id = 0] = await addUnits(service, queries, context, [{ content, action: action.unitAdded }]);
    return queries.selectFrom("unit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });
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
}

const nothingElse = { previousSource: "", note: "", location: "", flags: "" };

function newMonolingual({ key = "", value, state }: NewString): UnitContent {
  if (key === "") throw required("key");
  if (value === undefined) throw required("value");
  if (value.every((text) => text === "")) throw invalid("value.0", "This field may not be blank.", "blank");
  const wanted = state ?? unitStates.translated;
  return { ...nothingElse, key, context: key, source: value, target: value, state: wanted };
}

function newBilingual(body: NewString, { translation }: VisibleTranslation): UnitContent {
  const { context = "", source, state } = body;
  if (source === undefined || source.every((text) => text === "")) throw required("source");
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
  const { project, translation } = place;
  const reviews = translation.is_source === 1 ? project.source_review : project.translation_review;
  if (reviews !== 1) {
    throw invalid("non_field_errors", "Approved state is not available as reviews are not enabled.");
  }
  if (!may(caller, place, "unit.review")) throw denied("Insufficient privileges for approving translations.");
}

/** Tries the string on an empty file: what the format has no place for is told now, not at the next commit. */
function assertWritableTo({ component, language }: VisibleTranslation, content: UnitContent): void {
  const format = formatOf(component.settings);
  const empty = format.create({ format: format.id, units: [] }, { language: language.code });
  const unit = { ...content, state: unitStates.translated, line: 0 };
  try {
    const [written] = format.read(format.patch(empty, [{ kind: "add", unit }])).units;
    if (content.source.length === 1 || (written?.target.length ?? 0) > 1) return;
    throw invalid("non_field_errors", "Plurals are not supported by the file format.");
  } catch (error) {
    if (error instanceof FormatError) throw invalid("non_field_errors", error.message);
    throw error;
  }
}
