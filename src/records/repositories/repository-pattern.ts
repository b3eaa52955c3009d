import picomatch from "picomatch";

// As in paths of the mapping: all but `*`, `**`, `?` and `{a,b}` stands for itself.
const literalCharacters = /[()[\]+!@|^$]/g;
const wildcards = /\*+|\?|\{[^{}]*\}/g;

/**
 * Whether a repository's `owner/name` fits a pattern: `*` stands for all there are, `acme/*` for all of one owner,
 * `{a,b}` for either. Forges do not tell names apart by case, so neither does a pattern.
 */
export function matchesRepository(pattern: string, repository: string): boolean {
  if (pattern === "*") return true;
  const glob = pattern.replaceAll(literalCharacters, String.raw`\$&`);
  return picomatch.isMatch(repository, glob, {
    nonegate: true,
    noextglob: true,
    strictSlashes: true,
    dot: true,
    nocase: true,
  });
}

/** Of those whose pattern a repository fits the one that says most exactly which it means; of equals the first. */
export function mostExact<Item>(
  items: readonly Item[],
  repository: string,
  patternOf: (item: Item) => string,
): Item | undefined {
  let best: { readonly item: Item; readonly pattern: string } | undefined;
  for (const item of items) {
    const pattern = patternOf(item);
    if (!matchesRepository(pattern, repository)) continue;
    if (best === undefined || compareExactness(pattern, best.pattern) > 0) best = { item, pattern };
  }
  return best?.item;
}

/** Above 0 where `one` says more exactly than `other` which repositories it means: by letters of its own, then by fewer wildcards. */
function compareExactness(one: string, other: string): number {
  return lettersOf(one) - lettersOf(other) || wildcardsOf(other) - wildcardsOf(one);
}

/** A name without wildcards is exact, however short it is. */
function lettersOf(pattern: string): number {
  return wildcardsOf(pattern) === 0 ? Number.MAX_SAFE_INTEGER : pattern.replaceAll(wildcards, "").length;
}

function wildcardsOf(pattern: string): number {
  return (pattern.match(wildcards) ?? []).length;
}
