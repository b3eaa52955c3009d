import { inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { validationRefusal } from "../http/validation.ts";
import type { Service } from "../service.ts";
import type { AddonRecord, AnyAddon } from "./addon.ts";
import { knownAddons } from "./known-addons.ts";
import { addons } from "./registry.ts";
import { enqueueRun } from "./runs.ts";

type Configuration = Readonly<Record<string, unknown>>;

/** Where an add-on is installed: a component, or a project with all its components. */
export interface AddonPlace {
  readonly project: ProjectRecord;
  readonly component?: ComponentRecord | undefined;
}

/** Installs an add-on, which then does its work for the first time. @throws 400 */
export async function installAddon(
  service: Service,
  place: AddonPlace,
  wanted: { readonly name: string; readonly configuration?: Configuration | undefined },
  user: number | undefined,
): Promise<AddonRecord> {
  const addon = addonNamed(wanted.name);
  assertSuitable(addon, place);
  const configuration = await checked(service, addon, wanted.configuration ?? {});
  const { project, component } = place;
  return inTransaction(service.database, async (queries) => {
    if (addon.multiple !== true && (await isInstalled(queries, addon.name, place))) {
      throw invalid("name", `Add-on already installed: ${addon.name}`);
    }
    const row = await queries
      .insertInto("addon")
      .values({
        name: addon.name,
        component_id: component?.id ?? null,
        project_id: component === undefined ? project.id : null,
        configuration: JSON.stringify(configuration),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(service, queries, { addon: row, project: project.id, user, action: action.addonInstalled });
    await enqueueRun(service, row.id, queries);
    return row;
  });
}

/** Gives an add-on another configuration; secrets that are not sent stay. @throws 400 */
export async function configureAddon(
  service: Service,
  { addon: row, project }: { readonly addon: AddonRecord; readonly project: number },
  sent: Configuration,
  user: number | undefined,
): Promise<AddonRecord> {
  const addon = addonNamed(row.name);
  const old: Configuration = JSON.parse(row.configuration);
  const kept = (addon.secrets ?? []).filter((name) => sent[name] === undefined && old[name] !== undefined);
  const configuration = await checked(service, addon, {
    ...sent,
    ...Object.fromEntries(kept.map((name) => [name, old[name]])),
  });
  return inTransaction(service.database, async (queries) => {
    const changed = await queries
      .updateTable("addon")
      .set({ configuration: JSON.stringify(configuration) })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(service, queries, { addon: row, project, user, action: action.addonChanged });
    await enqueueRun(service, row.id, queries);
    return changed;
  });
}

export async function removeAddon(
  service: Service,
  { addon, project }: { readonly addon: AddonRecord; readonly project: number },
  user: number | undefined,
): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    await queries.deleteFrom("addon").where("id", "=", addon.id).execute();
    await note(service, queries, { addon, project, user, action: action.addonRemoved });
  });
}

/** A configuration as answers show it. */
export function shownConfiguration({ name, configuration }: AddonRecord): Record<string, unknown> {
  const whole: Configuration = JSON.parse(configuration);
  const secrets = addons.get(name)?.secrets ?? [];
  return Object.fromEntries(Object.entries(whole).filter(([member]) => !secrets.includes(member)));
}

/** Which secrets add-ons have, which no answer shows: id → names. */
export async function setSecrets(
  queries: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("addon")
    .select(["id", "name", "configuration"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, name, configuration }) => {
      const whole: Configuration = JSON.parse(configuration);
      return [id, (addons.get(name)?.secrets ?? []).filter((each) => (whole[each] ?? "") !== "")];
    }),
  );
}

function addonNamed(name: string): AnyAddon {
  const addon = addons.get(name);
  if (addon !== undefined) return addon;
  if (knownAddons.has(name)) {
    throw invalid("name", `The add-on "${name}" is not provided by this server.`);
  }
  throw invalid("name", `Add-on not found: ${name}`);
}

function assertSuitable(addon: AnyAddon, { component }: AddonPlace): void {
  if (component === undefined && addon.scope === "component") {
    throw invalid("name", `The add-on "${addon.name}" is for components, not for projects.`);
  }
  if (component !== undefined && addon.scope === "project") {
    throw invalid("name", `The add-on "${addon.name}" is for projects, not for components.`);
  }
  const reason = component === undefined ? undefined : addon.unsuitable?.(component);
  if (reason !== undefined) throw invalid("name", `could not enable add-on ${addon.name}, not compatible: ${reason}`);
}

async function checked(service: Service, addon: AnyAddon, sent: Configuration): Promise<unknown> {
  const result = addon.configuration.safeParse(sent);
  if (result.success) {
    const reason = await addon.notHere?.(service, result.data);
    if (reason !== undefined) throw invalid("configuration", reason);
    return result.data;
  }
  const refusal = validationRefusal(result.error, sent);
  const errors = refusal.errors.map(({ field, detail }) => ({
    code: "invalid",
    detail: field === null ? detail : `Error in parameter ${field}: ${detail}`,
    field: "configuration",
  }));
  throw new Refusal(400, errors);
}

async function isInstalled(queries: Queries, name: string, { project, component }: AddonPlace): Promise<boolean> {
  const named = queries.selectFrom("addon").select("id").where("name", "=", name);
  const here =
    component === undefined
      ? named.where("project_id", "=", project.id)
      : named.where("component_id", "=", component.id);
  return (await here.executeTakeFirst()) !== undefined;
}

interface AddonHappening {
  readonly addon: AddonRecord;
  readonly project: number;
  readonly user: number | undefined;
  readonly action: number;
}

async function note(service: Service, queries: Queries, happening: AddonHappening): Promise<void> {
  const { addon, project, user, action: code } = happening;
  await record(service, queries, [
    {
      action: code,
      project,
      component: addon.component_id ?? undefined,
      user,
      target: addon.name,
      details: { addon: addon.name },
    },
  ]);
}
