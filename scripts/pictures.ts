/**
 * `node scripts/pictures.ts`: the pictures of the documents, from a real run of the demo and a real service. Needs `script` (util-linux, for a
 * terminal), Chromium (`CHROMIUM` names it, if it is not called `chromium`) and a Japanese font. Look at them before you commit.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { changedSources, PROJECT, sampleFiles, translators } from "../src/cli/demo/sample-project.ts";
import { createSampleRepository } from "../src/cli/demo/sample-repository.ts";
import { embeddedSampleService, type SampleService } from "../src/cli/demo/sample-service.ts";
import { silentLogger } from "../src/core/logger.ts";
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
/** Pages of the service, and how much of each shows what it is. */
const servicePages = [
  { name: "project", path: `/projects/${PROJECT}/`, height: 760 },
  { name: "browsable-api", path: `/api/components/${PROJECT}/website/repository/`, height: 900 },
  { name: "api-documentation", path: "/api/docs/", height: 800 },
];
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

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
  for (const scheme of schemes) {
    await pageTop(page, scheme, join(images, `pull-request-${scheme}.png`), folder);
  }
  await picturesOfService(folder);
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

/** The demo's project, after its translators did their work. */
async function picturesOfService(temporary: string): Promise<void> {
  const { remoteUrl } = await createSampleRepository(temporary, { ...sampleFiles, ...changedSources });
  const service = await embeddedSampleService(silentLogger)(temporary, { website: remoteUrl, library: remoteUrl });
  try {
    await translateAll(service);
    for (const { name, path, height } of servicePages) {
      for (const scheme of schemes) {
        await screenshot(new URL(path, service.url), { scheme, height }, join(images, `${name}-${scheme}.png`));
      }
    }
  } finally {
    await service.stop();
  }
}

async function translateAll(service: SampleService): Promise<void> {
  for (const translator of translators) {
    for (const work of translator.work) await service.translate(translator, work);
  }
}

/** The top of the page: the first pass measures, the second takes the picture. */
async function pageTop(page: string, scheme: Scheme, file: string, temporary: string): Promise<void> {
  const measured = join(temporary, "measured.html");
  const text = (await readFile(page, "utf8")).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  await writeFile(
    measured,
    `${text}<script>document.title = "height " + document.documentElement.scrollHeight</script>`,
  );
  const stdout = await chromium(pathToFileURL(measured), { scheme, height: 400 }, "--dump-dom");
  const height = Math.min(PAGE_HEIGHT, Number(/<title>height (\d+)<\/title>/.exec(stdout)?.[1] ?? PAGE_HEIGHT));
  await screenshot(pathToFileURL(page), { scheme, height }, file);
}

interface Window {
  readonly scheme: Scheme;
  readonly height: number;
}

async function screenshot(page: URL, window: Window, file: string): Promise<void> {
  await chromium(page, window, `--screenshot=${file}`);
}

/** @returns what it printed */
async function chromium(page: URL, { scheme, height }: Window, task: string): Promise<string> {
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--blink-settings=preferredColorScheme=${scheme === "dark" ? "0" : "1"}`,
    `--window-size=${String(PAGE_WIDTH)},${String(height)}`,
  ];
  const { stdout } = await run(process.env.CHROMIUM ?? "chromium", [...options, task, page.href], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
