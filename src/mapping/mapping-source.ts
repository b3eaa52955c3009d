import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Alias, Document, Node, Pair, Scalar, YAMLError } from "yaml";
import { defined } from "../core/defined.ts";
import type { Place } from "../core/errors.ts";
import { MappingError } from "./errors.ts";
import { faultOfText, yamlWords } from "./yaml-words.ts";
import type { MappingErrorCode, MappingProblem } from "./errors.ts";

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

/** The mistake that patterns invite: to YAML a value that begins with a brace is a mapping. */
const unquotedBraces = /:\s+\{\w+(:[^}\s]*)?\}\S/;
export const quoteBraces = 'Put quotes around a value that begins with a brace: "{language}.json".';

type TextPlace = Required<Place>;

/** The YAML document and where everything stands in it. */
export class MappingSource {
  readonly #text: string;
  readonly #path: string;
  readonly #document: Document.Parsed;
  readonly #lines = new LineCounter();

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      merge: true,
      // Said as a problem with its place, not to the process.
      logLevel: "error",
    });
  }

  /** A document with errors of form has no content to speak of; one with a key too many or a tag has. */
  get isReadable(): boolean {
    if (this.#unresolvedAliases().length > 0 || /[\0\ufffd]/.test(this.#text)) return false;
    return this.#document.errors.every(
      (error) => error.code === "DUPLICATE_KEY" || error.code === "TAG_RESOLVE_FAILED",
    );
  }

  syntaxProblems(): MappingProblem[] {
    const fault = faultOfText(this.#text);
    if (fault !== undefined && !this.isReadable) {
      const { offset, piece, message, hint } = fault;
      const problem = this.#problemAt(offset, piece, { code: "IL-M02", message, hint });
      // Of a file in another encoding nothing is shown: it is one line, and no text.
      const { sourceLine: _line, ...place } = problem;
      return [/[\0\ufffd]/.test(piece) ? place : problem];
    }
    const problems = this.#allSyntaxProblems();
    // One mistake of form makes more of them below: the first is the one that somebody made.
    return this.isReadable ? problems : problems.slice(0, 1);
  }

  #allSyntaxProblems(): MappingProblem[] {
    const aliases = this.#unresolvedAliases().map(({ source, range }) =>
      this.#problemAt(
        range?.[0] ?? 0,
        `*${source}`,
        /[*/.{]/.test(source)
          ? {
              code: "IL-M02",
              message: "a value that begins with * needs quotes",
              hint: `Write ${JSON.stringify(`*${source}`)}.`,
            }
          : {
              code: "IL-M02",
              message: `there is no anchor &${source} before this`,
              hint: "Write the anchor first, or put quotes around the value.",
            },
      ),
    );
    return [
      ...aliases,
      ...[...this.#document.errors, ...this.#document.warnings].map((error) => this.#syntaxProblem(error)),
    ];
  }

  #syntaxProblem({ code, message, pos: [start, end] }: YAMLError): MappingProblem {
    if (code === "DUPLICATE_KEY") {
      const key = /^[^\s:]+/.exec(this.#text.slice(start))?.[0] ?? "";
      const hint = "Leave one of the two out.";
      return this.#problemAt(start, key, { code: "IL-M02", message: `the key ${key} appears here twice`, hint });
    }
    const piece = this.#text.slice(start, end);
    if (code === "TAG_RESOLVE_FAILED" && piece.startsWith("!")) {
      const hint = "Leave it out.";
      return this.#problemAt(start, piece, { code: "IL-M02", message: `the tag ${piece} has no meaning here`, hint });
    }
    const line = this.#line(this.#lines.linePos(start).line);
    if (unquotedBraces.test(line)) {
      const words = "a value that begins with a brace needs quotes";
      return this.#problemAt(start, piece, { code: "IL-M02", message: words, hint: quoteBraces });
    }
    const words = yamlWords({ code, message }, line);
    if (words !== undefined) {
      // What is not closed is shown where it was opened.
      const opened = words.message.startsWith("a quote") ? this.#openingQuote(start) : undefined;
      return this.#problemAt(opened ?? start, opened === undefined ? piece : "", { code: "IL-M02", ...words });
    }
    const hint = "The file has to be YAML: `interlinear init` shows what one looks like.";
    return this.#problemAt(start, piece, { code: "IL-M02", message: `not YAML: ${message}`, hint });
  }

  #openingQuote(before: number): number | undefined {
    const at = Math.max(this.#text.lastIndexOf('"', before - 1), this.#text.lastIndexOf("'", before - 1));
    return at === -1 ? undefined : at;
  }

  #unresolvedAliases(): Alias[] {
    const anchors = new Set<string>();
    const unresolved: Alias[] = [];
    visit(this.#document, (_key, node) => {
      if (isAlias(node)) {
        if (!anchors.has(node.source)) unresolved.push(node);
      } else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor);
    });
    return unresolved;
  }

  /** Text of a line, counted from 1, without its end. */
  #line(number: number): string {
    return this.#text.split("\n", number)[number - 1]?.replace(/\r$/, "") ?? "";
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

  place(keys: KeyPath, piece?: string, at?: number): TextPlace {
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

  #asProblem(place: TextPlace, text: ProblemText): MappingProblem {
    const { code, message, note, hint } = text;
    const sourceLine = withoutCredentials(this.#line(place.line));
    const start = place.column - 1;
    return {
      code,
      message: withoutCredentials(message),
      place: { ...place, text: sourceLine.slice(start, start + place.text.length) },
      sourceLine,
      ...defined({ note, hint }),
    };
  }

  #placeAt(offset: number, text: string): TextPlace {
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

/** Tokens of the service, of forges and of other tools, by how they begin; and values of keys that are called so. */
const secrets =
  /(?<=\/\/|service:\s*["']?)[^\s"']*(?=@)|\b(?:wl[apu]|sv[apu]|gh[oprsu]|glpat|github_pat|tgpat|tgpak|lzt?)[_-][A-Za-z0-9_-]{8,}|(?<=\b[\w-]*(?:token|api[-_]?key|secret|password)["']?\s*:\s*["']?)[^\s"'#{}]{6,}/gi;

/** A secret in a mapping is a mistake that must not end in a log. Letter by letter, so that the carets stay in place. */
function withoutCredentials(text: string): string {
  return text.replaceAll(secrets, (secret) => "*".repeat(secret.length));
}
