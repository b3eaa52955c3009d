import type { RepositoryOperation } from "../../contract/resources/repository.ts";
import { inTransaction } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { alertsOf, type Alert } from "../clone/alerts.ts";
import { operationPermission } from "../clone/repository-access.ts";
import { operate, type Outcome } from "../clone/repository-operations.ts";
import { allOf, operateInBackground } from "../clone/repository-task.ts";
import { commitSoon } from "../jobs/clone-jobs.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";

/** A repository that components of a project live in. */
interface ProjectRepository {
  readonly clone: number;
  /** The component it belongs to, which may be another project's. */
  readonly owner: ComponentRecord;
  readonly ownerProject: ProjectRecord;
  /** Components of this project in it that the caller sees, as `project/path`. */
  readonly names: readonly string[];
}

async function repositoriesOf(service: Service, { project, caller }: ProjectOperation): Promise<ProjectRepository[]> {
  const { database } = service;
  const own = await database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project.id)
    .orderBy("id")
    .execute();
  const ownerIds = own.map((component) => component.linked_component_id ?? component.id);
  const owners = await database
    .selectFrom("component")
    .selectAll()
    .where("id", "in", [0, ...ownerIds])
    .orderBy("id")
    .execute();
  const projects = await database
    .selectFrom("project")
    .selectAll()
    .where("id", "in", [0, ...owners.map((owner) => owner.project_id)])
    .execute();
  return owners.flatMap((owner) => {
    const ownerProject = projects.find(({ id }) => id === owner.project_id);
    if (ownerProject === undefined) return [];
    const names = own
      .filter((row) => row.clone_id === owner.clone_id && seesComponent(caller, componentRecord(row)))
      .map(({ path }) => `${project.slug}/${path}`);
    return [{ clone: owner.clone_id, owner: componentRecord(owner), ownerProject, names }];
  });
}

/** How a repository stands, as of the last look. */
export interface RepositoryStanding {
  /** Components of the project in it that the caller sees, as `project/path`. */
  readonly names: readonly string[];
  /** Strings that wait for a commit. */
  readonly pending: number;
  /** Commits that upstream lacks, and that are missing here. */
  readonly ahead: number;
  readonly behind: number;
  /** How many of its components are locked. */
  readonly locked: number;
  /** Whether commits are pushed from here. */
  readonly pushes: boolean;
  /** By the component that they are of. */
  readonly alerts: readonly { readonly name: string; readonly alerts: readonly Alert[] }[];
}

/** The repositories of a project's components that the caller sees, in the order in which they were made. */
export async function projectRepositories(
  service: Service,
  place: ProjectOperation,
): Promise<readonly RepositoryStanding[]> {
  const { database } = service;
  const repositories = (await repositoriesOf(service, place)).filter(({ names }) => names.length > 0);
  const ids = [0, ...repositories.map(({ clone }) => clone)];
  const clones = await database
    .selectFrom("clone")
    .select(["id", "repo", "ahead", "behind"])
    .where("id", "in", ids)
    .execute();
  const components = await database
    .selectFrom("component")
    .select(["id", "clone_id", "locked", "path"])
    .where("clone_id", "in", ids)
    .where("project_id", "=", place.project.id)
    .execute();
  const waiting = await database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select((row) => ["component.clone_id", row.fn.sum<number>("translation.pending").as("pending")])
    .where("component.clone_id", "in", ids)
    .groupBy("component.clone_id")
    .execute();
  return Promise.all(
    repositories.map(async ({ clone, owner, names }) => {
      const { repo = "", ahead = 0, behind = 0 } = clones.find(({ id }) => id === clone) ?? {};
      const own = components.filter(({ clone_id: id }) => id === clone);
      const seen = own.filter(({ path }) => names.includes(`${place.project.slug}/${path}`));
      return {
        names,
        pending: waiting.find(({ clone_id: id }) => id === clone)?.pending ?? 0,
        ahead,
        behind,
        locked: own.filter(({ locked }) => locked === 1).length,
        pushes: repo !== "" && owner.settings.push !== "",
        alerts: (
          await Promise.all(seen.map(async ({ id, path }) => ({ name: path, alerts: await alertsOf(database, id) })))
        ).filter((each) => each.alerts.length > 0),
      };
    }),
  );
}

export type ProjectOutcome = {
  readonly result: boolean;
  readonly detail?: string;
  readonly included_components: string[];
  readonly skipped_components: string[];
  readonly permission_blockers: string[];
};

