import { codesOf, EditDistance, qualityOf } from "../../catalog/similarity.ts";

/** As much of an entry as decides whether it is offered, in the order in which the database hands it over. */
export type IndexedEntry = readonly [
  source: string,
  project: number | null,
  user: number | null,
  shared: number,
  origin: string,
  fromFile: number,
  id: number,
];

export interface IndexSearch {
  readonly sources: readonly string[];
  /** Least quality, 1–99. */
  readonly threshold: number;
  /** Whose entries count; null: nobody's. */
  readonly project: number | null;
  readonly user: number | null;
  /** Whether entries that are shared by all count. */
  readonly takesShared: boolean;
  /** Origins of entries that are not offered, but for the person's own and those of files; with any, entries of no origin neither. */
  readonly hidden: readonly string[];
  /** Texts that are wanted of each source, and entries of each text. */
  readonly texts: number;
  readonly entries: number;
}

/** A text of the memory that is like the one that was asked for. */
export interface IndexedMatch {
  /** Of its entries, the preferred first: those of a project or person before shared ones, then the newest. */
  readonly ids: readonly number[];
  readonly quality: number;
}

/** Texts that are kept together, with an index of their own once they are so many. */
const SEGMENT = 16_384;
const WORDS = 4;
/** How many of two words of bits may differ: none to all. */
const RANKS = 65;
/** Characters that are kept together. */
const CHUNK = 1 << 20;
const NOTHING = new Uint8Array(0);
const BUCKETS = 65_536;
/** Grams by which a text is found, at most. */
const MOST_GRAMS = 64;
/** Texts that may be alike, looked at for one text: the rarest grams in common first. */
const MOST_CANDIDATES = 8192;
/** Steps of exact comparisons (a character of one text against 32 of the other), for all texts of a search. */
const STEPS = 8_000_000;
const LEAST_STEPS = 10_000;
/** Rows of transactions that end late have lower numbers than rows that were seen already: so far back is read again. */
export const OVERLAP = 1000;

/** Counters of what a search took, for those who want to know. */
export interface SearchEffort {
  candidates: number;
  comparisons: number;
  steps: number;
}

/**
 * The texts of a memory in one pair of languages, to find those that are most like others without comparing with each. A text is found
 * by grams (three characters) that stand out in their surroundings, so that texts with eight characters in common in a row share one
 * ("winnowing", Schleimer et al. 2003); which are worth an exact comparison is told by bits: how often which kinds of
 * characters are in it, and which grams. The most promising come first, and their number is bounded: however much alike the texts of a
 * memory are, a search takes the same time.
 *
 * It says which entries there may be; whoever asks reads them from the database, which knows what is still there and for whom.
 */
export class MemoryIndex {
  readonly effort: SearchEffort = { candidates: 0, comparisons: 0, steps: 0 };
  /** Characters, as bytes where a text has none beyond U+00FF. */
  readonly #chunks: (Uint8Array | Uint16Array)[] = [];
  /** Place in the last chunk of either kind. */
  readonly #open = { narrow: { chunk: -1, place: CHUNK }, wide: { chunk: -1, place: CHUNK } };
  /** Of a text: its chunk, place, length in characters, first entry, and four words of bits. */
  #texts = new Uint32Array(8 * 1024);
  #textCount = 0;
  /** Of an entry: id, project, user, origin with its marks, the text's next one. */
  #entries = new Uint32Array(5 * 1024);
  #entryCount = 0;
  readonly #origins = new Map<string, number>();
  /** Text numbers + 1 by the text's hash. */
  #byText = new Uint32Array(2048);
  readonly #segments: Segment[] = [];
  /** Grams of the texts that are in no segment yet, and where those of each begin. */
  #grams = new Uint16Array(SEGMENT);
  readonly #gramStarts = new Uint32Array(SEGMENT + 1);
  /** When a text was last a candidate. */
  #seen = new Uint32Array(1024);
  #turn = 0;
  #recent = new Set<number>();
  #newest = 0;

  /** Entries that are known. */
  get size(): number {
    return this.#entryCount;
  }

