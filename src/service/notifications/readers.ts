import { batches } from "../../store/bulk.ts";
import type { Service } from "../service.ts";
import { callerOf } from "../identity/identity.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import { profileOf } from "../identity/profile.ts";
import { scope, type Kind } from "./kinds.ts";
import type { News, Reader } from "./recipients.ts";

/** Somebody who may be told, with what they may see. */
export interface KnownReader extends Reader {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Whether what it is about exists for them. */
  mayHear(news: News): boolean;
}

interface Protection {
  readonly projects: ReadonlyMap<number, { readonly id: number; readonly access_control: number }>;
  readonly restricted: ReadonlySet<number>;
  /** Components that are there for nobody. */
  readonly removed: ReadonlySet<number>;
}

/** Active people with an address that is not refused, who subscribed to one of the kinds. @param only of these users alone */
export async function readersOf(
  service: Service,
  kinds: readonly Kind[],
  only?: readonly number[],
): Promise<KnownReader[]> {
  if (kinds.length === 0) return [];
  const { database } = service;
  const rows = await database
    .selectFrom("subscription")
    .innerJoin("user", "user.id", "subscription.user_id")
    .leftJoin("refused_address as refused", (join) =>
      join.onRef("refused.user_id", "=", "user.id").onRef("refused.email", "=", "user.email"),
    )
    .selectAll("subscription")
    .select(["user.username", "user.full_name", "user.email", "user.profile"])
    .where("subscription.notification", "in", kinds)
    .where("user.is_active", "=", 1)
    .where("user.is_bot", "=", 0)
    .where("user.email", "<>", "")
    .where("refused.user_id", "is", null)
    .$if(only !== undefined, (query) => query.where("user.id", "in", [0, ...(only ?? [])]))
    .orderBy("user.id")
    .execute();
  const protection = await protectionOf(service);
  const users = Map.groupBy(rows, ({ user_id: user }) => user);
  const found: KnownReader[] = [];
  for (const [id, subscriptions] of users) {
    const [first] = subscriptions;
    if (first === undefined) continue;
    const caller = needsRights(subscriptions, protection) ? await callerOf(service, id) : undefined;
    found.push(readerOf(id, first, subscriptions, protection, caller));
  }
  return found;
}

/** What is public is seen by everybody: nobody's teams are asked for it. */
function needsRights(subscriptions: Reader["subscriptions"], { projects, restricted }: Protection): boolean {
  const isProtected = [...projects.values()].some((project) => !isOpen(project));
  return isProtected || restricted.size > 0 || subscriptions.some((row) => row.scope === scope.administered);
}

/** Whether it exists for whoever asks. */
const isOpen = (project: { readonly id: number; readonly access_control: number }): boolean =>
  sees({ user: undefined, scope: undefined, grants: [] }, project);

async function protectionOf({ database }: Service): Promise<Protection> {
  const projects = await database.selectFrom("project").select(["id", "access_control"]).execute();
  const components = await database
    .selectFrom("component")
    .select(["id", "restricted", "removing"])
    .where((is) => is.or([is("restricted", "=", 1), is("removing", "!=", 0)]))
    .execute();
  const idsWhere = (column: "restricted" | "removing") =>
    new Set(components.filter((component) => component[column] !== 0).map(({ id }) => id));
  return {
    projects: new Map(projects.map((project) => [project.id, project])),
    restricted: idsWhere("restricted"),
    removed: idsWhere("removing"),
  };
}

function readerOf(
  id: number,
  user: { readonly username: string; readonly full_name: string; readonly email: string; readonly profile: string },
  subscriptions: Reader["subscriptions"],
  { projects, restricted, removed }: Protection,
  caller: Caller | undefined,
): KnownReader {
  const { languages, watched } = profileOf(user.profile);
  const seesIt = (project: number, component: number | null): boolean => {
    const known = projects.get(project);
    // Removed meanwhile.
    if (known === undefined || (component !== null && removed.has(component))) return false;
    if (isOpen(known) && (component === null || !restricted.has(component))) return true;
    if (caller === undefined || !sees(caller, known)) return false;
    return (
      component === null ||
      seesComponent(caller, { id: component, removing: 0, settings: { restricted: restricted.has(component) } })
    );
  };
  return {
    id,
    username: user.username,
    fullName: user.full_name === "" ? user.username : user.full_name,
    email: user.email,
    languages,
    watched,
    subscriptions,
    administers: (project) => {
      const known = projects.get(project);
      return known !== undefined && caller !== undefined && may(caller, known, "project.edit");
    },
    mayHear: ({ project, component }) => project === null || seesIt(project, component),
  };
}

/** Rows by their ids, however many. */
export async function byId<Row extends { readonly id: number }>(
  ids: readonly (number | null)[],
  read: (batch: number[]) => Promise<readonly Row[]>,
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const found = new Map<number, Row>();
  for (const batch of batches(wanted)) for (const row of await read(batch)) found.set(row.id, row);
  return found;
}
