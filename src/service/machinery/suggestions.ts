import { checkedTextOf } from "../units/unit-checks.ts";
import { texts } from "../units/unit-row.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Queries } from "../../store/database.ts";
import type { Service } from "../service.ts";
import { configuredServices, machineHost, type Configured } from "./configured.ts";
import { MachineFailure } from "./machine.ts";
import { machineTexts, unfitFor, type MachineText } from "./machine-texts.ts";

/** A machine that may be asked about a string. */
export interface OfferedMachine {
  /** `deepl` */
  readonly id: string;
  readonly name: string;
  /** Where the text goes; "": to the company of that name. */
  readonly host: string;
}

/** What one machine says of a string: a text, or why there is none. */
export type MachineSuggestion = OfferedMachine & { readonly text: MachineText | undefined; readonly problem: string };

/** The machines that the caller may ask about a string: somebody switched them on, and only people who are signed in spend what they cost. */
export async function machinesFor(
  queries: Queries,
  caller: Caller,
  place: VisibleUnit,
): Promise<readonly OfferedMachine[]> {
  return (await servicesFor(queries, caller, place)).map(offered);
}

/** Asks each machine, side by side. @param id one of them; undefined: all */
export async function machineSuggestions(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  id?: string,
): Promise<readonly MachineSuggestion[]> {
  const services = await servicesFor(service.database, caller, place);
  const wanted = id === undefined ? services : services.filter(({ kind }) => kind.id === id);
  return Promise.all(wanted.map((configured) => suggestion(service, caller, place, configured)));
}

async function servicesFor(queries: Queries, caller: Caller, place: VisibleUnit): Promise<readonly Configured[]> {
  const { translation, project } = place;
  if (caller.user === undefined || translation.is_source === 1 || !may(caller, place, "machinery.view")) return [];
  return configuredServices(queries, project.id);
}

function offered(configured: Configured): OfferedMachine {
  const { id, name } = configured.kind;
  return { id, name, host: machineHost(configured) };
}

async function suggestion(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  configured: Configured,
): Promise<MachineSuggestion> {
  const { project, component, language, unit } = place;
  const none = { ...offered(configured), text: undefined };
  const unfit = unfitFor(texts(unit.source));
  if (unfit !== undefined) return { ...none, problem: unfit };
  const string = await checkedTextOf(service.database, component, unit.id, {
    target: texts(unit.target),
    state: unit.state,
  });
  if (string === undefined) return { ...none, problem: "This string is gone." };
  try {
    const errand = {
      spender: { project: project.id, user: caller.user?.id ?? 0 },
      sourceLanguage: string.sourceLanguage,
      language,
    };
    const [text] = await machineTexts(service, configured, errand, [string]);
    return { ...none, text, problem: text === undefined ? "There are no words in this text to translate." : "" };
  } catch (error) {
    if (error instanceof MachineFailure) return { ...none, problem: error.message };
    throw error;
  }
}
