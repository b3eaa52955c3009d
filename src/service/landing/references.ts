/** What a remote names, as `git ls-remote` prints it. */
interface Reference {
  readonly commit: string;
  /** `refs/heads/main`; of the commit of an annotated tag `refs/tags/v1.0^{}`. */
  readonly name: string;
}

export function referencesIn(text: string): readonly Reference[] {
  return text.split("\n").flatMap((line) => {
    const [commit, name] = line.split("\t");
    return commit === undefined || name === undefined ? [] : [{ commit, name }];
  });
}
