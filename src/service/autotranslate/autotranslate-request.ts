import type { autotranslateFields } from "../../contract/endpoints/autotranslate.ts";
import { access, may, type Caller } from "../identity/permissions.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, locked } from "../http/refusal.ts";
import { hiddenComponents, type VisibleTranslation } from "../identity/visible.ts";
import { referredComponent } from "../components/component-reference.ts";
import type { Service } from "../service.ts";
import { assertAgreed } from "../units/agreement.ts";
import { overrideRefusal } from "../units/unit-access.ts";
import { unitCondition } from "../units/unit-query.ts";
import { autotranslate, type Autotranslation } from "./autotranslation.ts";
import { engineFault, engineSources } from "./engines.ts";
import type { TextSource } from "./text-source.ts";
import type { Value } from "../../http-api/endpoint.ts";

const USUAL_THRESHOLD = 80;
const TO_DO = "state:<translated";

type Fields = Readonly<Value<typeof autotranslateFields>>;

/**
 * Settles what a caller asks for.
 * @throws 403 who may not translate automatically, and while the component is locked; 400 for what is not available here
 */
export async function autotranslationFor(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  fields: Fields,
): Promise<Autotranslation> {
  await assertMayAutotranslate(service, caller, place);
  const { project, translation } = place;
  const mayReview = project.translation_review === 1 && may(caller, place, "unit.review");
  if (fields.mode === "approved" && !mayReview) throw notAvailable("mode", fields.mode);
  if (fields.mode === "suggest" && !place.component.settings.enable_suggestions) {
    throw notAvailable("mode", fields.mode);
  }
  const query = fields.q ?? TO_DO;
  // Refused now rather than in the task.
  unitCondition(query);
  return {
    translation: translation.id,
    mode: fields.mode,
    query,
    sources: await sourcesFor(service, caller, place, fields),
    user: caller.user?.id ?? null,
    overApproved: mayReview,
  };
}

async function assertMayAutotranslate(service: Service, caller: Caller, place: VisibleTranslation): Promise<void> {
  if (place.translation.is_source === 1 || !may(caller, place, "translation.auto")) {
    throw denied("Can not auto translate");
  }
  if (place.component.locked === 1) throw locked();
  await assertAgreed(service, caller, place.component);
  const override = overrideRefusal(caller, place);
  if (override !== undefined) throw override;
}

function notAvailable(field: string, value: string) {
  return invalid(field, `Select a valid choice. ${value} is not one of the available choices.`, "invalid_choice");
}

async function sourcesFor(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  fields: Fields,
): Promise<readonly TextSource[]> {
  if (fields.auto_source === "mt") {
    const engines = fields.engines ?? [];
    if (engines.length === 0) throw invalid("engines", "This field is required.", "required");
    const threshold = fields.threshold ?? USUAL_THRESHOLD;
    const fault = await engineFault(service.database, place.project.id, {
      mode: fields.mode,
      engines,
      threshold,
    });
    if (fault !== undefined) throw invalid(fault.field, fault.detail, "invalid_choice");
    return engineSources(engines, threshold, caller.user?.id ?? null);
  }
  const { component, project } = place;
  if (fields.component !== undefined && fields.component !== "") {
    return [{ kind: "components", components: [await otherComponent(service, caller, place, fields.component)] }];
  }
  const rows = await service.database
    .selectFrom("component")
    .select("id")
    .where("project_id", "=", project.id)
    .where("id", "!=", component.id)
    .where("id", "not in", [0, ...(await hiddenComponents(service, caller, project.id))])
    .execute();
  return [{ kind: "components", components: rows.map(({ id }) => id) }];
}

/**
 * Another component of the project, or one of another project that lets all projects have its translations.
 * @throws 400
 */
async function otherComponent(
  service: Service,
  caller: Caller,
  { component, project }: VisibleTranslation,
  reference: string | number,
): Promise<number> {
  const found = await referredComponent(service, caller, reference);
  const isOpen =
    found !== undefined &&
    (found.project.id === project.id ||
      (found.project.contribute_shared_tm === 1 && found.project.access_control < access.private));
  if (!isOpen || found.component.id === component.id) throw notAvailable("component", String(reference));
  return found.component.id;
}

/**
 * Components that a new language takes its first translations from, in their order.
 * @throws 400 for one that is not there for the caller
 */
export async function translationsFrom(
  service: Service,
  caller: Caller,
  references: readonly (string | number)[],
): Promise<readonly TextSource[]> {
  const sources: TextSource[] = [];
  for (const [index, reference] of references.entries()) {
    const found = await referredComponent(service, caller, reference);
    if (found === undefined) throw notAvailable(`from_component.${String(index)}`, String(reference));
    sources.push({ kind: "components", components: [found.component.id] });
  }
  return sources;
}

/** Fills the strings of a language that was just added; `sources` in their order. */
export async function fillNewLanguage(
  service: Service,
  caller: Caller,
  translation: number,
  sources: readonly TextSource[],
): Promise<void> {
  await autotranslate(service, {
    translation,
    mode: "translate",
    query: TO_DO,
    sources,
    user: caller.user?.id ?? null,
    overApproved: false,
  });
}
