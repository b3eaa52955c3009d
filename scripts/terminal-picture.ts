import { textWidth } from "../src/report/words/text-width.ts";

const CHARACTER = 8.4;
const LINE = 20;
const MARGIN = 20;
const TITLE_BAR = 36;

const colours: Readonly<Record<string, string>> = {
  "31": "#ff7b72",
  "32": "#56d364",
  "33": "#e3b341",
  "34": "#79c0ff",
  "35": "#d2a8ff",
  "36": "#76e3ea",
};

interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: string | undefined;
}

interface Run {
  readonly text: string;
  readonly style: Style;
}

const plain: Style = { bold: false, dim: false, colour: undefined };

/**
 * What a terminal shows of a program's output, as an SVG that looks the same everywhere.
 * @param seconds when each line of the output was written: the picture plays once what was recorded, for those who allow motion
 */
export function terminalPicture(output: string, title: string, seconds?: readonly number[]): string {
  const { first, lines: shown } = shownLines(output);
  const lines = shown.map(runsOf);
  const columns = Math.max(40, ...lines.map((runs) => textWidth(runs.map(({ text }) => text).join(""))));
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = TITLE_BAR + lines.length * LINE + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}.b{font-weight:600}.d{fill:#8b949e}${Object.entries(
      colours,
    )
      .map(([code, colour]) => `.c${code}{fill:${colour}}`)
      .join("")}${seconds === undefined ? "" : PLAYED}</style>`,
    `<rect width="${String(width)}" height="${String(height)}" rx="10" fill="#0d1117" stroke="#30363d"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (fill, index) => `<circle cx="${String(MARGIN + index * 20)}" cy="18" r="6" fill="${fill}"/>`,
    ),
    ...lines.flatMap((runs, index) => {
      const elements = lineElements(runs, TITLE_BAR + (index + 1) * LINE - 6);
      const at = seconds?.[first + index];
      if (at === undefined || elements.length === 0) return elements;
      return [`<g class="p" style="animation-delay:${at.toFixed(1)}s">`, ...elements, "</g>"];
    }),
    "</svg>",
    "",
  ].join("\n");
}

const PLAYED =
  "@media (prefers-reduced-motion:no-preference){.p{opacity:0;animation:p .1s forwards}@keyframes p{to{opacity:1}}}";

/** The lines that stay on the screen: of one that is redrawn the last state, without blank ones at both ends. */
function shownLines(output: string): { readonly first: number; readonly lines: readonly string[] } {
  const lines = output
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split(/\r(?:\u001b\[2K)?/).at(-1) ?? "")
    .map((line) => line.trimEnd());
  const first = Math.max(
    0,
    lines.findIndex((line) => line !== ""),
  );
  const last = lines.findLastIndex((line) => line !== "");
  return { first, lines: lines.slice(first, last + 1) };
}

function runsOf(line: string): readonly Run[] {
  const runs: Run[] = [];
  let style = plain;
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    const codes = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    if (codes !== undefined) style = codes.split(";").reduce(restyled, style);
    else if (part !== "") runs.push({ text: part, style });
  }
  return runs;
}

function restyled(style: Style, code: string): Style {
  if (code === "" || code === "0") return plain;
  if (code === "1") return { ...style, bold: true };
  if (code === "2") return { ...style, dim: true };
  if (code === "22") return { ...style, bold: false, dim: false };
  if (code === "39") return { ...style, colour: undefined };
  return code in colours ? { ...style, colour: code } : style;
}

/** Every run stands at its own column: fonts of another width cannot move what comes after. */
function lineElements(runs: readonly Run[], y: number): readonly string[] {
  let column = 0;
  return runs.flatMap(({ text, style }) => {
    const x = MARGIN + column * CHARACTER;
    const width = textWidth(text);
    column += width;
    if (text.trim() === "") return [];
    const classes = [style.bold ? "b" : "", style.dim ? "d" : "", style.colour === undefined ? "" : `c${style.colour}`];
    const named = classes.filter((each) => each !== "").join(" ");
    return [
      `<text x="${x.toFixed(1)}" y="${String(y)}" textLength="${(width * CHARACTER).toFixed(1)}"${named === "" ? "" : ` class="${named}"`}>${escaped(text)}</text>`,
    ];
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
