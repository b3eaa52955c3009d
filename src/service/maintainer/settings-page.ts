import { contract } from "../../contract/index.ts";
import { csrfField, type FieldProblems } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { may } from "../identity/permissions.ts";
import { pathOf } from "../pages/links.ts";
import { manageAddress, parametersOf, placeAddress, shownPage, taskIn, type ManagementPage } from "./pages.ts";
import { categoriesOf, categoryChoices } from "./categories-page.ts";
import {
  changedSettings,
  componentSections,
  projectSections,
  settingSection,
  type SettingSection,
} from "./setting-fields.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** What is set of a project or a component: all of a form is saved, or nothing of it. */
export const settingsPage: ManagementPage = {
  name: "settings",
  words: "Settings",
  of: ["project", "component"],
  isFor: (caller, { project, component }) =>
    component === undefined
      ? may(caller, project, "project.edit")
      : may(caller, { project, component }, "component.edit"),
  show: async (management, place) =>
    shown(management, place, { done: management.url.searchParams.get("done") ?? undefined }),
  submit: async (management, place, form) => {
    try {
      return await (form.text("do") === "remove" ? remove(management, place, form) : save(management, place, form));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      const fields = (await sectionsOf(management, place)).flatMap(({ fields: own }) => own.map(({ name }) => name));
      return shown(management, place, {
        form,
        problems: problemsOf(error, [...fields, "confirm"]),
        status: error.status,
      });
    }
  },
};

async function sectionsOf(management: ManagementRequest, place: Managed): Promise<readonly SettingSection[]> {
  if (place.component === undefined) return projectSections;
  const categories = await categoriesOf(management, place);
  if (categories.length === 0) return componentSections;
  const choices = categoryChoices(categories, "the project itself");
  const hint = "Every address of the component changes with it: links of others break.";
  return [
    { title: "Place", fields: [{ kind: "choice", name: "category", label: "In", hint, choices }] },
    ...componentSections,
  ];
}

async function save(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const changed = changedSettings(await sectionsOf(management, place), form);
  const body = changed["category"] === "" ? { ...changed, category: null } : changed;
  if (Object.keys(body).length === 0) return seeOther(`${manageAddress(settingsPage, place)}?done=nothing`);
  const { perform } = management;
  const { project, component } = place;
  if (component === undefined) {
    const { slug } = await perform(contract.projects.update, parametersOf(place), { body });
    return seeOther(`${manageAddress(settingsPage, { project: { ...project, slug } })}?done=saved`);
  }
  const saved = await perform(contract.components.update, parametersOf(place), { body });
  const path = decodeURIComponent(pathOf(saved.web_url)).split("/").slice(3, -1).join("/");
  return seeOther(`${manageAddress(settingsPage, { project, component: { ...component, path } })}?done=saved`);
}

/** Its name is typed by who removes it. */
async function remove(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const { perform } = management;
  const { project, component } = place;
  const slug = component?.path ?? project.slug;
  if (form.text("confirm").trim() !== slug) {
    const problems: FieldProblems = { confirm: `Type “${slug}” to remove it. Nothing was removed.` };
    return shown(management, place, { form, problems, status: 400 });
  }
  if (component !== undefined) {
    await perform(contract.components.delete, parametersOf(place));
    return seeOther(placeAddress({ project }));
  }
  taskIn(await perform(contract.projects.delete, parametersOf(place)));
  return seeOther("/");
}

interface State {
  readonly done?: string | undefined;
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  readonly status?: number;
}

async function shown(management: ManagementRequest, place: Managed, state: State): Promise<Response> {
  const { perform, visitor } = management;
  const { project, component } = place;
  const { done, form, problems = {}, status } = state;
  const values =
    component === undefined
      ? await perform(contract.projects.get, parametersOf(place))
      : await perform(contract.components.get, parametersOf(place));
  const sections = await sectionsOf(management, place);
  const here = manageAddress(settingsPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const typed = form?.text("do") === "remove" ? undefined : form;
  const slug = component?.path ?? project.slug;
  const words = done === "nothing" ? "Nothing was changed, so nothing was saved." : "Saved.";
  return shownPage(management, place, {
    page: settingsPage.name,
    title: `Settings of ${component?.name ?? project.name}`,
    problems,
    ...(done !== undefined && { done: words }),
    ...(status !== undefined && { status }),
    content: html`<form method="post" action="${here}">
        ${csrfField(csrf)} ${sections.map((section) => settingSection(section, { values, form: typed, problems }))}
        <button name="do" value="save">Save</button>
      </form>
      <form method="post" action="${here}" class="card narrow">
        <h2>Remove ${component === undefined ? "the project" : "the component"}</h2>
        ${csrfField(csrf)}
        <p>
          ${
            component === undefined
              ? "With all components, their clones, translations that nobody pushed, and the history. Nobody can bring it back."
              : "With its translations, what nobody pushed, and its history. Files in git stay. Nobody can bring it back."
          }
        </p>
        <div class="field">
          <label for="confirm">Type <code>${slug}</code> to remove it</label>
          <input
            id="confirm"
            name="confirm"
            autocomplete="off"
            ${problems["confirm"] === undefined ? "" : html`aria-invalid="true" aria-describedby="confirm-problem"`}
          />
          ${problems["confirm"] === undefined ? "" : html`<p class="problem" id="confirm-problem">${problems["confirm"]}</p>`}
        </div>
        <button name="do" value="remove" class="delete">Remove it</button>
      </form>`,
  });
}
