/** What stands in front of a member, taken apart by whom its comments belong to. Joined again it is the whole gap. */
export interface CommentedGap {
  /** Comments on the line of what stands before: they belong to that. */
  readonly trailing: string;
  /** Comments with a blank line below them: they speak of more than the next member. */
  readonly section: string;
  /** Comments right above the member, with all blanks up to it. */
  readonly own: string;
}

/** @param gap blanks and comments alone */
export function commentedGap(gap: string): CommentedGap {
  const ends = commentEnds(gap);
  const lineEnd = gap.indexOf("\n");
  const trailingEnd = ends.findLast((end) => end <= lineEnd && gap.slice(end, lineEnd).trim() === "") ?? 0;
  const sectionEnd = ends.findLast((end) => isApart(gap.slice(end, nextComment(gap, end)))) ?? 0;
  const split = Math.max(trailingEnd, sectionEnd);
  return { trailing: gap.slice(0, trailingEnd), section: gap.slice(trailingEnd, split), own: gap.slice(split) };
}

const BLANK_LINE = /^[ \t]*\r?\n[ \t]*\r?\n/;

/** Whether a gap begins with an empty line. */
function isApart(gap: string): boolean {
  return BLANK_LINE.test(gap);
}

function nextComment(gap: string, from: number): number {
  const start = gap.indexOf("/", from);
  return start === -1 ? gap.length : start;
}

function commentEnds(gap: string): readonly number[] {
  const ends: number[] = [];
  for (let start = gap.indexOf("/"); start !== -1; start = gap.indexOf("/", ends.at(-1))) {
    const isLine = gap[start + 1] === "/";
    const close = gap.indexOf(isLine ? "\n" : "*/", start + 2);
    if (close === -1) ends.push(gap.length);
    else if (isLine) ends.push(gap[close - 1] === "\r" ? close - 1 : close);
    else ends.push(close + "*/".length);
  }
  return ends;
}

/** The text of an object, piece by piece. */
export class CommentedPieces {
  readonly #lineEnd: string;
  readonly #pieces: string[] = [];
  /** What was last written ends in a comment that only a line end closes. */
  #isOpen = false;
  #isStart = true;
  /** A section's comment stands above what comes next. */
  #isSection = false;

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  text(): string {
    return this.#pieces.join("");
  }

  /** A member, or a brace. */
  addToken(text: string): void {
    this.#add(text);
    this.#isOpen = false;
  }

  /** @param blanks and comments */
  addGap(blanks: string): void {
    if (blanks === "") return;
    this.#add(blanks);
    this.#isOpen = blanks.slice(blanks.lastIndexOf("\n") + 1).includes("//");
  }

  #add(piece: string): void {
    if (this.#isOpen && !/^[ \t]*\r?\n/.test(piece)) this.#pieces.push(this.#lineEnd);
    this.#pieces.push(piece);
  }

  /** @param isFirst of what the file has: its blanks are those behind the brace */
  addGapAbove(gap: string, isFirst: boolean): void {
    const isMoved = this.#isStart && !this.#isSection && !isFirst;
    const moved = isMoved ? gap.replace(/^(?:[ \t]*\r?\n)+/, this.#lineEnd) : gap;
    this.addGap(this.#isSection && !isApart(moved) ? this.#lineEnd + moved : moved);
    this.#isStart = false;
    this.#isSection = false;
  }

  /** What stays of the gap above a removed member. */
  addSection(section: string): void {
    if (section === "") return;
    this.addGap(section);
    this.#isSection = true;
  }
}
