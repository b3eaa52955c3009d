import type { Selectable } from "kysely";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { loadClone, markClone } from "../clone/component-clone.ts";
import { commitPending } from "../clone/pending.ts";
import { withClone } from "../clone/reconciliation.ts";
import { assertBranch, assertRepository, publicRepository } from "../clone/repository-path.ts";
import { invalid } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import { waitForTask } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { assertNoLanguage, assertPresent, type ComponentFields } from "./component-creation.ts";
import { completeRepository, homeFor, isLink, neighbours, removeHome, type Home } from "./component-home.ts";
import { assertFree, categoryPath } from "./component-place.ts";
import { languageNamed } from "./language.ts";
import { passOn } from "./component-removal.ts";
import { startScan } from "./component-scan.ts";
import { componentById, settingsIn, type ComponentRecord, type ComponentSettings } from "./component-settings.ts";
import { assertSettings } from "./settings-faults.ts";
import { refreshVariants } from "../units/variants.ts";

export interface ComponentChange {
  readonly project: Selectable<ProjectTable>;
  readonly component: ComponentRecord;
  readonly fields: ComponentFields;
  /** Null: out of its category; undefined: where it is. */
  readonly category: number | null | undefined;
  readonly caller: Caller;
}

/** Settings that say which files there are, how they are read, and what their strings are checked for. */
const fileSettings = [
  "filemask",
  "template",
  "new_base",
  "intermediate",
  "file_format",
  "file_format_params",
  "language_regex",
  "edit_template",
  "check_flags",
  "enforced_checks",
  "allow_translation_propagation",
] as const;

/** Settings that say where the clone comes from. */
const homeSettings = ["vcs", "repo", "branch"] as const;

/** What a change of a component comes to, decided before anything is done. */
interface Plan {
  readonly next: ComponentRecord;
  /** Settings that differ. */
  readonly changed: ReadonlySet<keyof ComponentSettings>;
}

/**
 * Changes a component: its settings, its address, its repository. Files are read anew where the change decides what they say.
 * @throws 400 on the field that is wrong; nothing has changed then
 */
export async function changeComponent(service: Service, change: ComponentChange): Promise<ComponentRecord> {
  const plan = await planOf(service, change);
  if (homeSettings.some((name) => plan.changed.has(name))) {
    await changeHome(service, change, plan);
  } else if (fileSettings.some((name) => plan.changed.has(name))) {
    await changeFiles(service, change, plan);
  } else {
    await inTransaction(service.database, (queries) => store(service, queries, change, plan));
    if (plan.changed.has("variant_regex")) await refreshVariants(service, plan.next);
  }
  return componentById(service, change.component.id);
}

/** What waits was meant for the files as they were named until now, so it is committed first. */
async function changeFiles(service: Service, change: ComponentChange, plan: Plan): Promise<void> {
  const { component, caller } = change;
  const task = await withClone(service, component.clone_id, component.path, async (target) => {
    assertPresent(plan.next.settings, await target.clone.files());
    await commitPending(service, target, { user: caller.user?.id });
    return inTransaction(service.database, (queries) => storeAndScan(service, queries, change, plan));
  });
  await waitForTask(service, task);
}

async function storeAndScan(service: Service, queries: Queries, change: ComponentChange, plan: Plan): Promise<string> {
  await store(service, queries, change, plan);
  return startScan(service, queries, { component: change.component.id, first: false, user: change.caller.user?.id });
}

async function planOf(service: Service, { project, component, fields, category }: ComponentChange): Promise<Plan> {
  if (fields.source_language !== undefined) {
    const language = await languageNamed(service.database, "source_language", fields.source_language);
    if (language.id !== component.source_language_id) {
      const detail = "Source language can not be changed, please recreate the component instead.";
      throw invalid("source_language", detail);
    }
  }
  const sent = await meant(service, component, settingsIn(fields));
  const settings: ComponentSettings = { ...component.settings, ...sent };
  assertSettings(settings, component.settings);
  if (sent.push !== undefined && sent.push !== "") await assertRepository(service, "push", sent.push);
  if (sent.push_branch !== undefined && sent.push_branch !== "") assertBranch("push_branch", sent.push_branch);
  const slug = fields.slug ?? component.slug;
  const inCategory = category === undefined ? component.category_id : category;
  const path = [...(await categoryPath(service, project.id, inCategory ?? undefined)), slug].join("/");
  const name = fields.name ?? component.name;
  const next = { ...component, name, slug, path, category_id: inCategory, settings };
  const changed = new Set(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- settings have these members and no others
    (Object.keys(settings) as (keyof ComponentSettings)[]).filter(
      (setting) => JSON.stringify(settings[setting]) !== JSON.stringify(component.settings[setting]),
    ),
  );
  await assertMovable(service.database, component, next);
  if (changed.has("intermediate")) await assertNoLanguage(service.database, next);
  return { next, changed };
}

/** @throws 400 where the new name or address is somebody else's */
async function assertMovable(queries: Queries, component: ComponentRecord, next: ComponentRecord): Promise<void> {
  if (next.path === component.path && next.name === component.name) return;
  const { project_id: project, category_id: category, name, path } = next;
  await assertFree(queries, { project, category, name, path, component: component.id });
}

/**
 * An answer shows addresses without what is secret, and of a component that shares a clone those of the clone's owner: who
 * sends one back as it was shown means the one that is there.
 */
