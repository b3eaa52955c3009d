import { unitStates } from "../../catalog/unit.ts";
import { contract } from "../../contract/index.ts";
import type { units as endpoints } from "../../contract/endpoints/units.ts";
import { action } from "../actions.ts";
import { record } from "../change-log.ts";
import { Gallery } from "../gallery.ts";
import { countOf, paged, unitPageSizes } from "../paging.ts";
import { commitOthersWork } from "../pending.ts";
import { demand } from "../permissions.ts";
import { denied, invalid, locked, Refusal } from "../refusal.ts";
import { route, type Call } from "../route.ts";
import { timestamp } from "../service.ts";
import { unitCondition } from "../unit-query.ts";
import { editUnits } from "../unit-edit.ts";
import { priorityOf, texts } from "../unit-row.ts";
import { visibleProjects, visibleUnit, type VisibleUnit } from "../visible.ts";

export const unitRoutes = [
  route(contract.units.list, async (call) => {
    const { service, caller, query, url } = call;
    const units = service.database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("language", "language.id", "translation.language_id")
      .innerJoin("component", "component.id", "translation.component_id")
      .innerJoin("project", "project.id", "translation.project_id")
      .where("translation.project_id", "in", [0, ...(await visibleProjects(service, caller))])
      .where(unitCondition(query.q ?? ""));
    return paged(
      { url, sizes: unitPageSizes },
      () => countOf(units),
      async (limit, offset) => {
        const rows = await units.selectAll("unit").orderBy("unit.id").limit(limit).offset(offset).execute();
        return new Gallery(call).units(rows);
      },
    );
  }),
  route(contract.units.get, async (call) => {
    const { unit } = await visibleUnit(call.service, call.caller, call.parameters.id);
    const [represented] = await new Gallery(call).units([unit]);
    if (represented === undefined) throw new Error("A list of one is empty.");
    return represented;
  }),
  route(contract.units.edit, edit),
  route(contract.units.replace, edit),
  route(contract.units.translations, async (call) => {
    const { service, caller, parameters } = call;
    const { unit, translation } = await visibleUnit(service, caller, parameters.id);
    if (translation.is_source !== 1) {
      const detail = "This endpoint is only available for source strings.";
      throw new Refusal(400, [{ code: "not-a-source-unit", detail, attr: null }]);
    }
    const rows = await service.database
      .selectFrom("unit")
      .selectAll()
      .where("source_unit_id", "=", unit.id)
      .orderBy("id")
      .execute();
    return new Gallery(call).units(rows);
  }),
];

type EditCall = Call<typeof endpoints.edit> | Call<typeof endpoints.replace>;

async function edit({ service, caller, parameters, body }: EditCall) {
  const place = await visibleUnit(service, caller, parameters.id);
  await editText({ service, caller, place, body });
  await editSourceInformation({ service, caller, place, body });
  const { unit } = await visibleUnit(service, caller, parameters.id);
  return {
    target: [...texts(unit.target)],
    state: unit.state,
    explanation: unit.explanation,
    extra_flags: unit.extra_flags,
    labels: [],
  };
}

type Edit = Pick<EditCall, "service" | "caller" | "body"> & { readonly place: VisibleUnit };

/** Target and state, which come together (facts §1.2). */
async function editText({ service, caller, place, body }: Edit): Promise<void> {
  const { target, state } = body;
  if (target === undefined && state === undefined) return;
  if (target === undefined || state === undefined) {
    const detail = "Please provide both state and target for a partial update.";
    throw new Refusal(
      400,
      ["state", "target"].map((attr) => ({ code: "invalid", detail, attr })),
    );
  }
  const { project, component, translation, unit } = place;
  if (component.locked === 1) throw locked();
  const isTemplate = translation.is_template === 1;
  if (unit.state === unitStates.readOnly || (translation.is_source === 1 && !isTemplate)) {
    throw denied("The string is read-only.");
  }
  demand(caller, project, isTemplate ? "unit.template" : "unit.edit");
  assertState(state, target, texts(unit.target).length);
  if (state === unitStates.approved) {
    if (project.translation_review !== 1) throw invalid("state", "Translation reviews are turned off.");
    demand(caller, project, "unit.review");
  }
  await commitOthersWork(service, component, [unit], caller.user?.id);
  await service.database
    .transaction()
    .execute((queries) =>
      editUnits(service, queries, { component, translation, user: caller.user?.id }, [{ unit, target, state }]),
    );
}

const settableStates: ReadonlySet<number> = new Set([
  unitStates.untranslated,
  unitStates.needsEditing,
  unitStates.translated,
  unitStates.approved,
]);

function assertState(state: number, target: readonly string[], forms: number): void {
  if (state === unitStates.readOnly) throw invalid("state", "Invalid state");
  if (!settableStates.has(state)) throw invalid("state", `"${String(state)}" is not a valid choice.`, "invalid_choice");
  if (target.length !== forms) throw invalid("target", "Number of plurals does not match");
  const empty = target.every((text) => text === "");
  if (empty && state !== unitStates.untranslated) throw invalid("target.0", "This field may not be blank.", "blank");
  if (!empty && state === unitStates.untranslated)
    throw invalid("state", "Can not use empty state with a non empty target.");
}

/** Explanation, flags and labels belong to the source string. */
async function editSourceInformation({ service, caller, place, body }: Edit): Promise<void> {
  const { explanation, extra_flags: extraFlags, labels } = body;
  if (explanation === undefined && extraFlags === undefined && labels === undefined) return;
  const { project, component, translation, unit } = place;
  if (translation.is_source !== 1) throw denied("Source strings properties can be set only on source strings.");
  demand(caller, project, "source.edit");
  if (labels !== undefined && labels.length > 0) {
    throw invalid("labels.0", `Invalid pk "${String(labels[0])}" - object does not exist.`, "does_not_exist");
  }
  await service.database.transaction().execute(async (queries) => {
    await queries
      .updateTable("unit")
      .set({
        ...(explanation === undefined ? {} : { explanation }),
        ...(extraFlags === undefined
          ? {}
          : { extra_flags: extraFlags, priority: priorityOf(`${unit.flags},${extraFlags}`) }),
        last_updated: timestamp(service),
      })
      .where("id", "=", unit.id)
      .execute();
    const about = {
      project: project.id,
      component: component.id,
      translation: translation.id,
      unit: unit.id,
      user: caller.user?.id,
    };
    if (explanation !== undefined && explanation !== unit.explanation) {
      const happening = { action: action.explanationUpdated, target: explanation, old: unit.explanation };
      await record(service, queries, [{ ...about, ...happening }]);
    }
    if (extraFlags !== undefined && extraFlags !== unit.extra_flags) {
      const happening = { action: action.extraFlagsUpdated, target: extraFlags, old: unit.extra_flags };
      await record(service, queries, [{ ...about, ...happening }]);
    }
  });
}
