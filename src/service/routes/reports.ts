import type { ReportParameters } from "../../contract/endpoints/reports.ts";
import { contract } from "../../contract/index.ts";
import type { ScheduledTask } from "../../contract/resources/task.ts";
import { inTransaction } from "../../store/database.ts";
import { componentById } from "../components/component-settings.ts";
import { invalid } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { FileAnswer, route } from "../http/route.ts";
import { countOf, paged } from "../http/paging.ts";
import { demand, may, mayGlobally, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import { hiddenComponents, numericId, visibleComponent, visibleProject } from "../identity/visible.ts";
import { denied } from "../http/refusal.ts";
import { startTaskWithin } from "../jobs/task.ts";
import { asHtml, asRst, tablesOf } from "../reports/rendering.ts";
import {
  checkedParameters,
  representReport,
  type ReportParts,
  type ReportPlace,
  type ReportRecord,
} from "../reports/report.ts";
import { address } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";

const { reports: endpoints } = contract;

interface Asking {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

const wholeSite: ReportPlace = { project_id: null, category_id: null, component_id: null };

async function projectPlace({ service, caller }: Asking, slug: string): Promise<ReportPlace> {
  const project = await visibleProject(service, caller, slug);
  demand(caller, project, "reports.view");
  return { ...wholeSite, project_id: project.id };
}

async function categoryPlace({ service, caller }: Asking, id: number): Promise<ReportPlace> {
  const row = await service.database
    .selectFrom("category")
    .innerJoin("project", "project.id", "category.project_id")
    .select(["category.id as category", "project.id", "project.access_control"])
    .where("category.id", "=", id)
    .executeTakeFirst();
  if (row === undefined || !sees(caller, row)) throw notFound();
  demand(caller, row, "reports.view");
  return { project_id: row.id, category_id: row.category, component_id: null };
}

async function componentPlace(
  { service, caller }: Asking,
  parameters: { readonly project: string; readonly component: string },
): Promise<ReportPlace> {
  const place = await visibleComponent(service, caller, parameters);
  demand(caller, place, "reports.view");
  return { project_id: place.project.id, category_id: null, component_id: place.component.id };
}

function sitePlace({ caller }: Asking): ReportPlace {
  if (!mayGlobally(caller, "management.use")) throw denied("Can not view reports of the whole site.");
  return wholeSite;
}

/** What the body says the report is of: at most one thing. @throws 400, 403, and 400 for what is not visible */
async function placeIn(
  asking: Asking,
  body: { project?: string | undefined; category?: number | undefined; component?: string | undefined },
): Promise<ReportPlace> {
  const given = (["project", "category", "component"] as const).filter((name) => body[name] !== undefined);
  if (given.length > 1) throw invalid(given[1] ?? null, "Only one scope may be given.");
  if (body.project !== undefined) return projectPlace(asking, body.project);
  if (body.category !== undefined) return categoryPlace(asking, body.category);
  if (body.component === undefined) return sitePlace(asking);
  const slash = body.component.indexOf("/");
  const [project, component] = [body.component.slice(0, Math.max(0, slash)), body.component.slice(slash + 1)];
  return componentPlace(asking, { project, component });
}

async function schedule(
  { service, caller, origin }: Asking,
  place: ReportPlace,
  sent: ReportParameters,
): Promise<ScheduledTask> {
  const parameters = checkedParameters(sent);
  const task = await inTransaction(service.database, async (queries) => {
    const { id } = await queries
      .insertInto("report")
      .values({
        ...place,
        kind: parameters.kind,
        creator_id: caller.user?.id ?? null,
        created: timestamp(service),
        parameters: JSON.stringify(parameters),
        data: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return startTaskWithin(service, queries, {
      kind: "report",
      payload: { report: id },
      project: place.project_id ?? undefined,
      user: caller.user?.id,
    });
  });
  return { detail: "Report generation has been scheduled.", task_url: address.task(origin, task) };
}

function finished(service: Service) {
  return service.database
    .selectFrom("report")
    .leftJoin("project", "project.id", "report.project_id")
    .where("report.data", "is not", null);
}

type Finished = ReturnType<typeof finished>;

async function partsOf(service: Service, reports: readonly ReportRecord[]): Promise<ReportParts[]> {
  const { database } = service;
  const users = await database
    .selectFrom("user")
    .select(["id", "username"])
    .where("id", "in", idsIn(reports, "creator_id"))
    .execute();
  const projects = await database
    .selectFrom("project")
    .select(["id", "slug"])
    .where("id", "in", idsIn(reports, "project_id"))
    .execute();
  const components = await database
    .selectFrom("component")
    .select(["id", "path"])
    .where("id", "in", idsIn(reports, "component_id"))
    .execute();
  return reports.map((report) => ({
    report,
    creator: users.find(({ id }) => id === report.creator_id)?.username ?? null,
    project: projects.find(({ id }) => id === report.project_id)?.slug ?? null,
    component: components.find(({ id }) => id === report.component_id)?.path ?? null,
  }));
}

function idsIn(reports: readonly ReportRecord[], column: "creator_id" | "project_id" | "component_id"): number[] {
  return [0, ...reports.map((report) => report[column]).filter((id) => id !== null)];
}

async function listed(asking: Asking & { readonly url: URL }, all: Finished) {
  const hidden = await hiddenComponents(asking.service, asking.caller);
  const reports = all.where((report) =>
    report.or([report("report.component_id", "is", null), report("report.component_id", "not in", [0, ...hidden])]),
  );
  return paged(
    { url: asking.url },
    () => countOf(reports),
    async (limit, offset) => {
      const rows = await reports.selectAll("report").orderBy("report.id", "desc").limit(limit).offset(offset).execute();
      return (await partsOf(asking.service, rows)).map((parts) => representReport(parts, asking.origin));
    },
  );
}

/** @throws 404 also for a report the caller may not read, and for one that is still being made */
async function readable({ service, caller }: Asking, id: string) {
  const report = await finished(service).selectAll("report").where("report.id", "=", numericId(id)).executeTakeFirst();
  if (report === undefined) throw notFound();
  if (!(await mayRead(service, caller, report))) throw notFound();
  const data: Record<string, unknown> | unknown[] = JSON.parse(report.data ?? "[]");
  return { report, data };
}

async function mayRead(service: Service, caller: Caller, report: ReportRecord): Promise<boolean> {
  if (report.project_id === null) return mayGlobally(caller, "management.use");
  const project = await service.database
    .selectFrom("project")
    .select(["id", "access_control"])
    .where("id", "=", report.project_id)
    .executeTakeFirst();
  if (project === undefined || !sees(caller, project)) return false;
  if (report.component_id === null) return may(caller, project, "reports.view");
  const component = await componentById(service, report.component_id);
  return seesComponent(caller, component) && may(caller, { project, component }, "reports.view");
}

async function readableProjects({ service, caller }: Asking): Promise<number[]> {
  const rows = await service.database.selectFrom("project").select(["id", "access_control"]).execute();
  return [0, ...rows.filter((row) => sees(caller, row) && may(caller, row, "reports.view")).map(({ id }) => id)];
}

export const reportRoutes = [
  route(endpoints.list, async (call) => {
    const { service, caller, query } = call;
    const projects = await readableProjects(call);
    let reports = finished(service).where((report) =>
      report.or([
        report("report.project_id", "in", projects),
        ...(mayGlobally(caller, "management.use") ? [report("report.project_id", "is", null)] : []),
      ]),
    );
    if (query.kind !== undefined) reports = reports.where("report.kind", "=", query.kind);
    if (query.project !== undefined) reports = reports.where("project.slug", "=", query.project);
    if (query.category !== undefined) reports = reports.where("report.category_id", "=", query.category);
    if (query.component !== undefined) {
      const [project = "", ...component] = query.component.split("/");
      const wanted = service.database
        .selectFrom("component")
        .innerJoin("project", "project.id", "component.project_id")
        .select("component.id")
        .where("project.slug", "=", project)
        .where("component.path", "=", component.join("/"));
      reports = reports.where("report.component_id", "in", wanted);
    }
    return listed(call, reports);
  }),
  route(endpoints.create, async (call) => {
    const { project, category, component, ...parameters } = call.body;
    return schedule(call, await placeIn(call, { project, category, component }), parameters);
  }),
  route(endpoints.get, async (call) => {
    const { report, data } = await readable(call, call.parameters.id);
    const [parts] = await partsOf(call.service, [report]);
    if (parts === undefined) throw notFound();
    const parameters: Record<string, unknown> = JSON.parse(report.parameters);
    return { ...representReport(parts, call.origin), parameters, data };
  }),
  route(endpoints.json, async (call) => {
    const { data } = await readable(call, call.parameters.id);
    return new FileAnswer(Buffer.from(JSON.stringify(data)), { "Content-Type": "application/json" });
  }),
  route(endpoints.html, async (call) => {
    const { report, data } = await readable(call, call.parameters.id);
    const title = titleOf(report);
    return new FileAnswer(Buffer.from(asHtml(title, tablesOf(title, data))), {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'",
    });
  }),
  route(endpoints.rst, async (call) => {
    const { report, data } = await readable(call, call.parameters.id);
    const text = asRst(tablesOf(titleOf(report), data));
    return new FileAnswer(Buffer.from(text), { "Content-Type": "text/x-rst; charset=utf-8" });
  }),
  route(endpoints.ofProject, async (call) => {
    const place = await projectPlace(call, call.parameters.project);
    return listed(call, finished(call.service).where("report.project_id", "=", place.project_id));
  }),
  route(endpoints.createOfProject, async (call) =>
    schedule(call, await projectPlace(call, call.parameters.project), call.body),
  ),
  route(endpoints.ofCategory, async (call) => {
    const place = await categoryPlace(call, numericId(call.parameters.id));
    return listed(call, finished(call.service).where("report.category_id", "=", place.category_id));
  }),
  route(endpoints.createOfCategory, async (call) =>
    schedule(call, await categoryPlace(call, numericId(call.parameters.id)), call.body),
  ),
  route(endpoints.ofComponent, async (call) => {
    const place = await componentPlace(call, call.parameters);
    return listed(call, finished(call.service).where("report.component_id", "=", place.component_id));
  }),
  route(endpoints.createOfComponent, async (call) =>
    schedule(call, await componentPlace(call, call.parameters), call.body),
  ),
];

const titles: Readonly<Record<string, string>> = {
  credits: "Credits",
  contributor_stats: "Contributor statistics",
  cost_estimate: "Cost estimate",
  translator_work: "Translator work",
};

function titleOf({ kind }: ReportRecord): string {
  return titles[kind] ?? kind;
}
