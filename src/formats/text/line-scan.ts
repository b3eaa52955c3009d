/** Lines of a file around its entries. Everything costs no more than the lines it looks at. */
export class LineScan {
  readonly #text: string;
  #line = 1;
  #nextBreak: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextBreak = this.#breakAfter(0);
  }

  /** From 1; offsets may only grow from call to call. */
  lineAt(offset: number): number {
    while (this.#nextBreak < offset) {
      this.#line += 1;
      this.#nextBreak = this.#breakAfter(this.#nextBreak + 1);
    }
    return this.#line;
  }

  startOfLine(offset: number): number {
    const start = offset === 0 ? 0 : this.#text.lastIndexOf("\n", offset - 1) + 1;
    return start === 0 && this.#text.startsWith("\uFEFF") ? 1 : start;
  }

  /** Behind the line's end. */
  afterLine(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end === -1 ? this.#text.length : end + 1;
  }

  isFirstInLine(offset: number): boolean {
    return BLANKS.test(this.#text.slice(this.startOfLine(offset), offset));
  }

  /** Start of the lines of an entry: those of comments directly above it count, down to `floor`. */
  startWithComments(offset: number, floor: number): number {
    let start = this.startOfLine(offset);
    while (start > floor && start > 1) {
      const above = this.startOfLine(start - 1);
      if (above < floor || above >= start || !COMMENT.test(this.#text.slice(above, start))) return start;
      start = above;
    }
    return start;
  }

  /** Behind the comments that follow and are indented more than `column`. */
  afterDeeperComments(offset: number, column: number): number {
    let end = offset;
    for (let at = offset; at < this.#text.length;) {
      const next = this.afterLine(at);
      const line = this.#text.slice(at, next);
      if (COMMENT.test(line)) {
        if (line.indexOf("#") <= column) return end;
        end = next;
      } else if (!BLANK_LINE.test(line)) {
        return end;
      }
      at = next;
    }
    return end;
  }

  /** Text of the comments in the lines above an entry, and of the one behind its value. */
  note(start: number, keyStart: number, valueEnd: number | undefined): string {
    const above = start >= keyStart ? [] : this.#text.slice(start, keyStart).split("\n").slice(0, -1);
    const behind = valueEnd === undefined ? "" : this.#text.slice(valueEnd, this.afterLine(valueEnd));
    const lines = TRAILING_COMMENT.test(behind) ? [...above, behind] : above;
    return lines.map((line) => line.replace(COMMENT_SIGN, "").trimEnd()).join("\n");
  }

  #breakAfter(offset: number): number {
    const at = this.#text.indexOf("\n", offset);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

const BLANKS = /^[ \t]*$/;
const BLANK_LINE = /^[ \t]*\r?\n?$/;
const COMMENT = /^[ \t]*#/;
const TRAILING_COMMENT = /^[ \t]+#/;
const COMMENT_SIGN = /^[ \t]*#+ ?/;
