import picomatch from "picomatch";
import type { PathEnds } from "./bindable-path.ts";

/** A piece of a pattern: text (which may hold glob characters) or `{name}` / `{name:style}`. */
export type PatternPart =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | {
      readonly kind: "capture";
      readonly name: string;
      readonly style: string | undefined;
      /** As written, braces included. */
      readonly text: string;
      /** Offset in the pattern. */
      readonly at: number;
    };

/** What is wrong with a pattern, and the piece of it that is. */
export interface PatternFault {
  readonly piece: string;
  readonly at: number;
  readonly message: string;
}

export interface Pattern {
  readonly parts: readonly PatternPart[];
  readonly faults: readonly PatternFault[];
}

/** `{name}`, `{name:style}`; a list with commas, `{json,po}`, is the glob's and stays text. */
export function parsePattern(pattern: string): Pattern {
  const parts: PatternPart[] = [];
  const faults: PatternFault[] = [];
  let text = "";
  let index = 0;
  while (index < pattern.length) {
    const letter = pattern[index] ?? "";
    if (letter === "}") faults.push({ piece: "}", at: index, message: "a brace is closed that was not opened" });
    if (letter !== "{") {
      text += letter;
      index += 1;
      continue;
    }
    const end = closingBrace(pattern, index);
    if (end === undefined) {
      faults.push({ piece: pattern.slice(index), at: index, message: "a brace is not closed" });
      break;
    }
    const piece = pattern.slice(index, end + 1);
    const capture = /^\{(?<name>[A-Za-z][A-Za-z0-9_-]*)(?::(?<style>[^{}]*))?\}$/.exec(piece)?.groups;
    if (capture !== undefined) {
      if (text !== "") parts.push({ kind: "text", text, at: index - text.length });
      text = "";
      parts.push({ kind: "capture", name: capture["name"] ?? "", style: capture["style"], text: piece, at: index });
    } else if (/^\{[^{}:]*,[^{}:]*\}$/.test(piece)) {
      text += piece;
    } else {
      faults.push({ piece, at: index, message: `${piece} is neither a capture {name} nor a list {a,b}` });
    }
    index = end + 1;
  }
  if (text !== "") parts.push({ kind: "text", text, at: index - text.length });
  return { parts, faults };
}

function closingBrace(pattern: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < pattern.length; index++) {
    if (pattern[index] === "{") depth += 1;
    if (pattern[index] === "}") depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}

/** Names of the captures, each once, in order. */
export function captureNames(pattern: Pattern): readonly string[] {
  return [...new Set(pattern.parts.flatMap((part) => (part.kind === "capture" ? [part.name] : [])))];
}

/** The pattern with captures filled in; those without a value stay as written. */
export function fillPattern(pattern: Pattern, values: Readonly<Record<string, string>>): string {
  return pattern.parts
    .map((part) => (part.kind === "capture" && Object.hasOwn(values, part.name) ? values[part.name] : part.text))
    .join("");
}

export interface FileMatch {
  readonly path: string;
  readonly captures: Readonly<Record<string, string>>;
}

const globCharacters = /[*?{]/;
// Brackets, parentheses and the like stand for themselves: `app/[locale]/(site)/en.json` is a path people have.
const literalCharacters = /[()[\]+!@|^$]/g;
// Private-use characters pass the glob compiler untouched; they mark where a capture's group goes.
const captureMark = (index: number): string => `\ue000${String(index)}\ue001`;

/** Finds the files a source pattern matches. `{name}` takes (part of) one path segment, `{name:**}` one or more segments. */
export function fileMatcher(pattern: Pattern): (files: readonly string[]) => FileMatch[] {
  const names = captureNames(pattern);
  const expression = expressionOf(pattern, names);
  const { prefix, suffix } = fixedEnds(pattern);
  return (files) => {
    const matches: FileMatch[] = [];
    for (const path of files) {
      if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue;
      const match = expression.exec(path);
      if (match === null) continue;
      const captures = Object.fromEntries(
        names.map((name, index) => [name, match.groups?.[`c${String(index)}`] ?? ""]),
      );
      matches.push({ path, captures });
    }
    return matches;
  };
}

/** What every match begins and ends with: most of a large repository is told apart by it, without a regular expression. */
export function fixedEnds({ parts }: Pattern): PathEnds {
  const [first, last] = [parts[0], parts.at(-1)];
  return {
    prefix: first?.kind === "text" ? first.text.slice(0, endOfStatic(first.text)) : "",
    suffix: last?.kind === "text" ? last.text.slice(startOfStaticEnd(last.text)) : "",
  };
}

/** Whether one path only can match: no captures, no glob characters. */
export function isLiteral(pattern: Pattern): boolean {
  return pattern.parts.every((part) => part.kind === "text" && !globCharacters.test(part.text));
}

/** Whether a path fits any of the globs. */
export function exclusion(globs: readonly string[] = []): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const matchers = globs.map((glob) => fileMatcher(parsePattern(glob)));
  return (path) => matchers.some((matches) => matches([path]).length > 0);
}

function expressionOf(pattern: Pattern, names: readonly string[]): RegExp {
  const seen = new Set<string>();
  const groups = new Map<string, string>();
  const glob = pattern.parts
    .map((part, position) => {
      if (part.kind === "text") return part.text.replaceAll(literalCharacters, "\\$&");
      const mark = captureMark(position);
      const group = `c${String(names.indexOf(part.name))}`;
      const value = part.style === "**" ? "[^/]+(?:/[^/]+)*" : "[^/]+";
      groups.set(mark, seen.has(part.name) ? `\\k<${group}>` : `(?<${group}>${value}?)`);
      seen.add(part.name);
      return mark;
    })
    .join("");
  let source = picomatch.makeRe(glob, { nonegate: true, noextglob: true, strictSlashes: true }).source;
  for (const [mark, group] of groups) source = source.replace(mark, () => group);
  return new RegExp(source);
}

function endOfStatic(text: string): number {
  const index = text.search(globCharacters);
  return index === -1 ? text.length : index;
}

/** After the last glob character; a list `{a,b}` ends with its brace, and `**` may stand for no segment and take its slash. */
function startOfStaticEnd(text: string): number {
  const last = Math.max(text.lastIndexOf("*"), text.lastIndexOf("?"), text.lastIndexOf("}"));
  return text.slice(last - 1, last + 2) === "**/" ? last + 2 : last + 1;
}
