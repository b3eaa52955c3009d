import type { ComponentList } from "../../contract/resources/component-list.ts";
import { rulesIn } from "../component-lists/automatic-assignment.ts";
import type { ComponentListRecord, ListedComponent } from "../component-lists/component-lists.ts";
import { address } from "./address.ts";

/** @param members of this list and of others */
export function representComponentList(
  list: ComponentListRecord,
  members: readonly ListedComponent[],
  origin: string,
): ComponentList {
  return {
    id: list.id,
    name: list.name,
    slug: list.slug,
    show_dashboard: list.show_dashboard === 1,
    components: members
      .filter((member) => member.list === list.id)
      .map(({ project, path }) => address.component(origin, project, path)),
    auto_assign: [...rulesIn(list.auto_assign)],
    url: address.componentList(origin, list.slug),
  };
}
