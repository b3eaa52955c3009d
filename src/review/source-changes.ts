import { compare, type UnitDifference } from "../catalog/difference.ts";
import { TextIndex } from "../catalog/similarity.ts";
import { countWords } from "../catalog/statistics.ts";
import { isEmpty } from "../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { defined } from "../core/defined.ts";
import type { Format } from "../formats/format.ts";
import type { SourceChange } from "./review.ts";
import type { Versions } from "./touched-components.ts";

/** The source texts of a component. Its units are those that are translated. */
export interface Sources {
  readonly kind: Format["kind"];
  readonly language: string;
  readonly before: Catalogue | undefined;
  readonly after: Catalogue | undefined;
  /** All keys at head, also of what is not translated. */
  readonly keys: ReadonlySet<string>;
}

/** A text of which so much stayed is the old one, mended; where msgmerge draws its line as well. */
const MOST_ALIKE = 60;
/** Beyond it texts are not compared with each other: a template that is made anew is no mended one. */
const MOST_PAIRS = 200;
/** The beginning tells: comparing whole chapters with each other takes minutes. */
const LONGEST_COMPARED = 300;

export function sourcesOf(kind: Format["kind"], language: string, versions: Versions<Catalogue>): Sources {
  return {
    kind,
    language,
    before: versions.before && translatable(versions.before, kind),
    after: versions.after && translatable(versions.after, kind),
    keys: new Set(versions.after?.units.map(({ key }) => key)),
  };
}

/** Without strings that say nothing, and without those that nobody may translate. */
function translatable(catalogue: Catalogue, kind: Format["kind"]): Catalogue {
  const units = catalogue.units.filter(
    (unit) => unit.state !== unitStates.readOnly && !isEmpty(sourceTexts(unit, kind)),
  );
  return { ...catalogue, units };
}

/** What a unit of the source file asks translators to translate, one text per plural form. */
export function sourceTexts(unit: Unit, kind: Format["kind"]): readonly string[] {
  return kind === "bilingual" ? unit.source : unit.target;
}

/** In the order of the file, the removed ones last. */
export function sourceChanges({ kind, language, before, after }: Sources): readonly SourceChange[] {
  const nothing = { format: before?.format ?? after?.format ?? "", units: [] };
  const [earlier, later] = [before ?? nothing, after ?? nothing];
  const found = compare(earlier, later, kind === "bilingual" ? "source" : "target").filter(
    ({ marked, kind: what }) => marked === undefined || what !== "changed",
  );
  const differences = kind === "bilingual" ? withMended(found, earlier, later) : found;
  return differences.map((difference) => ({
    kind: difference.kind,
    key: difference.key,
    ...defined({ previousKey: difference.previousKey }),
    before: difference.before,
    after: difference.after,
    line: difference.line,
    words: countWords(difference.after ?? difference.before ?? [], language),
  }));
}

/** Where the text is the key, a changed text is a string that goes and one that comes: told together where they belong so. */
function withMended(
  differences: readonly UnitDifference[],
  before: Catalogue,
  after: Catalogue,
): readonly UnitDifference[] {
  const gone = differences.filter(({ kind }) => kind === "removed");
  const fresh = differences.filter(({ kind }) => kind === "added");
  const mended = new Map(byContext(gone, fresh, before, after));
  const paired = new Set([...mended.values()].map(({ key }) => key));
  const open = {
    gone: gone.filter(({ key }) => !paired.has(key)),
    fresh: fresh.filter(({ key }) => !mended.has(key)),
  };
  for (const [key, old] of bySimilarity(open.gone, open.fresh)) {
    if (paired.has(old.key)) continue;
    paired.add(old.key);
    mended.set(key, old);
  }
  return differences.flatMap((difference): UnitDifference[] => {
    if (difference.kind === "removed" && paired.has(difference.key)) return [];
    const old = difference.kind === "added" ? mended.get(difference.key) : undefined;
    if (old === undefined) return [difference];
    return [{ ...difference, kind: "changed", previousKey: old.key, before: old.before }];
  });
}

type Pairs = Iterable<readonly [string, UnitDifference]>;

/** A context that one text has before and one after names the string: XLIFF's ids, gettext's msgctxt. */
function* byContext(
  gone: readonly UnitDifference[],
  fresh: readonly UnitDifference[],
  before: Catalogue,
  after: Catalogue,
): Pairs {
  const contexts = [before, after].map(({ units }) => new Map(units.map(({ key, context }) => [key, context])));
  const old = Map.groupBy(gone, ({ key }) => contexts[0]?.get(key) ?? "");
  for (const [context, [one, ...others]] of Map.groupBy(fresh, ({ key }) => contexts[1]?.get(key) ?? "")) {
    const [previous, another] = old.get(context) ?? [];
    if (context === "" || one === undefined || others.length > 0) continue;
    if (previous !== undefined && another === undefined) yield [one.key, previous];
  }
}

function* bySimilarity(gone: readonly UnitDifference[], fresh: readonly UnitDifference[]): Pairs {
  if (gone.length === 0 || gone.length > MOST_PAIRS || fresh.length > MOST_PAIRS) return;
  const index = new TextIndex(gone, ({ before }) => beginning(before));
  for (const { key, after } of fresh) {
    const old = index.nearest(beginning(after), MOST_ALIKE);
    if (old !== undefined) yield [key, old.entry];
  }
}

function beginning(texts: readonly string[] | undefined): string {
  return texts?.[0]?.slice(0, LONGEST_COMPARED) ?? "";
}
