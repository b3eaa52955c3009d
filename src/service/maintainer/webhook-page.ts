import { contract } from "../../contract/index.ts";
import type { HookAnswer } from "../../contract/resources/hook.ts";
import { postButton } from "../../http-api/form.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { action } from "../changes/actions.ts";
import { loadClone } from "../clone/component-clone.ts";
import { may } from "../identity/permissions.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import type { ManagedComponent, ManagementRequest } from "./managed-page.ts";

/** What a notification came to. */
type Tried = HookAnswer | { readonly status: string; readonly message: string };

const hosts = [
  ["GitHub", "github"],
  ["GitLab", "gitlab"],
  ["Gitea", "gitea"],
  ["Forgejo", "forgejo"],
  ["Bitbucket", "bitbucket"],
  ["Azure DevOps", "azure"],
  ["Pagure", "pagure"],
  ["Gitee", "gitee"],
] as const;

/** How the repository's host tells of pushes: the address to give it, what arrived, and a try. */
export const webhookPage: ManagementPage<ManagedComponent> = {
  name: "webhook",
  words: "Webhook",
  of: ["component"],
  isFor: (caller, { project, component }) => may(caller, { project, component }, "vcs.update", "component.edit"),
  show: async (management, place) => shown(management, place, undefined),
  submit: async (management, place) => {
    const { record } = await loadClone(management.service, place.component.clone_id);
    // As a host would tell it, of this repository and branch.
    const body = { ref: `refs/heads/${record.branch}`, repository: { url: record.repo } };
    return shown(management, place, await management.perform(contract.hooks.notify, { provider: "gitlab" }, { body }));
  },
};

async function shown(
  management: ManagementRequest,
  place: ManagedComponent,
  answer: Tried | undefined,
): Promise<Response> {
  const { service, perform, url, visitor } = management;
  const { project, component } = place;
  const origin = service.settings.siteUrl === "" ? url.origin : service.settings.siteUrl;
  const isOn = service.settings.enableHooks && project.enable_hooks === 1;
  const { record } = await loadClone(service, component.clone_id);
  const { results } = await perform(contract.components.changes, parametersOf(place), {
    query: { action: String(action.hookReceived), page_size: "10" },
  });
  const here = manageAddress(webhookPage, place);
  return shownPage(management, place, {
    page: webhookPage.name,
    title: `Webhook of ${component.name}`,
    about:
      "The host of the repository tells of a push, and the component is pulled at once. Without it somebody pulls, or nobody.",
    content: html`${answer === undefined ? "" : outcome(answer)}
    ${isOn ? "" : html`<div class="flash bad"><p>Hooks are turned off ${service.settings.enableHooks ? "in the project’s settings: “Pull when the repository tells of a push”" : "for the whole service"}. What arrives is refused.</p></div>`}
    ${
      record.repo === ""
        ? html`<p>The component has no repository elsewhere: nobody has a push to tell of.</p>`
        : html`<h2>What to give the host</h2>
            <p>In its settings of webhooks: the address, JSON as the content type, and pushes as the events.</p>
            <dl class="about">
              ${hosts.map(
                ([name, path]) =>
                  html`<dt>${name}</dt>
                    <dd><code>${origin}/hooks/${path}/</code></dd>`,
              )}
            </dl>
            <p class="soft">
              No secret is asked for: what arrives is not believed, it makes the service look at the repository itself,
              and a flood of it is slowed down.
            </p>
            <h2>Try it</h2>
            <div class="offered">
              ${postButton({ action: here, csrf: visitor.signedIn?.csrf ?? "", words: "Play a push", manner: "second" })}
              <p>
                Tells this service, as a host would, that branch ${record.branch} was pushed to: it says what that
                matches, and pulls it. Whether the host reaches the address is seen below, after a push.
              </p>
            </div>
            <h2>What arrived</h2>
            ${
              results.length === 0
                ? html`<p class="soft">Nothing yet.</p>`
                : html`<ul class="rows">
                    ${results.map(({ timestamp, details }) => html`<li><span>${timestamp.slice(0, 19).replace("T", " ")}</span><span>${whatCame(details)}</span></li>`)}
                  </ul>`
            }`
    }`,
  });
}

function whatCame(details: unknown): string {
  if (typeof details !== "object" || details === null) return "";
  const { repository = "", branch = "" } = { ...details } as { repository?: unknown; branch?: unknown };
  return [repository, branch].filter((each) => typeof each === "string" && each !== "").join(", branch ");
}

function outcome(answer: Tried): Content {
  const match = "match_status" in answer ? answer.match_status : undefined;
  const isGood = answer.status === "success";
  return html`<div class="flash ${isGood ? "good" : "bad"}" role="${isGood ? "status" : "alert"}">
    <p>${answer.message}</p>
    ${match === undefined ? "" : html`<p>Components with this repository: ${match.repository_matches}; of these on the branch: ${match.branch_matches}; of these with hooks turned on: ${match.enabled_hook_matches}.</p>`}
  </div>`;
}
