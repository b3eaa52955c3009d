import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import { findLanguage } from "../../catalog/languages.ts";
import { isTrailing, ownStart } from "../xml/edit.ts";
import { ElementReader } from "../xml/element-reader.ts";
import { childNamed, type PlacedElement, type Span } from "../xml/placed-element.ts";
import type { OpenTag } from "../xml/scan.ts";
import { decodeText } from "./text.ts";

/** A `<message>`. */
export interface Entry {
  readonly element: PlacedElement;
  /** `context + U+0004 + source` as in PO; of a message with an id only what the service shows as context. */
  readonly key: string;
  /** Name of the context, disambiguation and id, each on a line. */
  readonly context: string;
  readonly source: string;
  /** One text per plural form. */
  readonly target: readonly string[];
  readonly isPlural: boolean;
  readonly type: string | undefined;
  /** `<translation>`. */
  readonly translation: PlacedElement | undefined;
  /** What has the texts: `<translation>`, or each `<numerusform>`. */
  readonly forms: readonly PlacedElement[];
  /** `<oldsource>`: what the translation is of, where the source has changed. */
  readonly previousSource: string;
  readonly note: string;
  readonly location: string;
  /** In the service's spelling. */
  readonly flags: string;
  readonly line: number;
  /** Of the element and the comments directly above and behind it. */
  readonly start: number;
  readonly end: number;
}

/** A `<context>`, or messages that stand without one in `<TS>`: its tag is then that. */
export interface Context {
  readonly tag: OpenTag;
  readonly name: string;
  /** Where a first message goes. */
  readonly place: number;
  /** Of the whole element. */
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
}

export interface TsFile {
  readonly text: string;
  readonly path: string | undefined;
  readonly root: OpenTag;
  /** Where a first context goes. */
  readonly place: number;
  /** Where `</TS>` stands. */
  readonly rootEnd: number;
  readonly contexts: readonly Context[];
  readonly language: string | undefined;
}

interface OpenContext extends Context {
  readonly entries: Entry[];
  name: string;
  place: number;
  end: number;
}

/** @throws {FormatError} with line and column */
export function parse(text: string, path?: string, language?: string): TsFile {
  return new Parser(text, path).parse(language);
}

/** Forms that a plural has where its message has none yet. */
export function formCount(language: string | undefined): number {
  return (language === undefined ? undefined : findLanguage(language))?.plural.number ?? 2;
}

export function isObsolete({ type }: Entry): boolean {
  return type === "obsolete" || type === "vanished";
}

