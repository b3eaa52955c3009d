import { parse } from "./parse.ts";
import { arrayNamed, isContainer, membersOf, objectNamed, textNamed, type JsonContainer } from "./tree.ts";

interface Kind {
  readonly id: string;
  readonly fits: (path: string, root: JsonContainer) => boolean;
}

/** Any file may have a few names that end like a plural's. */
const CLEAR_PLURALS = 3;

/** Shapes of JSON files by the service's `file_format`, the most particular first. */
const kinds: readonly Kind[] = [
  { id: "xcstrings", fits: (path, root) => /\.xcstrings$/i.test(path) && objectNamed(root, "strings") !== undefined },
  { id: "arb", fits: (path, root) => /\.arb$/i.test(path) && root.kind === "object" },
  { id: "webextension", fits: (path, root) => isWebExtension(path) && isDescribed(root, "message") },
  { id: "resjson", fits: (path, root) => /\.resjson$/i.test(path) && root.kind === "object" },
  { id: "nextcloud-json", fits: (path, root) => isJson(path) && isNextcloud(root) },
  { id: "go-i18n-json", fits: (path, root) => isJson(path) && isListOfTranslations(root) },
  { id: "gotext", fits: (path, root) => isJson(path) && isGotext(root) },
  { id: "go-i18n-json-v2", fits: (path, root) => isJson(path) && isGoMessages(path, root) },
  { id: "formatjs", fits: (path, root) => isJson(path) && isDescribed(root, "defaultMessage") },
  { id: "i18nextv4", fits: (path, root) => isJson(path) && countPlurals(root, "_one", "_other") >= CLEAR_PLURALS },
  { id: "i18next", fits: (path, root) => isJson(path) && countPlurals(root, "", "_plural") >= CLEAR_PLURALS },
  { id: "json-nested", fits: (path, root) => isJson(path) && root.kind === "object" && hasGroups(root) },
  { id: "json", fits: (path, root) => isJson(path) && root.kind === "object" },
];

const answers = new WeakMap<Uint8Array, { readonly path: string; readonly id: string | undefined }>();

/** The JSON format that path and content speak for. Every one of the formats asks: the answer is looked for once. */
export function kindOf(path: string, bytes: Uint8Array): string | undefined {
  const known = answers.get(bytes);
  if (known?.path === path) return known.id;
  const root = /\.(?:json|arb|xcstrings|resjson)$/i.test(path) ? rootOf(path, bytes) : undefined;
  const id = root === undefined ? undefined : kinds.find(({ fits }) => fits(path, root))?.id;
  answers.set(bytes, { path, id });
  return id;
}

function rootOf(path: string, bytes: Uint8Array): JsonContainer | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const top = /^\uFEFF?\s*\[/.test(text) ? "array" : "object";
    return parse(text, undefined, { top, allowsComments: isWebExtension(path) }).root;
  } catch {
    return undefined;
  }
}

function isWebExtension(path: string): boolean {
  return /(?:^|\/)_locales\/[^/]+\/messages\.json$|(?:^|\/)messages[^/]*\.json$/i.test(path);
}

/** Whether every member is an object with a text of that name. */
function isDescribed(root: JsonContainer, text: string): boolean {
  const members = [...membersOf(root)];
  return (
    members.length > 0 && members.every(({ value }) => value.kind === "object" && textNamed(value, text) !== undefined)
  );
}

function isListOfTranslations(root: JsonContainer): boolean {
  return (
    root.kind === "array" &&
    root.first !== undefined &&
    membersOf(root).every(({ value }) => value.kind === "object" && textNamed(value, "id") !== undefined)
  );
}

function isNextcloud(root: JsonContainer): boolean {
  return objectNamed(root, "translations") !== undefined && textNamed(root, "pluralForm") !== undefined;
}

function isGotext(root: JsonContainer): boolean {
  return textNamed(root, "language") !== undefined && arrayNamed(root, "messages") !== undefined;
}

/** Texts by plural categories may stand in any nested file; hashes, and the names of go-i18n's own tool, do not. */
function isGoMessages(path: string, root: JsonContainer): boolean {
  if (root.kind !== "object" || root.first === undefined) return false;
  let hasHash = /(?:^|\/)(?:active|translate)\.[^/]*\.json$/i.test(path);
  for (const { value } of membersOf(root)) {
    if (value.kind === "text") continue;
    if (value.kind !== "object" || textNamed(value, "other") === undefined) return false;
    hasHash ||= textNamed(value, "hash") !== undefined;
  }
  return hasHash;
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

function hasGroups(root: JsonContainer): boolean {
  return membersOf(root).some(({ value }) => isContainer(value));
}

/** Pairs of names in one object, at any depth, that differ by their suffixes. */
function countPlurals(container: JsonContainer, one: string, other: string): number {
  const names = new Set<string | undefined>();
  for (const { name, value } of membersOf(container)) if (value.kind === "text") names.add(name);
  let count = 0;
  for (const { name, value } of membersOf(container)) {
    if (isContainer(value)) count += countPlurals(value, one, other);
    else if (name?.endsWith(other) === true && names.has(name.slice(0, -other.length) + one)) count += 1;
  }
  return count;
}
