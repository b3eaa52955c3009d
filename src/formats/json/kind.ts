import { parse } from "./parse.ts";
import { arrayNamed, isContainer, memberNamed, membersOf, objectNamed, textNamed, type JsonContainer } from "./tree.ts";

interface Kind {
  readonly id: string;
  readonly fits: (path: string, root: JsonContainer) => boolean;
}

/** Any file may have a few names that end like a plural's. */
const CLEAR_PLURALS = 3;
/** i18next's name for the number; one plural that shows it is clear. */
const NUMBER = "{{count";

/** Shapes of JSON files by the service's `file_format`, the most particular first. */
const kinds: readonly Kind[] = [
  { id: "xcstrings", fits: (path, root) => /\.xcstrings$/i.test(path) && objectNamed(root, "strings") !== undefined },
  { id: "arb", fits: (path, root) => /\.arb$/i.test(path) && root.kind === "object" },
  { id: "webextension", fits: isWebExtension },
  { id: "resjson", fits: (path, root) => /\.resjson$/i.test(path) && root.kind === "object" },
  { id: "nextcloud-json", fits: (path, root) => isJson(path) && isNextcloud(root) },
  { id: "go-i18n-json", fits: (path, root) => isJson(path) && isListOfTranslations(root) },
  { id: "gotext", fits: (path, root) => isJson(path) && isGotext(root) },
  { id: "go-i18n-json-v2", fits: (path, root) => isJson(path) && isGoMessages(path, root) },
  { id: "formatjs", fits: (path, root) => isJson(path) && isDescribed(root, "defaultMessage") },
  { id: "i18nextv4", fits: (path, root) => isJson(path) && hasPlurals(root, "_one", "_other") },
  { id: "i18next", fits: (path, root) => isJson(path) && hasPlurals(root, "", "_plural") },
  { id: "i18next", fits: (path, root) => isJson(path) && countPlurals(root, "_0", "_1").clear > 0 },
  {
    id: "json-nested",
    fits: (path, root) => isJson(path) && (root.kind === "object" ? hasGroups(root) : hasText(root)),
  },
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
    return parse(text, undefined, { top, allowsComments: mayBeWebExtension(path) }).root;
  } catch {
    return undefined;
  }
}

const EXTENSION_LOCALE = /(?:^|\/)_locales\/[^/]+\/messages\.json$/i;

function mayBeWebExtension(path: string): boolean {
  return EXTENSION_LOCALE.test(path) || /(?:^|\/)messages[^/]*\.json$/i.test(path);
}

/** Browsers look for messages in one place alone: there an entry may still lack its text. */
function isWebExtension(path: string, root: JsonContainer): boolean {
  if (!EXTENSION_LOCALE.test(path)) return mayBeWebExtension(path) && isDescribed(root, "message");
  return root.kind === "object" && membersOf(root).every(({ value }) => value.kind === "object");
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
    membersOf(root).every(({ value }) => value.kind === "object" && textNamed(value, "id") !== undefined) &&
    membersOf(root).some(({ value }) => value.kind === "object" && memberNamed(value, "translation") !== undefined)
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

/** At any depth: a list of numbers is nothing to translate. */
function hasText(container: JsonContainer): boolean {
  return membersOf(container).some(({ value }) => value.kind === "text" || (isContainer(value) && hasText(value)));
}

function hasGroups(root: JsonContainer): boolean {
  return membersOf(root).some(({ value }) => isContainer(value));
}

function hasPlurals(root: JsonContainer, one: string, other: string): boolean {
  const { all, clear } = countPlurals(root, one, other);
  return clear > 0 || all >= CLEAR_PLURALS;
}

/** Pairs of texts in one object, at any depth, whose names differ by their suffixes; `clear`: one of them shows the number. */
function countPlurals(container: JsonContainer, one: string, other: string): { all: number; clear: number } {
  const texts = new Map<string | undefined, string>();
  for (const { name, value } of membersOf(container)) if (value.kind === "text") texts.set(name, value.value);
  const count = { all: 0, clear: 0 };
  for (const { name, value } of membersOf(container)) {
    if (isContainer(value)) {
      const inner = countPlurals(value, one, other);
      count.all += inner.all;
      count.clear += inner.clear;
    } else if (value.kind === "text" && name?.endsWith(other) === true) {
      const partner = texts.get(name.slice(0, -other.length) + one);
      if (partner === undefined) continue;
      count.all += 1;
      if (value.value.includes(NUMBER) || partner.includes(NUMBER)) count.clear += 1;
    }
  }
  return count;
}
