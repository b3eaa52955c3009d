import { displayKey, displayTexts } from "../../report/words/display-key.ts";
import { terminalText } from "../../report/words/escape.ts";
import { paint, type TerminalStyle } from "../../report/run/terminal.ts";
import { padEnd, textWidth } from "../../report/words/text-width.ts";
import { number } from "../../report/words/words.ts";
import type { DifferenceKind, StringDifference } from "./file-difference.ts";

const tones = {
  added: "green",
  translated: "green",
  changed: "yellow",
  marked: "yellow",
  renamed: "cyan",
  emptied: "red",
  removed: "red",
} as const satisfies Record<DifferenceKind, string>;

const WORD_WIDTH = 10;
/** Beyond it, old and new text stand below each other: they are to be compared. */
const LONGEST_LINE = 100;
const WIDEST_KEY = 40;

/** A line a string: what became of it, its key, old → new. Aligned. */
export function differenceLines(differences: readonly StringDifference[], style: TerminalStyle): readonly string[] {
  const keys = differences.map((difference) => keyText(difference));
  const width = Math.min(WIDEST_KEY, Math.max(0, ...keys.map(textWidth)));
  return differences.flatMap((difference, index) => {
    const { kind, language } = difference;
    const word = paint(style, tones[kind], padEnd(kind, WORD_WIDTH));
    const key = padEnd(keys[index] ?? "", width);
    const languageText = language === undefined ? "" : `${padEnd(terminalText(language), 6)} `;
    const start = `  ${word} ${languageText}${key}`;
    const texts = textsOf(difference);
    const room = Math.min(style.width, LONGEST_LINE) - textWidth(start) - 2;
    if (texts.length === 0) return [start.trimEnd()];
    const inline = texts.map(({ text }) => text).join(" → ");
    if (textWidth(inline) <= room) {
      return [`${start}  ${texts.map(({ text, tone }) => paint(style, tone, text)).join(" → ")}`];
    }
    return [start.trimEnd(), ...texts.map(({ sign, text, tone }) => paint(style, tone, `      ${sign} ${text}`))];
  });
}

function keyText({ key, previousKey }: StringDifference): string {
  const now = terminalText(displayKey(key));
  return previousKey === undefined ? now : `${terminalText(displayKey(previousKey))} → ${now}`;
}

interface Text {
  readonly sign: "-" | "+";
  readonly text: string;
  readonly tone: "red" | "green";
}

function textsOf({ kind, before, after, needsEditing }: StringDifference): readonly Text[] {
  if (kind === "marked") {
    return [{ sign: "+", text: needsEditing === true ? "needs editing" : "is translated", tone: "green" }];
  }
  const old: Text = { sign: "-", text: quoted(before), tone: "red" };
  const current: Text = { sign: "+", text: quoted(after), tone: "green" };
  if (kind === "renamed") return displayTexts(before ?? []) === displayTexts(after ?? []) ? [] : [old, current];
  if (kind === "added" || kind === "translated") return [current];
  return kind === "changed" ? [old, current] : [old];
}

/** Quotes show where blanks are; several plural forms stand side by side. */
function quoted(texts: readonly string[] | null): string {
  return (texts ?? []).map((text) => `"${terminalText(text)}"`).join(" / ");
}

/** `2 added, 1 changed`; empty where nothing is different. */
export function countsText(differences: readonly StringDifference[]): string {
  const kinds = Object.keys(tones).map(
    (kind) => [kind, differences.filter((each) => each.kind === kind).length] as const,
  );
  return kinds.flatMap(([kind, count]) => (count === 0 ? [] : [`${number(count)} ${kind}`])).join(", ");
}
