import type { List, Step } from "./parse.ts";

/** A list that may have to be made, or in the end the text, on the way to a unit that is added. */
export interface NewStep {
  readonly step: Step;
  /** How the list in that place is written if it is new. */
  readonly isShort: boolean;
}

/** How a format names the texts of a PHP file. */
export interface Dialect {
  readonly id: string;
  /** @param parent key of the list; undefined for the file @returns undefined for what is nobody's translation */
  keyOf(parent: string | undefined, step: Step, kind: List["kind"]): string | undefined;
  /**
   * @param hasList whether the file has a list of that key
   * @returns the list that is there, undefined for the file, and the steps from it to the text; undefined for no such key
   */
  placeOf(
    key: string,
    hasList: (key: string) => boolean,
  ): { readonly list: string | undefined; readonly steps: readonly NewStep[] } | undefined;
  /** The key that a text in the way leaves. */
  readonly joinsBlockedKeys: boolean;
  /** What the service shows as the unit's forms. */
  formsOf(text: string): readonly string[];
  /** @param before what the file has; undefined for a new unit */
  textOf(forms: readonly string[], before: string | undefined): string;
  /** A key as the format spells it, for errors. */
  readonly example: string;
}

const HEAD =
  /^(?:return|\$[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*(?:\[(?:'(?:[^'\\]|\\[^])*'|"[\w .-]*"|-?\d+)\])*)(?=\[\]|->|$)/;
const CONSTANT = /^define[ \t]*\([ \t]*(?:'[\w\\:.-]+'|"[\w:.-]+")$/i;
const SEGMENT =
  /(\[\])?->(?:'([^]*?)'|(-?\d{1,18}|\\?[A-Za-z_][\w\\]*(?:::[A-Za-z_]\w*)?)|\[(\d{1,6})\])(?=\[\]->|->|$)/y;

/** The names as they stand in the file, `$lang['name']`, `define('NAME'`, `return->'group'->'name'`; `[]` tells `[ … ]` from `array( … )`. */
export const phpDialect: Dialect = {
  id: "php",
  keyOf(parent, step, kind) {
    if (parent === undefined) return step.kind === "code" ? step.code : undefined;
    return `${parent}${kind === "short" ? "[]" : ""}->${stepText(step)}`;
  },
  placeOf(key) {
    if (CONSTANT.test(key)) return { list: undefined, steps: [{ step: { kind: "code", code: key }, isShort: true }] };
    const [head] = HEAD.exec(key) ?? [];
    if (head === undefined) return undefined;
    const steps: { step: Step; isShort: boolean }[] = [{ step: { kind: "code", code: head }, isShort: true }];
    for (let at = head.length; at < key.length; at = SEGMENT.lastIndex) {
      SEGMENT.lastIndex = at;
      const [whole, short, name, code, index] = SEGMENT.exec(key) ?? [];
      if (whole === undefined) return undefined;
      const previous = steps.at(-1);
      if (previous !== undefined) previous.isShort = short !== undefined;
      steps.push({ step: stepOf(name, code, index), isShort: true });
    }
    const isWhole = steps.length > 1 || head.startsWith("$");
    return isWhole ? { list: undefined, steps } : undefined;
  },
  joinsBlockedKeys: false,
  formsOf: (text) => [text],
  textOf: ([text = ""]) => text,
  example: "$lang['name'], define('NAME' or return[]->'name'",
};

function stepText(step: Step): string {
  if (step.kind === "name") return `'${step.name}'`;
  return step.kind === "index" ? `[${String(step.index)}]` : step.code;
}

function stepOf(name: string | undefined, code: string | undefined, index: string | undefined): Step {
  if (name !== undefined) return { kind: "name", name };
  return code === undefined ? { kind: "index", index: Number(index) } : { kind: "code", code };
}

/** No key of the file has it. */
const ROOT = "\0return";
const INDEXED = /^([^[\]]*)((?:\[\d{1,4}\])+)$/;
const MAXIMUM_STEPS = 90;

/**
 * The array that the file returns; names of groups are joined by ".", as a program asks for them. (The service shows how
 * it reached the text, `group'[]->'name`, which is another name for `array( … )` than for `[ … ]`.)
 */
export const laravelDialect: Dialect = {
  id: "laravel",
  keyOf(parent, step, kind) {
    if (parent === undefined)
      return step.kind === "code" && step.code === "return" && kind === "file" ? ROOT : undefined;
    if (step.kind === "index") return `${parent === ROOT ? "" : parent}[${String(step.index)}]`;
    const name = step.kind === "name" ? step.name : step.code;
    return parent === ROOT ? name : `${parent}.${name}`;
  },
  placeOf(key, hasList) {
    const root = { step: { kind: "code", code: "return" } as const, isShort: true };
    const steps = splitKey(key);
    for (let length = steps.length - 1; length > 0; length -= 1) {
      const list = steps.slice(0, length).reduce((parent, { step }) => joined(parent, step), ROOT);
      if (hasList(list)) return { list, steps: steps.slice(length) };
    }
    return hasList(ROOT) ? { list: ROOT, steps } : { list: undefined, steps: [root, ...steps] };
  },
  joinsBlockedKeys: true,
  formsOf: (text) => text.split("|"),
  textOf(forms, before) {
    // A form that is empty at the end would show nothing; without it the first one is shown.
    const least = before === undefined ? forms.length : before.split("|").length;
    const filled = forms.findLastIndex((form) => form !== "") + 1;
    return forms.slice(0, Math.max(1, Math.min(forms.length, least), filled)).join("|");
  },
  example: "group.name",
};

function joined(parent: string, step: Step): string {
  return laravelDialect.keyOf(parent, step, "short") ?? parent;
}

/** `list[0].name` → list, 0, name. */
function splitKey(key: string): readonly NewStep[] {
  const steps = key.split(".").flatMap((part): Step[] => {
    const [, name, indexes] = INDEXED.exec(part) ?? [];
    if (name === undefined || indexes === undefined) return [{ kind: "name", name: part }];
    const numbers = indexes.slice(1, -1).split("][");
    const places = numbers.map((index): Step => ({ kind: "index", index: Number(index) }));
    return name === "" ? places : [{ kind: "name", name }, ...places];
  });
  const isPath = steps.length <= MAXIMUM_STEPS;
  return (isPath ? steps : [{ kind: "name", name: key } as const]).map((step) => ({ step, isShort: true }));
}
