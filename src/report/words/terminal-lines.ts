import { styleText } from "node:util";
import { padEnd, textWidth } from "./text-width.ts";

export interface TerminalStyle {
  /** Columns; lines are fitted to them where that loses nothing that matters. Infinite where nobody counts columns. */
  readonly width: number;
  readonly colour: boolean;
}

type Tone = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** In colour, where the terminal has some. */
export function paint(style: TerminalStyle, tone: Tone, text: string): string {
  return style.colour ? styleText(tone, text, { validateStream: false }) : text;
}

/** Columns of the word that a line starts with, its blank included. */
export const VERB_WIDTH = 10;

/** `  upload    …`: the word that every line of a report starts with. */
export function headed(style: TerminalStyle, tone: Tone, word: string, rest: string): string {
  return `  ${paint(style, tone, padEnd(word, VERB_WIDTH - 1))} ${rest}`.trimEnd();
}

/** Words folded to the terminal's width, every line indented alike. */
export function folded(text: string, style: TerminalStyle): readonly string[] {
  const indent = " ".repeat(VERB_WIDTH + 2);
  return fold(text, style).map((line) => indent + paint(style, "dim", line));
}

/** A headed line, folded: what does not fit stands below what the first line says. */
export function paragraph(style: TerminalStyle, tone: Tone, word: string, text: string): readonly string[] {
  const indent = " ".repeat(VERB_WIDTH + 2);
  return fold(text, style).map((line, index) => (index === 0 ? headed(style, tone, word, line) : indent + line));
}

function fold(text: string, style: TerminalStyle): readonly string[] {
  const room = Math.max(30, style.width - VERB_WIDTH - 2);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
