import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Alias, Document, Node, Pair, Scalar } from "yaml";
import type { z } from "zod";
import type { Place } from "../core/errors.ts";
import { MappingError, throwProblems } from "./errors.ts";
import type { MappingErrorCode, MappingProblem } from "./errors.ts";
import { mappingJsonSchema, schemaAt } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { nearest } from "./nearest.ts";
import { mappingSchema, unsupportedKeys } from "./schema.ts";
import type { Mapping } from "./schema.ts";

/** Keys and indexes from the file's root to a value. */
export type KeyPath = readonly PropertyKey[];

export interface ProblemText {
  readonly code: MappingErrorCode;
  readonly message: string;
  readonly note?: string | undefined;
  readonly hint?: string | undefined;
  /** The piece of the value to underline; all of it, if left out. */
  readonly piece?: string | undefined;
  /** Where in the value the piece is to be looked for, if not from its start. */
  readonly at?: number | undefined;
}

/** The mapping as written, with the place of everything in it. */
export interface ParsedMapping {
  readonly path: string;
  readonly value: Mapping;
  /** Place of a value, or of a piece of it. */
  place(keys: KeyPath, piece?: string, at?: number): Place;
  problem(keys: KeyPath, text: ProblemText): MappingProblem;
}

/** The mistake that patterns invite: to YAML a value that begins with a brace is a mapping. */
const bracesHint = /:\s+\{\w+(:[^}\s]*)?\}\S/;
const quoteBraces = 'Put quotes around a value that begins with a brace: "{language}.json".';

const largestMapping = 1_048_576;

/**
 * Reads a mapping and checks everything that can be checked without the repository's files.
 * @param path shown in errors: `.github/interlinear.yml`
 * @throws {MappingError} with all that is wrong: `IL-M02`, `IL-M03`, `IL-M10`, `IL-M11`
 */
export function loadMapping(text: string, path: string): ParsedMapping {
  if (text.length > largestMapping) {
    throw new MappingError([
      { code: "IL-M02", message: "the file is larger than 1 MiB: this is no mapping", place: { file: path } },
    ]);
  }
  const source = new MappingSource(text.replace(/^\ufeff/, ""), path);
  const problems = source.syntaxProblems();
  if (!source.isReadable) throwProblems(problems);
  const content = source.content();
  const parsed = mappingSchema.safeParse(content);
  if (!parsed.success) problems.push(...shapeProblems(parsed.error.issues, content, source));
  throwProblems(problems);
  if (!parsed.success) throw parsed.error;
  return {
    path,
    value: parsed.data,
    place: (keys, piece, at) => source.place(keys, piece, at),
    problem: (keys, problem) => source.problem(keys, problem),
  };
}

