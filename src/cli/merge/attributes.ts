import type { LocaleSet } from "../files/layout.ts";

const ATTRIBUTE = "merge=interlinear";

/** Nothing but translations has these. */
const byExtension: ReadonlySet<string> = new Set(["po", "xliff", "xlf", "arb", "xcstrings"]);

/**
 * The patterns of `.gitattributes` that stand for the translations of a repository: `locales/*.json`.
 * @param files paths from the root, for those that no set has
 */
export function patternsOf(sets: readonly LocaleSet[], files: readonly string[]): readonly string[] {
  const extensions = [...byExtension].filter((extension) => files.some((file) => file.endsWith(`.${extension}`)));
  const patterns = new Set<string>();
  for (const { source, translations } of sets) {
    const [before = "", after = ""] = translations.split(/\{language[^}]*\}/);
    patterns.add(`/${escaped(before)}*${escaped(after)}`);
    if (source !== undefined && !isBetween(source, before, after) && !source.endsWith(".pot"))
      patterns.add(`/${escaped(source)}`);
  }
  // One line for all files of such an extension is enough.
  const others = [...patterns].filter((pattern) => !extensions.some((extension) => pattern.endsWith(`.${extension}`)));
  return [...others, ...extensions.map((extension) => `*.${extension}`)];
}

/** Whether the pattern of the translations stands for the source too. */
function isBetween(source: string, before: string, after: string): boolean {
  const length = source.length - before.length - after.length;
  const isFramed = length > 0 && source.startsWith(before) && source.endsWith(after);
  return isFramed && !source.slice(before.length, before.length + length).includes("/");
}

/** A line for each pattern that has none yet, at the end; what is there keeps its place. */
export function withAttributes(text: string, patterns: readonly string[]): string {
  const present = new Set(text.split(/\r?\n/));
  const missing = patterns.map(lineOf).filter((line) => !present.has(line));
  if (missing.length === 0) return text;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : lineEnd;
  return `${text}${gap}${missing.map((line) => line + lineEnd).join("")}`;
}

/** Takes back every line that says nothing but what we wrote. */
export function withoutAttributes(text: string): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => !line.trimEnd().endsWith(` ${ATTRIBUTE}`))
    .join("");
}

/** A pattern with blanks, quotes or a sign that begins a comment is written as in C (gitattributes(5)). */
function lineOf(pattern: string): string {
  const isPlain = !/[\s"]|^[#!]/.test(pattern);
  const written = isPlain ? pattern : `"${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return `${written} ${ATTRIBUTE}`;
}

/** Glob characters that are part of a path. */
function escaped(path: string): string {
  return path.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}
