/**
 * `node scripts/admin-pictures.ts`: the pictures of the administration's pages in docs/images/, in light and dark, of a made-up
 * team. Needs Chromium (`CHROMIUM` names it, if it is not where Debian has it). Look at them before you commit.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { defaultSettings, type GitHubSettings } from "../src/records/settings/settings.ts";
import { openPage, signInOn } from "../test/support/admin-pages.ts";
import { adminScene } from "../test/support/admin-scene.ts";
import { startAdmin } from "../test/support/admin-server.ts";
import { chromiumProgram, openBrowser } from "../test/support/browser.ts";
import { root } from "./stage.ts";

interface Picture {
  readonly name: string;
  /** Below `/admin`. */
  readonly path: string;
  /** Pixels: as much as shows what it is. */
  readonly height: number;
  readonly width?: number;
  /** What somebody does first. */
  readonly before?: (page: Page) => Promise<void>;
}

const WIDTH = 1200;
const PHONE_WIDTH = 390;
const images = join(root, "docs", "images");

const { path: chromium, missing } = await chromiumProgram();
if (chromium === undefined) throw new Error(missing);
await mkdir(images, { recursive: true });
const github: GitHubSettings = {
  kind: "github",
  serverUrl: "https://github.com",
  apiUrl: "https://api.github.com",
  appId: "1",
  privateKey: "",
  webhookSecret: "",
};
const main = { url: "https://translate.example.org", token: "", webhookSecret: "", repositories: ["*"] };
await using server = await startAdmin({
  settings: {
    publicUrl: "https://bot.example.org",
    forges: { github },
    services: { main },
    notifications: {
      chat: { kind: "slack", url: "https://hooks.example.org/x", least: "warning", kinds: [] },
      pager: { kind: "webhook", url: "https://pager.example.org/x", secret: "", least: "warning", kinds: [] },
    },
    mail: { ...defaultSettings.mail, host: "smtp.example.org" },
  },
});
const scene = await adminScene(server.records);
const browser = await openBrowser(chromium);
const pictures: readonly Picture[] = [
  { name: "overview", path: "", height: 1240 },
  { name: "run", path: `/runs/${String(scene.ended)}`, height: 1040 },
  { name: "bottlenecks", path: "/bottlenecks", height: 1000 },
  { name: "alerts", path: "/alerts", height: 900 },
  { name: "template", path: "/templates/2", height: 900, before: typeTemplate },
  { name: "phone", path: "", height: 1100, width: PHONE_WIDTH },
];
try {
  for (const scheme of ["light", "dark"] as const) {
    for (const { name, path, height, width = WIDTH, before } of pictures) {
      await using open = await openPage(browser, { scheme, width });
      await signInOn(open.page, server.url, server.administrator);
      await open.page.setViewportSize({ width, height });
      await open.page.goto(`${server.url.replace(/\/$/, "")}${path}`);
      await before?.(open.page);
      await open.page.screenshot({ path: join(images, `admin-${name}-${scheme}.png`) });
    }
  }
} finally {
  await browser.close();
}

/** The preview follows what is typed. */
async function typeTemplate(page: Page): Promise<void> {
  await page.getByLabel("Template, in Liquid").fill("Thank you, translators.\n\n{{ standard }}");
  await page.locator("#shown").getByText("Thank you, translators.").waitFor();
  await page.evaluate("document.activeElement.blur()");
}
