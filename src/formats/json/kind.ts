import { parse } from "./parse.ts";
import { isContainer, membersOf, type JsonContainer } from "./tree.ts";

/** Shapes of JSON files by the service's `file_format`, the most particular first. */
const kinds: readonly { readonly id: string; readonly fits: (path: string, root: JsonContainer) => boolean }[] = [
  { id: "json-nested", fits: (path, root) => isJson(path) && root.kind === "object" && hasGroups(root) },
  { id: "json", fits: (path, root) => isJson(path) && root.kind === "object" },
];

const answers = new WeakMap<Uint8Array, { readonly path: string; readonly id: string | undefined }>();

/** The JSON format that path and content speak for. Every one of the formats asks: the answer is looked for once. */
export function kindOf(path: string, bytes: Uint8Array): string | undefined {
  const known = answers.get(bytes);
  if (known?.path === path) return known.id;
  const root = /\.(?:json|arb|xcstrings|resjson)$/i.test(path) ? rootOf(bytes) : undefined;
  const id = root === undefined ? undefined : kinds.find(({ fits }) => fits(path, root))?.id;
  answers.set(bytes, { path, id });
  return id;
}

function rootOf(bytes: Uint8Array): JsonContainer | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return parse(text, undefined, /^\uFEFF?\s*\[/.test(text) ? "array" : "object").root;
  } catch {
    return undefined;
  }
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

function hasGroups(root: JsonContainer): boolean {
  return membersOf(root).some(({ value }) => isContainer(value));
}
