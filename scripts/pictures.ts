/**
 * `node scripts/pictures.ts [agreement] [terminal] [up] [reports] [service] [pages]`: the pictures of the documents, from a real run of the demo, real runs of
 * the built action (of the sources with `INTERLINEAR_UNBUILT=1`) and a real service. Needs `script` (util-linux, for a terminal), Chromium
 * (`CHROMIUM` names it, if it is not where Debian has it) and a Japanese font. Look at them before you commit.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import type { Page } from "playwright-core";
import { changedSources, PROJECT, sampleFiles, translators } from "../src/cli/demo/sample-project.ts";
import { openPage } from "../test/support/admin-pages.ts";
import { createGlossary, glossaryFiles } from "../test/support/glossary.ts";
import { addScreenshot } from "../test/support/screenshots.ts";
import { startDeepL } from "../test/support/translation-machines.ts";
import { chromiumProgram, openBrowser } from "../test/support/browser.ts";
import { createSampleRepository } from "../src/cli/demo/sample-repository.ts";
import { embeddedSampleService, type SampleService } from "../src/cli/demo/sample-service.ts";
import { managementPages } from "../src/service/maintainer/maintainer.ts";
import { NEW_PROJECT } from "../src/service/maintainer/new-project-page.ts";
import { FOR_YOU, PROFILE } from "../src/service/pages/addresses.ts";
import { sitePages } from "../src/service/pages/site-pages.ts";
import { startServer } from "../src/server/start-server.ts";
import { silentLogger } from "../src/core/logger.ts";
import { agreementPicture } from "./agreement-picture.ts";
import { reportCard, type ReportCard } from "./report-card.ts";
import { makeReports } from "./report-scene.ts";
import { root } from "./stage.ts";
import { terminalPicture } from "./terminal-picture.ts";

const run = promisify(execFile);
const images = join(root, "docs", "images");
const GLOSSARY = `${PROJECT}/words`;
const COLUMNS = 110;
/** The demo tells its story in numbered chapters; these have a picture. */
const chapters = [
  { name: "plan", heading: /interlinear plan/, command: "interlinear plan" },
  { name: "sync", heading: /interlinear sync: /, command: "interlinear sync" },
];
const PAGE_WIDTH = 1000;
/** As wide as a comment is on a forge's page. */
const CARD_WIDTH = 900;
/** What a report looks like where there is least room. */
const PHONE_WIDTH = 390;
/** A card that goes on is cut: this much shows what it is. */
const CARD_HEIGHT = 1600;
/** Pages of the service, and how much of each shows what it is. */
const servicePages = [
  { name: "project", path: `/projects/${PROJECT}/`, height: 760 },
  { name: "browsable-api", path: `/api/components/${PROJECT}/website/repository/`, height: 900 },
  { name: "api-documentation", path: "/api/docs/", height: 800 },
];
/** What stands for the names in the addresses of pages. */
const namesInAddresses: Readonly<Record<string, string>> = {
  language: "cs",
  user: "jana",
  project: PROJECT,
  path: "website",
};

/** What the repository holds that `up` is shown on. */
const shopFiles = {
  "web/locales/en.json": '{ "shop": { "title": "Shop", "cart": "Cart" } }\n',
  "web/locales/de.json": '{ "shop": { "title": "Laden", "cart": "Warenkorb" } }\n',
  "web/locales/pt-BR.json": '{ "shop": { "title": "Loja" } }\n',
  "android/res/values/strings.xml": '<resources>\n    <string name="title">Shop</string>\n</resources>\n',
  "android/res/values-de/strings.xml": '<resources>\n    <string name="title">Laden</string>\n</resources>\n',
};
/** What a colleague brings from elsewhere: another wording, and one that lost its placeholder. */
const uploadedFile = '{ "nav": { "about": "O společnosti" }, "account": { "greeting": "Dobrý den!" } }\n';
/** Seconds; nobody learns anything from a pause of a recording that is longer. */
const LONGEST_PAUSE = 0.8;
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

const { path: browserProgram = "chromium" } = await chromiumProgram();

/** What there are pictures of; named on the command line, these alone are made. */
const subjects: Readonly<Record<string, (temporary: string) => Promise<void>>> = {
  agreement: () => writeFile(join(images, "agreement.svg"), agreementPicture()),
  terminal: picturesOfTerminal,
  up: pictureOfUp,
  reports: picturesOfReports,
  service: picturesOfService,
  pages: picturesOfPages,
};

