import { commentedGap, CommentedPieces } from "./commented-gap.ts";
import { indentationOf, quote, type JsonStyle } from "./style.ts";
import { isAlive, isContainer, isOriginal, type JsonContainer, type JsonFile, type JsonMember } from "./tree.ts";

/** Writes a tree: what nothing changed as it is in the file, the rest in the style of what stands around it. */
export function render({ text, root }: JsonFile, style: JsonStyle): string {
  return text.slice(0, root.start) + new Renderer(text, style).container(root) + text.slice(root.end);
}

/** Blanks between the parts of a container. */
interface Gaps {
  readonly open: string;
  readonly between: string;
  readonly beforeComma: string;
  readonly close: string;
}

class Renderer {
  readonly #text: string;
  readonly #style: JsonStyle;
  readonly #modelGaps = new Map<JsonContainer, Gaps>();
  readonly #firsts = new Map<JsonContainer, JsonMember | undefined>();

  constructor(text: string, style: JsonStyle) {
    this.#text = text;
    this.#style = style;
  }

  container(container: JsonContainer): string {
    if (container.change === "members") return this.#members(container);
    if (container.change === "inside") return this.#inside(container);
    return this.#text.slice(container.start, container.end);
  }

  /** Only values changed: everything between them stays. */
  #inside(container: JsonContainer): string {
    const pieces: string[] = [];
    let copied = container.start;
    for (let member = container.first; member !== undefined; member = member.next) {
      const { value } = member;
      if (isContainer(value) ? value.change === "none" : value.token === undefined) continue;
      pieces.push(this.#text.slice(copied, member.valueStart), this.#value(member));
      copied = member.valueEnd;
    }
    pieces.push(this.#text.slice(copied, container.end));
    return pieces.join("");
  }

  #value(member: JsonMember): string {
    const { value } = member;
    if (isContainer(value)) return this.container(value);
    return value.token ?? this.#text.slice(member.valueStart, member.valueEnd);
  }

