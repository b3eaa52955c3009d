import { contract } from "../../contract/index.ts";
import { countOf, paged } from "../http/paging.ts";
import { denied } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { may } from "../identity/permissions.ts";
import { numericId, visibleProject } from "../identity/visible.ts";
import { addLabel, removeLabel, representLabel } from "../units/labels.ts";

export const labelRoutes = [
  route(contract.labels.list, async ({ service, caller, parameters, url }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const labels = service.database.selectFrom("label").where("project_id", "=", project.id);
    return paged(
      { url },
      () => countOf(labels),
      async (limit, offset) => {
        const rows = await labels.selectAll().orderBy("name").limit(limit).offset(offset).execute();
        return rows.map(representLabel);
      },
    );
  }),
  route(contract.labels.create, async ({ service, caller, parameters, body }) => {
    const project = await visibleProject(service, caller, parameters.project);
    if (!may(caller, project, "project.edit")) throw denied("Can not create labels");
    const { name, description = "", color } = body;
    return representLabel(await addLabel(service, project.id, { name, description, color }));
  }),
  route(contract.labels.delete, async ({ service, caller, parameters }) => {
    const project = await visibleProject(service, caller, parameters.project);
    if (!may(caller, project, "project.edit")) throw denied("Can not delete labels");
    await removeLabel(service, project.id, numericId(parameters.label), caller.user?.id);
    return undefined;
  }),
];
