import type { JsonEntry } from "../json/entry.ts";
import type { Forms } from "../json/forms.ts";
import type { JsonContext } from "../json/json-format.ts";
import { keyOf, stepsOf, withDistinctKeys, type Step } from "../json/places.ts";
import { isContainer, type JsonContainer, type JsonFile, type JsonMember } from "../json/tree.ts";
import type { PluralNames } from "./plural-names.ts";

/** A text, or the forms of a plural, each a text beside the others. */
export interface I18nextEntry extends JsonEntry {
  /** Names of the forms in their object, of those the file lacks too. */
  readonly names: readonly string[];
  readonly container: JsonContainer;
  readonly beyond: readonly JsonMember[];
}

/** All texts in file order; a plural stands where its first form does. */
export function entriesOf({ root }: JsonFile, names: PluralNames, { language }: JsonContext): readonly I18nextEntry[] {
  const entries: I18nextEntry[] = [];
  new Collector(names, language, entries).collect(root, undefined);
  return withDistinctKeys(entries, pathOf);
}

/** Where a plural stands beside others: its forms have names of their own there. */
function pathOf({ key, container: { owner, kind }, members: [member] }: I18nextEntry): readonly Step[] {
  const parents = owner === undefined ? [] : stepsOf(owner);
  if (kind === "array" && member !== undefined) return stepsOf(member);
  const path = parents.reduce<string | undefined>(keyOf, undefined);
  return [...parents, path === undefined ? key : key.slice(path.length + 1)];
}

class Collector {
  readonly #names: PluralNames;
  readonly #language: string | undefined;
  readonly #entries: I18nextEntry[];

  constructor(names: PluralNames, language: string | undefined, entries: I18nextEntry[]) {
    this.#names = names;
    this.#language = language;
    this.#entries = entries;
  }

  collect(container: JsonContainer, path: string | undefined): void {
    const plurals = container.kind === "object" ? this.#pluralsIn(container) : new Map<string, Plural>();
    let index = 0;
    for (let member = container.first; member !== undefined; member = member.next) {
      const { name, value } = member;
      const key = keyOf(path, name ?? index);
      index += 1;
      if (isContainer(value)) {
        this.collect(value, key);
        continue;
      }
      if (value.kind !== "text") continue;
      const plural = name === undefined ? undefined : plurals.get(name);
      if (plural === undefined)
        this.#entries.push(entryOf(key, { container, names: [name ?? ""], members: [member], beyond: [] }));
      else if (!plural.isDone) {
        plural.isDone = true;
        this.#entries.push(entryOf(keyOf(path, plural.base), { ...plural, container, members: plural.forms }));
      }
    }
  }

  /** The plurals of an object, by the names of their forms. */
  #pluralsIn(container: JsonContainer): ReadonlyMap<string, Plural> {
    const texts = new Map<string, JsonMember>();
    const namesByBase = new Map<string, Set<string>>();
    for (let member = container.first; member !== undefined; member = member.next) {
      const { name, value } = member;
      if (name === undefined || value.kind !== "text") continue;
      texts.set(name, member);
      const base = this.#names.baseOf(name);
      if (base !== undefined) namesByBase.set(base, (namesByBase.get(base) ?? new Set()).add(name));
    }
    const plurals = new Map<string, Plural>();
    for (const [base, present] of namesByBase) {
      if (texts.has(base)) present.add(base);
      const found = this.#names.formsOf(base, present, this.#language);
      if (found === undefined) continue;
      const { names } = found;
      const beyond = found.beyond.flatMap((name) => texts.get(name) ?? []);
      const plural = { base, names, forms: names.map((name) => texts.get(name)), beyond, isDone: false };
      for (const name of [...names, ...found.beyond]) plurals.set(name, plural);
    }
    return plurals;
  }
}

interface Plural {
  readonly base: string;
  readonly names: readonly string[];
  readonly forms: readonly (JsonMember | undefined)[];
  readonly beyond: readonly JsonMember[];
  isDone: boolean;
}

/** @param forms with one at least that the file has */
export function entryOf(key: string, { container, names, members: forms, beyond }: Forms): I18nextEntry {
  const members = [...forms, ...beyond].filter((member) => member !== undefined);
  const line = members.reduce((first, member) => Math.min(first, member.line), Infinity);
  return { key, line, forms, members, names, container, beyond };
}
