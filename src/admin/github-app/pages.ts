import { Hono } from "hono";
import { InterlinearError } from "../../core/errors.ts";
import { beginAppRegistration, endAppRegistration } from "../../records/repositories/app-registration.ts";
import { changeManagement } from "../../records/settings/change-management.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";
import { conflict, notFound } from "../http/refusal.ts";
import { BASE, type Page } from "../ui/layout.ts";
import { html, outward } from "../../http-api/markup.ts";
import {
  pageHeadersTo,
  requireAny,
  show,
  showAlone,
  type PageVariables,
  type SignedInRequest,
} from "../ui/page-context.ts";
import type { GitHubApps, MadeApp } from "./github-apps.ts";
import { offerPage } from "./offer-page.ts";
import { wishesIn, type PageWishes } from "./wishes.ts";

/** Making the bot's GitHub App: a button to GitHub, and what comes back. */
export function gitHubAppPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/github-app", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator");
    const { serverUrl, page } = await offered(signedIn, gitHubAppsOf(signedIn.admin));
    return withFormsTo(serverUrl, await show(context, page));
  });
  app.get("/github-app/take", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator");
    const { searchParams } = signedIn.request.url;
    const made = await take(signedIn, searchParams.get("state") ?? "", searchParams.get("code") ?? "");
    return show(context, madePage(made));
  });
  return app;
}

/**
 * Where GitHub sends a person back to. Browsers bring no session along from another site: this page goes on by itself, from
 * ours to ours.
 */
export function returnFromGitHub(admin: Admin): Hono {
  const app = new Hono();
  app.get("/github-app/created", (context) => {
    gitHubAppsOf(admin);
    const given = new URLSearchParams({
      code: context.req.query("code") ?? "",
      state: context.req.query("state") ?? "",
    });
    const next = `${BASE}/github-app/take?${given.toString()}`;
    return showAlone(
      admin,
      {
        title: "The App is made",
        content: html`<p>Its key is fetched now.</p>
          <p><a class="button" href="${next}">Go on</a></p>`,
      },
      { headers: { refresh: `0; url=${next}` } },
    );
  });
  return app;
}

function gitHubAppsOf({ gitHubApps }: Admin): GitHubApps {
  if (gitHubApps === undefined) throw notFound();
  return gitHubApps;
}

async function offered(
  signedIn: SignedInRequest,
  apps: GitHubApps,
): Promise<{ readonly serverUrl: string; readonly page: Page }> {
  const { admin, caller, request } = signedIn;
  const { forges, publicUrl } = await currentSettings(admin.records);
  const wishes: PageWishes = wishesIn(request.url.searchParams, Object.keys(forges));
  const { forge, serverUrl, organization } = wishes;
  const state = await beginAppRegistration(admin.records, {
    forge,
    serverUrl,
    apiUrl: apps.apiOf(serverUrl),
    login: caller.login,
  });
  const own = publicUrl === "" ? request.url.origin : publicUrl;
  const page = offerPage({
    wishes,
    offer: apps.offer({ ...wishes, publicUrl: own }),
    address: apps.address(serverUrl, organization, state),
    publicUrl: own,
    isReplaced: Object.hasOwn(forges, forge),
  });
  return { serverUrl, page };
}

/** On this page alone a form may lead to GitHub. */
function withFormsTo(serverUrl: string, response: Response): Response {
  const { origin } = new URL(serverUrl);
  for (const [name, value] of Object.entries(pageHeadersTo(origin))) response.headers.set(name, value);
  return response;
}

/** @throws 409 where nobody here began it, or GitHub does not give the key away */
async function take({ admin, caller }: SignedInRequest, state: string, code: string): Promise<MadeApp> {
  const registration = await endAppRegistration(admin.records, state, caller.login);
  if (registration === undefined) {
    throw conflict("Nobody here began to make this App within the last hour, or it came in already. Begin again.");
  }
  const { forge, serverUrl, apiUrl } = registration;
  const made = await gitHubAppsOf(admin)
    .made(apiUrl, code)
    .catch((error: unknown) => {
      throw error instanceof InterlinearError ? conflict(`${error.message} ${error.hint ?? ""}`.trim()) : error;
    });
  const entry = {
    kind: "github",
    server_url: serverUrl,
    api_url: apiUrl,
    app_id: String(made.id),
    private_key: made.privateKey,
    webhook_secret: made.webhookSecret,
  };
  const changed = await changeManagement(admin.records, { forges: { [forge]: entry } }, "patch", caller.login);
  if (changed.state === "changed") return made;
  const problems = changed.state === "refused" ? changed.problems : [];
  throw conflict(
    `The settings refuse this App: ${problems.map(({ field, message }) => `${field}: ${message}`).join(" ")}`,
  );
}

function madePage({ name, url }: MadeApp): Page {
  return {
    title: "The App is made",
    lead: "Its key and its secret are in the settings, sealed.",
    content: html`<section class="card" aria-label="Next">
      <p>Install ${outward(name, url)} where your repositories are. Each one with a mapping appears here by itself.</p>
      <p>
        <a class="button" href="${url}/installations/new" rel="noreferrer">Install it</a>
        <a class="button second" href="${BASE}/settings#forges">See the settings</a>
      </p>
    </section>`,
  };
}