/** The YAML document and where everything stands in it. */
class MappingSource {
  readonly #text: string;
  readonly #path: string;
  readonly #document: Document.Parsed;
  readonly #lines = new LineCounter();

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, merge: true });
  }

  /** A document with errors of form has no content to speak of; one with a key too many or a tag has. */
  get isReadable(): boolean {
    if (this.#unresolvedAliases().length > 0) return false;
    return this.#document.errors.every(
      (error) => error.code === "DUPLICATE_KEY" || error.code === "TAG_RESOLVE_FAILED",
    );
  }

  syntaxProblems(): MappingProblem[] {
    const aliases = this.#unresolvedAliases().map((alias) => {
      const message = `there is no anchor &${alias.source} before this`;
      return this.#problemAt(alias.range?.[0] ?? 0, `*${alias.source}`, { code: "IL-M02", message });
    });
    const syntax = [...this.#document.errors, ...this.#document.warnings].map(
      ({ code, message, pos: [start, end] }) => {
        if (code === "DUPLICATE_KEY") {
          const key = /^[^\s:]+/.exec(this.#text.slice(start))?.[0] ?? "";
          return this.#problemAt(start, key, {
            code: "IL-M02",
            message: `the key ${key} stands here twice`,
            hint: "Leave one of the two out.",
          });
        }
        const piece = this.#text.slice(start, end);
        if (code === "TAG_RESOLVE_FAILED" && piece.startsWith("!")) {
          return this.#problemAt(start, piece, {
            code: "IL-M02",
            message: `the tag ${piece} has no meaning here`,
            hint: "Leave it out.",
          });
        }
        const hint = bracesHint.test(this.#lineAt(start)) ? quoteBraces : undefined;
        return this.#problemAt(start, piece, { code: "IL-M02", message: `not YAML: ${message}`, hint });
      },
    );
    return [...aliases, ...syntax];
  }

  #unresolvedAliases(): Alias[] {
    const unresolved: Alias[] = [];
    visit(this.#document, {
      Alias: (_key, alias) => {
        if (alias.resolve(this.#document) === undefined) unresolved.push(alias);
      },
    });
    return unresolved;
  }

  #lineAt(offset: number): string {
    const { line } = this.#lines.linePos(offset);
    return this.#text.split("\n", line)[line - 1]?.replace(/\r$/, "") ?? "";
  }

  /** @throws {MappingError} `IL-M02` for references without end */
  content(): unknown {
    try {
      return this.#document.toJS({ maxAliasCount: 1000 });
    } catch (error) {
      const message = `not YAML: ${error instanceof Error ? error.message : String(error)}`;
      throw new MappingError([this.#problemAt(0, "", { code: "IL-M02", message })]);
    }
  }

  place(keys: KeyPath, piece?: string, at?: number): Place {
    const node = this.#find(keys);
    return node === undefined
      ? this.#placeAt(...this.#nearbyKey(keys))
      : this.#placeAt(...this.#extent(node, piece, at));
  }

  problem(keys: KeyPath, text: ProblemText): MappingProblem {
    return this.#asProblem(this.place(keys, text.piece, text.at), text);
  }

  /** A problem with the key itself, not with its value. */
  keyProblem(keys: KeyPath, text: ProblemText): MappingProblem {
    const key = this.#pair(keys)?.key;
    return key === undefined ? this.problem(keys, text) : this.#asProblem(this.#placeAt(...this.#extent(key)), text);
  }

  #problemAt(offset: number, piece: string, text: ProblemText): MappingProblem {
    return this.#asProblem(this.#placeAt(offset, piece), text);
  }

  #asProblem(place: Place, { code, message, note, hint }: ProblemText): MappingProblem {
    const sourceLine = this.#text.split("\n", place.line)[(place.line ?? 1) - 1]?.replace(/\r$/, "");
    return {
      code,
      message: withoutCredentials(message),
      place: { ...place, text: withoutCredentials(place.text ?? "") },
      ...(sourceLine === undefined ? {} : { sourceLine: withoutCredentials(sourceLine) }),
      ...(note === undefined ? {} : { note }),
      ...(hint === undefined ? {} : { hint }),
    };
  }

  #placeAt(offset: number, text: string): Place {
    const { line, col } = this.#lines.linePos(offset);
    const firstLine = text.split(/\r?\n/, 1)[0] ?? "";
    // An empty document has no lines at all.
    return { file: this.#path, line: Math.max(line, 1), column: Math.max(col, 1), text: firstLine };
  }

  /** Offset and text of a node, without its quotes; or of a piece of it. */
  #extent(node: Node, piece?: string, at = 0): [number, string] {
    const [start, end] = node.range ?? [0, 0];
    const isQuoted = isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
    const text = isQuoted ? this.#text.slice(start + 1, end - 1) : this.#text.slice(start, end).trimEnd();
    const offset = isQuoted ? start + 1 : start;
    const inside = piece === undefined || piece === "" ? -1 : text.indexOf(piece, at);
    return inside === -1 || piece === undefined ? [offset, text] : [offset + inside, piece];
  }

  /** Where a key is missing, the first key beside it stands for the place. */
  #nearbyKey(keys: KeyPath): [number, string] {
    for (let length = keys.length - 1; length >= 0; length--) {
      const node = this.#find(keys.slice(0, length));
      if (node === undefined) continue;
      const first = isMap(node) ? node.items[0]?.key : undefined;
      return this.#extent(isScalar(first) ? first : node);
    }
    return [0, ""];
  }

  #find(keys: KeyPath): Node | undefined {
    let node = this.#resolved(this.#document.contents);
    for (const [index, key] of keys.entries()) {
      if (isSeq(node)) node = this.#resolved(node.items[Number(key)]);
      else node = this.#resolved(this.#pair(keys.slice(0, index + 1), node)?.value);
    }
    return node;
  }

  #pair(keys: KeyPath, parent: Node | undefined = this.#find(keys.slice(0, -1))): Pair<Node> | undefined {
    if (!isMap<Node>(parent)) return undefined;
    const key = String(keys.at(-1));
    const named = (name: string): Pair<Node> | undefined =>
      parent.items.find((pair) => isScalar(pair.key) && keyText(pair.key) === name);
    const own = named(key);
    if (own !== undefined) return own;
    const merged = this.#resolved(named("<<")?.value);
    const sources = isSeq(merged) ? merged.items.map((item) => this.#resolved(item)) : [merged];
    for (const source of sources) {
      const inherited = isMap(source) ? this.#pair(keys, source) : undefined;
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  }

  #resolved(node: unknown): Node | undefined {
    const target = isAlias(node) ? node.resolve(this.#document) : node;
    return isMap(target) || isSeq(target) || isScalar(target) ? target : undefined;
  }
}

