import { contract } from "../../contract/index.ts";
import type { units as endpoints } from "../../contract/endpoints/units.ts";
import { pagedInParts, unitPageSizes } from "../http/paging.ts";
import { refused } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { route, type Call } from "../http/route.ts";
import { searchScope, visibleUnit } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import { Gallery } from "../representation/gallery.ts";
import { addComment, listComments } from "../units/comments.ts";
import { labelsOf } from "../units/labels.ts";
import { editSource } from "../units/source-edit.ts";
import { assertSourceInformation, editSourceInformation } from "../units/source-information.ts";
import { translateUnit } from "../units/translate-unit.ts";
import { searchUnits } from "../units/unit-search.ts";
import { removeUnit } from "../units/unit-removal.ts";
import { texts } from "../units/unit-row.ts";

export const unitRoutes = [
  route(contract.units.list, async (call) => {
    const { service, caller, query, url } = call;
    const strings = await searchUnits(service, query.q ?? "", await searchScope(service, caller));
    return pagedInParts(
      { url, sizes: unitPageSizes },
      () => strings.count(),
      (limit, offset) => new Gallery(call).unitsInParts(strings.pageInParts(limit, offset)),
    );
  }),
  route(contract.units.get, async (call) => {
    const place = await visibleUnit(call.service, call.caller, call.parameters.id);
    return new Gallery(call, place).unit(place.unit);
  }),
  route(contract.units.edit, edit),
  route(contract.units.replace, edit),
  route(contract.units.delete, async ({ service, caller, parameters }) => {
    await removeUnit(service, caller, await visibleUnit(service, caller, parameters.id));
    return undefined;
  }),
  route(contract.units.editSource, async (call) => {
    const { service, caller, parameters, body } = call;
    const place = await visibleUnit(service, caller, parameters.id);
    const information = { explanation: body.explanation };
    assertSourceInformation(caller, place, information);
    await editSource(service, caller, place, body);
    await editSourceInformation(service, caller, place, information);
    const after = await visibleUnit(service, caller, parameters.id);
    return new Gallery(call, after).unit(after.unit);
  }),
  route(contract.units.translations, async (call) => {
    const { service, caller, parameters } = call;
    const { unit, translation } = await visibleUnit(service, caller, parameters.id);
    if (translation.is_source !== 1) {
      const detail = "This endpoint is only available for source strings.";
      throw refused(400, "not-a-source-unit", detail);
    }
    const rows = await service.database
      .selectFrom("unit")
      .selectAll()
      .where("source_unit_id", "=", unit.id)
      .orderBy("id")
      .execute();
    return new Gallery(call).units(rows);
  }),
  route(contract.units.comments, async (call) => {
    return listComments(call, await visibleUnit(call.service, call.caller, call.parameters.id));
  }),
  route(contract.units.addComment, async ({ service, caller, parameters, body, origin }) => {
    return addComment(service, caller, await visibleUnit(service, caller, parameters.id), body, origin);
  }),
];

type EditCall = Call<typeof endpoints.edit> | Call<typeof endpoints.replace>;

async function edit({ service, caller, parameters, body, origin }: EditCall) {
  const place = await visibleUnit(service, caller, parameters.id);
  // Half of a request is not to be done when the other half is refused.
  assertSourceInformation(caller, place, body);
  const propagated = await translateUnit(service, caller, place, body);
  await editSourceInformation(service, caller, place, body);
  const { database } = service;
  const unit = await database.selectFrom("unit").selectAll().where("id", "=", place.unit.id).executeTakeFirst();
  if (unit === undefined) throw notFound();
  // Labels belong to source strings.
  const labels = unit.source_unit_id === null ? await labelsOf(database, [unit.id]) : new Map<number, never[]>();
  return {
    target: [...texts(unit.target)],
    state: unit.state,
    explanation: unit.explanation,
    extra_flags: unit.extra_flags,
    labels: (labels.get(unit.id) ?? []).map(({ id }) => id),
    propagated: propagated.map((id) => address.unit(origin, id)),
  };
}
