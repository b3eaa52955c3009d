import { BASE, type Page } from "../ui/layout.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { checkbox, input } from "../../http-api/form.ts";
import type { AppOffer } from "./github-apps.ts";
import { GITHUB, type PageWishes } from "./wishes.ts";

export interface OfferPage {
  readonly wishes: PageWishes;
  readonly offer: AppOffer;
  /** Where the form goes. */
  readonly address: string;
  readonly publicUrl: string;
  /** The settings have a forge of this name. */
  readonly isReplaced: boolean;
}

/** One button to GitHub, what it will ask for, and other wishes. */
export function offerPage({ wishes, offer, address, publicUrl, isReplaced }: OfferPage): Page {
  const { host } = new URL(address);
  return {
    title: "The GitHub App",
    lead: "GitHub shows what the App will be, and makes it when you agree. Its key comes back into the settings by itself.",
    above: ["Settings", `${BASE}/settings`],
    content: html`${hidden(publicUrl)} ${isReplaced ? replaced(wishes.forge) : ""}
      <section class="card" aria-labelledby="make">
        <h2 id="make">Make “${wishes.name}”${wishes.organization === "" ? "" : html` for ${wishes.organization}`}</h2>
        <p>It may, in the repositories where you install it:</p>
        <ul>
          ${Object.entries(offer.permissions).map(
            ([name, level]) => html`<li>${level} ${name.replaceAll("_", " ")}</li>`,
          )}
        </ul>
        <p class="soft">It is told of: ${offer.events.map((event) => event.replaceAll("_", " ")).join(", ")}.</p>
        <form method="post" action="${address}">
          <input type="hidden" name="manifest" value="${offer.manifest}" />
          <button>Make it on ${host}</button>
        </form>
      </section>
      ${otherWishes(wishes)}`,
  };
}

/** GitHub sends its webhooks through the internet. */
function hidden(publicUrl: string): Markup | string {
  const { hostname } = new URL(publicUrl);
  if (!/^(?:localhost|127\.|\[::1\]|10\.|192\.168\.)/.test(hostname)) return "";
  return html`<div class="flash attention" role="status">
    <span aria-hidden="true">!</span>
    <p>GitHub cannot reach ${hostname}. Set the <a href="${BASE}/settings#general">public address</a> first.</p>
  </div>`;
}

function replaced(forge: string): Markup {
  return html`<div class="flash attention" role="status">
    <span aria-hidden="true">!</span>
    <p>The settings have a forge ${forge}: the new App takes its place there.</p>
  </div>`;
}

function otherWishes({ organization, name, forge, serverUrl, workflows, teams }: PageWishes): Markup {
  return html`<section class="card" aria-labelledby="wishes">
    <h2 id="wishes">Another one</h2>
    <form method="get" action="${BASE}/github-app">
      ${input({
        name: "organization",
        label: "Organisation",
        value: organization,
        hint: "As it stands in its address. Empty: your own account.",
      })}
      ${input({ name: "name", label: "Name", value: name, hint: "No other App on GitHub may be called so." })}
      ${input({ name: "forge", label: "Name in the settings", value: forge })}
      ${input({
        name: "server",
        label: "GitHub Enterprise server",
        value: serverUrl === GITHUB ? "" : serverUrl,
        type: "url",
        hint: "Empty: github.com.",
      })}
      ${checkbox({
        name: "workflows",
        label: "It may change workflows",
        checked: workflows,
        hint: "Needed where translations are below .github/workflows, or branches differ from the default one there.",
      })}
      ${checkbox({
        name: "teams",
        label: "It may ask teams for reviews",
        checked: teams,
        hint: "Needed where mappings name team-reviewers: it sees who is in the organisation.",
      })}
      <button class="second">Change</button>
    </form>
  </section>`;
}
