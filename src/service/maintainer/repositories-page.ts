import { contract } from "../../contract/index.ts";
import type { RepositoryOperation } from "../../contract/resources/repository.ts";
import { postButton } from "../../http-api/form.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { invalid } from "../../http-api/refusal.ts";
import { operationPermission, statusPermissions } from "../clone/repository-access.ts";
import { may } from "../identity/permissions.ts";
import { waitForTask } from "../jobs/task.ts";
import { alertList } from "../pages/alert-list.ts";
import { projectRepositories, type RepositoryStanding } from "../projects/project-repository.ts";
import { confirmationPage, operationForm } from "./operation-forms.ts";
import { count, resetLoses } from "./operations.ts";
import { manageAddress, parametersOf, shownPage, taskIn, taskState, type ManagementPage } from "./pages.ts";
import { outcome } from "./repository-page.ts";
import { seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** How the repositories of a project stand, and what can be done in all of them at once. */
export const repositoriesPage: ManagementPage = {
  name: "repositories",
  words: "Repositories",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, ...statusPermissions, "project.edit"),
  show: async (management, place) => shown(management, place, management.url.searchParams.get("confirm") ?? ""),
  submit: async (management, place, form) => done(management, place, form),
};

/** What is offered for a whole project; repairs are of one repository. */
type Order = Extract<RepositoryOperation, "commit" | "push" | "pull" | "reset">;

interface Offer {
  readonly operation: Order;
  readonly words: string;
  readonly does: string;
  /** What is thrown away: it is asked once more. */
  readonly loses?: string | undefined;
}

/** What an operation would do in all repositories that it can be done in. Pure. */
export function offersFor(repositories: readonly RepositoryStanding[]): readonly Offer[] {
  const sum = (of: (each: RepositoryStanding) => number): number =>
    repositories.reduce((total, each) => total + of(each), 0);
  const [pending, ahead, behind] = [sum((each) => each.pending), sum((each) => each.ahead), sum((each) => each.behind)];
  const pushing = repositories.filter(({ pushes }) => pushes).length;
  const strings = count(pending, "string");
  const first = pending === 0 ? "" : `Commits ${strings} first. `;
  return [
    {
      operation: "commit",
      words: "Commit all",
      does: pending === 0 ? "Nothing waits: every string is in a commit." : `Commits ${strings} in their repositories.`,
    },
    {
      operation: "push",
      words: "Push all",
      does:
        pushing === 0
          ? "No repository is pushed to: translations go to git by pull requests."
          : `${first}Sends ${count(ahead, "commit")}${pending === 0 ? "" : " and the new ones"} to ${String(pushing)} ${pushing === 1 ? "repository" : "repositories"}.`,
    },
    {
      operation: "pull",
      words: "Pull all",
      does: `${first}Takes over what is new upstream (${count(behind, "commit")} as of the last look).`,
    },
    {
      operation: "reset",
      words: "Reset all",
      does: "Every repository goes back to what is upstream, and has nothing else then.",
      loses: resetLoses({ pending, outgoing: ahead }),
    },
  ];
}

async function done(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const { perform, service, caller } = management;
  const here = manageAddress(repositoriesPage, place);
  const asked = form.text("do");
  if (asked === "lock" || asked === "unlock") {
    await perform(contract.projects.setLock, parametersOf(place), { body: { lock: asked === "lock" } });
    return seeOther(`${here}?done=${asked}`);
  }
  const offer = offersFor(await projectRepositories(service, { project: place.project, caller })).find(
    ({ operation }) => operation === asked,
  );
  if (offer === undefined) throw invalid(null, "There is no such operation.");
  // Said of less than is lost by now, a yes is none.
  if (offer.loses !== undefined && form.text("loses") !== offer.loses)
    return shown(management, place, offer.operation, 409);
  const answer = await perform(contract.projects.operate, parametersOf(place), {
    body: { operation: offer.operation, background: true },
  });
  const task = taskIn(answer) ?? "";
  await waitForTask(service, task);
  return seeOther(`${here}?task=${task}`);
}

