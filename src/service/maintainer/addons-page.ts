import { contract } from "../../contract/index.ts";
import type { Addon as ShownAddon } from "../../contract/resources/addon.ts";
import { csrfField, postButton, type Choice, type FieldProblems } from "../../http-api/form.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import type { AnyAddon } from "../addons/addon.ts";
import { setSecrets } from "../addons/installation.ts";
import { addons } from "../addons/registry.ts";
import { isStorableId } from "../http/hyperlink.ts";
import { notFound } from "../http/refusal.ts";
import { may, sees, seesComponent } from "../identity/permissions.ts";
import { pathOf } from "../pages/links.ts";
import { configurationFields, configurationProblems, membersOf, sentConfiguration } from "./addon-fields.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** What an add-on is for, as people decide by it. */
const purposes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    autotranslate: "Fills strings from other components or from memory, every day and after updates.",
    generic: "Removes strings from translation files that the base file no longer has.",
    languages: "Gives every component of the project the languages that any of them has.",
    generate: "Writes a file with statistics of each language into the repository.",
    linguas: "Keeps the LINGUAS file of gettext in step with the languages.",
    msgmerge: "Brings PO files in step with the POT after each update.",
    squash: "Makes few commits of many before they are pushed.",
    sort: "Keeps the keys of Java properties files in order.",
    comments: "Removes comments that are older than some days.",
    suggestions: "Removes suggestions that are older than some days, and that few voted for.",
    same_edit: "A new translation that is the source text needs editing.",
    source_edit: "A new source string needs editing.",
    target_edit: "A new translation needs editing.",
    webhook: "Tells another server of changes, signed as Standard Webhooks have it.",
  }),
);

