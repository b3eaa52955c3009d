import { contract } from "../../contract/index.ts";
import type { Category } from "../../contract/resources/category.ts";
import { csrfField, input, select, type Choice, type FieldProblems } from "../../http-api/form.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { may } from "../identity/permissions.ts";
import { pathOf } from "../pages/links.ts";
import { count } from "./operations.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

const fields = ["name", "slug", "category"] as const;

/** The tree that the components of a project may be put into. */
export const categoriesPage: ManagementPage = {
  name: "categories",
  words: "Categories",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.edit"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    try {
      return seeOther(`${manageAddress(categoriesPage, place)}?done=${await done(management, place, form)}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, {
        form,
        problems: problemsOf(error, [...fields, "confirm"]),
        status: error.status,
      });
    }
  },
};

const doneWords = new Map([
  ["made", "The category is made. Components are put into it in their settings, or as they are added."],
  ["changed", "Changed. The addresses of what is in it changed with its name and its place."],
  ["removed", "Removed, with all that was in it."],
]);

async function done(management: ManagementRequest, place: Managed, form: SentForm): Promise<string> {
  const { perform } = management;
  const { slug: project } = place.project;
  const parent = form.text("category");
  const body = {
    name: form.text("name").trim(),
    slug: form.text("slug").trim(),
    project: `/api/projects/${project}/`,
    category: parent === "" ? null : parent,
  };
  if (form.text("do") === "add") {
    await perform(contract.categories.create, {}, { body });
    return "made";
  }
  const known = (await categoriesOf(management, place)).find(({ id }) => String(id) === form.text("id"));
  if (known === undefined) throw notFound();
  const at = { id: String(known.id) };
  if (form.text("do") === "change") {
    await perform(contract.categories.update, at, { body });
    return "changed";
  }
  if (form.text("do") !== "remove") throw invalid(null, "This form asks for nothing that there is.");
  if (form.text("confirm").trim() !== known.slug)
    throw invalid("confirm", `Type “${known.slug}” to remove it. Nothing was removed.`);
  await perform(contract.categories.delete, at);
  return "removed";
}

/** Categories of a project, each below the one it is in. */
export async function categoriesOf({ perform }: ManagementRequest, place: Managed): Promise<readonly Category[]> {
  const { results } = await perform(contract.projects.categories, parametersOf(place), {
    query: { page_size: "1000" },
  });
  return results.toSorted((one, other) => pathOf(one.web_url).localeCompare(pathOf(other.web_url), "en"));
}

/** `web / frontend` */
export function categoryChoices(categories: readonly Category[], none: string): readonly Choice[] {
  const byAddress = new Map(categories.map((each) => [each.url, each]));
  const wayTo = ({ name, category }: Category): string => {
    const parent = byAddress.get(category ?? "");
    return parent === undefined ? name : `${wayTo(parent)} / ${name}`;
  };
  return [{ value: "", words: none }, ...categories.map((each) => ({ value: each.url, words: wayTo(each) }))];
}

interface State {
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  readonly status?: number;
}

async function shown(
  management: ManagementRequest,
  place: Managed,
  { form, problems = {}, status }: State,
): Promise<Response> {
  const { perform, url, visitor } = management;
  const categories = await categoriesOf(management, place);
  const { results: components } = await perform(contract.projects.components, parametersOf(place), {
    query: { page_size: "1000" },
  });
  const here = manageAddress(categoriesPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const said = doneWords.get(url.searchParams.get("done") ?? "");
  const of = form?.text("id") ?? "";
  const fieldsOf = (id: string, { name, slug, category }: Pick<Category, "name" | "slug" | "category">): Markup => {
    const typed = form !== undefined && form.text("do") !== "remove" && of === id;
    const value = (field: (typeof fields)[number], stored: string): string => (typed ? form.text(field) : stored);
    const problem = (field: string) => (typed ? { problem: problems[field] } : {});
    const others = categories.filter((each) => String(each.id) !== id);
    return html`${input({ name: "name", id: `name-${id}`, label: "Name", value: value("name", name), required: true, ...problem("name") })}
    ${input({ name: "slug", id: `slug-${id}`, label: "Name in addresses", value: value("slug", slug), required: true, ...problem("slug") })}
    ${select({ name: "category", id: `category-${id}`, label: "In", value: value("category", category ?? ""), choices: categoryChoices(others, "the project itself"), ...problem("category") })}`;
  };
  return shownPage(management, place, {
    page: categoriesPage.name,
    title: `Categories of ${place.project.name}`,
    about: "Components may be put into categories, at most three deep. Their addresses have the category in them.",
    problems,
    ...(status !== undefined && { status }),
    ...(said !== undefined && { done: said }),
    content: html`${
        categories.length === 0
          ? html`<p class="soft">No category yet: all components stand in the project itself.</p>`
          : categories.map((category) => {
              const id = String(category.id);
              const inside = components.filter((each) => each.category === category.url).length;
              return html`<details class="more" ${of === id ? html`open` : ""}>
                <summary>
                  ${categoryChoices(categories, "").find(({ value }) => value === category.url)?.words}
                  <span class="soft">${count(inside, "component")}</span>
                </summary>
                <form method="post" action="${here}" class="card narrow">
                  ${csrfField(csrf)} <input type="hidden" name="id" value="${id}" /> ${fieldsOf(id, category)}
                  <button name="do" value="change" class="second">Change it</button>
                </form>
                <form method="post" action="${here}" class="card narrow">
                  ${csrfField(csrf)} <input type="hidden" name="id" value="${id}" />
                  <p>
                    With the categories and components in it, their translations and what nobody pushed. Nobody can
                    bring it back.
                  </p>
                  ${input({ name: "confirm", id: `confirm-${id}`, label: `Type “${category.slug}” to remove it`, problem: of === id ? problems["confirm"] : undefined })}
                  <button name="do" value="remove" class="delete">Remove it</button>
                </form>
              </details>`;
            })
      }
      <form method="post" action="${here}" class="card narrow">
        <h2>New category</h2>
        ${csrfField(csrf)} ${fieldsOf("", { name: "", slug: "", category: null })}
        <button name="do" value="add" class="second">Make it</button>
      </form>`,
  });
}
