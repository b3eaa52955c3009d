import { charsetOf } from "./text/charset.ts";
import type { Format, ReadOptions } from "./format.ts";
import { parse as parseJson } from "./json/parse.ts";
import { isContainer, membersOf, type JsonContainer } from "./json/tree.ts";
import { keysInPhp } from "./php/index.ts";
import { entriesOf, parse as parseProperties } from "./properties/parse.ts";
import { decodeUtf8 } from "./text/source-text.ts";
import { keysInXliff } from "./xliff/index.ts";
import { keyOf, type YamlCollection } from "./yaml/node.ts";
import { parse as parseYaml } from "./yaml/parse.ts";

/** A key that stands in a file once more: of two, readers take the later one, and the earlier text is lost. */
export interface RepeatedKey {
  readonly key: string;
  /** Of the later one, from 1. */
  readonly line: number;
  readonly earlierLine: number;
}

/**
 * Keys that a file has twice, for formats that take it: JSON and Apple's string catalogues, YAML, PHP, `.properties`, XLIFF.
 * Elsewhere it is an error when the file is read, or nothing that people do.
 * @throws {FormatError} where the file cannot be read
 */
export function repeatedKeys(format: Format, bytes: Uint8Array, options: ReadOptions = {}): RepeatedKey[] {
  const { extensions } = format;
  const { path, charset } = options;
  if (extensions.includes("json") || extensions.includes("arb")) return inJson(decodeUtf8(bytes, path), path);
  if (extensions.includes("xcstrings")) {
    return inJson(decodeUtf8(bytes, path), path).map((found) => ({
      ...found,
      key: found.key.replace(/^strings\./, ""),
    }));
  }
  if (extensions.includes("yaml")) return inYaml(decodeUtf8(bytes, path), path);
  const found: RepeatedKey[] = [];
  if (extensions.includes("php")) addRepeated(found, keysInPhp(format.id, bytes, options));
  if (format.mediaType === XLIFF) addRepeated(found, keysInXliff(format.id, bytes, path));
  if (extensions.includes("properties")) {
    const text = charsetOf(bytes, charset ?? "iso-8859-1").decode(bytes, path);
    addRepeated(found, entriesOf(parseProperties(text, path)));
  }
  return found;
}

const XLIFF = "application/xliff+xml";

function inJson(text: string, path: string | undefined): RepeatedKey[] {
  const top = /^\uFEFF?\s*\[/.test(text) ? "array" : "object";
  const { root } = parseJson(text, path, { top, allowsComments: true });
  const found: RepeatedKey[] = [];
  // As deep as the reader lets a file be.
  const visit = (container: JsonContainer, parent: string | undefined): void => {
    const names: { key: string; line: number }[] = [];
    let index = 0;
    for (const { name, value, line } of membersOf(container)) {
      const step = name ?? `[${String(index)}]`;
      const key = parent === undefined ? step : `${parent}${name === undefined ? "" : "."}${step}`;
      index += 1;
      if (name !== undefined) names.push({ key, line });
      if (isContainer(value)) visit(value, key);
    }
    addRepeated(found, names);
  };
  visit(root, undefined);
  return found;
}

function inYaml(text: string, path: string | undefined): RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const visit = (collection: YamlCollection, parent: string | undefined): void => {
    const names: { key: string; line: number }[] = [];
    for (const [index, { name, node, line }] of collection.entries.entries()) {
      const key = keyOf(parent, name ?? index);
      if (name !== undefined) names.push({ key, line });
      if (node.kind === "map" || node.kind === "list") visit(node, key);
    }
    addRepeated(found, names);
  };
  const { root } = parseYaml(text, path);
  if (root !== undefined) visit(root, undefined);
  return found;
}

/** There may be more of them than a call takes arguments. */
function addRepeated(found: RepeatedKey[], entries: readonly { readonly key: string; readonly line: number }[]): void {
  const lines = new Map<string, number>();
  for (const { key, line } of entries) {
    const earlierLine = lines.get(key);
    if (earlierLine !== undefined) found.push({ key, line, earlierLine });
    lines.set(key, line);
  }
}
