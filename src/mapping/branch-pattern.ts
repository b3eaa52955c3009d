import picomatch from "picomatch";

// As in paths of the mapping: all but `*`, `**`, `?` and `{a,b}` stands for itself.
const literalCharacters = /[()[\]+!@|^$]/g;

/** Whether a branch's name fits a pattern of the mapping: `*` takes no slash, `**` any number of parts, `{a,b}` either. */
export function matchesBranch(pattern: string, branch: string): boolean {
  const glob = pattern.replaceAll(literalCharacters, String.raw`\$&`);
  return picomatch.isMatch(branch, glob, { nonegate: true, noextglob: true, strictSlashes: true, dot: true });
}
