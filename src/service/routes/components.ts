import { contract } from "../../contract/index.ts";
import { formatFor } from "../../formats/registry.ts";
import { action } from "../actions.ts";
import { record } from "../change-log.ts";
import { listChanges } from "../changes.ts";
import { assertFiles, assertPresent, removeComponent, settingsIn } from "../component-creation.ts";
import { loadClone } from "../component-clone.ts";
import { componentRecord, type ComponentSettings } from "../component-settings.ts";
import { Gallery } from "../gallery.ts";
import { addLanguage } from "../language-addition.ts";
import { countOf, paged, statisticsPageSizes } from "../paging.ts";
import { demand, may } from "../permissions.ts";
import { withClone } from "../reconciliation.ts";
import { denied, invalid } from "../refusal.ts";
import { commitAll, operate } from "../repository-operations.ts";
import { operationPermission, statusPermissions } from "../repository-access.ts";
import { assertBranch, assertRepository, publicRepository } from "../repository-path.ts";
import { repositoryStatus } from "../repository-status.ts";
import { address } from "../representation/address.ts";
import { representTranslationStatistics } from "../representation/translation.ts";
import { route } from "../route.ts";
import { scanClone } from "../scan.ts";
import { recentChanges } from "../statistics.ts";
import { componentArchive, componentFile } from "../stored-files.ts";
import { visibleComponent, visibleProjects } from "../visible.ts";

/** An answer shows addresses without what is secret; who sends one back as it was shown means the one that is there. */
function withSecrets(sent: Partial<ComponentSettings>, known: ComponentSettings): Partial<ComponentSettings> {
  const whole = { ...sent };
  for (const name of ["repo", "push"] as const) {
    if (sent[name] === publicRepository(known[name])) whole[name] = known[name];
  }
  return whole;
}

/** Settings that say where the clone comes from: another clone is another component. */
const fixedSettings = ["vcs", "repo", "branch"] as const;

