import { contract } from "../../contract/index.ts";
import { csrfField, input, type FieldProblems } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { isMonolingual } from "../files/component-files.ts";
import { denied } from "../http/refusal.ts";
import { anyLanguage, may } from "../identity/permissions.ts";
import { visibleTranslation } from "../identity/visible.ts";
import { amount, bar } from "../pages/bar.ts";
import { count } from "./operations.ts";
import { manageAddress, parametersOf, placeAddress, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type ManagedComponent, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** The languages of a component: added, and removed with what gets lost shown before. */
export const languagesPage: ManagementPage<ManagedComponent> = {
  name: "languages",
  words: "Languages",
  of: ["component"],
  isFor: (caller, { project, component }) =>
    may(caller, { project, component, language: anyLanguage }, "translation.add", "translation.delete"),
  show: async (management, place) => {
    const code = management.url.searchParams.get("remove");
    if (code !== null) return confirmation(management, place, code, false);
    const added = management.url.searchParams.get("added");
    const removed = management.url.searchParams.get("removed");
    const done =
      removed === null ? undefined : `${removed} is removed, its file with it. Git’s history still has both.`;
    return shown(management, place, { done: added === null ? done : addedWords(place, added) });
  },
  submit: async (management, place, form) =>
    form.text("do") === "remove" ? remove(management, place, form) : add(management, place, form),
};

function addedWords({ project, component }: ManagedComponent, code: string): Content {
  const address = `${placeAddress({ project, component })}${encodeURIComponent(code)}/`;
  return html`Added, its file is committed. <a href="${address}">Translate into ${code}</a>`;
}

/** Who may add a language, and what it is made of. */
function rule({ settings }: ComponentRecord, mayManage: boolean): string {
  const base = isMonolingual(settings)
    ? "Its file begins empty: the strings are those of the base file."
    : settings.new_base === ""
      ? "No file can be made: “Template for new languages” of the component is empty. Set it, or bring the file by git."
      : `Its file begins as a copy of ${settings.new_base}, without translations.`;
  const who = {
    add: "Whoever may add languages does it at once.",
    existing:
      "Translators add languages that the project has elsewhere; others are added by who manages the component.",
    contact: "Translators ask; who manages the component adds languages.",
    url: "Translators read the project’s page on how to ask; who manages the component adds languages.",
    none: "Only who manages the component adds languages.",
  }[settings.new_lang];
  return `${who ?? ""} ${base}${mayManage ? " The rule stands in the component’s settings." : ""}`;
}

interface ShownLanguages {
  readonly done?: Content;
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  readonly status?: number;
}

async function shown(
  management: ManagementRequest,
  place: ManagedComponent,
  { done, form, problems = {}, status }: ShownLanguages,
): Promise<Response> {
  const { caller, perform, service, visitor } = management;
  const { project, component } = place;
  const { results } = await perform(contract.components.translations, parametersOf(place), {
    query: { page_size: "1000" },
  });
  const known = new Set(results.map(({ language }) => language.code));
  const languages = await service.database
    .selectFrom("language")
    .select(["id", "code", "name"])
    .orderBy("name")
    .execute();
  const mayAdd = may(caller, { project, component, language: anyLanguage }, "translation.add");
  const here = manageAddress(languagesPage, place);
  const mayRemove = (code: string): boolean => {
    const language = languages.find((each) => each.code === code);
    return language !== undefined && may(caller, { project, component, language }, "translation.delete");
  };
  return shownPage(management, place, {
    page: languagesPage.name,
    title: `Languages of ${component.name}`,
    problems,
    ...(done !== undefined && { done }),
    ...(status !== undefined && { status }),
    content: html`<div class="table">
        <table class="strings">
          <thead>
            <tr>
              <th>Language</th>
              <th>Translated</th>
              <th>Plural forms</th>
              <th>File</th>
              <th><span class="hidden">Remove</span></th>
            </tr>
          </thead>
          <tbody>
            ${results.map(({ language: { code, name, plural }, is_source, translated, fuzzy, total, filename }) => {
              const isSource = is_source === true;
              return html`<tr>
                <td>
                  <a href="${placeAddress({ project, component })}${encodeURIComponent(code)}/">${name}</a>
                  <span class="soft">${code}</span>
                </td>
                <td>${isSource ? "source" : bar(translated, fuzzy ?? 0, total)}</td>
                <td>${plural?.number ?? 1} <code>${plural?.formula ?? ""}</code></td>
                <td><code>${filename}</code></td>
                <td>
                  ${isSource || !mayRemove(code) ? "" : html`<a href="${here}?remove=${encodeURIComponent(code)}">Remove…<span class="hidden"> ${name}</span></a>`}
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      ${
        !mayAdd
          ? ""
          : html`<h2>Add a language</h2>
              <p class="soft">${rule(component, may(caller, { project, component }, "component.edit"))}</p>
              ${component.locked === 1 ? html`<p>The component is locked: unlock it first.</p>` : ""}
              <form method="post" action="${here}" class="card narrow">
                ${csrfField(visitor.signedIn?.csrf ?? "")}
                ${languageInput(
                  {
                    name: "language_code",
                    label: "Language",
                    value: form?.text("language_code") ?? "",
                    hint: "Its code: cs, pt_BR, zh_Hans.",
                    problem: problems["language_code"],
                  },
                  languages.filter(({ code }) => !known.has(code)),
                )}
                <button name="do" value="add">Add it</button>
              </form>`
      }`,
  });
}

/** A code, offered with the languages that there are. */
export function languageInput(
  field: Parameters<typeof input>[0],
  languages: readonly Pick<LanguageRecord, "code" | "name">[],
): Markup {
  const list = `languages-of-${field.name}`;
  return html`${input({ ...field, list })}
    <datalist id="${list}">
      ${languages.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}
    </datalist>`;
}

async function add(management: ManagementRequest, place: ManagedComponent, form: SentForm): Promise<Response> {
  const code = form.text("language_code").trim();
  try {
    await management.perform(contract.components.addTranslation, parametersOf(place), {
      body: { language_code: code },
    });
    return seeOther(`${manageAddress(languagesPage, place)}?added=${encodeURIComponent(code)}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shown(management, place, { form, problems: problemsOf(error, ["language_code"]), status: error.status });
  }
}

/** What goes with a language, as the confirmation says it and the yes repeats it. */
async function losses({ perform }: ManagementRequest, place: ManagedComponent, code: string): Promise<string> {
  const parameters = { ...parametersOf(place), language: code };
  const {
    translated,
    fuzzy,
    have_suggestion: suggestions,
    have_comment: comments,
  } = await perform(contract.translations.get, parameters);
  const { count: pending } = await perform(contract.translations.units, parameters, {
    query: { q: "is:pending", page_size: "1" },
  });
  const parts = [
    ...(pending === 0 ? [] : [`${count(pending, "text")} that nobody committed: git never had them`]),
    ...((suggestions ?? 0) === 0 ? [] : [`suggestions for ${count(suggestions ?? 0, "string")}`]),
    ...((comments ?? 0) === 0 ? [] : [`comments on ${count(comments ?? 0, "string")}`]),
    `${amount(translated)} translated and ${amount(fuzzy)} unfinished strings, which git’s history keeps`,
  ];
  return parts.join("; ");
}

async function confirmation(
  management: ManagementRequest,
  place: ManagedComponent,
  code: string,
  hasChanged: boolean,
): Promise<Response> {
  const { service, caller, visitor } = management;
  const { language, translation } = await visibleTranslation(service, caller, {
    ...parametersOf(place),
    language: code,
  });
  if (!may(caller, { ...place, language }, "translation.delete")) throw denied();
  const lost = await losses(management, place, code);
  const here = manageAddress(languagesPage, place);
  return shownPage(management, place, {
    page: "",
    title: `Remove ${language.name}?`,
    status: hasChanged ? 409 : 200,
    problems: hasChanged
      ? { "": "Since you were asked, something was saved. Nothing was removed: read it once more." }
      : {},
    content: html`<p>Its file <code>${translation.filename}</code> is deleted by a commit of its own.</p>
      <div class="flash bad">
        <p><b>This goes with it:</b></p>
        <p>${lost}.</p>
      </div>
      <form method="post" action="${here}" class="decide">
        ${csrfField(visitor.signedIn?.csrf ?? "")} <input type="hidden" name="language" value="${code}" />
        <input type="hidden" name="lost" value="${lost}" />
        <button name="do" value="remove" class="delete">Remove ${language.name}</button>
        <a href="${here}">No, keep it</a>
      </form>`,
  });
}

async function remove(management: ManagementRequest, place: ManagedComponent, form: SentForm): Promise<Response> {
  const code = form.text("language");
  if ((await losses(management, place, code)) !== form.text("lost"))
    return confirmation(management, place, code, form.has("lost"));
  await management.perform(contract.translations.delete, { ...parametersOf(place), language: code });
  return seeOther(`${manageAddress(languagesPage, place)}?removed=${encodeURIComponent(code)}`);
}