/** What does work by itself in a project or a component: switched on, set and switched off. */
export const addonsPage: ManagementPage = {
  name: "addons",
  words: "Add-ons",
  of: ["project", "component"],
  isFor: (caller, { project, component }) =>
    component === undefined
      ? may(caller, project, "project.edit")
      : may(caller, { project, component }, "component.edit"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    try {
      return seeOther(`${manageAddress(addonsPage, place)}?done=${await done(management, place, form)}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, { form, refusal: error });
    }
  },
};

const doneWords = new Map([
  ["installed", "Switched on. It does its work for the first time now."],
  ["saved", "Saved. It does its work anew."],
  ["removed", "Switched off. What it did stays."],
  ["triggered", "It is at work."],
]);

async function done({ perform }: ManagementRequest, place: Managed, form: SentForm): Promise<string> {
  const id = form.text("id");
  switch (form.text("do")) {
    case "install": {
      const name = form.text("name");
      const addon = addons.get(name);
      const body = { name, configuration: addon === undefined ? {} : sentConfiguration(addon, form) };
      await (place.component === undefined
        ? perform(contract.projectAddons.create, parametersOf(place), { body })
        : perform(contract.componentAddons.create, parametersOf(place), { body }));
      return "installed";
    }
    case "save": {
      const { name } = await perform(contract.addons.get, { id });
      const addon = addons.get(name);
      if (addon === undefined) throw notFound();
      await perform(contract.addons.update, { id }, { body: { configuration: sentConfiguration(addon, form) } });
      return "saved";
    }
    case "remove":
      await perform(contract.addons.delete, { id });
      return "removed";
    case "trigger":
      await perform(contract.addons.trigger, { id });
      return "triggered";
    default:
      throw invalid(null, "This form asks for nothing that there is.");
  }
}

/** What the add-on does by itself where nothing else is set. */
function usualConfiguration({ configuration }: AnyAddon): Readonly<Record<string, unknown>> {
  const parsed = configuration.safeParse({});
  if (parsed.success && typeof parsed.data === "object") return { ...parsed.data };
  return {};
}

interface State {
  readonly form?: SentForm;
  readonly refusal?: Refusal;
}

async function shown(management: ManagementRequest, place: Managed, { form, refusal }: State): Promise<Response> {
  const { visitor, url } = management;
  const { project, component } = place;
  const here = manageAddress(addonsPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const installed = await installedAt(management, place);
  const wanted = [...addons.values()].filter(
    (addon) =>
      (addon.scope === "either" || addon.scope === (component === undefined ? "project" : "component")) &&
      (addon.multiple === true || !installed.some(({ name }) => name === addon.name)) &&
      (component === undefined || addon.unsuitable?.(component) === undefined),
  );
  const components = await componentsOf(management, place);
  const others = await otherComponents(management, components, installed);
  const secrets = await setSecrets(
    management.service.database,
    installed.map(({ id }) => id),
  );
  const problems = refusal === undefined ? {} : configurationProblems(refusal);
  const atFields = Object.keys(problems).length > 0 && !Object.hasOwn(problems, "");
  const frame = { here, csrf, components, others, secrets, sent: form, problems };
  const said = doneWords.get(url.searchParams.get("done") ?? "");
  return shownPage(management, place, {
    page: addonsPage.name,
    title: `Add-ons of ${component?.name ?? project.name}`,
    about:
      component === undefined
        ? "What does work by itself, in every component of the project."
        : "What does work by itself. Those of the project work here, too.",
    problems: refusal === undefined ? {} : atFields ? problems : problemsOf(refusal, []),
    ...(refusal !== undefined && { status: refusal.status }),
    ...(said !== undefined && { done: said }),
    content: html`<h2>Switched on</h2>
      ${installed.length === 0 ? html`<p class="soft">None.</p>` : installed.map((each) => installedAddon(each, frame))}
      <h2>To be switched on</h2>
      ${wanted.length === 0 ? html`<p class="soft">Every add-on that fits is switched on.</p>` : wanted.map((addon) => newAddon(addon, frame))}`,
  });
}

async function installedAt({ perform }: ManagementRequest, place: Managed): Promise<readonly ShownAddon[]> {
  const own =
    place.component === undefined
      ? (await perform(contract.projects.get, parametersOf(place))).url
      : (await perform(contract.components.get, parametersOf(place))).url;
  const found: ShownAddon[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await perform(
      contract.addons.list,
      {},
      { query: { page: String(page), page_size: "1000" } },
    );
    const at = ({ component, project }: ShownAddon) => (place.component === undefined ? project : component);
    found.push(...results.filter((each) => pathOf(at(each) ?? "") === pathOf(own)));
    if (next === null || next === undefined) return found;
  }
}

function purposeOf(name: string): string {
  return purposes.get(name.split(".").at(-1) ?? "") ?? "";
}

/** What the forms of the page have in common. */
interface Frame {
  readonly here: string;
  readonly csrf: string;
  readonly components: readonly Choice[];
  /** Components that add-ons name and that none may be given: id → words. */
  readonly others: ReadonlyMap<string, string>;
  /** Id of an add-on → names of its secrets that are set. */
  readonly secrets: ReadonlyMap<number, readonly string[]>;
  /** What was refused, and why. */
  readonly sent: SentForm | undefined;
  readonly problems: FieldProblems;
}

/** Components that the texts of others may come from: a restricted one is not for everybody. */
async function componentsOf({ service }: ManagementRequest, { project, component }: Managed): Promise<Choice[]> {
  const rows = await service.database
    .selectFrom("component")
    .select(["id", "name"])
    .where("project_id", "=", project.id)
    .where("restricted", "=", 0)
    .where("removing", "=", 0)
    .where("id", "!=", component?.id ?? 0)
    .orderBy("name")
    .execute();
  return rows.map(({ id, name }) => ({ value: String(id), words: name }));
}

/** Id of the component that a stored configuration names, "" where it names none. */
function componentNamed({ configuration: { component } }: ShownAddon): string {
  return typeof component === "number" ? String(component) : "";
}

/**
 * What add-ons name and no choice is: a form that lacked it would store another one, whatever field somebody meant to change.
 * An add-on takes no texts from there.
 * @returns id → words, with a name for who sees the component alone
 */
async function otherComponents(
  { service, caller }: ManagementRequest,
  offered: readonly Choice[],
  installed: readonly ShownAddon[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Set(["", ...offered.map(({ value }) => value)]);
  const ids = [...new Set(installed.map(componentNamed))].filter((id) => !known.has(id));
  if (ids.length === 0) return new Map();
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id as component", "component.name", "component.restricted", "component.removing"])
    .select(["project.id", "access_control"])
    .where("component.id", "in", [0, ...ids.filter(isStorableId).map(Number)])
    .execute();
  const found = new Map(
    rows.map((row) => {
      const { component: id, restricted, removing, name } = row;
      const component = { id, removing, settings: { restricted: restricted === 1 } };
      const isSeen = sees(caller, row) && seesComponent(caller, component);
      return [String(id), isSeen ? name : "a component that you may not see"];
    }),
  );
  return new Map(ids.map((id) => [id, `${found.get(id) ?? "a component that is gone"}: nothing is taken from it`]));
}

function installedAddon(
  shownAddon: ShownAddon,
  { here, csrf, components, others, secrets, sent, problems }: Frame,
): Markup {
  const { id, name, configuration } = shownAddon;
  const stored = componentNamed(shownAddon);
  const other = others.get(stored);
  const addon = addons.get(name);
  const title = addon?.title ?? name;
  const typed = sent?.text("do") === "save" && sent.text("id") === String(id) ? sent : undefined;
  const own = {
    id: `addon-${String(id)}`,
    values: typed === undefined || addon === undefined ? configuration : sentConfiguration(addon, typed),
    secrets: secrets.get(id) ?? [],
    components: other === undefined ? components : [...components, { value: stored, words: other }],
    problems: typed === undefined ? {} : problems,
  };
  const fields = addon === undefined ? "" : configurationFields(addon, own);
  const button = (words: string, order: string): Markup =>
    postButton({ action: here, csrf, words, about: title, manner: "plain", fields: { do: order, id: String(id) } });
  return html`<section class="card narrow" aria-label="${title}">
    <h3>${title}</h3>
    <p class="soft">${purposeOf(name)}</p>
    <form method="post" action="${here}">
      ${csrfField(csrf)} <input type="hidden" name="id" value="${id}" />
      ${fields}
      ${addon === undefined || membersOf(addon).length === 0 ? "" : html`<button name="do" value="save" class="second">Save</button>`}
    </form>
    <div class="actions">${button("Do it now", "trigger")} ${button("Switch off", "remove")}</div>
  </section>`;
}

function newAddon(addon: AnyAddon, { here, csrf, components, sent: form, problems }: Frame): Markup {
  const typed = form?.text("do") === "install" && form.text("name") === addon.name;
  const own = {
    id: `new-${addon.name}`,
    values: typed ? sentConfiguration(addon, form) : usualConfiguration(addon),
    secrets: [],
    components,
    problems: typed ? problems : {},
  };
  return html`<details class="more" ${typed ? html`open` : ""}>
    <summary>${addon.title}</summary>
    <form method="post" action="${here}" class="card narrow">
      ${csrfField(csrf)} <input type="hidden" name="name" value="${addon.name}" />
      <p class="soft">${purposeOf(addon.name)}</p>
      ${configurationFields(addon, own)}
      <button name="do" value="install" class="second">Switch it on</button>
    </form>
  </details>`;
}
