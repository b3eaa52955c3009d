import type { Selectable } from "kysely";
import type { HookAnswer } from "../../contract/resources/hook.ts";
import type { ComponentTable, ProjectTable } from "../../store/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { sees, seesComponent, type Caller } from "../identity/permissions.ts";
import { address } from "../representation/address.ts";
import type { Service } from "../service.ts";
import { pullSoon } from "../jobs/clone-jobs.ts";
import type { PushNotification } from "./notification.ts";
import { PullPace } from "./pull-pace.ts";
import { canonicalRepository } from "./repository-address.ts";

type Project = Pick<Selectable<ProjectTable>, "id" | "slug" | "enable_hooks" | "access_control">;
type Component = Pick<Selectable<ComponentTable>, "id" | "path" | "clone_id" | "project_id">;

/** A component whose repository may have changed. */
export interface UpdateTarget {
  readonly project: Project;
  readonly component: Component;
}

interface HookCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

/**
 * Finds the components that live in the repository and pulls them. Only components the caller sees are named in the answer:
 * hooks come without a token, and the name of a private project is nobody's business.
 */
export async function takeNotification(
  { service, caller, origin }: HookCall,
  notification: PushNotification,
): Promise<HookAnswer> {
  const wanted = new Set(notification.repositories.map(canonicalRepository));
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("clone", "clone.id", "component.clone_id")
    .innerJoin("project", "project.id", "component.project_id")
    .select([
      "component.id",
      "component.path",
      "component.clone_id",
      "component.project_id",
      "component.restricted",
      "clone.repo",
      "clone.branch",
      "project.slug",
      "project.enable_hooks",
      "component.removing",
      "project.access_control",
    ])
    .where("clone.repo", "!=", "")
    .where("component.removing", "=", 0)
    .orderBy("component.id")
    .execute();
  const known = rows.filter(({ repo }) => wanted.has(canonicalRepository(repo)));
  const { branches } = notification;
  const onBranch = known.filter((row) => branches.length === 0 || branches.includes(row.branch));
  const enabled = onBranch.filter((row) => row.enable_hooks === 1);
  const match = {
    repository_matches: known.length,
    branch_matches: onBranch.length,
    enabled_hook_matches: enabled.length,
  };
  if (enabled.length === 0) {
    return { status: "failure", message: "No matching repositories found!", match_status: match };
  }
  const targets = enabled.map((row): UpdateTarget => ({ project: { ...row, id: row.project_id }, component: row }));
  await triggerUpdate(service, targets, {
    repository: notification.name,
    branch: branches.length === 0 ? null : branches.join(", "),
  });
  const visible = enabled.filter(
    (row) =>
      sees(caller, { ...row, id: row.project_id }) &&
      seesComponent(caller, { ...row, settings: { restricted: row.restricted === 1 } }),
  );
  const names = visible.map(({ slug, path }) => `${slug}/${path}`);
  return {
    status: "success",
    message: names.length === 0 ? "Update triggered" : `Update triggered: ${names.join(", ")}`,
    match_status: match,
    updated_components: visible.map(({ slug, path }) => address.component(origin, slug, path)),
  };
}

/**
 * Notes the notification on each component, and has each clone pulled once, after the answer. Where one that is to come sees this
 * push as well, there is nothing to note: whoever floods fills no log and sends nobody to the repository's host without end.
 */
export async function triggerUpdate(
  service: Service,
  targets: readonly UpdateTarget[],
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const pace = paceOf(service);
  const due = new Map<number, Date>();
  for (const clone of new Set(targets.map(({ component }) => component.clone_id))) {
    const time = pace.nextPull(clone, service.clock.now());
    if (time !== undefined) due.set(clone, time);
  }
  const noted = targets.filter(({ component }) => due.has(component.clone_id));
  if (noted.length === 0) return;
  try {
    await inTransaction(service.database, async (queries) => {
      const happenings = noted.map(({ project, component }) => ({
        action: action.hookReceived,
        project: project.id,
        component: component.id,
        details,
      }));
      await record(service, queries, happenings);
      for (const [clone, runAfter] of due) {
        await pullSoon(service, clone, queries, runAfter);
      }
    });
  } catch (error) {
    for (const [clone, pull] of due) pace.takeBack(clone, pull);
    throw error;
  }
}

const paces = new WeakMap<Service["database"], PullPace>();

function paceOf({ database }: Service): PullPace {
  const known = paces.get(database) ?? new PullPace();
  paces.set(database, known);
  return known;
}
