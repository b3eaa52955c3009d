import { extensionOf } from "../core/file-extension.ts";
import { withoutComments } from "./code-comments.ts";

/** A place where code asks for a text by a key that stands there. */
export interface KeyCall {
  readonly family: KeyFamily;
  /** The key as the library gets it: `cart.items`, `common:save`. */
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** What is called: `t`, `R.string`. */
  readonly call: string;
}

/** Libraries that name their keys alike. */
export type KeyFamily = "web" | "ruby" | "php" | "gettext" | "android" | "apple";

interface CallPattern {
  readonly family: KeyFamily;
  /** Groups: `call`, and the key in `double`, `single`, `ticked` or `name`. Ends where it is sure that the key is whole. */
  readonly pattern: RegExp;
}

const DOUBLE = String.raw`"(?<double>(?:[^"\\\n]|\\.){1,500})"`;
const SINGLE = String.raw`'(?<single>(?:[^'\\\n]|\\.){1,500})'`;
const TICKED = "`(?<ticked>(?:[^`\\\\\\n$]|\\\\.){1,500})`";
const QUOTED = `(?:${DOUBLE}|${SINGLE})`;

/** A quoted text is an argument of its own before a comma or a bracket: `"a." + b` is no key. */
const called = (family: KeyFamily, names: string, key = QUOTED): CallPattern => ({
  family,
  pattern: new RegExp(String.raw`(?<![\w$.>:-])(?<call>${names})\(\s*${key}\s*(?=[,)])`, "g"),
});
const attribute = (call: string, name: string): CallPattern => ({
  family: "web",
  pattern: new RegExp(String.raw`(?<call>${call})\b[^<>]{0,300}?\s${name}=\{?${QUOTED}`, "g"),
});

