/** A line of a file, or several that belong together, in a chain: neighbours are at hand however much comes and goes. */
export interface Link {
  readonly kind: string;
  /** Without the line break that ends it. */
  body: string;
  /** Empty for a new one, and where the file ends without one. */
  readonly lineBreak: string;
  previous: Link;
  next: Link;
  isRemoved: boolean;
}

/** Both ends of a chain, joined: the first link follows it, the last one stands before it. */
export class ChainEdge implements Link {
  readonly kind = "edge";
  body = "";
  readonly lineBreak = "";
  previous: Link = this;
  next: Link = this;
  isRemoved = false;
}

const nowhere = new ChainEdge();

export function newLink<Kind extends string>(kind: Kind, body: string, lineBreak = ""): Link & { readonly kind: Kind } {
  return { kind, body, lineBreak, previous: nowhere, next: nowhere, isRemoved: false };
}

export function insertAfter(place: Link, link: Link): void {
  link.previous = place;
  link.next = place.next;
  place.next.previous = link;
  place.next = link;
}

/** The link keeps its neighbours, to tell where it stood. */
export function unlink(link: Link): void {
  link.previous.next = link.next;
  link.next.previous = link.previous;
  link.isRemoved = true;
}

/** Links of a chain by key; more than one where a file has a key twice. */
export class KeyedLinks<Keyed extends Link & { readonly key: string }> {
  readonly #byKey = new Map<string, Keyed[]>();

  add(link: Keyed): void {
    const known = this.#byKey.get(link.key);
    if (known === undefined) this.#byKey.set(link.key, [link]);
    else known.push(link);
  }

  /** Those that stand in the chain. */
  all(key: string): readonly Keyed[] {
    return this.#byKey.get(key)?.filter(({ isRemoved }) => !isRemoved) ?? [];
  }

  /** The last one that stands in the chain: it counts. */
  live(key: string): Keyed | undefined {
    return this.#byKey.get(key)?.findLast(({ isRemoved }) => !isRemoved);
  }

  /** The last one there ever was; a removed one still tells the place. */
  last(key: string): Keyed | undefined {
    return this.#byKey.get(key)?.at(-1);
  }
}

/** Takes an entry and its comments out, and one of two blank lines that would now follow each other. */
export function takeOut(entry: Link, comments: readonly Link[]): void {
  for (const comment of comments) unlink(comment);
  unlink(entry);
  const { previous, next } = entry;
  const blank = previous.kind === "blank" ? previous : next;
  if (isGap(previous) && isGap(next) && blank.kind === "blank") unlink(blank);
}

/** Puts an entry and its comments in, parted by blank lines from its neighbours where the file does so. */
export function putIn(place: Link, entry: Link, comments: readonly Link[], isSpaced: boolean): void {
  for (const link of [entry, ...comments.toReversed()]) insertAfter(place, link);
  if (!isSpaced || isGap(place) === isGap(entry.next)) return;
  insertAfter(isGap(place) ? entry : place, newLink("blank", ""));
}

function isGap({ kind }: Link): boolean {
  return kind === "blank" || kind === "edge";
}

/** What stands where the link is, or above where it was. */
export function standing(link: Link): Link {
  let at = link;
  while (at.isRemoved) at = at.previous;
  // Those that are gone point to it from now on: the way is walked once.
  for (let gone = link; gone.isRemoved;) {
    const { previous } = gone;
    gone.previous = at;
    gone = previous;
  }
  return at;
}
