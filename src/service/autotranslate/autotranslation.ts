import { unitStates } from "../../catalog/unit.ts";
import { inOpenTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { commitOthersWork } from "../clone/pending.ts";
import { componentById, type ComponentRecord } from "../components/component-settings.ts";
import type { TaskHandler } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import { suggestAll } from "../units/suggestion-batch.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import { countedWith, editUnits } from "../units/unit-edit.ts";
import { comparedOn, unitCondition } from "../units/unit-query.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import { textsFrom, type TextSource } from "./text-source.ts";

export type AutotranslateMode = "suggest" | "translate" | "fuzzy" | "approved";

/** What is to be translated, how and from where: plain data, settled by who may ask for it. */
export interface Autotranslation {
  readonly translation: number;
  readonly mode: AutotranslateMode;
  /** Which strings (facts §6). */
  readonly query: string;
  /** Tried in turn: a later one gets what the earlier ones had no text for. */
  readonly sources: readonly TextSource[];
  readonly user: number | null;
  /** Approved strings are changed too. */
  readonly overApproved: boolean;
}

export const AUTOTRANSLATE_TASK = "translation.autotranslate";

/** So many strings are saved at once; others may save theirs in between. */
const AT_ONCE = 500;

const states = {
  translate: unitStates.translated,
  fuzzy: unitStates.needsEditing,
  approved: unitStates.approved,
} as const;

/** What came of it. */
interface Autotranslated {
  /** Strings that were translated, or got a suggestion. */
  readonly strings: number;
  /** Why a machine did not translate all that it was asked for; "": it did, or none was asked. */
  readonly problem: string;
}

export async function autotranslate(
  service: Service,
  request: Autotranslation,
  onStep: (done: number, all: number) => Promise<void> = async () => undefined,
): Promise<Autotranslated> {
  const { database } = service;
  const translation = await database
    .selectFrom("translation")
    .selectAll()
    .where("id", "=", request.translation)
    .executeTakeFirst();
  // Removed meanwhile.
  if (translation === undefined) return { strings: 0, problem: "" };
  const component = await componentById(service, translation.component_id);
  const wanted = await wantedUnits(service, request);
  const found = new Map<number, readonly string[]>();
  const problems = new Set<string>();
  for (const source of request.sources) {
    const left = wanted.filter(({ id }) => !found.has(id));
    const harvest = await textsFrom(service, { component, translation }, source, left);
    for (const [unit, texts] of harvest.found) found.set(unit, texts);
    if (harvest.problem !== "") problems.add(harvest.problem);
  }
  const asked = wanted.filter(({ id }) => found.has(id));
  let count = 0;
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    count += await save(service, { request, component, translation }, asked.slice(start, start + AT_ONCE), found);
    await onStep(start + AT_ONCE, asked.length);
  }
  return { strings: count, problem: [...problems].join(" ") };
}

async function wantedUnits(
  { readers, clock }: Service,
  { translation, query, overApproved }: Autotranslation,
): Promise<UnitRecord[]> {
  let units = readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .selectAll("unit")
    .where("unit.translation_id", "=", translation)
    .where("unit.state", "!=", unitStates.readOnly)
    .where(unitCondition(query, clock.now(), comparedOn(readers)))
    .orderBy("unit.position");
  if (!overApproved) units = units.where("unit.state", "!=", unitStates.approved);
  return units.execute();
}

interface Place {
  readonly request: Autotranslation;
  readonly component: ComponentRecord;
  readonly translation: TranslationRecord;
}

async function save(
  service: Service,
  { request, component, translation }: Place,
  wanted: readonly UnitRecord[],
  found: ReadonlyMap<number, readonly string[]>,
): Promise<number> {
  const user = request.user ?? undefined;
  const context = { component, translation, user };
  const asked = new Map(wanted.map((unit) => [unit.id, unit]));
  const untouched = (units: readonly UnitRecord[]): UnitRecord[] =>
    units.filter((unit) => {
      const then = asked.get(unit.id);
      // Somebody was quicker: a machine may take minutes for all of them.
      return then?.target === unit.target && then.state === unit.state;
    });
  if (request.mode !== "suggest") {
    const now = service.database.selectFrom("unit").selectAll();
    const units = await now.where("id", "in", [0, ...asked.keys()]).execute();
    await commitOthersWork(service, component, untouched(units), user);
  }
  return inOpenTransaction(service.database, async (queries) => {
    const ids = [...asked.keys()];
    const counted = await lockedStrings(
      queries,
      request.mode === "suggest" ? ids : await countedWith(queries, context, ids),
    );
    const texts = untouched(counted).map((unit) => ({ unit, target: found.get(unit.id) ?? [] }));
    if (request.mode === "suggest") return suggestAll(service, queries, context, texts);
    const state = states[request.mode];
    const edits = texts
      .map((text) => ({ ...text, state, action: action.automaticallyTranslated }))
      .filter(({ unit, target }) => unit.state !== state || unit.target !== JSON.stringify(target));
    const turn = { counted, isAlone: false };
    if (edits.length > 0) await editUnits(service, queries, { ...context, turn }, edits);
    return edits.length;
  });
}

/** The words of the answer, and of the task's result. */
export function autotranslateMessage({ strings, problem }: Autotranslated): string {
  const what =
    strings === 0
      ? "no strings were updated"
      : strings === 1
        ? "1 string was updated"
        : `${String(strings)} strings were updated`;
  return `Automatic translation completed, ${what}.${problem === "" ? "" : ` ${problem}`}`;
}

export const autotranslateTask: TaskHandler = async (service, payload, progress) => {
  const request: Autotranslation = JSON.parse(String(payload["request"]));
  await progress.step(1, "Looking for translations");
  const outcome = await autotranslate(service, request, (done, all) => progress.step((99 * done) / all));
  return { details: autotranslateMessage(outcome), strings: outcome.strings };
};
