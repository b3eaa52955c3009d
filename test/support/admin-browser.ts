import type { Browser, BrowserContextOptions } from "playwright-core";
import { openPage, signInOn, type OpenPage } from "./admin-pages.ts";
import { adminScene, type AdminScene } from "./admin-scene.ts";
import { startAdmin, type AdminServer } from "./admin-server.ts";
import { openBrowser } from "./browser.ts";
import { startMailServer, type MailServer } from "./mail-server.ts";

/** A browser before the administration of a made-up team, and a mail server that it writes to. */
export interface AdminBrowser extends AsyncDisposable {
  readonly browser: Browser;
  readonly server: AdminServer;
  readonly mails: MailServer;
  readonly scene: AdminScene;
  /** @param path below `/admin` */
  readonly address: (path: string) => string;
  /** A new context whose person is signed in: only the first had to write a password, which takes long by intent. */
  readonly signedIn: (options?: BrowserContextOptions) => Promise<OpenPage>;
}

/** @param program of Chromium */
export async function openAdminBrowser(program: string | undefined): Promise<AdminBrowser> {
  await using stack = new AsyncDisposableStack();
  const starting = openBrowser(program ?? "");
  const mails = stack.use(await startMailServer());
  const server = stack.use(await startAdmin({ settings: { mail: mails.settings } }));
  const scene = await adminScene(server.records);
  const browser = stack.adopt(await starting, (each) => each.close());
  const address = (path: string): string => `${server.url.replace(/\/$/, "")}${path}`;
  const session = await signedInState(browser, address(""), server);
  const open = stack.move();
  return {
    browser,
    server,
    mails,
    scene,
    address,
    signedIn: (options = {}) => openPage(browser, undefined, { storageState: session, ...options }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

type SessionState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

async function signedInState(browser: Browser, address: string, { administrator }: AdminServer): Promise<SessionState> {
  await using open = await openPage(browser);
  await signInOn(open.page, address, administrator);
  return await open.context.storageState();
}