  #members(container: JsonContainer): string {
    const isArray = container.kind === "array";
    const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
    const all = listOf(container);
    const members = isArray ? elements(all) : all.filter(isAlive);
    const originals = all.filter(isOriginal);
    if (members.length === 0) {
      const wasEmpty = originals.length === 0 && container.start >= 0;
      if (wasEmpty) return this.#text.slice(container.start, container.end);
      const { lineEnd, spreadsEmpty } = this.#style;
      return open + (spreadsEmpty ? lineEnd + lineEnd + this.#ownIndent(container) : "") + close;
    }
    const gaps = this.#gaps(container, originals);
    if (!isArray && this.#hasComments(originals)) return this.#commented(all, originals, gaps);
    const first = originals[0];
    const last = originals.at(-1);
    const pieces = [open];
    for (const [index, member] of members.entries()) {
      const before = isOriginal(member) && member !== first ? this.#gapBefore(member) : gaps.between;
      const after = isOriginal(member) && member !== last ? this.#gapBehind(member) : gaps.beforeComma;
      const isLast = index === members.length - 1;
      pieces.push(index === 0 ? gaps.open : before, this.#lead(member));
      // An element that was taken from between others: without it, all that follow would get another's place.
      pieces.push(member.isRemoved ? '""' : this.#value(member), isLast ? gaps.close : after, isLast ? close : ",");
    }
    return pieces.join("");
  }

  #hasComments(originals: readonly JsonMember[]): boolean {
    return originals.some((member) => this.#gapBefore(member).includes("/") || this.#gapBehind(member).includes("/"));
  }

  /** Comments go with the member that they stand above or behind; those of a section stay, and stay apart. */
  #commented(all: readonly JsonMember[], originals: readonly JsonMember[], gaps: Gaps): string {
    const above = new Map(originals.map((member) => [member, commentedGap(this.#gapBefore(member))]));
    const tail = commentedGap(gaps.close);
    const behind = new Map(
      originals.map((member, index) => [member, above.get(originals[index + 1] ?? member)?.trailing]),
    );
    const [first] = originals;
    const lastOriginal = originals.at(-1);
    const last = all.findLast(isAlive);
    const pieces = new CommentedPieces(this.#style.lineEnd);
    pieces.addToken("{");
    pieces.addGap(first === undefined ? "" : (above.get(first)?.trailing ?? ""));
    for (const member of all) {
      const gap = above.get(member);
      if (!isAlive(member)) {
        pieces.addSection(gap?.section ?? "");
        continue;
      }
      pieces.addGapAbove(gap === undefined ? gaps.between : gap.section + gap.own, member === first);
      const isInside = gap !== undefined && member !== lastOriginal;
      const beforeComma = isInside ? this.#gapBehind(member) : gaps.beforeComma;
      pieces.addToken(this.#lead(member) + this.#value(member) + (member === last ? "" : `${beforeComma},`));
      if (gap !== undefined) pieces.addGap((isInside ? behind.get(member) : tail.trailing) ?? "");
    }
    pieces.addGap(tail.section + tail.own);
    pieces.addToken("}");
    return pieces.text();
  }

  /** Name and colon. */
  #lead(member: JsonMember): string {
    if (isOriginal(member)) return this.#text.slice(member.start, member.valueStart);
    return member.name === undefined ? "" : quote(member.name, this.#style) + this.#colonOf(member.container);
  }

  #gapBefore(member: JsonMember): string {
    return this.#text.slice(member.gapStart, member.start);
  }

  #gapBehind(member: JsonMember): string {
    return this.#text.slice(member.valueEnd, member.gapEnd);
  }

  #gaps(container: JsonContainer, originals: readonly JsonMember[]): Gaps {
    if (originals.length > 0) return this.#gapsBetween(originals);
    const { model } = container;
    if (model !== undefined) return this.#gapsLike(model);
    const { lineEnd, comma } = this.#style;
    const indent = this.#childIndent(container);
    if (indent === undefined) return { open: "", between: comma, beforeComma: "", close: "" };
    const open = lineEnd + indent;
    return { open, between: open, beforeComma: "", close: lineEnd + this.#ownIndent(container) };
  }

  #gapsBetween(originals: readonly JsonMember[]): Gaps {
    const [first, second] = originals;
    const last = originals.at(-1);
    const open = first === undefined ? "" : this.#gapBefore(first);
    const isInline = indentationOf(open) === undefined;
    const inlineComma = second === undefined ? this.#style.comma : plain(this.#gapBefore(second), this.#style.comma);
    return {
      open,
      between: isInline ? inlineComma : this.#oneBreak(open),
      beforeComma: first === undefined || second === undefined ? "" : plain(this.#gapBehind(first), ""),
      close: last === undefined ? "" : this.#gapBehind(last),
    };
  }

  /** Many new containers may be written like one large one. */
  #gapsLike(model: JsonContainer): Gaps {
    const known = this.#modelGaps.get(model);
    if (known !== undefined) return known;
    const { open, close, ...rest } = this.#gapsBetween(listOf(model).filter(isOriginal));
    const gaps = { ...rest, open: this.#oneBreak(open), close: this.#oneBreak(close) };
    this.#modelGaps.set(model, gaps);
    return gaps;
  }

  /** The gap without the blank lines in it. */
  #oneBreak(gap: string): string {
    const indent = indentationOf(gap);
    return indent === undefined ? gap : this.#style.lineEnd + indent;
  }

  /** Indentation of a container's members; undefined where they stand on one line. */
  #childIndent(container: JsonContainer): string | undefined {
    const first = this.#firstOriginal(container);
    if (first !== undefined) return indentationOf(this.#gapBefore(first));
    if (container.owner === undefined) return this.#style.indent;
    const outer = this.#childIndent(container.owner.container);
    return outer === undefined || this.#style.indent === undefined ? undefined : outer + this.#style.indent;
  }

  /** The first member that the file has, or that the file's container has which this one is written like. */
  #firstOriginal(container: JsonContainer): JsonMember | undefined {
    if (this.#firsts.has(container)) return this.#firsts.get(container);
    const { model = container } = container;
    const own = listOf(container).find(isOriginal);
    const first = own ?? (model === container ? undefined : this.#firstOriginal(model));
    this.#firsts.set(container, first);
    return first;
  }

  #ownIndent({ owner }: JsonContainer): string {
    return owner === undefined ? "" : (this.#childIndent(owner.container) ?? "");
  }

  #colonOf(container: JsonContainer): string {
    const first = this.#firstOriginal(container);
    return first === undefined ? this.#style.colon : this.#text.slice(first.nameEnd, first.valueStart);
  }
}

/** Texts up to the last one that is left: a gap would shift the places of all that follow. */
function elements(all: readonly JsonMember[]): readonly JsonMember[] {
  const last = all.findLastIndex(isAlive);
  return all.slice(0, last + 1).filter((member) => !member.isRemoved || !isContainer(member.value));
}

/** A gap to be used again: its comments are not. */
function plain(gap: string, otherwise: string): string {
  return gap.includes("/") ? otherwise : gap;
}

function listOf(container: JsonContainer): readonly JsonMember[] {
  const members: JsonMember[] = [];
  for (let member = container.first; member !== undefined; member = member.next) members.push(member);
  return members;
}
