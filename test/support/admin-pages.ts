import axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { AdminScene } from "./admin-scene.ts";

/** How somebody looks at the pages. */
interface Looks {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly width: number;
}

const everyLook: readonly Looks[] = [
  { name: "light", scheme: "light", width: 1280 },
  { name: "dark", scheme: "dark", width: 1280 },
  { name: "light on a phone", scheme: "light", width: 320 },
  { name: "dark on a phone", scheme: "dark", width: 320 },
];
const HEIGHT = 800;
/** Milliseconds, for what hangs alone: less than a test may take, so that the failure names what was waited for. */
const LONGEST_WAIT = 590_000;
const colourRules = ["color-contrast", "link-in-text-block"];

/** Pixels: of a desk and of the smallest phone. */
export const everyWidth: readonly number[] = [...new Set(everyLook.map(({ width }) => width))];

/** Name → address below `/admin`, of every page that somebody who is signed in can see. */
export function everyPage({ repository, running, ended }: AdminScene): Readonly<Record<string, string>> {
  return {
    overview: "",
    repositories: "/repositories",
    repository: `/repositories/${String(repository)}`,
    files: "/maps",
    runs: "/runs",
    "a run that runs": `/runs/${String(running)}`,
    run: `/runs/${String(ended)}`,
    deliveries: "/deliveries",
    alerts: "/alerts",
    bottlenecks: "/bottlenecks",
    health: "/health",
    events: "/logs",
    access: "/logs/access",
    templates: "/templates",
    template: "/templates/2",
    "template of a mail": "/templates/5",
    "new template": "/templates/new",
    settings: "/settings",
    "a GitHub App": "/github-app",
    "a GitHub App of an organisation": "/github-app?organization=acme&forge=github&workflows=true",
    users: "/users",
    "new user": "/users/new",
    user: "/users/1",
    search: "/search?q=acme",
    account: "/account",
  };
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: scripts, the content security policy, answers that failed. */
  readonly complaints: readonly string[];
}

export async function openPage(
  browser: Browser,
  { scheme, width }: Pick<Looks, "scheme" | "width"> = { scheme: "light", width: 1280 },
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: HEIGHT }, ...options });
  // Playwright's own limit of half a minute depends on how quick the machine is.
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${new URL(page.url()).pathname}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${new URL(page.url()).pathname}: ${error.message}`));
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Fills the form that a person sees first. */
export async function signInOn(
  page: Page,
  url: string,
  { login, password }: { readonly login: number | string; readonly password: string },
): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Login or mail address").fill(String(login));
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
}

/** What axe finds wrong with the page in every look, in words; the context has to bypass the content security policy. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ content: axe.source });
  const found: string[] = [];
  for (const { name, scheme, width } of everyLook) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // Light and dark differ in nothing but colours.
    found.push(...(await violationsNow(page, scheme === "dark" ? colourRules : [])).map((each) => `${name}: ${each}`));
  }
  return found;
}

/** @param rules to look at; none: all */
async function violationsNow(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ["violations"], ...(rules.length === 0 ? {} : { runOnly: rules }) };
  const found: unknown = await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(" "), failureSummary].join(": "))))`);
  return Array.isArray(found) ? found.map(String) : ["axe found nothing out"];
}
