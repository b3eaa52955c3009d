const WORDS: ReadonlySet<string | undefined> = new Set(["--version", "-V", "version"]);

/** @param name first word of a command line */
export function asksForVersion(name: string | undefined): boolean {
  return WORDS.has(name);
}
