import { errorAt } from "../text/source-text.ts";
import type { Anchor, JsonEditor } from "./edit.ts";
import { isAlive, isContainer, membersOf, type JsonContainer, type JsonMember } from "./tree.ts";

/** Name of a property or index of an element. */
export type Step = string | number;

/** How a new key becomes a place in the file: taken literally, or split at its dots. */
export type KeyReader = (key: string) => readonly Step[];

/** Key of a member: names joined by ".", elements as "[0]". `parent` is undefined at the top of the file. */
export function keyOf(parent: string | undefined, step: Step): string {
  if (typeof step === "number") return `${parent ?? ""}[${String(step)}]`;
  return parent === undefined ? step : `${parent}.${step}`;
}

const SIGNS_OF_PATHS = /[.[\]\\]/g;

/** Key of a member whose names and steps cannot be taken for each other: `a\.b`, beside `a.b` for b in a. */
function exactKey(steps: readonly Step[]): string {
  return joined(steps.map((step) => (typeof step === "number" ? step : step.replace(SIGNS_OF_PATHS, "\\$&"))));
}

function joined(steps: readonly Step[]): string {
  return steps.reduce<string | undefined>(keyOf, undefined) ?? "";
}

/**
 * Where names with dots make one key of several paths (`{"a.b": …, "a": {"b": …}}`), each entry gets its exact key. Those
 * that stand in one and the same path share theirs.
 */
export function withDistinctKeys<Entry extends { readonly key: string }>(
  entries: readonly Entry[],
  pathOf: (entry: Entry) => readonly Step[],
): readonly Entry[] {
  if (new Set(entries.map(({ key }) => key)).size === entries.length) return entries;
  const keys = new Map<Entry, string>();
  for (const [, same] of Map.groupBy(entries, ({ key }) => key)) {
    if (same.length === 1) continue;
    const exact = same.map((entry): [Entry, string] => [entry, exactKey(pathOf(entry))]);
    if (new Set(exact.map(([, key]) => key)).size > 1) for (const [entry, key] of exact) keys.set(entry, key);
  }
  return keys.size === 0 ? entries : entries.map((entry) => ({ ...entry, key: keys.get(entry) ?? entry.key }));
}

/** The steps from the top of the file to a member. */
export function stepsOf(member: JsonMember): Step[] {
  const { container, name } = member;
  const own = name ?? [...membersOf(container)].indexOf(member);
  return container.owner === undefined ? [own] : [...stepsOf(container.owner), own];
}

/** Before a new element of a list: the places of those that nobody translated. */
const MOST_EMPTY = 100_000;

/** The places of texts in objects in objects, by key. */
export class Places {
  readonly #editor: JsonEditor;
  readonly #path: string | undefined;
  readonly #readKey: KeyReader;
  #containers: Map<string, JsonContainer> | undefined;
  readonly #paths = new Map<JsonContainer, string>();
  readonly #names = new Map<JsonContainer, Map<string, JsonMember>>();
  readonly #elements = new Map<JsonContainer, JsonMember[]>();

  constructor(editor: JsonEditor, readKey: KeyReader, path: string | undefined) {
    this.#editor = editor;
    this.#readKey = readKey;
    this.#path = path;
  }

