import type { Selectable } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { MemoryTable } from "../../store/tables.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { withoutMark } from "../components/given-up-name.ts";
import { seesEverything, type Caller } from "../identity/permissions.ts";
import { hiddenComponents } from "../identity/visible.ts";
import type { Service } from "../service.ts";

/** Whoever asks without a person: an add-on. */
export const nobody: Caller = { user: undefined, scope: undefined, grants: [] };

/** What entries that came from a component's strings have as their origin: it stays, whatever address the component gets. */
export function originKey({ id, memory_key: key }: Pick<ComponentRecord, "id" | "memory_key">): string {
  return key === "" ? String(id) : key;
}

/**
 * Origins of entries that are not for the caller: those of restricted components that they do not see, and of those that are gone, which
 * nobody is named for any more.
 * @param own of a component whose texts are for it all the same
 */
export async function hiddenOrigins(service: Service, caller: Caller, own?: number): Promise<readonly string[]> {
  if (seesEverything(caller)) return [];
  const hidden = (await hiddenComponents(service, caller)).filter((id) => id !== own);
  const gone = await service.database.selectFrom("former_origin").select("key").where("name", "=", NO_NAME).execute();
  const rows = await service.database
    .selectFrom("component")
    .select(["id", "memory_key"])
    .where("id", "in", [0, ...hidden])
    .execute();
  return [...rows.map(originKey), ...gone.map(({ key }) => key)];
}

/** Of a restricted component that is gone. */
const NO_NAME = "";

type EntryOrigin = Pick<Selectable<MemoryTable>, "origin" | "from_file">;

/**
 * Says where entries come from: `project/component` as it is now, of a component that is gone as it was then, or the name of an uploaded
 * file.
 */
export async function originNames(
  queries: Queries,
  entries: readonly EntryOrigin[],
): Promise<(entry: EntryOrigin) => string> {
  const keys = [...new Set(entries.filter((entry) => entry.from_file === 0).map(({ origin }) => origin))];
  if (keys.length === 0) return ({ origin }) => origin;
  const ids = keys.filter((key) => /^\d+$/.test(key)).map(Number);
  const former = await queries.selectFrom("former_origin").selectAll().where("key", "in", keys).execute();
  const components = await queries
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id", "component.memory_key", "component.path", "project.slug"])
    .where((component) =>
      component.or([component("component.id", "in", [0, ...ids]), component("component.memory_key", "in", keys)]),
    )
    .execute();
  const names = new Map(former.filter(({ name }) => name !== NO_NAME).map(({ key, name }) => [key, name]));
  for (const component of components) {
    names.set(originKey(component), `${withoutMark(component.slug)}/${withoutMark(component.path)}`);
  }
  return ({ origin, from_file: fromFile }) => (fromFile === 1 ? origin : (names.get(origin) ?? origin));
}

/** Before a component goes: what it brought says where it came from, or is for nobody who was not to see it. */
export async function keepOrigin(queries: Queries, component: ComponentRecord): Promise<void> {
  const { slug } = await queries
    .selectFrom("project")
    .select("slug")
    .where("id", "=", component.project_id)
    .executeTakeFirstOrThrow();
  await queries
    .insertInto("former_origin")
    .values({
      key: originKey(component),
      name: component.settings.restricted ? NO_NAME : `${withoutMark(slug)}/${component.path}`,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}
