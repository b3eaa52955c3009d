/**
 * `node scripts/pictures.ts`: the pictures of the documents, from a real run of the demo. Needs `script` (util-linux, for a
 * terminal), Chromium (`CHROMIUM` names it, if it is not called `chromium`) and a Japanese font. Look at them before you commit.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { root } from "./stage.ts";
import { terminalPicture } from "./terminal-picture.ts";

const run = promisify(execFile);
const images = join(root, "docs", "images");
const COLUMNS = 110;
/** The demo tells its story in numbered chapters; these have a picture. */
const chapters = [
  { name: "plan", heading: /interlinear plan/, command: "interlinear plan" },
  { name: "sync", heading: /interlinear sync: /, command: "interlinear sync" },
];
const PAGE_WIDTH = 1000;
/** The page goes on; this much shows what it is. */
const PAGE_HEIGHT = 880;

await mkdir(images, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), "interlinear-pictures-"));
try {
  const output = await terminalOutput(`${process.execPath} ${join(root, "src", "cli", "main.ts")} demo`, folder);
  for (const { name, heading, command } of chapters) {
    const text = chapterOf(output.replaceAll(folder, "/tmp"), heading);
    await writeFile(join(images, `${name}.svg`), terminalPicture(`$ ${command}\n${text}`, `${command} in a terminal`));
  }
  const page = /\/\S+\.html\b/.exec(stripVTControlCharacters(output))?.[0];
  if (page === undefined) throw new Error(`The demo named no page:\n${output}`);
  for (const scheme of ["light", "dark"] as const) {
    await screenshot(page, scheme, join(images, `pull-request-${scheme}.png`), folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The lines between a chapter's heading and the next one's. */
function chapterOf(output: string, heading: RegExp): string {
  const lines = output.replaceAll("\r\n", "\n").split("\n");
  const isHeading = (line: string): boolean => /^\d+ {2}\S/.test(stripVTControlCharacters(line));
  const start = lines.findIndex((line) => isHeading(line) && heading.test(line));
  if (start < 0) throw new Error(`The demo has no chapter ${String(heading)}:\n${output}`);
  const end = lines.findIndex((line, index) => index > start && isHeading(line));
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .join("\n")
    .replace(/^(?:[\s\r]|\u001b\[2K)+\n/, "\n");
}

/** What a program writes when it runs in a terminal, colours included. */
async function terminalOutput(command: string, temporary: string): Promise<string> {
  const { stdout } = await run(
    "script",
    ["--quiet", "--return", "--command", `stty cols ${String(COLUMNS)}; ${command}`, "/dev/null"],
    { env: { ...process.env, TMPDIR: temporary, TERM: "xterm-256color", CI: "" }, maxBuffer: 2 ** 26 },
  );
  return stdout;
}

/** The top of the page: the first pass measures, the second takes the picture. */
async function screenshot(page: string, scheme: "light" | "dark", file: string, temporary: string): Promise<void> {
  const measured = join(temporary, "measured.html");
  const text = (await readFile(page, "utf8")).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  await writeFile(
    measured,
    `${text}<script>document.title = "height " + document.documentElement.scrollHeight</script>`,
  );
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--blink-settings=preferredColorScheme=${scheme === "dark" ? "0" : "1"}`,
  ];
  const chromium = process.env.CHROMIUM ?? "chromium";
  const size = (height: number): string => `--window-size=${String(PAGE_WIDTH)},${String(height)}`;
  const { stdout } = await run(chromium, [...options, size(400), "--dump-dom", pathToFileURL(measured).href], {
    maxBuffer: 2 ** 26,
  });
  const height = Math.min(PAGE_HEIGHT, Number(/<title>height (\d+)<\/title>/.exec(stdout)?.[1] ?? PAGE_HEIGHT));
  await run(chromium, [...options, size(height), `--screenshot=${file}`, pathToFileURL(page).href]);
}