/** A merge key `<<` is a symbol. */
function keyText({ value }: Scalar): string {
  return typeof value === "symbol" ? (value.description ?? "") : String(value);
}

/** A password in an address is a mistake that must not end in a log. Letter by letter, so that the carets stay in place. */
function withoutCredentials(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^/\s"']*(?=@)/g, (secret) => "*".repeat(secret.length));
}

type Issue = z.core.$ZodIssue;

function shapeProblems(issues: readonly Issue[], content: unknown, source: MappingSource): MappingProblem[] {
  if (content === null || content === undefined) {
    const hint = "Run `interlinear init` to write one.";
    return [source.problem([], { code: "IL-M03", message: "the mapping is empty", hint })];
  }
  const schema = mappingJsonSchema();
  // A misspelt key is one mistake, not an unknown key and a missing one.
  const meant = new Set<string>();
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownKey(issue.path, key, schema, source, meant))
      : [],
  );
  const others = issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys" || meant.has(issue.path.join("."))) return [];
    return [valueProblem(issue, valueAt(content, issue.path), schema, source)];
  });
  return [...unknown, ...others];
}

function unknownKey(
  path: KeyPath,
  key: string,
  root: JsonSchema,
  source: MappingSource,
  meant: Set<string>,
): MappingProblem {
  const pattern = [...path, key]
    .map((step) => (typeof step === "number" ? "[]" : String(step)))
    .join(".")
    .replaceAll(".[]", "[]");
  const reason = Object.hasOwn(unsupportedKeys, pattern) ? unsupportedKeys[pattern] : undefined;
  if (reason !== undefined) {
    return source.keyProblem([...path, key], {
      code: "IL-M11",
      message: `"${key}" is not supported yet: ${reason}`,
      hint: "Leave it out.",
    });
  }
  const known = Object.keys(schemaAt(root, path)?.properties ?? {});
  const close = nearest(key, known);
  if (close !== undefined) meant.add([...path, close].join("."));
  return source.keyProblem([...path, key], {
    code: "IL-M03",
    message: `unknown key "${key}"`,
    note: didYouMean(close),
    hint: `Known here: ${known.join(", ")}.`,
  });
}