export const componentRoutes = [
  route(contract.components.list, async (call) => {
    const { service, caller, url } = call;
    const components = service.database
      .selectFrom("component")
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))]);
    return paged(
      { url },
      () => countOf(components),
      async (limit, offset) => {
        const rows = await components.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).components(rows.map(componentRecord));
      },
    );
  }),
  route(contract.components.get, async (call) => {
    const { component } = await visibleComponent(call.service, call.caller, call.parameters);
    return new Gallery(call).component(component);
  }),
  route(contract.components.update, async (call) => {
    const { service, caller, parameters, body } = call;
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "component.edit");
    const sent = withSecrets(settingsIn(body), component.settings);
    for (const name of fixedSettings) {
      if (sent[name] !== undefined && sent[name] !== component.settings[name]) {
        throw invalid(name, "The repository of a component can not be changed: create another component.");
      }
    }
    for (const name of ["slug", "category", "source_language"] as const) {
      if (body[name] !== undefined && !(name === "slug" && body.slug === component.slug)) {
        throw invalid(name, "It can not be changed once the component is there: create another component.");
      }
    }
    if (sent.push !== undefined && sent.push !== "") assertRepository("push", sent.push);
    if (sent.push_branch !== undefined && sent.push_branch !== "") assertBranch("push_branch", sent.push_branch);
    const settings = { ...component.settings, ...sent };
    const format = formatFor(settings.file_format);
    if (format === undefined) {
      throw invalid("file_format", `"${settings.file_format}" is not a valid choice.`, "invalid_choice");
    }
    assertFiles(settings, format.kind);
    await withClone(service, component.clone_id, component.path, async ({ clone }) => {
      assertPresent(settings, await clone.files());
      await service.database.transaction().execute(async (queries) => {
        await queries
          .updateTable("component")
          .set({ name: body.name ?? component.name, settings: JSON.stringify(settings) })
          .where("id", "=", component.id)
          .execute();
        const about = { project: project.id, component: component.id, user: caller.user?.id };
        await record(service, queries, [{ ...about, action: action.componentSettingChanged }]);
      });
      // Read again, for the settings decide which files there are and what they say.
      await scanClone(service, await loadClone(service, component.clone_id), {
        everything: true,
        user: caller.user?.id,
      });
    });
    const changed = await visibleComponent(service, caller, parameters);
    return new Gallery(call).component(changed.component);
  }),
  route(contract.components.delete, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "component.edit");
    await removeComponent(service, component, caller.user?.id);
    return undefined;
  }),
  route(contract.components.changes, async (call) => {
    const { project, component } = await visibleComponent(call.service, call.caller, call.parameters);
    return listChanges(call, { projects: [project.id], component: component.id });
  }),
  route(contract.components.lock, async ({ service, caller, parameters }) => {
    const { component } = await visibleComponent(service, caller, parameters);
    return { locked: component.locked === 1 };
  }),
  route(contract.components.setLock, async ({ service, caller, parameters, body }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "component.lock");
    const wanted = body.lock ? 1 : 0;
    if (component.locked !== wanted) {
      await service.database.transaction().execute(async (queries) => {
        await queries
          .updateTable("component")
          .set({ locked: wanted, auto_locked: 0 })
          .where("id", "=", component.id)
          .execute();
        await record(service, queries, [
          {
            action: body.lock ? action.componentLocked : action.componentUnlocked,
            project: project.id,
            component: component.id,
            user: caller.user?.id,
            details: { auto: false },
          },
        ]);
      });
      // Whoever locks wants to see what is there: nothing waits behind the lock (facts §3).
      if (body.lock) {
        await withClone(service, component.clone_id, component.path, (target) =>
          commitAll(service, target, caller.user?.id),
        );
      }
    }
    return { locked: body.lock };
  }),
  route(contract.components.repository, async ({ service, caller, parameters, origin }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, ...statusPermissions);
    const url = `${address.component(origin, project.slug, component.path)}repository/`;
    return repositoryStatus(service, component, url);
  }),
  route(contract.components.operate, async ({ service, caller, parameters, body }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, operationPermission(body.operation));
    return operate(service, body.operation, {
      clone: component.clone_id,
      name: `${project.slug}/${component.path}`,
      user: caller.user?.id,
    });
  }),
  route(contract.components.monolingualBase, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "translation.download");
    return componentFile(service, component, component.settings.template, caller.user?.id);
  }),
  route(contract.components.newTemplate, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "translation.download");
    return componentFile(service, component, component.settings.new_base, caller.user?.id);
  }),
  route(contract.components.file, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, project, "translation.download");
    return componentArchive(service, project, [component], {
      user: caller.user?.id,
      name: `${project.slug}-${component.path.replaceAll("/", "-")}`,
    });
  }),
  route(contract.components.translations, async (call) => {
    const { service, caller, parameters, url } = call;
    const { component } = await visibleComponent(service, caller, parameters);
    const translations = service.database.selectFrom("translation").where("component_id", "=", component.id);
    return paged(
      { url },
      () => countOf(translations),
      async (limit, offset) => {
        const rows = await translations.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).translations(rows, false);
      },
    );
  }),
  route(contract.components.addTranslation, async (call) => {
    const { service, caller, parameters, body } = call;
    const { project, component } = await visibleComponent(service, caller, parameters);
    if (!may(caller, project, "translation.add")) throw denied("Can not create translation");
    if (body.language_code === undefined || body.language_code === "") {
      throw invalid("language_code", "Missing 'language_code' parameter");
    }
    if (body.from_component !== undefined && body.from_component.length > 0) {
      throw invalid("from_component", "Automatic translation from other components is not available yet.");
    }
    const added = await addLanguage(service, component, body.language_code, caller.user?.id);
    const translation = await new Gallery(call).translation(added, false);
    return { data: translation, result: translation };
  }),
  route(contract.components.statistics, async (call) => {
    const { service, caller, parameters, url, origin } = call;
    const { component } = await visibleComponent(service, caller, parameters);
    const translations = service.database.selectFrom("translation").where("component_id", "=", component.id);
    return paged(
      { url, sizes: statisticsPageSizes },
      () => countOf(translations),
      async (limit, offset) => {
        const rows = await translations.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        const recent = await recentChanges(service, rows);
        const parts = await new Gallery(call).translationParts(rows);
        return parts.map((part) => representTranslationStatistics(part, recent.get(part.translation.id) ?? 0, origin));
      },
    );
  }),
];
