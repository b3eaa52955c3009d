import { printParseErrorCode, visit } from "jsonc-parser";
import { errorAt } from "../source-text.ts";

interface NodeBase {
  /** Offsets of the value in the file's text. */
  readonly start: number;
  end: number;
}

export interface JsonText extends NodeBase {
  readonly kind: "text";
  readonly value: string;
}

/** A number, a boolean or null: no text for translators, its bytes stay. */
export interface JsonOther extends NodeBase {
  readonly kind: "other";
}

export interface JsonContainer extends NodeBase {
  readonly kind: "object" | "array";
  readonly members: JsonMember[];
}

export type JsonNode = JsonText | JsonOther | JsonContainer;

/** A property of an object, or an element of an array. */
export interface JsonMember {
  /** Undefined for an element. */
  readonly name: string | undefined;
  /** Where the name (or the element) begins. */
  readonly start: number;
  readonly line: number;
  /** What stands between name and value: `: `. */
  readonly separator: string;
  readonly node: JsonNode;
}

export interface JsonFile {
  readonly text: string;
  readonly root: JsonContainer;
}

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
const MAXIMUM_DEPTH = 200;
const BYTE_ORDER_MARK = "\uFEFF";

const explanations: Readonly<Record<string, string>> = {
  InvalidSymbol: "not a JSON value; texts stand in double quotes",
  InvalidNumberFormat: "not a JSON number",
  PropertyNameExpected: 'expected a key in double quotes (no comma before "}")',
  ValueExpected: 'expected a value (no comma before "]" or "}")',
  ColonExpected: 'expected ":" after the key',
  CommaExpected: 'expected "," between two entries',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: "expected the end of the file",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: 'the text is not closed: a " is missing',
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "unknown escape; a backslash itself is written \\\\",
  InvalidCharacter: "a control character has to be escaped (line break: \\n, tab: \\t)",
};

/** Strict JSON with an object at the top. @throws {FormatError} with line and column. */
export function parse(text: string, path?: string): JsonFile {
  const shift = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const body = shift === 0 ? text : text.slice(shift);
  const stack: JsonContainer[] = [];
  let root: JsonNode | undefined;
  let property: { name: string; start: number; end: number; line: number } | undefined;

  const fail = (offset: number, message: string): never => {
    throw errorAt(text, offset, message, path);
  };
  const addValue = (node: JsonNode, line: number): void => {
    const parent = stack.at(-1);
    if (parent === undefined) {
      root ??= node;
      return;
    }
    const isProperty = parent.kind === "object" && property !== undefined;
    parent.members.push({
      name: isProperty ? property?.name : undefined,
      start: isProperty ? (property?.start ?? node.start) : node.start,
      line: isProperty ? (property?.line ?? line) : line,
      separator: isProperty ? text.slice(property?.end, node.start) : "",
      node,
    });
    property = undefined;
  };
  const open = (kind: "object" | "array", offset: number, line: number): void => {
    const container: JsonContainer = { kind, start: offset + shift, end: offset + shift, members: [] };
    addValue(container, line + 1);
    stack.push(container);
    if (stack.length > MAXIMUM_DEPTH) fail(container.start, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
  };
  const close = (offset: number): void => {
    const container = stack.pop();
    if (container !== undefined) container.end = offset + shift + 1;
  };

  visit(
    body,
    {
      onObjectBegin: (offset, _length, line) => {
        open("object", offset, line);
      },
      onArrayBegin: (offset, _length, line) => {
        open("array", offset, line);
      },
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty: (name, offset, length, line) => {
        property = { name, start: offset + shift, end: offset + shift + length, line: line + 1 };
      },
      onLiteralValue: (value: unknown, offset, length, line) => {
        const place = { start: offset + shift, end: offset + shift + length };
        addValue(typeof value === "string" ? { kind: "text", value, ...place } : { kind: "other", ...place }, line + 1);
      },
      onError: (error, offset) => {
        const name = printParseErrorCode(error);
        fail(offset + shift, explanations[name] ?? `not JSON (${name})`);
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  );
  if (root === undefined || root.kind !== "object") {
    return fail(root?.start ?? shift, 'expected an object with the texts: { "key": "text" }');
  }
  return { text, root };
}

/** Key of a member: names joined by ".", elements as "[0]". `parent` is undefined at the top of the file. */
export function keyOf(parent: string | undefined, step: string | number): string {
  if (typeof step === "number") return `${parent ?? ""}[${String(step)}]`;
  return parent === undefined ? step : `${parent}.${step}`;
}

export interface JsonUnit {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** All texts in file order. Of a key that is there twice the last one counts, as it does for every JSON reader. */
export function unitsOf({ root }: JsonFile): JsonUnit[] {
  const units = new Map<string, JsonUnit>();
  collect(root, undefined, units);
  return [...units.values()];
}

function collect(container: JsonContainer, parent: string | undefined, units: Map<string, JsonUnit>): void {
  container.members.forEach((member, index) => {
    const key = keyOf(parent, member.name ?? index);
    const { node } = member;
    if (node.kind === "text") units.set(key, { key, value: node.value, line: member.line });
    else if (node.kind !== "other") collect(node, key, units);
  });
}
