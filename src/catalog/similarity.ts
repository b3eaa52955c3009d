/** Characters are told apart by their last five bits: enough to rule out nearly every text that is not alike. */
const KINDS = 32;
const WORD = 32;

/** How often each kind of character is in the texts: of each text as many numbers as there are kinds, one text after another. */
function countsOf(texts: readonly string[]): Uint16Array {
  const counts = new Uint16Array(texts.length * KINDS);
  for (const [place, text] of texts.entries()) {
    for (let index = 0; index < text.length; index += 1) {
      const kind = place * KINDS + (text.charCodeAt(index) % KINDS);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * How alike two texts are, 0 to 100: 100 are equal ones, else the part of the longer one that need not be edited
 * (Levenshtein), never more than 99.
 */
export function similarity(one: string, other: string): number {
  return one === other ? 100 : qualityOf(editDistance(one, other), Math.max(one.length, other.length));
}

export function qualityOf(distance: number, longer: number): number {
  return Math.min(99, Math.floor(100 * (1 - distance / longer)));
}

/** An entry, and how much it is like a text: 0 to 100. */
export interface Alike<Entry> {
  readonly entry: Entry;
  readonly quality: number;
}

/** Texts near which others are looked for: what does not depend on the question is worked out once. */
export class TextIndex<Entry> {
  readonly #entries: readonly Entry[];
  readonly #texts: readonly string[];
  readonly #counts: Uint16Array;

  constructor(entries: Iterable<Entry>, textOf: (entry: Entry) => string) {
    this.#entries = [...entries];
    this.#texts = this.#entries.map(textOf);
    this.#counts = countsOf(this.#texts);
  }

  /** The entry that is most like the text, at least `least` (0–100); of equally good ones the first. */
  nearest(text: string, least: number): Alike<Entry> | undefined {
    return this.mostAlike(text, least, 1)[0];
  }

  /** So many entries that are most like the text, the best first; of equally good ones those that come first. */
  mostAlike(text: string, least: number, most: number): readonly Alike<Entry>[] {
    const wanted = countsOf([text]);
    const distance = new EditDistance(text);
    const best: Alike<Entry>[] = [];
    let bar = least;
    for (const [place, other] of this.#texts.entries()) {
      if (!this.#mayBe(place, text.length, wanted, bar)) continue;
      const longer = Math.max(text.length, other.length);
      // One more than would do, for what is lost in fractions.
      const edits = Math.ceil((longer * (100 - bar)) / 100) + 1;
      const quality = text === other ? 100 : qualityOf(distance.to(other, edits), longer);
      if (quality < bar) continue;
      const entry = this.#entries[place];
      if (entry === undefined) break;
      const rank = best.findIndex((each) => each.quality < quality);
      best.splice(rank === -1 ? best.length : rank, 0, { entry, quality });
      if (best.length > most) best.pop();
      // The next one has to be better than the last of these.
      if (best.length === most) bar = (best.at(-1)?.quality ?? 0) + 1;
      if (bar > 100) break;
    }
    return best;
  }

  /** Whether they can be so much alike: every character that one has more often has to be edited. */
  #mayBe(place: number, length: number, wanted: Uint16Array, bar: number): boolean {
    const other = this.#texts[place]?.length ?? 0;
    const longer = Math.max(length, other);
    const edits = (longer * (100 - bar)) / 100;
    if (longer - Math.min(length, other) > edits) return false;
    const start = place * KINDS;
    let surplus = 0;
    let lack = 0;
    for (let kind = 0; kind < KINDS; kind += 1) {
      const difference = (wanted[kind] ?? 0) - (this.#counts[start + kind] ?? 0);
      if (difference > 0) surplus += difference;
      else lack -= difference;
      if (surplus > edits || lack > edits) return false;
    }
    return true;
  }
}

/** Levenshtein's distance of two texts. */
export function editDistance(one: string, other: string): number {
  return new EditDistance(one).to(other);
}

let scratch = new Uint16Array(1024);

/** The codes of a text's characters, and whatever comes after them; until the next call. */
export function codesOf(text: string): Uint16Array {
  if (scratch.length < text.length) scratch = new Uint16Array(text.length * 2);
  for (let place = 0; place < text.length; place += 1) scratch[place] = text.charCodeAt(place);
  return scratch;
}

/** Characters that a table knows without looking them up. */
const USUAL = 128;

/** Where characters stand in a block of a text, a bit for each place. */
interface Block {
  readonly usual: Int32Array;
  readonly others: ReadonlyMap<number, number>;
  readonly rows: number;
}

/**
 * Levenshtein's distance from one text to many, a column of the table at a time as bits of whole numbers (G. Myers, 1999, in
 * blocks of 32 rows as H. Hyyrö has it).
 */
export class EditDistance {
  readonly #length: number;
  readonly #blocks: readonly Block[];
  /** Used again by every comparison: what goes from a block into the one below, by column. */
  #carries = new Int8Array(0);

  constructor(text: string) {
    this.#length = text.length;
    this.#blocks = Array.from({ length: Math.ceil(text.length / WORD) }, (_, at) => blockOf(text, at * WORD));
  }

  /** @param most greater distances need not be known: any number above it stands for them */
  to(text: string, most?: number): number {
    return this.toCodes(codesOf(text), 0, text.length, most);
  }

  /** The same for a text that is kept as the codes of its characters. */
  toCodes(codes: Uint8Array | Uint16Array, start: number, length: number, most = Number.POSITIVE_INFINITY): number {
    if (this.#length === 0) return length;
    if (this.#carries.length < length) this.#carries = new Int8Array(length * 2);
    const carries = this.#carries;
    // What goes into the first block from above is the table's upper edge, one more with each column.
    carries.fill(1, 0, length);
    let distance = this.#length;
    for (const [at, block] of this.#blocks.entries()) {
      const isLast = at === this.#blocks.length - 1;
      const lastRow = 1 << (block.rows - 1);
      let up = -1;
      let down = 0;
      for (let column = 0; column < length; column += 1) {
        const carry = carries[column] ?? 0;
        const code = codes[start + column] ?? 0;
        const equal = (code < USUAL ? block.usual[code] : block.others.get(code)) ?? 0;
        const vertical = equal | down;
        const reached = equal | (carry < 0 ? 1 : 0);
        const diagonal = (((reached & up) + up) ^ up) | reached;
        let rising = down | ~(diagonal | up);
        let falling = up & diagonal;
        const out = (rising & lastRow) !== 0 ? 1 : (falling & lastRow) !== 0 ? -1 : 0;
        carries[column] = out;
        if (isLast) {
          distance += out;
          // Every column that is left takes one away, at best.
          if (distance - (length - 1 - column) > most) return distance;
        }
        rising = (rising << 1) | (carry > 0 ? 1 : 0);
        falling = (falling << 1) | (carry < 0 ? 1 : 0);
        up = falling | ~(vertical | rising);
        down = rising & vertical;
      }
    }
    return distance;
  }
}

function blockOf(text: string, start: number): Block {
  const rows = Math.min(WORD, text.length - start);
  const usual = new Int32Array(USUAL);
  const others = new Map<number, number>();
  for (let row = 0; row < rows; row += 1) {
    const code = text.charCodeAt(start + row);
    if (code < USUAL) usual[code] = (usual[code] ?? 0) | (1 << row);
    else others.set(code, (others.get(code) ?? 0) | (1 << row));
  }
  return { usual, others, rows };
}
