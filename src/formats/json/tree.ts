/**
 * A JSON file as a tree whose nodes know where they stand, so that everything that is not changed keeps its bytes. Offsets
 * count UTF-16 units of the file's text; nodes that are new have none (-1).
 */
export interface JsonFile {
  readonly text: string;
  readonly root: JsonContainer;
}

export interface JsonText {
  readonly kind: "text";
  readonly value: string;
  /** As it is to be written; undefined: as it is in the file. */
  readonly token: string | undefined;
}

/** A number, a boolean or null: no text for translators. */
export interface JsonOther {
  readonly kind: "other";
  readonly token: string | undefined;
}

export interface JsonContainer {
  kind: "object" | "array";
  readonly start: number;
  end: number;
  /** The member whose value it is; undefined for the top of the file. */
  readonly owner: JsonMember | undefined;
  first: JsonMember | undefined;
  last: JsonMember | undefined;
  /** What was done to it: nothing, something to a value inside, or members came and went. */
  change: "none" | "inside" | "members";
  /** Whether it stays when it lost all its members. */
  isKept: boolean;
  /** A container of the file that a new one is written like. */
  readonly model: JsonContainer | undefined;
}

export type JsonValue = JsonText | JsonOther | JsonContainer;

/** A property of an object, or an element of an array. Those of one container are a chain: adding one costs no more in a long one. */
export interface JsonMember {
  /** Undefined for an element. */
  readonly name: string | undefined;
  readonly container: JsonContainer;
  value: JsonValue;
  previous: JsonMember | undefined;
  next: JsonMember | undefined;
  /** Removed ones stay in the chain, as places for additions. */
  isRemoved: boolean;
  /** Behind the brace or comma before it. */
  readonly gapStart: number;
  /** Where the name (or the element) begins. */
  readonly start: number;
  /** Behind the name's closing quote; of an element, where it begins. */
  readonly nameEnd: number;
  valueStart: number;
  valueEnd: number;
  /** Where the comma or brace behind it stands. */
  gapEnd: number;
  /** From 1; 0 for a new one. */
  readonly line: number;
}

export function isContainer(value: JsonValue): value is JsonContainer {
  return value.kind === "object" || value.kind === "array";
}

/** Whether a member stands in the file, and not only where it was or will be. */
export function isOriginal(member: JsonMember): boolean {
  return member.start >= 0;
}

/** All members, those that were removed too. */
export function* membersOf(container: JsonContainer): Generator<JsonMember, void> {
  for (let member = container.first; member !== undefined; member = member.next) yield member;
}

/** A group that lost all its members is gone too; one that was empty before stays. */
export function isAlive(member: JsonMember): boolean {
  if (member.isRemoved) return false;
  const { value } = member;
  if (!isContainer(value) || value.change !== "members" || value.isKept) return true;
  let isOriginallyFull = false;
  for (let inner = value.first; inner !== undefined; inner = inner.next) {
    if (isAlive(inner)) return true;
    isOriginallyFull ||= isOriginal(inner);
  }
  return value.first === undefined || (value.start >= 0 && !isOriginallyFull);
}

/** The last member of that name which is still there: of two with one name it is the one that counts. */
export function memberNamed(container: JsonContainer, name: string): JsonMember | undefined {
  let found: JsonMember | undefined;
  for (let member = container.first; member !== undefined; member = member.next) {
    if (member.name === name && isAlive(member)) found = member;
  }
  return found;
}

export function objectNamed(container: JsonContainer, name: string): JsonContainer | undefined {
  const value = memberNamed(container, name)?.value;
  return value?.kind === "object" ? value : undefined;
}

export function arrayNamed(container: JsonContainer, name: string): JsonContainer | undefined {
  const value = memberNamed(container, name)?.value;
  return value?.kind === "array" ? value : undefined;
}

export function textNamed(container: JsonContainer, name: string): string | undefined {
  const value = memberNamed(container, name)?.value;
  return value?.kind === "text" ? value.value : undefined;
}

/** The member of a container in which another one stands, however deep. */
export function memberAround(container: JsonContainer, member: JsonMember): JsonMember | undefined {
  for (let at: JsonMember | undefined = member; at !== undefined; at = at.container.owner) {
    if (at.container === container) return at;
  }
  return undefined;
}

/** Whether a member is that number, boolean or null. */
export function isLiteral({ text }: JsonFile, member: JsonMember | undefined, literal: string): boolean {
  if (member?.value.kind !== "other") return false;
  return (member.value.token ?? text.slice(member.valueStart, member.valueEnd)) === literal;
}
