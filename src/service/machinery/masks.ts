import type { FixedPart } from "../../catalog/checks/fixed-parts.ts";

/** How a placeholder looks while a machine translates the text around it. */
export interface MaskStyle {
  readonly mask: (number: number) => string;
  /** Finds masks in what came back, however the machine spaced them; the group is the number. */
  readonly pattern: RegExp;
  /** What goes out and comes back, where the text is not plain. */
  readonly escape: (text: string) => string;
  readonly unescape: (text: string) => string;
}

/** A tag that the service leaves alone (DeepL: `tag_handling` and `ignore_tags`). */
export const tagMasks: MaskStyle = {
  mask: (number) => `<x id="${String(number)}"/>`,
  pattern: /<\s*x\s+id\s*=\s*["'](\d{1,4})["']\s*(?:\/\s*>|>\s*<\s*\/\s*x\s*>)/gi,
  escape: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  unescape: (text) => text.replaceAll(/&(?:lt|gt|quot|apos|amp|#39);/g, (name) => characters[name] ?? name),
};
const characters: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

/** For services that know plain text alone: what looks like a sign and not like a word is mostly left alone. */
export const bracketMasks: MaskStyle = {
  mask: (number) => `[X${String(number)}X]`,
  pattern: /\[\s*[xX]\s*(\d{1,4})\s*[xX]\s*\]/g,
  escape: (text) => text,
  unescape: (text) => text,
};

export interface MaskedText {
  /** What goes to the machine; "": there is nothing for it to translate. */
  readonly sent: string;
  /** The same text with its masks, whether it has words or not. */
  readonly plain: string;
  /** What the masks stand for, by their number from `first` up. */
  readonly parts: readonly string[];
  readonly first: number;
  /** Spaces around the text, which a machine would take off. */
  readonly before: string;
  readonly after: string;
}

/** @param parts in their order, none in another */
export function masked(text: string, parts: readonly FixedPart[], style: MaskStyle): MaskedText {
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = before.length === text.length ? "" : text.slice(text.trimEnd().length);
  const end = text.length - after.length;
  // A text that has such a sign itself gets others.
  let first = 0;
  while (parts.some((_, at) => text.includes(style.mask(first + at)))) first += 100;
  const held: string[] = [];
  let words = "";
  let plain = "";
  let at = before.length;
  for (const { from, to } of parts.filter((part) => part.from >= before.length && part.to <= end)) {
    words += text.slice(at, from);
    plain += style.escape(text.slice(at, from)) + style.mask(first + held.length);
    held.push(text.slice(from, to));
    at = to;
  }
  words += text.slice(at, end);
  plain += style.escape(text.slice(at, end));
  return { sent: /\p{L}/u.test(words) ? plain : "", plain, parts: held, first, before, after };
}

/** @returns the machine's text with its placeholders, and those that did not come back exactly once, or never went */
export function unmasked(
  answer: string,
  { parts, first, before, after }: MaskedText,
  { pattern, unescape }: MaskStyle,
): { readonly text: string; readonly broken: readonly string[] } {
  const times = parts.map(() => 0);
  const pieces: string[] = [];
  const strange: string[] = [];
  let at = 0;
  for (const match of answer.matchAll(pattern)) {
    const number = Number(match[1]) - first;
    const part = parts[number];
    if (part === undefined) {
      // What stood in the source itself has a lower one.
      if (number >= 0) strange.push(match[0]);
      continue;
    }
    times[number] = (times[number] ?? 0) + 1;
    pieces.push(unescape(answer.slice(at, match.index)), part);
    at = match.index + match[0].length;
  }
  pieces.push(unescape(answer.slice(at)));
  const broken = parts.filter((_, number) => times[number] !== 1);
  return { text: `${before}${pieces.join("").trim()}${after}`, broken: [...new Set([...broken, ...strange])] };
}
