import { contract } from "../../contract/index.ts";
import {
  repositoryOperations,
  type OperationResult,
  type RepositoryOperation,
  type RepositoryStatus,
} from "../../contract/resources/repository.ts";
import { postButton } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { alertsOf } from "../clone/alerts.ts";
import { allowedOperations, mayViewRepository, statusPermissions } from "../clone/repository-access.ts";
import { publicRepository } from "../clone/repository-path.ts";
import { anyLanguage, may } from "../identity/permissions.ts";
import { waitForTask } from "../jobs/task.ts";
import { alertList } from "../pages/alert-list.ts";
import { loadClone } from "../clone/component-clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { confirmationPage, operationForm } from "./operation-forms.ts";
import { count, offeredOperations, type OfferedOperation, type RepositoryFacts } from "./operations.ts";
import {
  manageAddress,
  parametersOf,
  progressOf,
  shownPage,
  taskIn,
  taskState,
  type ManagementPage,
  type TaskState,
} from "./pages.ts";
import { seeOther, type ManagedComponent, type ManagementRequest, type SentForm } from "./managed-page.ts";

export const repositoryPage: ManagementPage<ManagedComponent> = {
  name: "repository",
  words: "Repository",
  of: ["component"],
  isFor: (caller, { project, component }) =>
    may(caller, { project, component, language: anyLanguage }, ...statusPermissions),
  show: async (management, place) => {
    const { searchParams } = management.url;
    const asked = operationIn(searchParams.get("confirm") ?? "");
    if (asked !== undefined) return confirmation(management, place, asked);
    const uuid = searchParams.get("task");
    const task = uuid === null ? undefined : await taskState(management, uuid);
    return shown(management, place, { task, locked: searchParams.get("done") ?? undefined });
  },
  submit: async (management, place, form) => {
    const here = manageAddress(repositoryPage, place);
    if (form.text("do") === "lock" || form.text("do") === "unlock") {
      const lock = form.text("do") === "lock";
      await management.perform(contract.components.setLock, parametersOf(place), { body: { lock } });
      return seeOther(`${here}?done=${lock ? "lock" : "unlock"}`);
    }
    const operation = operationIn(form.text("do"));
    if (operation === undefined) throw invalid(null, "There is no such operation.");
    return operate(management, place, operation, form);
  },
};

function operationIn(text: string): RepositoryOperation | undefined {
  return repositoryOperations.find((each) => each === text);
}

async function operate(
  management: ManagementRequest,
  place: ManagedComponent,
  operation: RepositoryOperation,
  form: SentForm,
): Promise<Response> {
  const facts = await factsOf(management, place);
  const offered = offeredOperations(facts).find((each) => each.operation === operation);
  // Said of less than is lost by now, a yes is none.
  if (offered?.loses !== undefined && form.text("loses") !== offered.loses)
    return confirmation(management, place, operation, form.has("loses"));
  const body = { operation, background: true };
  const answer = await management.perform(contract.components.operate, parametersOf(place), { body });
  const task = taskIn(answer) ?? "";
  await waitForTask(management.service, task);
  return seeOther(`${manageAddress(repositoryPage, place)}?task=${task}&operation=${operation}`);
}

async function statusOf(
  { perform }: ManagementRequest,
  place: ManagedComponent,
): Promise<RepositoryStatus | undefined> {
  try {
    return await perform(contract.components.repository, parametersOf(place));
  } catch (error) {
    // Somebody is at work on it: that is what there is to say then.
    if (error instanceof Refusal && error.status === 423) return undefined;
    throw error;
  }
}

async function factsOf(management: ManagementRequest, place: ManagedComponent): Promise<RepositoryFacts> {
  return describe(management, place, await statusOf(management, place));
}

async function describe(
  { service, caller }: ManagementRequest,
  place: ManagedComponent,
  status: RepositoryStatus | undefined,
): Promise<RepositoryFacts> {
  const { record, components } = await loadClone(service, place.component.clone_id);
  const { push = "", push_branch: pushBranch = "", merge_style: mergeStyle = "rebase" } = components[0]?.settings ?? {};
  const { repo, branch } = record;
  const seen = (address: string, words: string): string =>
    isSeen || address === "" ? publicRepository(address) : words;
  const isSeen = await mayViewRepository(service, caller, place);
  return {
    pending: status?.pending_units?.total ?? 0,
    unwritable: status?.pending_units?.errors_skipped ?? 0,
    outgoing: status?.outgoing_commits ?? 0,
    missing: status?.missing_commits ?? 0,
    upstream: seen(repo, "its repository"),
    push: seen(push, "its repository"),
    branch,
    pushBranch,
    mergeStyle,
  };
}

interface ShownState {
  readonly task?: TaskState | undefined;
  /** What was done with the lock. */
  readonly locked?: string | undefined;
}

