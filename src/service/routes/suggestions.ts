import { contract } from "../../contract/index.ts";
import { countOf, paged } from "../http/paging.ts";
import { notFound } from "../http/refusal.ts";
import { route, ValueAnswer } from "../http/route.ts";
import type { Caller } from "../identity/permissions.ts";
import { hiddenComponents, numericId, visibleProjects, visibleUnit, type VisibleUnit } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import type { Service } from "../service.ts";
import {
  acceptSuggestion,
  rejectSuggestion,
  representSuggestion,
  suggest,
  suggestionRows,
  vote,
  type SuggestionRecord,
} from "../units/suggestions.ts";

export const suggestionRoutes = [
  route(contract.suggestions.list, async ({ service, caller, url, origin }) => {
    const visible = [0, ...(await visibleProjects(service, caller))];
    const hidden = [0, ...(await hiddenComponents(service, caller))];
    const suggestions = service.database
      .selectFrom("suggestion")
      .innerJoin("unit", "unit.id", "suggestion.unit_id")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .where("translation.project_id", "in", visible)
      .where("translation.component_id", "not in", hidden);
    return paged(
      { url },
      () => countOf(suggestions),
      async (limit, offset) => {
        const rows = await suggestionRows(service.database)
          .innerJoin("unit", "unit.id", "suggestion.unit_id")
          .innerJoin("translation", "translation.id", "unit.translation_id")
          .where("translation.project_id", "in", visible)
          .where("translation.component_id", "not in", hidden)
          .orderBy("suggestion.id")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((row) => representSuggestion(row, origin));
      },
    );
  }),
  route(contract.suggestions.get, async ({ service, caller, parameters, origin }) => {
    const { suggestion } = await visibleSuggestion(service, caller, parameters.id);
    return representSuggestion(suggestion, origin);
  }),
  route(contract.suggestions.delete, async ({ service, caller, parameters, body }) => {
    const { place, suggestion } = await visibleSuggestion(service, caller, parameters.id);
    const why = { reason: body.rejection_reason, isSpam: body.is_spam === true };
    if (!(await rejectSuggestion(service, caller, place, suggestion, why))) throw notFound();
    return undefined;
  }),
  route(contract.suggestions.accept, async ({ service, caller, parameters, body, origin }) => {
    const { place, suggestion } = await visibleSuggestion(service, caller, parameters.id);
    const options = { approve: body.approve === true };
    const propagated = await acceptSuggestion(service, caller, place, suggestion, options);
    return { result: "accepted", propagated: propagated.map((id) => address.unit(origin, id)) };
  }),
  route(contract.suggestions.vote, async ({ service, caller, parameters, body, origin }) => {
    const { place, suggestion } = await visibleSuggestion(service, caller, parameters.id);
    const outcome = await vote(service, caller, place, suggestion, body.value);
    return {
      result: outcome.suggestion === null ? ("accepted" as const) : ("voted" as const),
      suggestion: outcome.suggestion === null ? null : representSuggestion(outcome.suggestion, origin),
    };
  }),
  route(contract.units.suggestions, async ({ service, caller, parameters, url, origin }) => {
    const { unit } = await visibleUnit(service, caller, parameters.id);
    return paged(
      { url },
      () => countOf(service.database.selectFrom("suggestion").where("unit_id", "=", unit.id)),
      async (limit, offset) => {
        const rows = await suggestionRows(service.database)
          .where("suggestion.unit_id", "=", unit.id)
          .orderBy("suggestion.id")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((row) => representSuggestion(row, origin));
      },
    );
  }),
  route(contract.units.suggest, async ({ service, caller, parameters, body, origin }) => {
    const place = await visibleUnit(service, caller, parameters.id);
    const { result, suggestion } = await suggest(service, caller, place, body.target);
    if (result === "accepted") return { result, suggestion: null };
    const represented = representSuggestion(suggestion, origin);
    return result === "added" ? new ValueAnswer(201, represented) : { result, suggestion: represented };
  }),
];

async function visibleSuggestion(
  service: Service,
  caller: Caller,
  id: string,
): Promise<{ readonly place: VisibleUnit; readonly suggestion: SuggestionRecord }> {
  const suggestion = await suggestionRows(service.database)
    .where("suggestion.id", "=", numericId(id))
    .executeTakeFirst();
  if (suggestion === undefined) throw notFound();
  return { place: await visibleUnit(service, caller, String(suggestion.unit_id)), suggestion };
}
