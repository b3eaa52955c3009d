import type { CheckedText } from "../../catalog/checks/check.ts";
import { fixedParts } from "../../catalog/checks/fixed-parts.ts";
import { pluralLabels } from "../editor/plural-labels.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import type { Service } from "../service.ts";
import { spend, type Spender } from "./budget.ts";
import { machineOf, type Configured } from "./configured.ts";
import { Kept } from "./kept.ts";
import { MachineFailure, MOST_BYTES, MOST_TEXTS, type Machine, type MachineLanguages } from "./machine.ts";
import { machineLanguage } from "./machine-language.ts";
import { finishedForm, plannedForms, withoutNumber, type FinishedForm, type PlannedForm } from "./planned-forms.ts";

/** What a machine made of a string. */
export interface MachineText {
  /** One for each plural form. */
  readonly forms: readonly string[];
  /** Placeholders that did not come back exactly once: whoever takes the text puts them right. */
  readonly broken: readonly string[];
}

/** The languages between which a project's strings are translated, and for whose sake. */
interface MachineErrand {
  readonly spender: Spender;
  readonly sourceLanguage: string;
  readonly language: Pick<LanguageRecord, "code" | "name">;
}

const LONGEST = 5000;
const DAY_MILLISECONDS = 86_400_000;
/** Of ICU and Fluent: a text that holds texts, each for other values. */
const BRANCHES = /\{\s*\$?[\w.-]+\s*(?:,\s*(?:plural|select|selectordinal)\b|->)/;

const languagesSeen = new Kept<MachineLanguages>(200);
const textsSeen = new Kept<MachineText>(5000);

/** Why no machine is asked for a string; undefined: it is. */
export function unfitFor(source: readonly string[]): string | undefined {
  if (source.some((text) => BRANCHES.test(text)))
    return "This text chooses between words by its values: a machine would break that, so it is not sent.";
  if (source.some((text) => text.length > LONGEST))
    return `This text is longer than ${LONGEST.toLocaleString("en-US")} characters: it is not sent.`;
  return undefined;
}

/**
 * Strings in a machine's words, asked for together: with their placeholders, spaces and all plural forms. What was asked for within
 * a day is not asked again.
 * @param strings that nothing is unfit in (`unfitFor`)
 * @returns for each string its text; undefined where the source has no words
 * @throws {MachineFailure}
 */
export async function machineTexts(
  service: Service,
  configured: Configured,
  errand: MachineErrand,
  strings: readonly CheckedText[],
): Promise<readonly (MachineText | undefined)[]> {
  const { database, clock } = service;
  const machine = await machineOf(service, configured);
  const keys = strings.map((string) => keyOf(configured, errand, string));
  const seen = keys.map((key) => textsSeen.get(database, key, clock));
  const unseen = strings.filter((_, at) => seen[at] === undefined);
  if (unseen.length === 0) return seen;
  const pair = await pairOf(service, configured, machine, errand);
  const asked = (await askedTexts({ service, configured, errand, machine, pair }, unseen)).values();
  return seen.map((known, at) => {
    if (known !== undefined) return known;
    const text = asked.next().value;
    if (text !== undefined) textsSeen.keep(database, keys[at] ?? "", text, clock, DAY_MILLISECONDS);
    return text;
  });
}

interface Asking {
  readonly service: Service;
  readonly configured: Configured;
  readonly errand: MachineErrand;
  readonly machine: Machine;
  readonly pair: { readonly source: string; readonly target: string };
}

async function askedTexts(
  asking: Asking,
  strings: readonly CheckedText[],
): Promise<readonly (MachineText | undefined)[]> {
  const { masks } = asking.machine;
  const plans = strings.map((string) => {
    const partsOf = (text: string) => fixedParts(string, text);
    const labels =
      string.target.length === 1
        ? [{ numbers: "", example: undefined }]
        : pluralLabels(string.pluralFormula ?? "", string.target.length, string.language);
    return { string, labels, partsOf, forms: plannedForms(string.source, labels, partsOf, masks) };
  });
  const first = await finished(
    asking,
    plans.map(({ forms }) => forms),
  );
  // A machine that wrote a number in words is asked once more, with a mask in its place.
  const again = plans.map(({ string, labels, partsOf }, at) =>
    labels.flatMap((label, form) =>
      first[at]?.[form] === undefined ? [withoutNumber(string.source, label, partsOf, masks)] : [],
    ),
  );
  const second = await finished(asking, again);
  return plans.map(({ forms: planned }, at) => {
    if (planned.every(({ text }) => text.sent === "")) return undefined;
    const rest = (second[at] ?? []).values();
    const forms = (first[at] ?? []).map((form) => form ?? rest.next().value ?? { text: "", broken: [] });
    return { forms: forms.map(({ text }) => text), broken: [...new Set(forms.flatMap(({ broken }) => broken))] };
  });
}

/** @param planned the forms of each string @returns undefined for a form whose number is not to be found again */
async function finished(
  { service, configured, errand, machine, pair }: Asking,
  planned: readonly (readonly PlannedForm[])[],
): Promise<readonly (readonly (FinishedForm | undefined)[])[]> {
  const sent = [...new Set(planned.flat().map(({ text }) => text.sent))].filter((text) => text !== "");
  const answers = new Map<string, string>();
  for (const texts of requestsOf(sent)) {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    const giveBack = await spend(service, configured, errand.spender, characters);
    try {
      const translated = await machine.translate({ ...pair, texts });
      for (const [at, text] of texts.entries()) answers.set(text, translated[at] ?? "");
    } catch (error) {
      await giveBack();
      throw error;
    }
  }
  return planned.map((forms) =>
    forms.map((form) => {
      // Without words there is nothing to translate: the text stands as it is.
      const answer = form.text.sent === "" ? form.text.plain : (answers.get(form.text.sent) ?? "");
      return finishedForm(answer, form, machine.masks);
    }),
  );
}

/** Texts as they go out together. */
function requestsOf(sent: readonly string[]): readonly (readonly string[])[] {
  const requests: string[][] = [];
  let bytes = 0;
  for (const text of sent) {
    const own = Buffer.byteLength(JSON.stringify(text)) + 1;
    const last = requests.at(-1);
    if (last === undefined || last.length === MOST_TEXTS || bytes + own > MOST_BYTES) {
      requests.push([text]);
      bytes = own;
    } else {
      last.push(text);
      bytes += own;
    }
  }
  return requests;
}

async function pairOf(
  service: Service,
  { kind, configuration }: Configured,
  machine: Machine,
  { sourceLanguage, language, spender }: MachineErrand,
): Promise<Asking["pair"]> {
  const key = JSON.stringify([spender.project, kind.id, configuration.url]);
  const { database, clock } = service;
  const languages = languagesSeen.get(database, key, clock) ?? (await machine.languages());
  languagesSeen.keep(database, key, languages, clock, DAY_MILLISECONDS);
  const source = machineLanguage(sourceLanguage, languages.sources);
  if (source === undefined) throw new MachineFailure(`${machine.name} does not translate from ${sourceLanguage}.`);
  const target = machineLanguage(language.code, languages.from.get(source) ?? languages.targets);
  if (target === undefined) throw new MachineFailure(`${machine.name} does not translate into ${language.name}.`);
  return { source, target };
}

function keyOf({ kind, configuration }: Configured, errand: MachineErrand, string: CheckedText) {
  const { source, target, flags, pluralFormula } = string;
  const { spender, sourceLanguage, language } = errand;
  return JSON.stringify([
    spender.project,
    kind.id,
    configuration,
    sourceLanguage,
    language.code,
    source,
    target.length,
    pluralFormula,
    [...flags],
  ]);
}
