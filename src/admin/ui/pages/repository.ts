import { Hono } from "hono";
import { listDeliveries } from "../../../records/deliveries/delivery-list.ts";
import { requestRun } from "../../../records/deliveries/request-run.ts";
import { note } from "../../../records/logs/event-log.ts";
import { listBoundFiles } from "../../../records/repositories/bound-files.ts";
import {
  conditionOf,
  repositoryById,
  setRepositoryState,
  type RepositoryRecord,
} from "../../../records/repositories/repositories.ts";
import { listRuns } from "../../../records/runs/runs.ts";
import { conflict, notFound } from "../../http/refusal.ts";
import { readCauses } from "../../../records/problems/list-causes.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { deliveryColumns, deliveryRow } from "../parts/deliveries-table.ts";
import { fileFilters, filesList } from "../parts/files-list.ts";
import { csrfField, options, postButton } from "../../../http-api/form.ts";
import { emptyState, table } from "../parts/list.ts";
import { runsTable } from "../parts/runs-table.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import { readBoundNames } from "../readings/repositories.ts";
import {
  goTo,
  listQuery,
  may,
  numberOf,
  oneOf,
  requireAny,
  show,
  type PageContext,
  type PageVariables,
  type SignedInRequest,
} from "../page-context.ts";
import { fileFilterOf } from "./maps.ts";

const FEW = { page: 1, size: 10 };
const SIZE = 50;
const works = ["sync", "push", "pull"] as const;

/** One repository: its files, its runs, its deliveries; run now, pause, go on. */
export function repositoryPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/repositories/:id", showRepository);
  app.post("/repositories/:id/run", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator", "operator");
    const repository = await foundRepository(context);
    if (repository.state === "gone") throw conflict("The forge does not have this repository any more.");
    const what = oneOf(works, context.get("form").get("what") ?? undefined) ?? "sync";
    await requestRun(signedIn.admin.records, repository.id, what, signedIn.caller.login);
    return goTo(`/repositories/${String(repository.id)}`, "run-asked");
  });
  app.post("/repositories/:id/state", async (context) => {
    const signedIn = context.get("signedIn");
    requireAny(signedIn, "administrator", "operator");
    const repository = await foundRepository(context);
    const wanted = oneOf(["paused", "active"], context.get("form").get("state") ?? undefined) ?? "active";
    await changeState(signedIn, repository, wanted);
    return goTo(`/repositories/${String(repository.id)}`, wanted === "paused" ? "paused" : "resumed");
  });
  return app;
}

async function foundRepository(context: PageContext): Promise<RepositoryRecord> {
  const { records } = context.get("signedIn").admin;
  const repository = await repositoryById(records, numberOf(context.req.param("id") ?? ""));
  if (repository === undefined) throw notFound("There is no such repository.");
  return repository;
}

async function changeState(
  { admin, caller }: SignedInRequest,
  { id, name, state }: RepositoryRecord,
  wanted: "paused" | "active",
): Promise<void> {
  if (state === "gone") throw conflict("The forge does not have this repository any more.");
  await setRepositoryState(admin.records, id, wanted);
  await note(admin.records, {
    level: "notice",
    component: "repositories",
    message: `${name} was ${wanted === "paused" ? "paused" : "resumed"}.`,
    repository: id,
    login: caller.login,
  });
}

async function showRepository(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const { records } = signedIn.admin;
  const repository = await foundRepository(context);
  const { id } = repository;
  const { page, query } = listQuery(signedIn, fileFilters);
  const causes = await readCauses(records, "bound_file", id);
  const files = await listBoundFiles(records, { ...fileFilterOf(query, causes), repository: id }, { page, size: SIZE });
  const names = await readBoundNames(records, id);
  const runs = await listRuns(records, { repository: id }, FEW);
  const deliveries = await listDeliveries(records, { repository: id }, FEW);
  const csrf = may(signedIn, "administrator", "operator") ? signedIn.caller.session.csrf : undefined;
  return show(context, {
    title: repository.name,
    above: ["Repositories", `${BASE}/repositories`],
    lead: html`${stateBadge(conditionOf(repository))}
    ${repository.forge}${repository.defaultBranch === "" ? "" : html` · <code>${repository.defaultBranch}</code>`} ·
    last run
    ${ago(repository.lastRun, signedIn.now)}${repository.nextRun === undefined ? "" : html` · next ${ago(repository.nextRun, signedIn.now)}`}`,
    ...(csrf === undefined || repository.state === "gone" ? {} : { actions: actions(repository, csrf) }),
    content: html`${
        repository.problem === ""
          ? ""
          : html`<div class="flash ${conditionOf(repository) === "problem" ? "bad" : "attention"}">
              <span aria-hidden="true">!</span>
              <p>${repository.problem}</p>
            </div>`
      }
      <section class="card" aria-labelledby="files">
        <h2 id="files">Files</h2>
        ${filesList({ path: `${BASE}/repositories/${String(id)}`, query, names, causes: causes.causes, files, now: signedIn.now, ofAll: false })}
      </section>
      <section class="card" aria-labelledby="runs">
        <h2 id="runs">Last runs</h2>
        ${runs.total === 0 ? emptyState("No run yet", "“Run now” begins the first one.") : runsTable(runs.items, signedIn.now, "Last runs")}
      </section>
      <section class="card" aria-labelledby="deliveries">
        <h2 id="deliveries">Last deliveries</h2>
        ${
          deliveries.total === 0
            ? emptyState("Nothing came in yet", "The next push appears here.")
            : table(
                "Last deliveries",
                deliveryColumns,
                deliveries.items.map((delivery) => deliveryRow(delivery, signedIn.now, csrf)),
              )
        }
      </section>`,
  });
}

function actions({ id, state }: RepositoryRecord, csrf: string): Markup {
  const path = `${BASE}/repositories/${String(id)}`;
  return html`<form method="post" action="${path}/run">
      ${csrfField(csrf)}
      <label class="hidden" for="what">What to run</label>
      <select id="what" name="what">
        ${options(
          [
            { value: "sync", words: "both ways" },
            { value: "push", words: "to the service" },
            { value: "pull", words: "from the service" },
          ],
          "sync",
        )}
      </select>
      <button>Run now</button>
    </form>
    ${
      state === "paused"
        ? postButton({ action: `${path}/state`, csrf, words: "Resume", fields: { state: "active" }, manner: "second" })
        : postButton({ action: `${path}/state`, csrf, words: "Pause", fields: { state: "paused" }, manner: "second" })
    }`;
}
