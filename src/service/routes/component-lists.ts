import { contract } from "../../contract/index.ts";
import type { ComponentList } from "../../contract/resources/component-list.ts";
import {
  changeComponentList,
  componentList,
  createComponentList,
  listedComponents,
  type ComponentListChange,
  type ComponentListRecord,
} from "../component-lists/component-lists.ts";
import { componentRecord } from "../components/component-settings.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { mayGlobally, seesComponent, type Caller } from "../identity/permissions.ts";
import { visibleProjects } from "../identity/visible.ts";
import { representComponentList } from "../representation/component-list.ts";
import { Gallery } from "../representation/gallery.ts";
import type { Service } from "../service.ts";

const lists = contract.componentLists;

interface Asked {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

type AskedForOne = Asked & { readonly parameters: { readonly slug: string } };

function demandManagement(caller: Caller): void {
  if (!mayGlobally(caller, "componentlist.edit")) throw denied("Can not manage component lists");
}

async function found({ service, parameters }: AskedForOne): Promise<ComponentListRecord> {
  const list = await componentList(service, parameters.slug);
  if (list === undefined) throw notFound();
  return list;
}

async function manageable(asked: AskedForOne): Promise<ComponentListRecord> {
  const list = await found(asked);
  demandManagement(asked.caller);
  return list;
}

async function represented({ service, caller, origin }: Asked, list: ComponentListRecord): Promise<ComponentList> {
  return representComponentList(list, await listedComponents(service, caller, [list.id]), origin);
}

async function change(asked: AskedForOne & { readonly body: ComponentListChange }): Promise<ComponentList> {
  const list = await manageable(asked);
  return represented(asked, await changeComponentList(asked.service, list, asked.body));
}

export const componentListRoutes = [
  route(lists.list, async ({ service, caller, url, origin }) => {
    const rows = service.database.selectFrom("component_list");
    return paged(
      { url },
      () => countOf(rows),
      async (limit, offset) => {
        const page = await rows.selectAll().orderBy("name").orderBy("id").limit(limit).offset(offset).execute();
        const members = await listedComponents(
          service,
          caller,
          page.map(({ id }) => id),
        );
        return page.map((list) => representComponentList(list, members, origin));
      },
    );
  }),
  route(lists.create, async (call) => {
    demandManagement(call.caller);
    return represented(call, await createComponentList(call.service, call.body));
  }),
  route(lists.get, async (call) => represented(call, await found(call))),
  route(lists.replace, change),
  route(lists.update, change),
  route(lists.delete, async (call) => {
    const list = await manageable(call);
    await call.service.database.deleteFrom("component_list").where("id", "=", list.id).execute();
    return undefined;
  }),
  route(lists.components, async (call) => {
    const { service, caller, url } = call;
    const list = await found(call);
    const members = (await listedComponents(service, caller, [list.id])).map(({ id }) => id);
    return paged(
      { url },
      async () => members.length,
      async (limit, offset) => {
        const ids = members.slice(offset, offset + limit);
        const rows = await service.database
          .selectFrom("component")
          .selectAll()
          .where("id", "in", [0, ...ids])
          .orderBy("id")
          .execute();
        return new Gallery(call).components(rows.map(componentRecord));
      },
    );
  }),
  route(lists.add, async (call) => {
    const { service, caller, body } = call;
    const list = await manageable(call);
    const row = await service.database
      .selectFrom("component")
      .selectAll()
      .where("id", "=", body.component_id)
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))])
      .executeTakeFirst();
    if (row === undefined || !seesComponent(caller, componentRecord(row))) {
      throw invalid("component_id", "Component matching query does not exist.", "does_not_exist");
    }
    await service.database
      .insertInto("component_list_member")
      .values({ component_list_id: list.id, component_id: row.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return represented(call, list);
  }),
  route(lists.remove, async (call) => {
    const { service, caller, parameters } = call;
    const list = await manageable(call);
    const members = await listedComponents(service, caller, [list.id]);
    const named = members.filter(({ path }) => slugOf(path) === parameters.component_slug);
    if (named.length === 0) throw notFound();
    await service.database
      .deleteFrom("component_list_member")
      .where("component_list_id", "=", list.id)
      .where(
        "component_id",
        "in",
        named.map(({ id }) => id),
      )
      .execute();
    return undefined;
  }),
];

/** `mobile/ios` → `ios`. */
function slugOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
