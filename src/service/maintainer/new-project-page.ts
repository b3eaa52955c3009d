import { contract } from "../../contract/index.ts";
import { csrfField, formProblem, input, select, textarea, type FieldProblems } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { mayGlobally } from "../identity/permissions.ts";
import { layout, pageAnswer } from "../pages/layout.ts";
import { MANAGE } from "./pages.ts";
import { problemsOf, seeOther, sentForm, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** Where a project is begun. */
export const NEW_PROJECT = `${MANAGE}new-project/`;

const fields = ["name", "slug", "web", "source_language", "instructions", "access_control"] as const;

export const visibilities = [
  { value: "0", words: "public: everybody sees it, and whoever signs in translates" },
  { value: "1", words: "protected: everybody sees it, its teams translate it" },
  { value: "100", words: "private: its teams see and translate it" },
  { value: "200", words: "custom: as the teams of the whole site say" },
];

/** Begins a project; its maker manages it. */
export async function answerNewProject(management: ManagementRequest): Promise<Response> {
  if (!mayGlobally(management.caller, "project.add")) throw denied("Can not create projects");
  if (management.request.method !== "POST") return shown(management, undefined, {}, 200);
  const form = await sentForm(management);
  const body = Object.fromEntries(
    fields.map((name) => [name, form.text(name).trim()] as const).filter(([, value]) => value !== ""),
  );
  try {
    const { slug } = await management.perform(contract.projects.create, {}, { body });
    return seeOther(`${MANAGE}new-component/${slug}/`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shown(management, form, problemsOf(error, fields), error.status);
  }
}

function shown(
  { service, visitor }: ManagementRequest,
  form: SentForm | undefined,
  problems: FieldProblems,
  status: number,
): Response {
  const field = (name: (typeof fields)[number], label: string, hint: string, value = "") => ({
    name,
    label,
    hint,
    value: form?.text(name) ?? value,
    problem: problems[name],
  });
  const text = layout({
    title: "New project",
    site: service.settings.siteTitle,
    visitor,
    crumbs: [],
    content: html`<h1>New project</h1>
      <p class="soft">
        A project holds the components of one program. You manage it; you can change all of this later.
      </p>
      ${formProblem(problems)}
      <form method="post" action="${NEW_PROJECT}" class="card narrow">
        ${csrfField(visitor.signedIn?.csrf ?? "")}
        ${input({ ...field("name", "Name", "As people read it."), required: true })}
        ${input({ ...field("slug", "Name in addresses", "Letters, numbers, - and _."), required: true, placeholder: "shop" })}
        ${input({ ...field("web", "Web site", "Where translators read what the program is."), required: true, placeholder: "https://" })}
        ${input(field("source_language", "Language of the source texts", "Its code.", "en"))}
        ${select({ ...field("access_control", "Who sees it", "", "0"), choices: visibilities })}
        ${textarea(field("instructions", "Instructions for translators", "Shown on the project's page."))}
        <button>Make the project</button>
      </form>`,
  });
  return pageAnswer(text, status);
}