async function shown(
  management: ManagementRequest,
  place: ManagedComponent,
  { task, locked }: ShownState,
): Promise<Response> {
  const { service, caller, visitor } = management;
  const { project, component } = place;
  const isBusy = task?.completed === false;
  const status = isBusy ? undefined : await statusOf(management, place);
  const known = await describe(management, place, status);
  const allowed = await allowedOperations(service, caller, place);
  const alerts = await alertsOf(service.database, component.id);
  const others = management.links(place).filter(({ name }) => name !== repositoryPage.name);
  const mayLock = may(caller, { project, component }, "component.lock");
  const csrf = visitor.signedIn?.csrf ?? "";
  const here = manageAddress(repositoryPage, place);
  const offered = offeredOperations(known).filter(({ operation }) => allowed.has(operation));
  return shownPage(management, place, {
    page: repositoryPage.name,
    title: `Repository of ${component.name}`,
    done:
      locked === "lock"
        ? "Locked: nobody saves a translation until it is unlocked."
        : locked === "unlock"
          ? "Unlocked."
          : undefined,
    again: isBusy || status === undefined ? 2 : undefined,
    content: html`${outcome(task)}
    ${status === undefined && !isBusy ? html`<div class="flash attention" role="status"><p>Somebody is at work on the repository right now. This page comes again by itself.</p></div>` : ""}
    ${state(known, status, component)} ${alertList(alerts, `${place.project.slug}/${component.path}`, "h2", others)}
    ${mayLock ? lockForm(component, here, csrf) : ""}
    ${isBusy || status === undefined ? "" : operations(offered, here, csrf)}
    ${offered.length === 0 ? html`<p class="soft">You may look at the repository. To commit, push or pull you need a team whose role has these rights: whoever manages the project gives them.</p>` : ""}`,
  });
}

/** What a task that ended came to; while it runs, how far it is. */
export function outcome(task: TaskState | undefined): Content {
  if (task === undefined) return "";
  if (!task.completed) return progressOf(task);
  const { result, detail } = resultOf(task.result);
  return html`<div class="flash ${result ? "good" : "bad"}" role="${result ? "status" : "alert"}">
    <p>${result ? "Done." : "It did not succeed; what was there stays as it was."}</p>
    ${detail === "" ? "" : html`<pre class="log">${detail}</pre>`}
    ${
      task.log === ""
        ? ""
        : html`<details>
            <summary>What was done</summary>
            <pre class="log">${task.log}</pre>
          </details>`
    }
  </div>`;
}

/** A task that broke off has its words as its result. */
function resultOf(value: unknown): { readonly result: boolean; readonly detail: string } {
  if (typeof value === "string") return { result: false, detail: value };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member may be missing
  const { result, detail } = (value ?? {}) as OperationResult;
  return { result: result !== false, detail: detail ?? "" };
}

function state(
  { pending, unwritable, outgoing, missing, upstream, branch, push, pushBranch }: RepositoryFacts,
  status: RepositoryStatus | undefined,
  { locked, auto_locked: auto }: ComponentRecord,
): Markup {
  const commit = (value: RepositoryStatus["remote_commit"]): string =>
    (typeof value === "string" ? value : (value?.revision ?? "")).slice(0, 12);
  const rows: readonly (readonly [string, Content])[] = [
    ["Repository", upstream === "" ? "kept by this service alone" : html`<code>${upstream}</code>`],
    ["Branch", html`<code>${branch}</code>`],
    ...(upstream === ""
      ? []
      : [
          [
            "Pushes to",
            push === ""
              ? "nowhere: push is turned off"
              : html`<code>${push}</code>${pushBranch === "" ? "" : html`, branch <code>${pushBranch}</code>`}`,
          ] as const,
        ]),
    ...(status === undefined
      ? []
      : ([
          [
            "Waits for a commit",
            pending === 0
              ? "nothing"
              : `${count(pending, "string")}${unwritable === 0 ? "" : `, of which ${String(unwritable)} have no place in their file`}`,
          ],
          ...(upstream === ""
            ? []
            : [
                ["Waits for a push", outgoing === 0 ? "nothing" : count(outgoing, "commit")] as const,
                ["New upstream", missing === 0 ? "nothing, as of the last look" : count(missing, "commit")] as const,
              ]),
          ["Here", html`<code>${commit(status.weblate_commit)}</code>`],
          ...(upstream === "" ? [] : [["Upstream", html`<code>${commit(status.remote_commit)}</code>`] as const]),
        ] as const)),
    [
      "Saving",
      locked === 0 ? "open to translators" : auto === 1 ? "locked by an alert, until it is over" : "locked by somebody",
    ],
  ];
  return html`<dl class="about">
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function lockForm({ locked }: ComponentRecord, here: string, csrf: string): Markup {
  const isLocked = locked === 1;
  return html`<h2>Lock</h2>
    <div class="offered">
      ${postButton({ action: here, csrf, words: isLocked ? "Unlock" : "Lock", fields: { do: isLocked ? "unlock" : "lock" }, manner: "second" })}
      <p>
        ${
          isLocked
            ? "Lets translators save again."
            : "Nobody saves a translation until it is unlocked; what waits is committed. Suggestions and comments go on."
        }
      </p>
    </div>`;
}

function operations(offered: readonly OfferedOperation[], here: string, csrf: string): Content {
  if (offered.length === 0) return "";
  const usual = offered.filter(({ rare }) => rare !== true);
  const rare = offered.filter((each) => each.rare === true);
  const form = (each: OfferedOperation): Markup => operationForm(each, here, csrf);
  return html`<h2>What you may do</h2>
    ${usual.map(form)}
    ${
      rare.length === 0
        ? ""
        : html`<details class="more">
            <summary>More, for repairs</summary>
            ${rare.map(form)}
          </details>`
    }`;
}

/** Asked before something is thrown away. */
async function confirmation(
  management: ManagementRequest,
  place: ManagedComponent,
  operation: RepositoryOperation,
  hasGrown = false,
): Promise<Response> {
  const allowed = await allowedOperations(management.service, management.caller, place);
  const offered = offeredOperations(await factsOf(management, place)).find((each) => each.operation === operation);
  const here = manageAddress(repositoryPage, place);
  if (offered === undefined || !allowed.has(operation)) return seeOther(here);
  return confirmationPage(management, place, { ...offered, here, hasGrown });
}
