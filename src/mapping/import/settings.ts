import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from "yaml";
import type { LeftOut } from "./left-out.ts";

/** One thing that a configuration says: a value, or a list of values. */
export interface Setting {
  /** `files[].ignore`; keys that people choose are among them. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Undefined where it is empty. */
  readonly value: unknown;
}

/** It is in the mapping now. */
export const CARRIED = Symbol("carried");
/** It tells how to reach the tool, or what its own pages show: tokens, addresses, projects. */
export const OWN = Symbol("own");

/** What becomes of a setting; a sentence says what to do about one that is not carried over. */
export type Fate = typeof CARRIED | typeof OWN | string;
/** Path, `*` for a key that people choose → what becomes of it and of what is below. */
export type Fates = Readonly<Record<string, Fate>>;

/** Every value of a configuration in YAML or JSON, with its line. */
export function settingsOf(text: string): readonly Setting[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", lineCounter: lines });
  if (document.errors.length > 0) return [];
  const found: Setting[] = [];
  const visit = (node: Node | null, path: string, offset: number): void => {
    const isInner = isMap(node) || (isSeq(node) && node.items.some((item) => isMap(item)));
    if (!isInner) {
      found.push({ path, line: lines.linePos(offset).line, value: node?.toJS(document) });
      return;
    }
    if (isSeq(node)) {
      for (const item of node.items) if (isNode(item)) visit(item, `${path}[]`, item.range?.[0] ?? offset);
      return;
    }
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const at = isScalar(key) ? (key.range?.[0] ?? offset) : offset;
      visit(isNode(value) ? value : null, path === "" ? name : `${path}.${name}`, at);
    }
  };
  if (document.contents !== null) visit(document.contents, "", 0);
  return found.filter(({ path }) => path !== "");
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value);
}

export function fateOf({ path }: Pick<Setting, "path">, fates: Fates): Fate {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length--) {
    for (const pattern of [parts.slice(0, length), ...withStars(parts.slice(0, length))]) {
      const fate = fates[pattern.join(".")];
      if (fate !== undefined) return fate;
    }
  }
  return "it has no equivalent here.";
}

/** `buckets.json.include` is `buckets.*.include` as well. */
function withStars(parts: readonly string[]): readonly (readonly string[])[] {
  return parts.map((part, at) => parts.toSpliced(at, 1, part.endsWith("[]") ? "*[]" : "*"));
}

/** What is neither carried over nor the tool's own, each with its line. */
export function namedSettings(settings: readonly Setting[], fates: Fates): readonly LeftOut[] {
  return settings.flatMap((setting) => {
    const fate = fateOf(setting, fates);
    return typeof fate === "string" ? [{ line: setting.line, what: nameOf(setting), why: fate }] : [];
  });
}

function nameOf({ path: whole }: Setting): string {
  // A key that people choose may begin with a dot: `.zh-CN.resx`.
  const path = whole.replace(/\.\..*$/s, "");
  return path.slice(path.lastIndexOf(".") + 1).replace("[]", "");
}