  add(entries: readonly IndexedEntry[]): void {
    for (const [source, project, user, shared, origin, fromFile, id] of entries) {
      if (source === "" || source.length > CHUNK / 2 || this.#recent.has(id)) continue;
      this.#remember(id);
      const text = this.#textOf(source);
      const mark = this.#originOf(origin) * 4 + (fromFile === 1 ? 2 : 0) + (shared === 1 ? 1 : 0);
      this.#entries = grown(this.#entries, (this.#entryCount + 1) * 5);
      const at = this.#entryCount * 5;
      this.#entries[at] = id;
      this.#entries[at + 1] = project ?? 0;
      this.#entries[at + 2] = user ?? 0;
      this.#entries[at + 3] = mark;
      this.#entries[at + 4] = this.#head(text);
      this.#entryCount += 1;
      this.#texts[text * 8 + 3] = this.#entryCount;
    }
  }

  /** The texts that are most like each of the sources, the best first, without the very same ones. */
  search(query: IndexSearch): IndexedMatch[][] {
    const offers = this.#offering(query);
    let left = Math.max(STEPS, query.sources.length * LEAST_STEPS);
    return query.sources.map((source, index) => {
      // What one text does not need is there for the others.
      const budget = Math.max(LEAST_STEPS, Math.floor(left / (query.sources.length - index)));
      const before = this.effort.steps;
      const found = this.#nearest(source, query, offers, budget);
      left -= this.effort.steps - before;
      return found;
    });
  }

  #nearest(
    source: string,
    { threshold, texts: wantedTexts, entries }: IndexSearch,
    offers: (entry: number) => boolean,
    budget: number,
  ): IndexedMatch[] {
    if (source === "") return [];
    const wanted = new Uint32Array(WORDS);
    sketch(source, hashesOf(source), wanted, 0);
    const { ranked, edits } = this.#ranked(source, wanted, threshold);
    const distance = new EditDistance(source);
    const blocks = Math.ceil(source.length / 32);
    const best: IndexedMatch[] = [];
    let bar = threshold;
    let steps = 0;
    for (let at = 0; at < ranked.length && steps < budget; at += 1) {
      const text = ranked[at] ?? 0;
      const length = this.#length(text);
      const longer = Math.max(length, source.length);
      if ((edits[at] ?? 0) > (longer * (100 - bar)) / 100 || !this.#isOffered(text, offers)) continue;
      // One more than would do, for what is lost in fractions.
      const most = Math.ceil((longer * (100 - bar)) / 100) + 1;
      const found = distance.toCodes(this.#chunk(text), this.#place(text), length, most);
      if (found === 0) continue;
      steps += length * blocks;
      this.effort.comparisons += 1;
      const quality = qualityOf(found, longer);
      if (quality < bar) continue;
      const rank = best.findIndex((each) => each.quality < quality);
      best.splice(rank === -1 ? best.length : rank, 0, { ids: this.#idsOf(text, entries, offers), quality });
      if (best.length > wantedTexts) best.pop();
      // The next one has to be better than the last of these.
      if (best.length === wantedTexts) bar = (best.at(-1)?.quality ?? bar) + 1;
    }
    this.effort.steps += steps;
    return best;
  }

  /** Texts that may be alike enough, those with the most grams in common first, and how many characters of each have to be edited at least. */
  #ranked(source: string, wanted: Uint32Array, threshold: number): { ranked: Uint32Array; edits: Uint32Array } {
    const sharing = this.#sharing(source);
    // Those that have no index yet are all looked at, the newest first.
    const first = this.#segments.length * SEGMENT;
    const all = sharing.length + this.#textCount - first;
    const texts = new Uint32Array(all);
    const least = new Uint32Array(all);
    const ranks = new Uint8Array(all);
    const ends = new Uint32Array(RANKS + 1);
    const bits = this.#texts;
    const [few = 0, often = 0, low = 0, high = 0] = wanted;
    let many = 0;
    for (let at = 0; at < all; at += 1) {
      const text = at < sharing.length ? (sharing[at] ?? 0) : this.#textCount - 1 - (at - sharing.length);
      const place = text * 8;
      const length = bits[place + 2] ?? 0;
      const most = (Math.max(length, source.length) * (100 - threshold)) / 100;
      let edits = Math.abs(length - source.length);
      if (edits > most) continue;
      // Every character that one has more often has to be edited.
      const otherFew = bits[place + 4] ?? 0;
      const otherOften = bits[place + 5] ?? 0;
      edits = Math.max(edits, bitsIn(few & ~otherFew) + bitsIn(often & ~otherOften));
      if (edits > most) continue;
      edits = Math.max(edits, bitsIn(otherFew & ~few) + bitsIn(otherOften & ~often));
      if (edits > most) continue;
      const rank = bitsIn(low ^ (bits[place + 6] ?? 0)) + bitsIn(high ^ (bits[place + 7] ?? 0));
      texts[many] = text;
      least[many] = edits;
      ranks[many] = rank;
      ends[rank + 1] = (ends[rank + 1] ?? 0) + 1;
      many += 1;
    }
    this.effort.candidates += all;
    for (let rank = 0; rank < RANKS; rank += 1) ends[rank + 1] = (ends[rank + 1] ?? 0) + (ends[rank] ?? 0);
    const ranked = new Uint32Array(many);
    const edits = new Uint32Array(many);
    for (let at = 0; at < many; at += 1) {
      const rank = ranks[at] ?? 0;
      const place = ends[rank] ?? 0;
      ranked[place] = texts[at] ?? 0;
      edits[place] = least[at] ?? 0;
      ends[rank] = place + 1;
    }
    return { ranked, edits };
  }

  /** Texts of full segments that share grams with a text, those with the rarest ones first; each once. */
  #sharing(source: string): Uint32Array {
    const found = new Uint32Array(this.#segments.length === 0 ? 0 : MOST_CANDIDATES);
    if (found.length === 0) return found;
    this.#turn += 1;
    let many = 0;
    let visited = 0;
    const sizeOf = (bucket: number): number => this.#segments.reduce((sum, segment) => sum + segment.size(bucket), 0);
    const grams = new Uint16Array(MOST_GRAMS);
    const wanted = grams.subarray(0, gramsOf(source, hashesOf(source), grams, 0));
    const buckets = [...new Set(wanted)].map((bucket) => ({ bucket, size: sizeOf(bucket) }));
    for (const { bucket } of buckets.toSorted((one, other) => one.size - other.size)) {
      for (let at = this.#segments.length - 1; at >= 0; at -= 1) {
        const places = this.#segments[at]?.texts(bucket) ?? [];
        for (let place = places.length - 1; place >= 0; place -= 1) {
          if ((visited += 1) > MOST_CANDIDATES) return found.subarray(0, many);
          const text = at * SEGMENT + (places[place] ?? 0);
          if (this.#seen[text] === this.#turn) continue;
          this.#seen[text] = this.#turn;
          found[many] = text;
          many += 1;
        }
      }
    }
    return found.subarray(0, many);
  }

  #offering({ project, user, takesShared, hidden }: IndexSearch): (entry: number) => boolean {
    const out = new Set(hidden.length === 0 ? [] : ["", ...hidden].map((origin) => this.#origins.get(origin)));
    return (entry) => {
      const at = entry * 5;
      const mark = this.#entries[at + 3] ?? 0;
      const isOwn = user !== null && this.#entries[at + 2] === user;
      const isOffered =
        isOwn || (takesShared && (mark & 1) === 1) || (project !== null && this.#entries[at + 1] === project);
      return isOffered && (isOwn || (mark & 2) === 2 || !out.has(mark >>> 2));
    };
  }

  #isOffered(text: number, offers: (entry: number) => boolean): boolean {
    for (let next = this.#head(text); next > 0; next = this.#entries[(next - 1) * 5 + 4] ?? 0) {
      if (offers(next - 1)) return true;
    }
    return false;
  }

  /** Those of a text that are offered, the preferred first. */
  #idsOf(text: number, most: number, offers: (entry: number) => boolean): number[] {
    const own: number[] = [];
    const shared: number[] = [];
    // The newest is the first of the chain.
    for (let next = this.#head(text); next > 0 && own.length < most; next = this.#entries[(next - 1) * 5 + 4] ?? 0) {
      const entry = next - 1;
      const isShared = ((this.#entries[entry * 5 + 3] ?? 0) & 1) === 1;
      if ((isShared && shared.length >= most) || !offers(entry)) continue;
      (isShared ? shared : own).push(this.#entries[entry * 5] ?? 0);
    }
    const newestFirst = (ids: number[]): number[] => ids.toSorted((one, other) => other - one);
    return [...newestFirst(own), ...newestFirst(shared)].slice(0, most);
  }

  #remember(id: number): void {
    this.#recent.add(id);
    this.#newest = Math.max(this.#newest, id);
    if (this.#recent.size <= OVERLAP * 20) return;
    this.#recent = new Set([...this.#recent].filter((each) => each > this.#newest - OVERLAP));
  }

  #originOf(origin: string): number {
    const known = this.#origins.get(origin) ?? this.#origins.size;
    this.#origins.set(origin, known);
    return known;
  }

  #textOf(source: string): number {
    if (this.#textCount * 2 >= this.#byText.length) this.#rehash();
    const mask = this.#byText.length - 1;
    const codes = codesOf(source);
    for (let slot = hashOf(codes, 0, source.length) & mask; ; slot = (slot + 1) & mask) {
      const known = (this.#byText[slot] ?? 0) - 1;
      if (known === -1) {
        this.#byText[slot] = this.#textCount + 1;
        return this.#newText(source, codes.subarray(0, source.length));
      }
      if (this.#isOf(known, codes, source.length)) return known;
    }
  }

  #newText(source: string, codes: Uint16Array): number {
    const text = this.#textCount;
    this.#textCount += 1;
    this.#texts = grown(this.#texts, this.#textCount * 8);
    this.#seen = grown(this.#seen, this.#textCount);
    const isWide = codes.some((code) => code > 0xff);
    const open = isWide ? this.#open.wide : this.#open.narrow;
    if (open.place + source.length > CHUNK) {
      open.chunk = this.#chunks.push(new (isWide ? Uint16Array : Uint8Array)(CHUNK)) - 1;
      open.place = 0;
    }
    this.#chunks[open.chunk]?.set(codes, open.place);
    const at = text * 8;
    this.#texts[at] = open.chunk;
    this.#texts[at + 1] = open.place;
    this.#texts[at + 2] = source.length;
    open.place += source.length;
    const hashes = hashesOf(source);
    sketch(source, hashes, this.#texts, at + 4);
    const place = text % SEGMENT;
    const first = this.#gramStarts[place] ?? 0;
    this.#grams = grown(this.#grams, first + MOST_GRAMS);
    this.#gramStarts[place + 1] = first + gramsOf(source, hashes, this.#grams, first);
    if (place === SEGMENT - 1) this.#segments.push(new Segment(this.#grams, this.#gramStarts));
    return text;
  }

  #rehash(): void {
    const table = new Uint32Array(this.#byText.length * 2);
    const mask = table.length - 1;
    for (let text = 0; text < this.#textCount; text += 1) {
      let slot = hashOf(this.#chunk(text), this.#place(text), this.#length(text)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = text + 1;
    }
    this.#byText = table;
  }

  #head(text: number): number {
    return this.#texts[text * 8 + 3] ?? 0;
  }

  #length(text: number): number {
    return this.#texts[text * 8 + 2] ?? 0;
  }

  /** Whether its characters are these. */
  #isOf(text: number, codes: Uint16Array, length: number): boolean {
    if (this.#length(text) !== length) return false;
    const chunk = this.#chunk(text);
    const start = this.#place(text);
    for (let place = 0; place < length; place += 1) if (chunk[start + place] !== codes[place]) return false;
    return true;
  }

  #chunk(text: number): Uint8Array | Uint16Array {
    return this.#chunks[this.#texts[text * 8] ?? 0] ?? NOTHING;
  }

  #place(text: number): number {
    return this.#texts[text * 8 + 1] ?? 0;
  }
}

/** By which grams so many texts are found: never changed once it is made. */
class Segment {
  readonly #starts = new Uint32Array(BUCKETS + 1);
  readonly #places: Uint16Array;

  /** @param grams of one text after the other, which begin where `of` says */
  constructor(grams: Uint16Array, of: Uint32Array) {
    const all = of[SEGMENT] ?? 0;
    const starts = this.#starts;
    for (let at = 0; at < all; at += 1) starts[(grams[at] ?? 0) + 1] = (starts[(grams[at] ?? 0) + 1] ?? 0) + 1;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
    }
    this.#places = new Uint16Array(all);
    const next = starts.slice();
    for (let place = 0; place < SEGMENT; place += 1) {
      const end = of[place + 1] ?? 0;
      for (let at = of[place] ?? 0; at < end; at += 1) {
        const bucket = grams[at] ?? 0;
        const slot = next[bucket] ?? 0;
        this.#places[slot] = place;
        next[bucket] = slot + 1;
      }
    }
  }

  size(bucket: number): number {
    return (this.#starts[bucket + 1] ?? 0) - (this.#starts[bucket] ?? 0);
  }

  texts(bucket: number): Uint16Array {
    return this.#places.subarray(this.#starts[bucket], this.#starts[bucket + 1]);
  }
}

/** Windows that a gram stands out in get smaller for short texts; those of a larger window are among those of a smaller one. */
const WIDEST_WINDOW = 6;
const WINDOW_SHARE = 8;
/** Stands before the first and after the last character. */
const EDGE = 2;

/** Written anew for each text. */
let scratch = new Uint32Array(1024);

/** The hashes of a text's grams, one that begins at the edge before each character; until the next call. */
function hashesOf(text: string): Uint32Array {
  scratch = grown(scratch, text.length);
  const hashes = scratch;
  let before = EDGE;
  let here = text.charCodeAt(0);
  for (let place = 0; place < text.length; place += 1) {
    const after = place + 1 < text.length ? text.charCodeAt(place + 1) : EDGE;
    const mixed = Math.imul(Math.imul(Math.imul(before, 0x9e3779b1) ^ here, 0x85ebca77) ^ after, 0xc2b2ae3d);
    hashes[place] = mixed ^ (mixed >>> 15);
    before = here;
    here = after;
  }
  return hashes;
}

/**
 * Writes the buckets of the grams by which a text is found: the least hash of each window; in a long text those of its beginning,
 * once there are enough.
 * @returns how many
 */
function gramsOf(text: string, hashes: Uint32Array, into: Uint16Array, at: number): number {
  const window = Math.min(WIDEST_WINDOW, Math.max(1, Math.floor(text.length / WINDOW_SHARE)));
  let many = 0;
  let last = -1;
  for (let start = 0; start + window <= text.length && many < MOST_GRAMS; start += 1) {
    let least = hashes[start] ?? 0;
    for (let place = start + 1; place < start + window; place += 1) {
      const hash = hashes[place] ?? 0;
      if (hash < least) least = hash;
    }
    if (least === last) continue;
    last = least;
    into[at + many] = least % BUCKETS;
    many += 1;
  }
  return many;
}

const KINDS = 16;
const counts = new Uint16Array(KINDS);

/** Writes four words: two of kinds of characters, by whether there are 1, 2, 3 and 5 of them, and two of grams. */
function sketch(text: string, hashes: Uint32Array, words: Uint32Array, at: number): void {
  counts.fill(0);
  let [few, many, low, high] = [0, 0, 0, 0];
  for (let place = 0; place < text.length; place += 1) {
    const kind = text.charCodeAt(place) % KINDS;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const hash = hashes[place] ?? 0;
    if ((hash & 0x20_0000) === 0) low |= 1 << ((hash >>> 16) & 31);
    else high |= 1 << ((hash >>> 16) & 31);
  }
  for (let kind = 0; kind < KINDS; kind += 1) {
    const often = counts[kind] ?? 0;
    if (often >= 1) few |= 1 << kind;
    if (often >= 2) few |= 1 << (kind + KINDS);
    if (often >= 3) many |= 1 << kind;
    if (often >= 5) many |= 1 << (kind + KINDS);
  }
  words[at] = few;
  words[at + 1] = many;
  words[at + 2] = low;
  words[at + 3] = high;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function hashOf(codes: Uint8Array | Uint16Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let place = start; place < start + length; place += 1) hash = Math.imul(hash ^ (codes[place] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function grown<Numbers extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers;
  const bytes = Math.max(
    length * numbers.BYTES_PER_ELEMENT,
    numbers.byteLength + Math.min(numbers.byteLength, 4 << 20),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the same kind
  return new (numbers.constructor as new (buffer: ArrayBuffer) => Numbers)(numbers.buffer.transfer(bytes));
}