interface ProjectOperation {
  readonly project: ProjectRecord;
  readonly caller: Caller;
}

/** Repositories of a project in which the caller may do an operation, and what is left out. */
interface ChosenRepositories {
  readonly allowed: readonly ProjectRepository[];
  readonly names: Pick<ProjectOutcome, "included_components" | "skipped_components" | "permission_blockers">;
}

/** The permission counts where a repository belongs to. @throws 403 where the caller may in none */
async function chooseRepositories(
  service: Service,
  place: ProjectOperation,
  operation: RepositoryOperation,
): Promise<ChosenRepositories> {
  const { project, caller } = place;
  const permission = operationPermission(operation);
  const [allowed, others] = partition(await repositoriesOf(service, place), ({ owner, ownerProject }) =>
    may(caller, { project: ownerProject, component: owner }, permission),
  );
  if (allowed.length === 0 && (others.length > 0 || !may(caller, project, permission))) throw denied();
  const seen = others.filter(({ owner, ownerProject }) => sees(caller, ownerProject) && seesComponent(caller, owner));
  return {
    allowed,
    names: {
      included_components: allowed.flatMap(({ names }) => names),
      skipped_components: others.flatMap(({ names }) => names),
      permission_blockers: seen.map(nameOfOwner),
    },
  };
}

function nameOfOwner({ owner, ownerProject }: ProjectRepository): string {
  return `${ownerProject.slug}/${owner.path}`;
}

/** The same as `operateProject` as a task. @returns its id @throws 403 */
export async function operateProjectInBackground(
  service: Service,
  place: ProjectOperation,
  operation: RepositoryOperation,
): Promise<string> {
  const { allowed } = await chooseRepositories(service, place, operation);
  return operateInBackground(service, {
    operation,
    targets: allowed.map((repository) => ({ clone: repository.clone, name: nameOfOwner(repository) })),
    user: place.caller.user?.id,
    project: place.project.id,
  });
}

/**
 * Does an operation in every repository of the project in which the caller may do it.
 * @returns whether all of them succeeded
 * @throws 403 where the caller may in none, 423 where one was busy: the others are done then
 */
export async function operateProject(
  service: Service,
  place: ProjectOperation,
  operation: RepositoryOperation,
): Promise<ProjectOutcome> {
  const { allowed, names } = await chooseRepositories(service, place, operation);
  const outcomes: Outcome[] = [];
  let busy: Refusal | undefined;
  for (const repository of allowed) {
    const target = { clone: repository.clone, name: nameOfOwner(repository), user: place.caller.user?.id };
    try {
      outcomes.push(await operate(service, operation, target));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 423) throw error;
      busy = error;
    }
  }
  if (busy !== undefined) throw busy;
  return { ...allOf(outcomes), ...names };
}

function partition<Item>(items: readonly Item[], isIn: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isIn), items.filter((item) => !isIn(item))];
}

/** Whether every component is locked; a project without components is not. */
export async function isProjectLocked(service: Service, project: ProjectRecord): Promise<boolean> {
  const rows = await service.database
    .selectFrom("component")
    .select("locked")
    .where("project_id", "=", project.id)
    .where("removing", "=", 0)
    .execute();
  return rows.length > 0 && rows.every(({ locked }) => locked === 1);
}

/** Locks or unlocks all components of a project. Locking commits what waits (facts §3). */
export async function lockProject(
  service: Service,
  project: ProjectRecord,
  lock: boolean,
  user: number | undefined,
): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    const rows = await queries
      .selectFrom("component")
      .select(["id", "clone_id"])
      .where("project_id", "=", project.id)
      .where("removing", "=", 0)
      .where("locked", "=", lock ? 0 : 1)
      .orderBy("id")
      .execute();
    await queries
      .updateTable("component")
      .set({ locked: lock ? 1 : 0, auto_locked: 0 })
      .where("id", "in", [0, ...rows.map(({ id }) => id)])
      .execute();
    await record(
      service,
      queries,
      rows.map(({ id }) => ({
        action: lock ? action.componentLocked : action.componentUnlocked,
        project: project.id,
        component: id,
        user,
        details: { auto: false },
      })),
    );
    if (!lock) return;
    for (const clone of new Set(rows.map((row) => row.clone_id))) await commitSoon(service, clone, queries);
  });
}
