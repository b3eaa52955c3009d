import { contract } from "../../contract/index.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inTransaction } from "../../store/database.ts";
import { denied } from "../http/refusal.ts";
import { route, ValueAnswer } from "../http/route.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { visibleProject } from "../identity/visible.ts";
import {
  checkedConfiguration,
  configuredServices,
  removeConfiguration,
  shownConfiguration,
  storeConfiguration,
  type Configured,
} from "../machinery/configured.ts";
import { machineService } from "../machinery/services.ts";
import type { Service } from "../service.ts";

export const machineryRoutes = [
  route(contract.machinery.list, async ({ service, caller, parameters }) => {
    const { configured } = await settingsOf(service, caller, parameters.project);
    return Object.fromEntries(configured.map((each) => [each.kind.id, shownConfiguration(each)]));
  }),
  route(contract.machinery.install, async ({ service, caller, parameters, body }) => {
    const { project, configured } = await settingsOf(service, caller, parameters.project);
    if (configured.some(({ kind }) => kind.id === body.service)) throw invalid("service", "Service already exists");
    const wanted = await checkedConfiguration(service, body.service, body.configuration ?? {}, undefined);
    await storeConfiguration(service.database, project.id, wanted);
    return new ValueAnswer(201, { message: `Service installed: ${wanted.kind.name}` });
  }),
  route(contract.machinery.update, async ({ service, caller, parameters, body }) => {
    const { project, configured } = await settingsOf(service, caller, parameters.project);
    const old = configured.find(({ kind }) => kind.id === body.service);
    const kind = machineService(body.service);
    if (kind !== undefined && isNothing(body.configuration)) {
      await removeConfiguration(service.database, project.id, kind.id);
      return { message: `Service removed: ${kind.name}` };
    }
    const wanted = await checkedConfiguration(service, body.service, body.configuration, old);
    await storeConfiguration(service.database, project.id, wanted);
    return { message: `Service updated: ${wanted.kind.name}` };
  }),
  route(contract.machinery.replace, async ({ service, caller, parameters, body }) => {
    const { project, configured } = await settingsOf(service, caller, parameters.project);
    const wanted: Configured[] = [];
    for (const [name, configuration] of Object.entries(body)) {
      const old = configured.find(({ kind }) => kind.id === name);
      wanted.push(await checkedConfiguration(service, name, configuration, old));
    }
    await inTransaction(service.database, async (queries) => {
      await removeConfiguration(queries, project.id);
      for (const each of wanted) await storeConfiguration(queries, project.id, each);
    });
    return { message: `Services installed: ${wanted.map(({ kind }) => kind.id).join(", ")}` };
  }),
];

async function settingsOf(service: Service, caller: Caller, slug: string) {
  const project = await visibleProject(service, caller, slug);
  if (!may(caller, project, "project.edit")) throw denied("Can not retrieve/edit machinery configuration");
  return { project, configured: await configuredServices(service.database, project.id) };
}

function isNothing(configuration: unknown): boolean {
  if (configuration === undefined || configuration === "" || configuration === "{}") return true;
  return typeof configuration === "object" && configuration !== null && Object.keys(configuration).length === 0;
}