async function meant(
  service: Service,
  component: ComponentRecord,
  sent: Partial<ComponentSettings>,
): Promise<Partial<ComponentSettings>> {
  const { linked_component_id: ownerId, settings: own } = component;
  const shown = ownerId === null ? own : (await componentById(service, ownerId)).settings;
  const whole: Partial<ComponentSettings> & Record<string, unknown> = { ...sent };
  for (const name of ["repo", "push", "branch", "push_branch", "vcs"] as const) {
    const isShown = sent[name] === shown[name] || sent[name] === publicRepository(shown[name]);
    if (sent[name] !== undefined && isShown) Object.assign(whole, { [name]: own[name] });
  }
  return whole;
}

/** Writes name, address and settings, and what of it people want to find in the history. */
async function store(service: Service, queries: Queries, change: ComponentChange, plan: Plan): Promise<void> {
  const { component } = change;
  const { next } = plan;
  // Somebody may have been quicker.
  await assertMovable(queries, component, next);
  const { numUpdatedRows } = await queries
    .updateTable("component")
    .set({
      name: next.name,
      slug: next.slug,
      path: next.path,
      category_id: next.category_id,
      settings: JSON.stringify(next.settings),
      restricted: next.settings.restricted ? 1 : 0,
    })
    .where("id", "=", component.id)
    // One that was removed meanwhile has given its name up.
    .where("removing", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
  await record(service, queries, happenings(change, plan));
}

function happenings({ project, component, caller }: ComponentChange, { next, changed }: Plan): Happening[] {
  const about = { project: project.id, component: component.id, user: caller.user?.id };
  const list: Happening[] = [];
  if (next.slug !== component.slug) {
    list.push({ ...about, action: action.componentRenamed, old: component.slug, target: next.slug });
  } else if (next.name !== component.name) {
    list.push({ ...about, action: action.componentRenamed, old: component.name, target: next.name });
  }
  if (next.category_id !== component.category_id) {
    list.push({ ...about, action: action.componentMoved, old: component.path, target: next.path });
  }
  const told = { license: action.licenseChanged, agreement: action.agreementChanged };
  for (const name of ["license", "agreement"] as const) {
    if (!changed.has(name)) continue;
    list.push({ ...about, action: told[name], old: component.settings[name], target: next.settings[name] });
  }
  const others = [...changed].filter((name) => name !== "license" && name !== "agreement");
  if (others.length > 0) list.push({ ...about, action: action.componentSettingChanged, details: { settings: others } });
  return list;
}

/**
 * Lets a component live in another clone: of another repository or branch, or another component's. Those that share its
 * clone come along. The old clone stays as it is until everything has moved.
 */
async function changeHome(service: Service, change: ComponentChange, plan: Plan): Promise<void> {
  const { component, project, caller } = change;
  const { settings } = plan.next;
  const owns = component.linked_component_id === null;
  if (owns) await assertNothingUnpushed(service, component, homeAttribute(plan));
  if (!owns && settings.repo === "") {
    throw invalid(homeAttribute(plan), "It is that of the component whose repository this one shares.");
  }
  await completeRepository(service, settings);
  const request = { project, caller, share: isLink(settings.repo), component: component.id };
  const home = await homeFor(service, request, settings);
  if (home.clone === component.clone_id) {
    await inTransaction(service.database, (queries) => store(service, queries, change, plan));
    return;
  }
  try {
    const task = await service.locks.hold(component.clone_id, component.path, () =>
      moveTo(service, change, plan, home),
    );
    await waitForTask(service, task);
  } catch (error) {
    const now = await componentById(service, component.id);
    if (home.owner === undefined && now.clone_id !== home.clone) await removeHome(service, home.clone);
    throw error;
  }
}

function homeAttribute({ changed }: Plan): string {
  return homeSettings.find((name) => name !== "vcs" && changed.has(name)) ?? "vcs";
}

/** Commits that upstream lacks would be gone with the clone. @throws 400 */
async function assertNothingUnpushed(service: Service, component: ComponentRecord, field: string): Promise<void> {
  const { ahead } = await service.database
    .selectFrom("clone")
    .select("ahead")
    .where("id", "=", component.clone_id)
    .executeTakeFirstOrThrow();
  if (ahead === 0) return;
  throw invalid(field, `The repository has ${String(ahead)} commits that were not pushed: push or reset it first.`);
}

/** @returns the task that reads the files in the new clone */
async function moveTo(service: Service, change: ComponentChange, plan: Plan, home: Home): Promise<string> {
  const { component } = change;
  const owned = component.linked_component_id === null;
  // Those that share a repository follow it to its new place; where it is given up for a share, they keep it.
  const follow = owned && home.owner === undefined;
  const { task, left } = await service.locks.hold(home.clone, plan.next.path, async () => {
    const target = await loadClone(service, home.clone);
    assertPresent(plan.next.settings, await target.clone.files());
    return inTransaction(service.database, async (queries) => {
      const others = await neighbours(queries, component);
      if (owned && !follow) await passOn(queries, component);
      await queries
        .updateTable("component")
        .set({ clone_id: home.clone })
        .where("id", "in", follow ? [component.id, ...others] : [component.id])
        .execute();
      await queries
        .updateTable("component")
        .set({ linked_component_id: home.owner ?? null })
        .where("id", "=", component.id)
        .execute();
      const stay = follow ? [] : others;
      // A start after a crash removes a clone that nobody lives in.
      if (stay.length === 0) await markClone(queries, component.clone_id, true);
      return { task: await storeAndScan(service, queries, change, plan), left: stay };
    });
  });
  if (left.length === 0) await removeHome(service, component.clone_id);
  return task;
}
