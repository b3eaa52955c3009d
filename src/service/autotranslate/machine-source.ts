import type { Queries } from "../../store/database.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { configuredServices } from "../machinery/configured.ts";
import { MachineFailure } from "../machinery/machine.ts";
import { machineTexts, unfitFor } from "../machinery/machine-texts.ts";
import type { Service } from "../service.ts";
import { checkedTexts } from "../units/unit-checks.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** Strings that are asked for together. */
const AT_ONCE = 10;

export interface MachineSource {
  readonly kind: "machine";
  /** `deepl` */
  readonly engine: string;
  readonly user: number | null;
}

/** What a machine made of units, and why it went no further; "": it went to the end. */
export interface MachineHarvest {
  readonly found: ReadonlyMap<number, readonly string[]>;
  readonly problem: string;
}

/** Translations by a machine: id → texts. What lost a placeholder on its way is left out: nobody looks at it here before it is kept. */
export async function textsFromMachine(
  service: Service,
  { component, translation }: { readonly component: ComponentRecord; readonly translation: TranslationRecord },
  { engine, user }: MachineSource,
  units: readonly UnitRecord[],
): Promise<MachineHarvest> {
  const { database } = service;
  const found = new Map<number, readonly string[]>();
  const configured = (await configuredServices(database, component.project_id)).find(({ kind }) => kind.id === engine);
  if (configured === undefined) return { found, problem: `${engine} is switched off in this project.` };
  const language = await languageOf(database, translation.language_id);
  const { code: sourceLanguage } = await languageOf(database, component.source_language_id);
  const errand = { spender: { project: component.project_id, user: user ?? 0 }, sourceLanguage, language };
  const fit = units.filter(({ source }) => unfitFor(texts(source)) === undefined);
  for (let start = 0; start < fit.length; start += AT_ONCE) {
    const some = fit.slice(start, start + AT_ONCE);
    const checked = await checkedTexts(
      database,
      component,
      some.map(({ id }) => id),
    );
    // As they were when it was planned.
    const strings = some.flatMap(({ id, target, state }) => {
      const string = checked.get(id);
      return string === undefined ? [] : [{ id, string: { ...string, target: texts(target), state } }];
    });
    try {
      const answers = await machineTexts(
        service,
        configured,
        errand,
        strings.map(({ string }) => string),
      );
      for (const [at, { id }] of strings.entries()) {
        const answer = answers[at];
        if (answer?.broken.length === 0) found.set(id, answer.forms);
      }
    } catch (error) {
      if (error instanceof MachineFailure) return { found, problem: error.message };
      throw error;
    }
  }
  return { found, problem: "" };
}

function languageOf(queries: Queries, id: number) {
  return queries.selectFrom("language").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