await mkdir(images, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), "interlinear-pictures-"));
try {
  const wanted = process.argv.slice(2);
  for (const [subject, take] of Object.entries(subjects)) {
    if (wanted.length === 0 || wanted.includes(subject)) await take(folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What the demo says in a terminal. */
async function picturesOfTerminal(temporary: string): Promise<void> {
  const output = await terminalOutput(`${process.execPath} ${join(root, "src", "cli", "main.ts")} demo`, temporary);
  for (const { name, heading, command } of chapters) {
    const text = chapterOf(output.replaceAll(temporary, "/tmp"), heading);
    await writeFile(join(images, `${name}.svg`), terminalPicture(`$ ${command}\n${text}`, `${command} in a terminal`));
  }
}

/** A repository of two kinds of files, set up on a service that has nothing of it yet, and on one of this machine. */
async function pictureOfUp(temporary: string): Promise<void> {
  const repository = join(temporary, "shop");
  const git = (...args: readonly string[]) => run("git", ["-C", repository, ...args]);
  await mkdir(repository);
  for (const [path, text] of Object.entries(shopFiles)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
  await git("init", "--quiet", "--initial-branch", "main");
  await git("remote", "add", "origin", "git@github.com:acme/shop.git");
  await git("add", "--all");
  await git("-c", "user.name=Dana", "-c", "user.email=dana@example.org", "commit", "--quiet", "-m", "Start");
  // As a clone knows what its remote has.
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
  await git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  const program = `cd ${repository} && %s ${process.execPath} ${join(root, "src", "cli", "main.ts")} up`;
  const locally = await recordedOutput(`sh -c '${program.replace("%s", "exec")} --local'`, temporary, /Ctrl-C/);
  await writePictureOfUp("up-local", "up --local", {
    ...locally,
    text: locally.text
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8000")
      .replaceAll(/\b(sv[up]_\w{6})\w+/g, "$1…")
      .replaceAll(/\?code=([\w-]{6})[\w-]*/g, "?code=$1…")
      .replaceAll(temporary, "/tmp"),
  });
  await using server = await startServer({ data: join(temporary, "up-service"), project: "shop" });
  const token = `INTERLINEAR_TOKEN=${server.botToken ?? ""}`;
  const arguments_ = `--yes --repository none --service ${server.url}`;
  const recorded = await recordedOutput(`sh -c '${program.replace("%s", token)} ${arguments_}'`, temporary);
  await writePictureOfUp("up", "up --yes --service https://translate.example.org", {
    ...recorded,
    text: recorded.text
      .replaceAll(server.url, "https://translate.example.org")
      .replaceAll(new URL(server.url).host, "translate.example.org"),
  });
}

async function writePictureOfUp(name: string, command: string, { text, seconds }: Recording): Promise<void> {
  const output = text.replaceAll("\r\n", "\n");
  const between = output.startsWith("\n") ? 1 : 2;
  const shown = `$ interlinear ${command}${"\n".repeat(between)}${output}`;
  const title = `interlinear ${command.split(" --yes")[0] ?? command} in a terminal`;
  await writeFile(
    join(images, `${name}.svg`),
    terminalPicture(shown, title, [...Array.from({ length: between }, () => 0), ...seconds]),
  );
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

interface Recording {
  readonly text: string;
  /** When each line was whole. */
  readonly seconds: readonly number[];
}

/**
 * The same, with the second at which each line was whole; long pauses are shortened.
 * @param end what a program says that runs until it is ended
 */
async function recordedOutput(command: string, temporary: string, end?: RegExp): Promise<Recording> {
  let last = performance.now();
  let second = 0;
  const terminal = spawn(
    "script",
    ["--quiet", "--return", "--flush", "--command", `stty cols ${String(COLUMNS)}; ${command}`, "/dev/null"],
    {
      env: { ...process.env, TMPDIR: temporary, TERM: "xterm-256color", CI: "" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let text = "";
  const seconds: number[] = [];
  for await (const chunk of terminal.stdout.setEncoding("utf8")) {
    const written = String(chunk);
    text += written;
    const now = performance.now();
    second += Math.min(LONGEST_PAUSE, (now - last) / 1000);
    last = now;
    for (let at = written.indexOf("\n"); at >= 0; at = written.indexOf("\n", at + 1)) seconds.push(second);
    if (end?.test(text) === true) terminal.kill("SIGTERM");
  }
  return { text, seconds };
}

/** The demo's project, after its translators did their work. */
async function picturesOfService(temporary: string): Promise<void> {
  const { remoteUrl } = await createSampleRepository(temporary, { ...sampleFiles, ...changedSources });
  const settings = { privateAddresses: ["127.0.0.1"] };
  const service = await embeddedSampleService(silentLogger, settings)(temporary, {
    website: remoteUrl,
    library: remoteUrl,
  });
  try {
    await translateAll(service);
    await sayWelcomeNoMore(service);
    for (const scheme of schemes) {
      await picturesOfServicePages(service, scheme);
      await pictureOfEditor(service, scheme);
      await picturesOfMaintainer(service, { scheme, remoteUrl });
    }
    await picturesOfMachine(service);
  } finally {
    await service.stop();
  }
}

/** As somebody sees them who is not signed in. */
async function picturesOfServicePages({ url }: SampleService, scheme: Scheme): Promise<void> {
  await using browser = await openBrowser(browserProgram);
  await using open = await openPage(browser, { scheme, width: PAGE_WIDTH });
  const { page } = open;
  for (const { name, path, height } of servicePages) {
    await page.setViewportSize({ width: PAGE_WIDTH, height });
    await page.goto(new URL(path, url).href);
    await page.evaluate(withAddress(new URL(url).origin, "https://translate.example.org"));
    await page.screenshot({ path: join(images, `${name}-${scheme}.png`) });
  }
}

/** Every page of the service, as whoever manages a project sees it: name → address. */
function everyPage(ofFirstPage: number): readonly (readonly [name: string, words: string, path: string])[] {
  const places = { project: `${PROJECT}/`, component: `${PROJECT}/website/`, translation: `${PROJECT}/website/cs/` };
  const words: Readonly<Record<string, string>> = {
    "/": "First page",
    "/languages/{language}/": "A language",
    "/user/{user}/": "A person",
    "/projects/{project}/": "A project",
    "/engage/{project}/-/{language}/": "What an invitation shows: one language of a project",
    "/projects/{project}/{path}/": "A component",
  };
  const read = sitePages.flatMap(({ address }): (readonly [string, string, string])[] => {
    const title = words[address];
    if (title === undefined) return [];
    const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => namesInAddresses[name] ?? name);
    return [
      [
        title
          .toLowerCase()
          .split(/[^a-z]+/)
          .slice(0, 3)
          .join("-"),
        title,
        path,
      ],
    ];
  });
  return [
    ...read,
    ["list", "The strings of a language", `/projects/${PROJECT}/website/cs/`],
    ["term", "A term of a glossary", `/translate/${GLOSSARY}/cs/?q=cart`],
    ["new-term", "Add a term", `/translate/${GLOSSARY}/cs/?view=new-term`],
    ["for-you", "For you", FOR_YOU],
    ["account", "Your account", PROFILE],
    [
      "screenshot",
      "A screenshot",
      `/manage/screenshots/${places.component}?screenshot=${String(ofFirstPage)}&find=cart`,
    ],
    ["new-project", "New project", NEW_PROJECT],
    ...managementPages.flatMap(({ name, words: title, of }) =>
      of.map((kind): readonly [string, string, string] => {
        const isOnly = of.length === 1;
        return [
          isOnly ? name : `${name}-${kind}`,
          isOnly ? title : `${title} of a ${kind}`,
          `/manage/${name}/${places[kind]}`,
        ];
      }),
    ),
  ];
}

/** A picture of each page, and the document that shows them. */
async function picturesOfPages(temporary: string): Promise<void> {
  const own = join(temporary, "pages");
  await mkdir(own);
  const { remoteUrl } = await createSampleRepository(own, {
    ...sampleFiles,
    ...changedSources,
    ...glossaryFiles("cs"),
  });
  const service = await embeddedSampleService(silentLogger)(own, {
    website: remoteUrl,
    library: remoteUrl,
  });
  try {
    await translateAll(service);
    const image = new Uint8Array(await readFile(join(images, "project-light.png")));
    const ofFirstPage = await addScreenshot(service, `${PROJECT}/website`, { name: "The shop’s first page", image });
    await createGlossary(service, PROJECT, remoteUrl);
    const pages = everyPage(ofFirstPage);
    await mkdir(join(images, "pages"), { recursive: true });
    await using browser = await openBrowser(browserProgram);
    for (const scheme of schemes) {
      await using open = await openPage(browser, { scheme, width: PAGE_WIDTH });
      const { page } = open;
      await page.goto(new URL("/accounts/login/", service.url).href);
      await page.screenshot({ path: join(images, "pages", `sign-in-${scheme}.png`) });
      await signIn(page, service.url, service.adminToken);
      for (const [name, , path] of pages) {
        await page.goto(new URL(path, service.url).href);
        await page.evaluate(withAddressOfForge(remoteUrl));
        await page.screenshot({ path: join(images, "pages", `${name}-${scheme}.png`) });
      }
    }
    await writeFile(join(root, "docs", "pages.md"), documentOf(pages));
  } finally {
    await service.stop();
  }
}

function documentOf(pages: ReturnType<typeof everyPage>): string {
  const shown = [["sign-in", "Signing in"] as const, ...pages].map(
    ([name, title]) => `## ${title}

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/pages/${name}-dark.png">
  <img src="images/pages/${name}-light.png" alt="${title}, as somebody sees it who manages the project" width="700">
</picture>
`,
  );
  return `# Every page of the service

What somebody sees who manages a project, taken by \`node scripts/pictures.ts pages\`. What the pages are for stands in
[service.md](service.md).

${shown.join("\n")}`;
}

/** To the end: who goes on to another page before the answer is there is not signed in. */
async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(new URL("/accounts/login/", url).href);
  await page.getByLabel("Your token").fill(token);
  await page.getByRole("button", { name: "Sign in by token" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Whoever did something to a string before is not told what counts. */
async function sayWelcomeNoMore({ url, adminToken }: SampleService): Promise<void> {
  const headers = { authorization: `Token ${adminToken}`, "content-type": "application/json" };
  const listed = await fetch(new URL(`/api/translations/${PROJECT}/website/cs/units/`, url), { headers });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API's own list
  const { results } = (await listed.json()) as { results: readonly { readonly id: number }[] };
  const body = JSON.stringify({ scope: "translation", comment: "Well said." });
  await fetch(new URL(`/api/units/${String(results[0]?.id)}/comments/`, url), { method: "POST", headers, body });
}

/** A string with a plural, while somebody types what a check has to say of. */
async function pictureOfEditor({ url, adminToken }: SampleService, scheme: Scheme): Promise<void> {
  await using browser = await openBrowser(browserProgram);
  await using open = await openPage(browser, { scheme, width: PAGE_WIDTH });
  const { page } = open;
  const q = new URLSearchParams({ q: 'source:="%d article left"' }).toString();
  await signIn(page, url, adminToken);
  await page.goto(new URL(`/translate/${PROJECT}/library/cs/?${q}`, url).href);
  await page.locator("form.translate textarea").last().fill("Zbývá už jen kusů");
  await page.getByRole("list", { name: "Problems" }).waitFor();
  // The frame of a page stays on top of what is seen of it.
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: join(images, `editor-${scheme}.png`), fullPage: true });
  await page.goto(new URL(`/translate/${PROJECT}/website/cs/?view=zen`, url).href);
  await page.screenshot({ path: join(images, `one-below-the-other-${scheme}.png`) });
  await page.goto(new URL(`/translate/${PROJECT}/library/cs/?view=bulk`, url).href);
  await page.getByLabel("Replace a text in the translations").check();
  await page.getByLabel("Find").fill("Zbývá");
  await page.getByLabel("Replace by").fill("Zůstává");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByRole("heading", { name: /would change/ }).waitFor();
  await page.screenshot({ path: join(images, `bulk-edit-${scheme}.png`) });
}

/** What a machine suggests beside a string that nobody translated yet, from a stand-in for DeepL. */
async function picturesOfMachine({ url, adminToken }: SampleService): Promise<void> {
  await using machine = await startDeepL({ words: () => "Děkujeme za vaši objednávku." });
  await fetch(new URL(`/api/projects/${PROJECT}/machinery_settings/`, url), {
    method: "POST",
    headers: { authorization: `Token ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ service: "deepl", configuration: { key: "dl-7f3a9c21", url: `${machine.url}/v2` } }),
  });
  await using browser = await openBrowser(browserProgram);
  for (const scheme of schemes) {
    await using open = await openPage(browser, { scheme, width: PAGE_WIDTH });
    const { page } = open;
    await signIn(page, url, adminToken);
    const q = new URLSearchParams({ q: 'source:="Thank you for your order."' }).toString();
    await page.goto(new URL(`/translate/${PROJECT}/library/cs/?${q}`, url).href);
    await page.getByRole("button", { name: "Use the text of DeepL" }).waitFor();
    await page.evaluate(withAddress(new URL(machine.url).host, "api.deepl.com"));
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: join(images, `machine-${scheme}.png`), fullPage: true });
  }
}

/** A repository that is looked at before components are made of it, what an upload would change, and what waits in a component. */
async function picturesOfMaintainer(
  { url, adminToken }: SampleService,
  { scheme, remoteUrl }: { readonly scheme: Scheme; readonly remoteUrl: string },
): Promise<void> {
  await using browser = await openBrowser(browserProgram);
  await using open = await openPage(browser, { scheme, width: PAGE_WIDTH });
  const { page } = open;
  const picture = (name: string) => page.screenshot({ path: join(images, `${name}-${scheme}.png`), fullPage: true });
  await signIn(page, url, adminToken);
  await page.goto(new URL(`/manage/new-component/${PROJECT}/`, url).href);
  await page.getByLabel("Address that git clones").fill(remoteUrl);
  await page.getByRole("button", { name: "Look at it" }).first().click();
  await page.getByRole("button", { name: "Add what is ticked" }).waitFor();
  await page.evaluate(withAddressOfForge(remoteUrl));
  await picture("wizard");
  await page.goto(new URL(`/manage/files/${PROJECT}/website/cs/`, url).href);
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "cs.json", mimeType: "application/json", buffer: Buffer.from(uploadedFile) });
  await page.getByLabel("Strings that are translated already").selectOption("replace-translated");
  await page.getByRole("button", { name: "Show what would change" }).click();
  await page.getByRole("button", { name: "Do it" }).waitFor();
  await picture("upload-preview");
  await page.goto(new URL(`/manage/repository/${PROJECT}/website/`, url).href);
  await page.evaluate(withAddressOfForge(remoteUrl));
  await picture("repository");
}

/** A script for a page: the repository is a folder of this machine; the picture shows an address as people have it. */
function withAddressOfForge(remoteUrl: string): string {
  return withAddress(remoteUrl, "https://github.com/acme/shop.git");
}

function withAddress(here: string, shown: string): string {
  return `{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.data = currentNode.data.replaceAll(${JSON.stringify(here)}, ${JSON.stringify(shown)});
    }
  }`;
}

async function translateAll(service: SampleService): Promise<void> {
  for (const translator of translators) {
    for (const work of translator.work) await service.translate(translator, work);
  }
}

/** A review's comment and summary, a run's summary and its pull request; and the comment on a phone. */
async function picturesOfReports(temporary: string): Promise<void> {
  const { reviewComment, reviewSummary, runSummary, pullRequest } = await makeReports();
  const bot = "**interlinear[bot]**";
  const comment = { byline: `${bot} commented`, isComment: true, body: reviewComment, opened: 0 };
  const pictures: readonly (ReportCard & { readonly name: string; readonly width?: number })[] = [
    { name: "review-comment", ...comment },
    { name: "review-comment-phone", ...comment, opened: undefined, width: PHONE_WIDTH },
    { name: "review-summary", byline: "Job summary of the review", isComment: false, body: reviewSummary, opened: 1 },
    { name: "run-summary", byline: "Job summary of the nightly run", isComment: false, body: runSummary },
    { name: "pull-request", ...pullRequest, byline: `${bot} wants to merge into \`main\``, isComment: true },
  ];
  for (const { name, width = CARD_WIDTH, ...card } of pictures) {
    const page = join(temporary, `${name}.html`);
    await writeFile(page, reportCard(card));
    for (const scheme of schemes) {
      const height = Math.min(CARD_HEIGHT, await heightOf(page, { scheme, width, height: 400 }));
      await screenshot(pathToFileURL(page), { scheme, width, height }, join(images, `${name}-${scheme}.png`));
    }
  }
}

/** The page is laid out once with a script that writes its height down. */
async function heightOf(page: string, window: Window): Promise<number> {
  const measured = `${page}.measured.html`;
  const script = '<script>document.title = "height " + document.documentElement.scrollHeight</script>';
  await writeFile(measured, `${await readFile(page, "utf8")}${script}`);
  const stdout = await chromium(pathToFileURL(measured), window, "--dump-dom");
  return Number(/<title>height (\d+)<\/title>/.exec(stdout)?.[1] ?? CARD_HEIGHT);
}

interface Window {
  readonly scheme: Scheme;
  /** Pixels, as the height. */
  readonly width?: number;
  readonly height: number;
}

async function screenshot(page: URL, window: Window, file: string): Promise<void> {
  await chromium(page, window, `--screenshot=${file}`);
}

/** @returns what it printed */
async function chromium(page: URL, { scheme, width = PAGE_WIDTH, height }: Window, task: string): Promise<string> {
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--blink-settings=preferredColorScheme=${scheme === "dark" ? "0" : "1"}`,
    `--window-size=${String(width)},${String(height)}`,
  ];
  const { stdout } = await run(browserProgram, [...options, task, page.href], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
