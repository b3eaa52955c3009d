import { render } from "./render.ts";
import { quote, styleOf, type JsonStyle } from "./style.ts";
import {
  isContainer,
  isOriginal,
  memberAround,
  membersOf,
  type JsonContainer,
  type JsonFile,
  type JsonMember,
  type JsonValue,
} from "./tree.ts";

/** What a new member holds. The names of an object are written in their order. */
export type NewValue = string | number | boolean | null | NewObject | readonly NewValue[];
export interface NewObject {
  readonly [name: string]: NewValue;
}

/** The member behind which a new one comes, however deep it stands in the container. */
export type Anchor = JsonMember | "start" | "end";

/** Changes the tree of a file, and writes it with all bytes kept that no change asked for. */
export class JsonEditor {
  readonly file: JsonFile;
  readonly #style: JsonStyle;
  readonly #models = new Map<JsonContainer, Models>();

  constructor(file: JsonFile, style = styleOf(file)) {
    this.file = file;
    this.#style = style;
  }

  /** The file's text after all changes. */
  text(): string {
    return render(this.file, this.#style);
  }

  /** Nothing is written where the text is what it is. */
  setText(member: JsonMember, value: string): void {
    if (member.value.kind === "text" && member.value.value === value) return;
    this.setValue(member, value);
  }

  /** A removed member is there again. */
  setValue(member: JsonMember, value: NewValue): void {
    const isShape = typeof value === "object" || isContainer(member.value) || member.isRemoved;
    // A text that is again what it was is written as it was.
    const isChanged = member.value.kind !== "text" || member.value.token !== undefined;
    const isBack = isChanged && typeof value === "string" && originalText(this.file, member) === value;
    member.isRemoved = false;
    member.value = isBack ? { kind: "text", value, token: undefined } : this.#valueOf(value, member);
    mark(member.container, isShape ? "members" : "inside");
  }

  /** Adds a member even where there is one of that name. */
  insert(container: JsonContainer, name: string | undefined, anchor: Anchor, value: NewValue): JsonMember {
    const around = typeof anchor === "object" ? memberAround(container, anchor) : undefined;
    const isFirst = (): boolean => anchor === "start" || (typeof anchor === "object" && standsAbove(anchor, container));
    const previous = around ?? (isFirst() ? undefined : container.last);
    const member = newMember(container, name);
    insertBehind(previous, container, member);
    member.value = this.#valueOf(value, member);
    mark(container, "members");
    return member;
  }

  remove(member: JsonMember): void {
    member.isRemoved = true;
    mark(member.container, "members");
  }

  /** A container stays, even without members. */
  keep(container: JsonContainer): void {
    container.isKept = true;
  }

  /** Leaves the container's style to what will be added. */
  removeAll(container: JsonContainer): void {
    for (const member of membersOf(container)) this.remove(member);
  }

  /** The same, but groups of what goes stay where they are: in a list they have a place by their number. */
  removeInside(container: JsonContainer): void {
    for (const member of membersOf(container)) {
      if (isContainer(member.value)) this.removeInside(member.value);
      else this.remove(member);
    }
  }

  #valueOf(value: NewValue, owner: JsonMember): JsonValue {
    if (typeof value === "string") return { kind: "text", value, token: quote(value, this.#style) };
    if (typeof value !== "object" || value === null) return { kind: "other", token: String(value) };
    const isList = isArray(value);
    const container = newContainer(isList ? "array" : "object", owner, this.#modelFor(owner, isList));
    const members = isList ? value.map((item) => [undefined, item] as const) : Object.entries(value);
    for (const [name, inner] of members) {
      const member = newMember(container, name);
      insertBehind(container.last, container, member);
      member.value = this.#valueOf(inner, member);
    }
    return container;
  }

  /** A container of the file beside which the new one stands, or which stands where it will, one group over. */
  #modelFor({ name, container }: JsonMember, isList: boolean): JsonContainer | undefined {
    const models = this.#modelsIn(container.start >= 0 ? container : container.model);
    if (models === undefined) return undefined;
    const named = name === undefined ? undefined : models.byName.get(name);
    const kind = isList ? "array" : "object";
    return container.start < 0 && named?.kind === kind ? named : models[kind];
  }

  #modelsIn(container: JsonContainer | undefined): Models | undefined {
    if (container === undefined) return undefined;
    const known = this.#models.get(container);
    if (known !== undefined) return known;
    const models: Models = { object: undefined, array: undefined, byName: new Map() };
    for (const { name, value } of membersOf(container)) {
      if (!isContainer(value) || value.first === undefined || !isOriginal(value.first)) continue;
      models[value.kind] ??= value;
      if (name !== undefined) models.byName.set(name, value);
    }
    this.#models.set(container, models);
    return models;
  }
}

/** Containers with members, by which new ones are written: the first of each kind, and each by its name. */
interface Models {
  object: JsonContainer | undefined;
  array: JsonContainer | undefined;
  readonly byName: Map<string, JsonContainer>;
}

/** The text that a member has in the file; undefined for one that has none there. */
function originalText({ text }: JsonFile, member: JsonMember): string | undefined {
  if (!isOriginal(member) || text[member.valueStart] !== '"') return undefined;
  const value: unknown = JSON.parse(text.slice(member.valueStart, member.valueEnd));
  return typeof value === "string" ? value : undefined;
}

/** Whether a member stands further up in the file than a container does, which is nowhere while it is new. */
function standsAbove(member: JsonMember, { start }: JsonContainer): boolean {
  if (start < 0) return false;
  let at: JsonMember | undefined = member;
  while (at !== undefined && !isOriginal(at)) at = at.previous ?? at.container.owner;
  return at !== undefined && at.start < start;
}

function isArray(value: NewValue): value is readonly NewValue[] {
  return Array.isArray(value);
}

function newContainer(kind: "object" | "array", owner: JsonMember, model: JsonContainer | undefined): JsonContainer {
  return {
    kind,
    start: -1,
    end: -1,
    owner,
    first: undefined,
    last: undefined,
    change: "members",
    isKept: false,
    model,
  };
}

function newMember(container: JsonContainer, name: string | undefined): JsonMember {
  return {
    name,
    container,
    value: { kind: "other", token: "null" },
    previous: undefined,
    next: undefined,
    isRemoved: false,
    gapStart: -1,
    start: -1,
    nameEnd: -1,
    valueStart: -1,
    valueEnd: -1,
    gapEnd: -1,
    line: 0,
  };
}

function insertBehind(previous: JsonMember | undefined, container: JsonContainer, member: JsonMember): void {
  const next = previous === undefined ? container.first : previous.next;
  member.previous = previous;
  member.next = next;
  if (previous === undefined) container.first = member;
  else previous.next = member;
  if (next === undefined) container.last = member;
  else next.previous = member;
}

/** Notes a change in a container, and in those around it: with its last member a group goes itself. */
function mark(container: JsonContainer, change: "inside" | "members"): void {
  for (let at: JsonContainer | undefined = container; at !== undefined; at = at.owner?.container) {
    if (at.change === change || at.change === "members") return;
    at.change = change;
  }
}