class Parser {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #reader: ElementReader;
  readonly #contexts: OpenContext[] = [];
  readonly #locations = new Locations();
  #comments: Span[] = [];
  #forms = 2;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#path = path;
    this.#reader = new ElementReader(text, path);
  }

  parse(asked: string | undefined): TsFile {
    const root = this.#reader.root(["TS"], "around the messages");
    const language = root.attributes.get("language");
    this.#forms = formCount(asked ?? language);
    const { place, rootEnd } = this.#contents(root);
    this.#reader.finish();
    return { text: this.#text, path: this.#path, root, place, rootEnd, contexts: this.#contexts, language };
  }

  #contents(root: OpenTag): { place: number; rootEnd: number } {
    let place = root.end;
    let context: OpenContext | undefined;
    for (let token = this.#reader.next(); token !== undefined; token = this.#reader.next()) {
      if (token.kind === "close") {
        if (token.name === "TS") return { place, rootEnd: token.start };
        if (context !== undefined) context.end = token.end;
        context = undefined;
        this.#comments = [];
      } else if (token.kind !== "open") this.#comment(token, context);
      else if (token.name === "context" && context === undefined) {
        const opened = this.#context(token);
        if (!token.selfClosing) context = opened;
      } else if (token.name === "message") this.#message(token, context ?? this.#withoutName(root, token));
      else {
        const element = this.#reader.element(token);
        if (context === undefined) {
          if (this.#contexts.length === 0) place = element.end;
        } else this.#contextDetail(element, context);
        this.#comments = [];
      }
    }
    return { place, rootEnd: root.end };
  }

  #context(tag: OpenTag): OpenContext {
    const start = ownStart(this.#text, tag.start, this.#comments);
    const context = { tag, name: "", place: tag.end, start, end: tag.end, entries: [] };
    this.#contexts.push(context);
    this.#reader.enter(tag);
    this.#comments = [];
    return context;
  }

  #withoutName(root: OpenTag, message: OpenTag): OpenContext {
    const last = this.#contexts.at(-1);
    if (last?.tag === root) return last;
    const start = ownStart(this.#text, message.start, this.#comments);
    const context = { tag: root, name: "", place: last?.end ?? root.end, start, end: start, entries: [] };
    this.#contexts.push(context);
    return context;
  }

  #contextDetail(element: PlacedElement, context: OpenContext): void {
    if (element.tag.name === "name") context.name = this.#textOf(element);
    if (context.entries.length === 0) context.place = element.end;
  }

  #comment(comment: Span, context: OpenContext | undefined): void {
    const last = context?.entries.at(-1);
    if (last !== undefined && this.#comments.length === 0 && isTrailing(this.#text, last.end, comment)) {
      context?.entries.splice(-1, 1, { ...last, end: comment.end });
    } else this.#comments.push(comment);
  }

  #message(tag: OpenTag, context: OpenContext): void {
    const element = this.#reader.element(tag);
    const translation = childNamed(element, "translation");
    const isPlural = tag.attributes.get("numerus") === "yes";
    const forms = translation === undefined ? [] : formsOf(translation, isPlural);
    const source = this.#childText(element, "source");
    const id = tag.attributes.get("id");
    const parts = [context.name, this.#childText(element, "comment"), id ?? ""];
    const shown = parts.filter((part) => part !== "").join("\n");
    const type = translation?.tag.attributes.get("type");
    context.entries.push({
      element,
      key: shown === "" ? source : id === undefined ? shown + CONTEXT_SEPARATOR + source : shown,
      context: shown,
      source,
      target: this.#target(forms, isPlural, type, source),
      isPlural,
      type,
      translation,
      forms,
      previousSource: this.#childText(element, "oldsource"),
      note: ["extracomment", "translatorcomment"]
        .map((name) => this.#childText(element, name))
        .filter((text) => text !== "")
        .join("\n"),
      location: this.#locations.of(element),
      flags: tag.attributes.get("weblate-flags") ?? "",
      line: this.#reader.lineAt(tag.start),
      start: ownStart(this.#text, tag.start, this.#comments),
      end: element.end,
    });
    context.end = Math.max(context.end, element.end);
    this.#comments = [];
  }

  #target(forms: readonly PlacedElement[], isPlural: boolean, type: string | undefined, source: string): string[] {
    const texts = forms.map((form) => this.#textOf(form));
    if (isPlural) return texts.length === 0 ? Array.from({ length: this.#forms }, () => "") : texts;
    const [text = ""] = texts;
    // To Qt, and so to the service, a finished message without a text says what its source says.
    return [text === "" && type === undefined && forms.length > 0 ? source : text];
  }

  #childText(element: PlacedElement, name: string): string {
    const child = childNamed(element, name);
    return child === undefined ? "" : this.#textOf(child);
  }

  #textOf({ contentStart, contentEnd, children }: PlacedElement): string {
    // Of several lengths of a text the first, the longest one.
    const variant = children.find(({ tag }) => tag.name === "lengthvariant");
    if (variant !== undefined) return this.#textOf(variant);
    return decodeText(this.#text.slice(contentStart, contentEnd), (offset, message) =>
      this.#reader.fail(contentStart + offset, message),
    );
  }
}

function formsOf(translation: PlacedElement, isPlural: boolean): readonly PlacedElement[] {
  const elements = isPlural ? translation.children.filter(({ tag }) => tag.name === "numerusform") : [translation];
  return elements.map((element) => element.children.find(({ tag }) => tag.name === "lengthvariant") ?? element);
}

/** Places in programs: a line may count from the last one of its file, and the file may be the last message's. */
class Locations {
  readonly #lines = new Map<string, number>();
  #file = "";

  of(message: PlacedElement): string {
    const places: string[] = [];
    for (const { tag } of message.children) {
      if (tag.name !== "location") continue;
      const file = tag.attributes.get("filename") ?? this.#file;
      if (places.length === 0) this.#file = file;
      const line = this.#lineOf(file, tag.attributes.get("line") ?? "");
      places.push(line === "" ? file : `${file}:${line}`);
    }
    return places.join(" ");
  }

  #lineOf(file: string, line: string): string {
    if (!/^[+-]\d{1,9}$/.test(line)) return line;
    const counted = (this.#lines.get(file) ?? 0) + Number(line);
    this.#lines.set(file, counted);
    return String(counted);
  }
}