  /**
   * Writes a text where its key says, and makes the groups that it needs.
   * @throws {FormatError} where a group stands, and for a name where the file is a list
   */
  write(key: string, text: string, anchor: Anchor): JsonMember {
    const { container: start, steps } = this.#locate(key);
    let container = start;
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const value = next === undefined ? text : typeof next === "number" ? [] : {};
      const member = this.#place(container, step, anchor, value);
      if (next === undefined || !isContainer(member.value)) return member;
      this.#remember(member.value, keyOf(this.#paths.get(container), step));
      container = member.value;
    }
    throw new RangeError(`the key "${key}" has no parts`);
  }

  /** The innermost container that is there, and the steps that lead from it to the key. */
  #locate(key: string): { container: JsonContainer; steps: readonly Step[] } {
    const { root } = this.#editor.file;
    this.#containers ??= this.#collect(root, undefined, new Map());
    const steps = this.#stepsOf(key, root);
    const { container, depth } = this.#follow(steps);
    // A dot that the key has to tell from others cannot be part of another name.
    const isExact = joined(steps) !== key;
    for (let length = isExact ? depth : steps.length - 1; length > depth; length -= 1) {
      const named = this.#containers.get(joined(steps.slice(0, length)));
      const isFitting = (named?.kind === "array") === (typeof steps[length] === "number");
      if (named !== undefined && isFitting) return this.#withoutObstacle(named, steps.slice(length));
    }
    return this.#withoutObstacle(container, steps.slice(depth));
  }

  /** An object has no place of a number, but for a member of that name. */
  #stepsOf(key: string, { kind, start }: JsonContainer): readonly Step[] {
    const steps = this.#readKey(key);
    if ((typeof steps[0] === "number") === (kind === "array")) return steps;
    if (kind === "object") return [key];
    const message = `the file is a list, and "${key}" is no place in one: its keys begin with [0], [1] and so on`;
    throw errorAt(this.#editor.file.text, start, message, this.#path);
  }

  /** As far as the steps lead, each being the name of a member. */
  #follow(steps: readonly Step[]): { container: JsonContainer; depth: number } {
    let container = this.#editor.file.root;
    let depth = 0;
    for (const step of steps.slice(0, -1)) {
      const member = typeof step === "number" ? this.#elementsOf(container)[step] : this.#named(container).get(step);
      if (member === undefined || member.isRemoved || !isContainer(member.value)) break;
      if ((member.value.kind === "array") !== (typeof steps[depth + 1] === "number")) break;
      container = member.value;
      depth += 1;
    }
    return { container, depth };
  }

  #collect(
    container: JsonContainer,
    path: string | undefined,
    found: Map<string, JsonContainer>,
  ): Map<string, JsonContainer> {
    let index = 0;
    for (const { name, value, isRemoved } of membersOf(container)) {
      if (isContainer(value) && !isRemoved) {
        const inner = keyOf(path, name ?? index);
        found.set(inner, value);
        this.#paths.set(value, inner);
        this.#collect(value, inner, found);
      }
      index += 1;
    }
    return found;
  }

  #remember(container: JsonContainer, path: string): void {
    this.#containers?.set(path, container);
    this.#paths.set(container, path);
  }

  /** Where a text stands in the way of a group, the rest of the key becomes one name: it reads the same. */
  #withoutObstacle(
    container: JsonContainer,
    steps: readonly Step[],
  ): { container: JsonContainer; steps: readonly Step[] } {
    const [first] = steps;
    const obstacle = typeof first === "string" && steps.length > 1 ? this.#named(container).get(first) : undefined;
    if (obstacle === undefined || obstacle.isRemoved || obstacle.value.kind !== "text") return { container, steps };
    return { container, steps: [joined(steps)] };
  }

  #place(container: JsonContainer, step: Step, anchor: Anchor, value: NewPlace): JsonMember {
    if (typeof step === "number") return this.#element(container, step, value);
    const existing = this.#named(container).get(step);
    if (existing !== undefined && isAlive(existing)) return this.#fill(existing, value);
    const member = this.#editor.insert(container, step, anchor, value);
    this.#named(container).set(step, member);
    return member;
  }

  #element(container: JsonContainer, index: number, value: NewPlace): JsonMember {
    const elements = this.#elementsOf(container);
    const existing = elements[index];
    if (existing !== undefined) return this.#fill(existing, value);
    // What readers of a list of objects find in it is an object, even where nothing is in it yet.
    const nothing = typeof value === "string" ? null : value;
    if (index - elements.length > MOST_EMPTY) {
      const key = keyOf(this.#paths.get(container), index);
      const message = `"${key}" is too far behind the end of its list: at most ${MOST_EMPTY.toLocaleString("en")} places are left empty at once`;
      throw errorAt(this.#editor.file.text, Math.max(container.start, 0), message, this.#path);
    }
    while (elements.length < index) elements.push(this.#editor.insert(container, undefined, "end", nothing));
    const member = this.#editor.insert(container, undefined, "end", value);
    elements.push(member);
    return member;
  }

  /** A number or null gives way to a text; a group of texts does not. */
  #fill(member: JsonMember, value: NewPlace): JsonMember {
    if (isContainer(member.value) && isAlive(member)) {
      throw errorAt(
        this.#editor.file.text,
        Math.max(member.start, 0),
        `${JSON.stringify(member.name ?? "")} is a group of texts here and something else in what is to be added`,
        this.#path,
      );
    }
    this.#editor.setValue(member, value);
    return member;
  }

  #named(container: JsonContainer): Map<string, JsonMember> {
    const known = this.#names.get(container);
    if (known !== undefined) return known;
    const names = new Map<string, JsonMember>();
    for (const member of membersOf(container)) if (member.name !== undefined) names.set(member.name, member);
    this.#names.set(container, names);
    return names;
  }

  #elementsOf(container: JsonContainer): JsonMember[] {
    const known = this.#elements.get(container);
    if (known !== undefined) return known;
    const elements = [...membersOf(container)];
    this.#elements.set(container, elements);
    return elements;
  }
}

type NewPlace = string | readonly never[] | Readonly<Record<string, never>>;