function valueProblem(issue: Issue, value: unknown, root: JsonSchema, source: MappingSource): MappingProblem {
  const { path } = issue;
  const key = subject(path);
  if (value === undefined && issue.code !== "invalid_key") {
    return source.problem(path, {
      code: "IL-M03",
      message: `${key} is missing`,
      hint: schemaAt(root, path)?.description,
    });
  }
  const choices = choicesOf(issue);
  if (choices !== undefined && choices.length > 0) {
    const close = typeof value === "string" && !choices.includes(value) ? nearest(value, choices) : undefined;
    const message = `${key} must be ${listed(choices)}, not ${shown(value)}`;
    return source.problem(path, { code: "IL-M03", message, note: didYouMean(close) });
  }
  if (path.length === 1 && path[0] === "service" && typeof value === "string") {
    return source.problem(path, { code: "IL-M10", ...serviceFault(value) });
  }
  const expected = expectation(issue);
  if (issue.code === "invalid_key") {
    const name = String(path.at(-1));
    return source.keyProblem(path, {
      code: "IL-M03",
      message: `a key of ${subject(path.slice(0, -1))} must be ${expected}, not ${shown(name)}`,
    });
  }
  if (path.at(-1) === "title" && issue.code === "invalid_format") {
    return source.problem(path, {
      code: "IL-M11",
      message: `templates in "title" are not supported yet`,
      hint: expected,
    });
  }
  return source.problem(path, {
    code: "IL-M03",
    message: `${key} must be ${expected}, not ${shown(value)}`,
    hint: valueHint(expected, value),
  });
}

function valueHint(expected: string, value: unknown): string | undefined {
  if (value === null) return "Leave the key out to have the default.";
  // `component: {package}` is a mapping with one key and no value.
  const isBraced =
    expected === "text" && typeof value === "object" && Object.values(value ?? {}).every((inner) => inner === null);
  return isBraced ? quoteBraces : undefined;
}

/** `"source"`, `"labels" number 2`. */
function subject(path: KeyPath): string {
  const name = path.findLast((step) => typeof step === "string");
  if (name === undefined) return "the mapping";
  const last = path.at(-1);
  return typeof last === "number" ? `"${name}" number ${String(last + 1)}` : `"${name}"`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type": {
      return typeNames[issue.expected] ?? issue.expected;
    }
    case "too_small": {
      if (issue.origin === "number") return `${String(issue.minimum)} or more`;
      return issue.origin === "array" ? "a list with at least one entry" : "text";
    }
    case "too_big": {
      return issue.origin === "number"
        ? `${String(issue.maximum)} or less`
        : `at most ${String(issue.maximum)} letters long`;
    }
    case "invalid_key": {
      return issue.issues[0]?.message ?? "text";
    }
    default: {
      return issue.message;
    }
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping (key: value)",
  record: "a mapping (key: value)",
};

/** The values an enumeration allows, those of all members where there is a choice of several kinds. */
function choicesOf(issue: Issue): string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union") return undefined;
  return issue.errors.flat().flatMap((inner) => {
    if (inner.code === "invalid_value") return inner.values.map(String);
    return inner.code === "invalid_type" && inner.expected === "boolean" ? ["true", "false"] : [];
  });
}

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;
}

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return JSON.stringify(value) ?? "nothing";
}

export function didYouMean(close: string | undefined): string | undefined {
  return close === undefined ? undefined : `did you mean "${close}"?`;
}

function valueAt(content: unknown, path: KeyPath): unknown {
  let value = content;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function serviceFault(address: string): { message: string; piece?: string; hint: string } {
  const hint = "Write it as `https://translate.example.org`. The token is sent there and nowhere else.";
  if (!URL.canParse(address)) return { message: `"${address}" is no address`, hint };
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") {
    // Never shown: it is a secret in the wrong place.
    return { message: "the service's address has credentials in it; they belong in the token", hint };
  }
  if (url.search !== "" || address.includes("?"))
    return { message: "the service's address has a query", piece: address.slice(address.indexOf("?")), hint };
  if (url.hash !== "" || address.includes("#"))
    return { message: "the service's address has a fragment", piece: address.slice(address.indexOf("#")), hint };
  if (url.protocol === "http:")
    return {
      message: "the service's address is plain http; that is for loopback (localhost, 127.0.0.1, [::1]) only",
      piece: "http",
      hint,
    };
  if (url.protocol !== "https:")
    return {
      message: `the service's address begins with ${url.protocol} instead of https:`,
      piece: url.protocol,
      hint,
    };
  return { message: `"${address}" is no address`, hint };
}
