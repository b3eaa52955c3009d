import { contract } from "../../contract/index.ts";
import { csrfField, input, postButton } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { may } from "../identity/permissions.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type ManagedComponent, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** The other projects that a component is shown in. */
export const sharedPage: ManagementPage<ManagedComponent> = {
  name: "shared",
  words: "Shown in",
  of: ["component"],
  isFor: (caller, { project, component }) => may(caller, { project, component }, "component.edit"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    const { perform } = management;
    const slug = form.text("project_slug").trim();
    try {
      await (form.text("do") === "remove"
        ? perform(contract.components.unlink, { ...parametersOf(place), project_slug: slug })
        : perform(contract.components.link, parametersOf(place), { body: { project_slug: slug } }));
      return seeOther(manageAddress(sharedPage, place));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, { form, refusal: error });
    }
  },
};

interface State {
  readonly form?: SentForm;
  readonly refusal?: Refusal;
}

async function shown(
  management: ManagementRequest,
  place: ManagedComponent,
  { form, refusal }: State,
): Promise<Response> {
  const { perform, visitor } = management;
  const { results } = await perform(contract.components.links, parametersOf(place), { query: { page_size: "200" } });
  const here = manageAddress(sharedPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const problems = refusal === undefined ? {} : problemsOf(refusal, ["project_slug"]);
  return shownPage(management, place, {
    page: sharedPage.name,
    title: `Where ${place.component.name} is shown besides`,
    about:
      "Another project can show this component among its own: it stays one component, with one repository. Whoever may not see it here does not see it there either.",
    problems,
    ...(refusal !== undefined && { status: refusal.status }),
    content: html`${
        results.length === 0
          ? html`<p class="soft">In no other project.</p>`
          : html`<ul class="rows">
              ${results.map(
                ({ slug, name }) =>
                  html`<li>
                    <a href="/projects/${slug}/" dir="auto">${name}</a>
                    ${postButton({ action: here, csrf, words: "Show it there no more", about: name, manner: "plain", fields: { do: "remove", project_slug: slug } })}
                  </li>`,
              )}
            </ul>`
      }
      <form method="post" action="${here}" class="card narrow">
        <h2>Show it in another project</h2>
        ${csrfField(csrf)}
        ${input({ name: "project_slug", label: "Name of the project in addresses", value: form?.text("project_slug"), required: true, hint: "One that you manage, too.", problem: problems["project_slug"] })}
        <button name="do" value="add" class="second">Show it there</button>
      </form>`,
  });
}
