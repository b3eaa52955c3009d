import { writeContent } from "../xml/content.ts";
import { EntryGaps } from "../xml/edit.ts";
import type { Dictionary, Pair } from "./parse.ts";
import type { LevelStyle, StringsdictStyle } from "./style.ts";

/** What a pair is to have: a text, a dictionary, or what it has. */
type Wanted = { text: string } | DictionaryEditor | undefined;

/** A pair of the file, or a new one. Removed ones stay as anchors for additions. */
export interface PairLink {
  readonly key: string;
  readonly pair: Pair | undefined;
  /** What stands above it; undefined for a new one. */
  readonly gap: string | undefined;
  wanted: Wanted;
  isRemoved: boolean;
  next: PairLink | undefined;
}

/** A dictionary whose pairs can be changed; what is not keeps its bytes. */
export class DictionaryEditor {
  readonly #text: string;
  readonly #style: StringsdictStyle;
  readonly #depth: number;
  readonly #original: Dictionary | undefined;
  /** Stands before the first pair. */
  readonly #top: PairLink = newLink("", undefined);
  #last: PairLink = this.#top;
  readonly #links = new Map<string, PairLink[]>();

  /** @param original undefined for a new one */
  constructor(text: string, style: StringsdictStyle, depth: number, original: Dictionary | undefined) {
    this.#text = text;
    this.#style = style;
    this.#depth = depth;
    this.#original = original;
    let from = original?.element.contentStart ?? 0;
    for (const pair of original?.pairs ?? []) {
      const wanted = pair.value.kind === "dictionary" ? this.#inner(pair.value) : undefined;
      const gap = text.slice(from, pair.start);
      this.#insert({ ...newLink(pair.key, wanted), pair, gap }, this.#last);
      from = pair.end;
    }
  }

  /** The pair that counts: of two with one key, the last one. */
  find(key: string): PairLink | undefined {
    return this.all(key).findLast(({ isRemoved }) => !isRemoved);
  }

  /** Pairs of that key, removed ones too. */
  all(key: string): readonly PairLink[] {
    return this.#links.get(key) ?? [];
  }

  /** What is left, in file order. */
  *live(): Generator<PairLink> {
    for (let link = this.#top.next; link !== undefined; link = link.next) if (!link.isRemoved) yield link;
  }

  /** @param after undefined: at the start */
  addText(key: string, text: string, after: PairLink | "end" | undefined): PairLink {
    return this.#add(newLink(key, { text }), after);
  }

  addDictionary(key: string, after: PairLink | "end" | undefined): DictionaryEditor {
    const inner = this.#inner(undefined);
    this.#add(newLink(key, inner), after);
    return inner;
  }

  render(): string {
    const { gap: newGap, closeGap } = this.#level();
    const pieces: string[] = [];
    const gaps = new EntryGaps();
    for (let link = this.#top.next; link !== undefined; link = link.next) {
      const { gap = newGap } = link;
      if (link.isRemoved) pieces.push(gaps.removed(gap));
      else pieces.push(gaps.live(gap), this.#pair(link));
    }
    const written = pieces.join("");
    const element = this.#original?.element;
    if (element === undefined || element.tag.selfClosing) {
      if (written === "") return element === undefined ? "<dict/>" : this.#slice(element.tag.start, element.end);
      return `<dict>${written}${closeGap}</dict>`;
    }
    const last = this.#original?.pairs.at(-1);
    const tail = this.#slice(last?.end ?? element.contentStart, element.contentEnd);
    const end = last === undefined && written !== "" ? tail.trimEnd() + closeGap : tail;
    return (
      this.#slice(element.tag.start, element.contentStart) +
      written +
      end +
      this.#slice(element.contentEnd, element.end)
    );
  }

  #inner(original: Dictionary | undefined): DictionaryEditor {
    return new DictionaryEditor(this.#text, this.#style, this.#depth + 1, original);
  }

  #add(link: PairLink, after: PairLink | "end" | undefined): PairLink {
    return this.#insert(link, after === "end" ? this.#last : (after ?? this.#top));
  }

  #insert(link: PairLink, anchor: PairLink): PairLink {
    link.next = anchor.next;
    anchor.next = link;
    if (anchor === this.#last) this.#last = link;
    const known = this.#links.get(link.key);
    if (known === undefined) this.#links.set(link.key, [link]);
    else known.push(link);
    return link;
  }

  #pair({ key, pair, wanted }: PairLink): string {
    if (pair !== undefined) return this.#slice(pair.start, pair.value.element.tag.start) + this.#value(pair, wanted);
    const value = wanted instanceof DictionaryEditor ? wanted.render() : this.#string(wanted?.text ?? "");
    return `<key>${writeContent(key, this.#style.lineEnd)}</key>${this.#level().valueGap}${value}`;
  }

  #value({ value }: Pair, wanted: Wanted): string {
    const { tag, contentStart, contentEnd, end } = value.element;
    if (wanted instanceof DictionaryEditor) return wanted.render();
    if (wanted === undefined || value.kind !== "text" || value.text === wanted.text) return this.#slice(tag.start, end);
    if (tag.selfClosing) return this.#string(wanted.text);
    const { lineEnd, spellings } = this.#style;
    const content = writeContent(wanted.text, lineEnd, this.#slice(contentStart, contentEnd), spellings);
    return this.#slice(tag.start, contentStart) + content + this.#slice(contentEnd, end);
  }

  #string(text: string): string {
    return `<string>${writeContent(text, this.#style.lineEnd, "", this.#style.spellings)}</string>`;
  }

  #level(): LevelStyle {
    const { levels } = this.#style;
    return levels[this.#depth] ?? { gap: "", valueGap: "", closeGap: "" };
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }
}

/** What a pair's text is now. */
export function textOf({ pair, wanted }: PairLink): string | undefined {
  if (wanted instanceof DictionaryEditor) return undefined;
  return wanted?.text ?? (pair?.value.kind === "text" ? pair.value.text : undefined);
}

function newLink(key: string, wanted: Wanted): PairLink {
  return { key, pair: undefined, gap: undefined, wanted, isRemoved: false, next: undefined };
}
