/** How agreement is kept, as a picture for docs/agreement.md: `node scripts/pictures.ts agreement`. */
const WIDTH = 900;
const HEIGHT = 520;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly kind?: "side" | "found" | "end";
}

const COLUMN = 40;
const ways: readonly { readonly title: string; readonly line: string }[] = [
  { title: "1  The same blob", line: "nothing to do, nothing is read" },
  { title: "2  The record of agreement", line: "this blob in git was that revision on the service" },
  { title: "3  Trailers of our commit", line: "Interlinear-Tree, -Service, -Merged, where a merge kept them" },
  { title: "4  The strings", line: "git had the service's text before: git moved on" },
  { title: "5  The service's log", line: "the service had git's text before: the service moved on" },
];
const ends: readonly { readonly title: string; readonly line: string }[] = [
  { title: "One side changed it", line: "its text is taken" },
  { title: "Both changed it", line: "a conflict, listed" },
  { title: "The service cannot merge", line: "reset behind a lock, nothing is lost" },
];

export function agreementPicture(): string {
  const boxes: Box[] = [
    {
      x: COLUMN,
      y: 24,
      width: 330,
      height: 62,
      kind: "side",
      lines: ["Repository", "merges, squashes, rebases, force-pushes"],
    },
    {
      x: WIDTH - COLUMN - 330,
      y: 24,
      width: 330,
      height: 62,
      kind: "side",
      lines: ["Translation service", "its own bytes, keys that stay"],
    },
    ...ways.map(({ title, line }, at): Box => ({
      x: 160,
      y: 132 + at * 52,
      width: WIDTH - 320,
      height: 44,
      kind: "found",
      lines: [title, line],
    })),
    ...ends.map(({ title, line }, at): Box => ({
      x: COLUMN + at * 280,
      y: 440,
      width: 260,
      height: 56,
      kind: "end",
      lines: [title, line],
    })),
  ];
  const last = 132 + ways.length * 52 - 8;
  // Both sides are asked; one line has the arrow's tip.
  const joining = `M${String(WIDTH - 205)} 86 V116 H${String(WIDTH / 2)}`;
  const arrows = [
    `M205 86 V116 H${String(WIDTH / 2)} V128`,
    ...ends.map((_, at) => `M${String(WIDTH / 2)} ${String(last)} V416 H${String(COLUMN + at * 280 + 130)} V436`),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" width="${String(WIDTH)}" height="${String(HEIGHT)}" role="img" aria-label="How agreement is kept">`,
    `<style>${STYLE}</style>`,
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>`,
    `<rect width="${String(WIDTH)}" height="${String(HEIGHT)}" rx="10" class="paper"/>`,
    `<path d="${joining}" class="line"/>`,
    ...arrows.map((path) => `<path d="${path}" class="line" marker-end="url(#tip)"/>`),
    `<text x="${String(WIDTH / 2)}" y="106" class="note">What was the same on both sides?</text>`,
    `<text x="${String(WIDTH / 2)}" y="404" class="note">three-way merge, string by string</text>`,
    ...boxes.flatMap(boxElements),
    "</svg>",
    "",
  ].join("\n");
}

function boxElements({ x, y, width, height, lines: [title = "", line = ""], kind = "found" }: Box): readonly string[] {
  const isFound = kind === "found";
  const at = isFound ? x + 16 : x + width / 2;
  const middle = y + height / 2;
  return [
    `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" height="${String(height)}" rx="6" class="${kind}"/>`,
    `<text x="${String(at)}" y="${String(middle - 4)}" class="title${isFound ? "" : " centre"}">${escaped(title)}</text>`,
    `<text x="${String(at)}" y="${String(middle + 14)}" class="words${isFound ? "" : " centre"}">${escaped(line)}</text>`,
  ];
}

const STYLE = [
  'text{font:14px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1f2328}',
  ".title{font-weight:600}",
  ".words{font-size:13px;fill:#59636e}",
  ".centre,.note{text-anchor:middle}",
  ".note{font-size:13px;font-style:italic;fill:#59636e;paint-order:stroke;stroke:#fff;stroke-width:6px}",
  ".paper{fill:#fff;stroke:#d1d9e0}",
  ".side{fill:#ddf4ff;stroke:#54aeff}",
  ".found{fill:#f6f8fa;stroke:#d1d9e0}",
  ".end{fill:#dafbe1;stroke:#4ac26b}",
  ".line{fill:none;stroke:#818b98;stroke-width:1.5}",
  ".tip{fill:#818b98}",
].join("");

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