const web: readonly CallPattern[] = [
  called(
    "web",
    String.raw`(?:this\.|props\.|vm\.)?\$?t|\$_|(?:(?:this|window|req|res)\.)?\$?(?:i18n|i18next)(?:\.global)?\.t|translate|(?:chrome|browser)\.i18n\.getMessage`,
    `(?:${DOUBLE}|${SINGLE}|${TICKED})`,
  ),
  {
    family: "web",
    pattern: new RegExp(String.raw`(?<call>formatMessage|defineMessage)\(\s*\{[^{}]{0,500}?\bid:\s*${QUOTED}`, "g"),
  },
  attribute("<FormattedMessage", "id"),
  attribute("<Trans", "i18nKey"),
  attribute("<i18n-t", "keypath"),
];
const gettext = called("gettext", String.raw`_|N_|n?gettext(?:_lazy|_noop)?`);
const ruby: readonly CallPattern[] = [
  {
    family: "ruby",
    pattern: new RegExp(
      String.raw`(?<![\w$.:])(?<call>I18n\.(?:t|translate)!?|t)(?:\(\s*|\s+)${QUOTED}\s*(?=[,)}\n%-]|$)`,
      "gm",
    ),
  },
];
const php: readonly CallPattern[] = [
  called("php", String.raw`trans|trans_choice|__|@lang|@choice|Lang::(?:get|choice)`),
];
const apple: readonly CallPattern[] = [
  {
    family: "apple",
    pattern: /(?<![\w.])(?<call>NSLocalizedString)\(\s*@?"(?<double>(?:[^"\\\n]|\\["n\\]){1,500})"\s*(?=[,)])/g,
  },
  {
    family: "apple",
    pattern:
      /(?<![\w.])(?<call>String\(localized|LocalizedStringResource|LocalizedStringKey)(?::\s*|\(\s*)"(?<double>(?:[^"\\\n]|\\["n\\]){1,500})"\s*(?=[,)])/g,
  },
];
const androidCode: CallPattern = {
  family: "android",
  pattern:
    /(?<![\w."'])(?<call>(?:R\.(?:string|plurals)|MR\.(?:strings|plurals)|Res\.(?:string|plurals)))\.(?<name>[A-Za-z]\w*)/g,
};
const androidResource: CallPattern = {
  family: "android",
  pattern: /(?<=["'>])(?<call>@(?:string|plurals))\/(?<name>[A-Za-z][\w.]*)(?=["'<])/g,
};

/** What code of each kind of file calls; of extensions in lower case. */
const patterns: readonly { readonly extensions: string; readonly calls: readonly CallPattern[] }[] = [
  { extensions: "js jsx ts tsx mjs cjs mts cts vue svelte astro", calls: [...web, gettext] },
  { extensions: "rb erb haml slim rake", calls: [...ruby, gettext] },
  { extensions: "php", calls: [...php, gettext] },
  { extensions: "py c h cc cpp cxx hpp vala pl pm lua", calls: [gettext] },
  { extensions: "kt kts java", calls: [androidCode] },
  { extensions: "xml", calls: [androidResource] },
  { extensions: "swift m mm", calls: apple },
];
const callsByExtension = new Map(
  patterns.flatMap(({ extensions, calls }) => extensions.split(" ").map((extension) => [extension, calls] as const)),
);

/** Code that is not people's own, or that asks for keys nobody shall have. */
const STRANGE =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third[-_]?party|external|dist|build|out|target|coverage|generated|__generated__|\.yarn|\.git|Pods|Carthage|tests?|__tests__|__mocks__|__fixtures__|fixtures|specs?|testdata|e2e|cypress|storybook|examples?|samples?)\/|[._](?:min|bundle|chunk|test|spec|stories|story|generated|g|d)\.[a-z]+$|(?:^|\/)test_[^/]*\.py$|_(?:test|spec)\.[a-z]+$/i;

/** Whether a file is code in which keys are looked for; the content is looked at by {@link keyCalls}. */
export function isCode(path: string): boolean {
  const extension = extensionOf(path);
  if (!callsByExtension.has(extension) || STRANGE.test(path)) return false;
  return extension !== "xml" || /(?:^|\/)(?:res\/[a-z]+(?:-[^/]*)?\/[^/]+|AndroidManifest)\.xml$/.test(path);
}

/** What is larger is not written by hand. */
export const MOST_CODE_BYTES = 400_000;
const LONGEST_LINE = 2_000;

/** Texts that code asks for by a literal key. Keys that are put together at run time, and comments, are passed by. */
export function keyCalls(path: string, bytes: Uint8Array): readonly KeyCall[] {
  if (bytes.length > MOST_CODE_BYTES || bytes.includes(0)) return [];
  const extension = extensionOf(path);
  const text = withoutComments(new TextDecoder().decode(bytes), extension);
  if (extension === "vue" && /<i18n[\s>]/.test(text)) return [];
  const starts = lineStarts(text);
  if (starts.some((start, index) => start - (starts[index - 1] ?? 0) > LONGEST_LINE)) return [];
  const found: KeyCall[] = [];
  for (const { family, pattern } of callsByExtension.get(extension) ?? []) {
    for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
      const { call = "", double, single, ticked, name } = groups ?? {};
      if (double !== undefined && interpolations[extension]?.test(double) === true) continue;
      const key = unescaped(double ?? single ?? ticked ?? name ?? "");
      const line = lineAt(starts, index);
      if (key === undefined || isComment(text.slice(starts[line - 1], index))) continue;
      const end = index + whole.length;
      if (isRelative(family, key) || elsewhere[family]?.test(text.slice(end, end + LONGEST_ARGUMENTS)) === true)
        continue;
      found.push({ family, key, line, call: call.replace(/^<|\(localized$/g, "") });
    }
  }
  return found.toSorted((one, other) => one.line - other.line);
}

/** In double quotes of these languages, by the file's extension, other texts are put in: such a key is put together. */
const interpolations: Readonly<Partial<Record<string, RegExp>>> = {
  ...Object.fromEntries(["rb", "erb", "haml", "slim", "rake"].map((extension) => [extension, /#\{/])),
  php: /\$[A-Za-z_{]/,
};

const LONGEST_ARGUMENTS = 300;
/** Arguments after the key that name another place to look it up at, or say that it need not be there. */
const elsewhere: Readonly<Partial<Record<KeyFamily, RegExp>>> = {
  web: /^,[^)]*\bns\s*:/,
  ruby: /^,[^)\n]*\b(?:default|scope)(?::|\s*=>)/,
  apple: /^,[^)]*\b(?:tableName|table|bundle)\s*:/,
};

/** `.title` is looked up below a place that only the framework knows; `package::file.key` belongs to a package. */
function isRelative(family: KeyFamily, key: string): boolean {
  if (family === "web" || family === "ruby") return key.startsWith(".") || key.endsWith(".");
  return family === "php" && key.includes("::");
}

/** Undefined for an escape that says something else in every language. */
function unescaped(text: string): string | undefined {
  if (/\\[^nt"'\\`]/.test(text)) return undefined;
  return text.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : letter));
}

function isComment(before: string): boolean {
  return /^\s*(?:\/\/|\*|\/\*|#(?!\{)|<!--|--)/.test(before) || /\s\/\/\s/.test(before);
}

function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** The line, from 1, that a place is in. */
function lineAt(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle;
  }
  return low + 1;
}