async function shown(management: ManagementRequest, place: Managed, confirm: string, status = 200): Promise<Response> {
  const { service, caller, perform, url, visitor } = management;
  const { project } = place;
  const here = manageAddress(repositoriesPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const repositories = await projectRepositories(service, { project, caller });
  const uuid = url.searchParams.get("task");
  const task = uuid === null ? undefined : await taskState(management, uuid);
  const isBusy = task?.completed === false;
  const offers = offersFor(repositories).filter(({ operation }) =>
    repositories.length === 0 ? false : may(caller, project, operationPermission(operation)),
  );
  const asked = offers.find(({ operation, loses }) => operation === confirm && loses !== undefined);
  if (asked !== undefined) return confirmationPage(management, place, { ...asked, here, hasGrown: status === 409 });
  const { locked } = await perform(contract.projects.lock, parametersOf(place));
  const lock = url.searchParams.get("done");
  return shownPage(management, place, {
    page: repositoriesPage.name,
    title: `Repositories of ${project.name}`,
    again: isBusy ? 2 : undefined,
    ...(lock === "lock" || lock === "unlock"
      ? { done: lock === "lock" ? "Locked: nobody saves a translation in this project." : "Unlocked." }
      : {}),
    content: html`${outcome(task)} ${repositoryTable(repositories, place)}
    ${repositories.flatMap(({ alerts: found }) =>
      found.map(
        ({ name, alerts }) =>
          html`<h2>${name}</h2>
            ${alertList(alerts, `${project.slug}/${name}`, "h3")}`,
      ),
    )}
    ${
      isBusy || offers.length === 0
        ? ""
        : html`<h2>In all of them</h2>
            ${offers.map((offer) => operationForm(offer, here, csrf))}`
    }
    ${
      may(caller, project, "project.edit") && repositories.length > 0
        ? html`<h2>Lock</h2>
            <div class="offered">
              ${postButton({ action: here, csrf, words: locked ? "Unlock all" : "Lock all", manner: "second", fields: { do: locked ? "unlock" : "lock" } })}
              <p>
                ${locked ? "Lets translators save again in every component." : "Nobody saves a translation in any component until it is unlocked; suggestions and comments go on."}
              </p>
            </div>`
        : ""
    }`,
  });
}

function repositoryTable(repositories: readonly RepositoryStanding[], { project }: Managed): Markup {
  if (repositories.length === 0) return html`<p class="soft">No component yet, and so no repository.</p>`;
  const number = (value: number, label: string): Markup =>
    html`<td class="number" data-label="${label}">${value === 0 ? "–" : value.toLocaleString("en-US")}</td>`;
  return html`<div class="table">
    <table class="progress counts">
      <thead>
        <tr>
          <th>Components</th>
          <th class="number">Wait for a commit</th>
          <th class="number">Wait for a push</th>
          <th class="number">New upstream</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        ${repositories.map(({ names, pending, ahead, behind, locked, alerts }) => {
          const words = [
            ...(locked > 0 ? [locked === names.length ? "locked" : `${String(locked)} locked`] : []),
            ...(alerts.length > 0
              ? [
                  count(
                    alerts.reduce((sum, each) => sum + each.alerts.length, 0),
                    "alert",
                  ),
                ]
              : []),
          ];
          return html`<tr>
            <td>
              ${names.map((name) => {
                const path = name.startsWith(`${project.slug}/`) ? name.slice(project.slug.length + 1) : name;
                return html`<div>
                  <a href="/manage/repository/${name.split("/").map(encodeURIComponent).join("/")}/">${path}</a>
                </div>`;
              })}
            </td>
            ${number(pending, "for a commit")} ${number(ahead, "for a push")} ${number(behind, "new upstream")}
            <td>${words.length === 0 ? "in order" : words.join(", ")}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
