import { contract } from "../../contract/index.ts";
import { csrfField, fileInput, input, postButton, select, type FieldProblems } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { idIn } from "../http/hyperlink.ts";
import { notFound, required } from "../http/refusal.ts";
import type { UploadedFile } from "../http/request-body.ts";
import { anyLanguage, may, type Caller } from "../identity/permissions.ts";
import { unitPlace, visibleTranslation } from "../identity/visible.ts";
import { assertMayShow, imageAnswer, visibleScreenshot, type VisibleScreenshot } from "../screenshots/screenshots.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type ManagedComponent, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** Strings that a search for one offers. */
const FOUND = 20;
const PAGE_SIZE = "100";
const doneWords: ReadonlyMap<string, string> = new Map([
  ["added", "Added. Say which strings it shows."],
  ["saved", "Saved."],
  ["shows", "It shows one string more."],
  ["hides", "It shows one string less."],
  ["removed", "Removed, with its picture."],
]);

/** Pictures of the program, each with the strings that are seen on it: translators have them beside these strings. */
export const screenshotsPage: ManagementPage<ManagedComponent> = {
  name: "screenshots",
  words: "Screenshots",
  of: ["component"],
  isFor: mayLookAfter,
  show: async (management, place) => {
    const { searchParams } = management.url;
    const id = searchParams.get("screenshot");
    if (id === null) return list(management, place, {});
    const screenshot = await screenshotIn(management, place, id);
    if (searchParams.has("image")) return imageAnswer(management.service, screenshot);
    return one(management, place, screenshot, {});
  },
  submit: async (management, place, form) => {
    const id = form.text("screenshot");
    const screenshot = id === "" ? undefined : await screenshotIn(management, place, id);
    try {
      return await done(management, place, form, screenshot);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      const refused = { form, refusal: error };
      return screenshot === undefined ? list(management, place, refused) : one(management, place, screenshot, refused);
    }
  },
};

/** In any of the languages: what somebody may do with one screenshot, its own language says. */
function mayLookAfter(caller: Caller, { project, component }: ManagedComponent): boolean {
  const at = { project, component, language: anyLanguage } as const;
  return may(caller, at, "screenshot.add", "screenshot.edit", "screenshot.delete");
}

/** @throws 404 for one of another component */
async function screenshotIn(
  { service, caller }: ManagementRequest,
  { component }: ManagedComponent,
  id: string,
): Promise<VisibleScreenshot> {
  const found = await visibleScreenshot(service, caller, id);
  if (found.component.id !== component.id) throw notFound();
  return found;
}

function addressOf(place: ManagedComponent, query: Readonly<Record<string, string>>): string {
  return `${manageAddress(screenshotsPage, place)}?${new URLSearchParams(query).toString()}`;
}

/** What the forms of both pages do. */
async function done(
  management: ManagementRequest,
  place: ManagedComponent,
  form: SentForm,
  screenshot: VisibleScreenshot | undefined,
): Promise<Response> {
  const { perform } = management;
  const of = contract.screenshots;
  if (screenshot === undefined) return added(management, place, form);
  const id = String(screenshot.screenshot.id);
  const back = (words: string): Response => seeOther(addressOf(place, { screenshot: id, done: words }));
  const unit = form.text("unit");
  switch (form.text("do")) {
    case "name":
      await perform(of.edit, { id }, { body: { name: form.text("name").trim() } });
      return back("saved");
    case "replace":
      await perform(of.upload, { id }, { files: { image: imageIn(form) } });
      return back("saved");
    case "show":
      await perform(of.addUnit, { id }, { body: { unit_id: unit } });
      return back("shows");
    case "hide":
      await perform(of.removeUnit, { id, unit });
      return back("hides");
    case "remove":
      await perform(of.delete, { id });
      return seeOther(addressOf(place, { done: "removed" }));
    default:
      throw notFound();
  }
}

async function added(management: ManagementRequest, place: ManagedComponent, form: SentForm): Promise<Response> {
  const { perform, service, caller } = management;
  const code = form.text("language");
  const language = (await languagesFor(management, place)).find((each) => each.code === code);
  if (language === undefined) throw invalid("language_code", "Choose one of the languages below.");
  const unit = form.text("unit");
  if (unit !== "") {
    const translation = await visibleTranslation(service, caller, {
      project: place.project.slug,
      component: place.component.path,
      language: code,
    });
    // Before there is a screenshot: who is refused sends the form again, and wants one of it.
    await assertMayShow(service, caller, translation, unit);
  }
  const { id } = await perform(
    contract.screenshots.create,
    {},
    {
      body: {
        name: form.text("name").trim(),
        project_slug: place.project.slug,
        component_slug: place.component.path,
        language_code: code,
      },
      files: { image: imageIn(form) },
    },
  );
  if (unit !== "") await perform(contract.screenshots.addUnit, { id: String(id) }, { body: { unit_id: unit } });
  return seeOther(addressOf(place, { screenshot: String(id), done: "added" }));
}

/** @throws 400 where none was chosen */
function imageIn(form: SentForm): UploadedFile {
  const file = form.file("file");
  if (file === undefined) throw required("file");
  return file;
}

interface Refused {
  readonly form?: SentForm;
  readonly refusal?: Refusal;
}

/** What is wrong with the picture stands at the field that takes it. */
function problemsIn({ refusal }: Refused): FieldProblems {
  if (refusal === undefined) return {};
  const {
    image,
    unit_id: unit,
    ...others
  } = problemsOf(refusal, ["name", "file", "image", "language_code", "unit_id"]);
  return {
    ...others,
    ...(image !== undefined && { file: image }),
    ...(unit !== undefined && { "": "The string is gone, or the screenshot cannot show it: find another." }),
  };
}

interface Picture {
  readonly id: number;
  readonly name: string;
  /** As it is stored. */
  readonly file: string;
}

function picture(place: ManagedComponent, { id, name, file }: Picture): Markup {
  const address = addressOf(place, { screenshot: String(id), image: file });
  return html`<figure class="picture">
    <a href="${address}"><img src="${address}" alt="${`Screenshot: ${name}`}" loading="lazy" /></a>
  </figure>`;
}

async function list(management: ManagementRequest, place: ManagedComponent, refused: Refused): Promise<Response> {
  const { perform, service, url } = management;
  const { component } = place;
  const page = url.searchParams.get("page") ?? "1";
  const { results, next, count } = await perform(contract.screenshots.ofComponent, parametersOf(place), {
    query: { page, page_size: PAGE_SIZE },
  });
  const files = await service.readers
    .selectFrom("screenshot")
    .select(["id", "file"])
    .where("id", "in", [0, ...results.map(({ id }) => id)])
    .execute();
  const fileOf = new Map(files.map(({ id, file }) => [id, file]));
  const problems = problemsIn(refused);
  return shownPage(management, place, {
    page: screenshotsPage.name,
    title: `Screenshots of ${component.name}`,
    about: "Pictures of the program. Translators have each beside the strings that it shows.",
    problems,
    ...(refused.refusal !== undefined && { status: refused.refusal.status }),
    ...doneIn(management),
    content: html`${
      results.length === 0
        ? html`<p class="soft">None yet.</p>`
        : html`<ul class="rows">
            ${results.map(
              ({ id, name, units }) =>
                html`<li>
                  <span
                    >${picture(place, { id, name, file: fileOf.get(id) ?? "" })}
                    <a href="${addressOf(place, { screenshot: String(id) })}" dir="auto">${name}</a></span
                  >
                  <small class="soft">${stringsShown(units.length)}</small>
                </li>`,
            )}
          </ul>`
    }
    ${next === null ? "" : html`<p><a href="${addressOf(place, { page: String(Number(page) + 1) })}">More of ${count}</a></p>`}
    ${await uploadForm(management, place, { ...refused, problems })}`,
  });
}

function stringsShown(count: number): string {
  return count === 0 ? "shows no string yet" : `shows ${String(count)} ${count === 1 ? "string" : "strings"}`;
}

function doneIn({ url }: ManagementRequest): { readonly done?: string } {
  const words = doneWords.get(url.searchParams.get("done") ?? "");
  return words === undefined ? {} : { done: words };
}

async function uploadForm(
  management: ManagementRequest,
  place: ManagedComponent,
  { form, problems }: Refused & { readonly problems: FieldProblems },
): Promise<Content> {
  const { url, service, caller, visitor } = management;
  const languages = await languagesFor(management, place);
  if (languages.length === 0) return "";
  const id = form?.text("unit") ?? url.searchParams.get("unit") ?? "";
  const named = id === "" ? undefined : await unitPlace(service.database, idIn(id));
  const unit = named?.component.id === place.component.id ? named.unit : undefined;
  const mayShow = languages.some((language) => may(caller, { ...place, language }, "screenshot.edit"));
  return html`<form
    method="post"
    action="${manageAddress(screenshotsPage, place)}"
    enctype="multipart/form-data"
    class="card narrow"
  >
    <h2>Add a screenshot</h2>
    ${csrfField(visitor.signedIn?.csrf ?? "")} <input type="hidden" name="do" value="add" />
    ${id === "" ? "" : beginning(unit, mayShow)}
    ${input({ name: "name", label: "Name", value: form?.text("name"), required: true, hint: "What it shows: it is read out in the picture’s place.", problem: problems["name"] })}
    ${select({
      name: "language",
      label: "Language of the program on it",
      value: form?.text("language") ?? "",
      choices: languages.map(({ code, name }) => ({ value: code, words: name })),
      problem: problems["language_code"],
    })}
    ${fileInput({ name: "file", label: "Picture", accept: "image/png,image/jpeg,image/gif,image/webp,image/avif", problem: problems["file"] })}
    <button>Add it</button>
  </form>`;
}

/** What a screenshot that is begun from a string will show. @param unit undefined: none of this component */
function beginning(unit: UnitRecord | undefined, mayShow: boolean): Markup {
  if (unit === undefined) return html`<p>The string that you came from is not here: it will show none yet.</p>`;
  const words = html`<span dir="auto">${(texts(unit.source)[0] ?? "").slice(0, 200)}</span>`;
  if (!mayShow)
    return html`<p>It will show no string yet: whoever may edit screenshots says that it shows ${words}</p>`;
  return html`<p>It will show the string ${words}</p>
    <input type="hidden" name="unit" value="${unit.source_unit_id ?? unit.id}" />`;
}

/** Languages of the component that the caller may add screenshots for, that of the sources first. */
async function languagesFor({ service, caller }: ManagementRequest, place: ManagedComponent) {
  const languages = await service.readers
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["language.id", "language.code", "language.name"])
    .where("translation.component_id", "=", place.component.id)
    .orderBy("translation.is_source", "desc")
    .orderBy("language.code")
    .execute();
  return languages.filter((language) => may(caller, { ...place, language }, "screenshot.add"));
}

async function one(
  management: ManagementRequest,
  place: ManagedComponent,
  at: VisibleScreenshot,
  refused: Refused,
): Promise<Response> {
  const { caller, service, visitor } = management;
  const { screenshot } = at;
  const csrf = visitor.signedIn?.csrf ?? "";
  const mayEdit = may(caller, at, "screenshot.edit");
  const problems = problemsIn(refused);
  const action = manageAddress(screenshotsPage, place);
  const fields = { screenshot: String(screenshot.id) };
  const strings = await service.database
    .selectFrom("unit")
    .innerJoin("screenshot_unit", "screenshot_unit.unit_id", "unit.id")
    .select(["unit.id", "unit.source", "unit.context"])
    .where("screenshot_unit.screenshot_id", "=", screenshot.id)
    .orderBy("unit.position")
    .execute();
  const known = new Set(strings.map(({ id }) => id));
  return shownPage(management, place, {
    page: screenshotsPage.name,
    title: screenshot.name,
    problems,
    ...(refused.refusal !== undefined && { status: refused.refusal.status }),
    ...doneIn(management),
    content: html`<p><a href="${action}">All screenshots of ${place.component.name}</a></p>
      ${picture(place, screenshot)}
      <h2 id="strings">Strings on it</h2>
      ${strings.length === 0 ? html`<p class="soft">It shows no string yet: no translator sees it.</p>` : ""}
      <ul class="rows">
        ${strings.map(
          (each) =>
            html`<li>
              ${stringWords(each)}
              ${mayEdit ? postButton({ action, csrf, words: "Take it off", about: nameOf(each), manner: "plain", fields: { ...fields, do: "hide", unit: String(each.id) } }) : ""}
            </li>`,
        )}
      </ul>
      ${mayEdit ? await search(management, place, { at, known, csrf, action }) : ""}
      ${
        mayEdit
          ? html`<form method="post" action="${action}" class="card narrow">
                <h2>Its name</h2>
                ${csrfField(csrf)} <input type="hidden" name="screenshot" value="${screenshot.id}" />
                ${input({ name: "name", label: "Name", value: refused.form?.has("name") === true ? refused.form.text("name") : screenshot.name, required: true, hint: "What it shows: it is read out in the picture’s place.", problem: problems["name"] })}
                <button name="do" value="name" class="second">Save</button>
              </form>
              <form method="post" action="${action}" enctype="multipart/form-data" class="card narrow">
                <h2>Another picture</h2>
                ${csrfField(csrf)} <input type="hidden" name="screenshot" value="${screenshot.id}" />
                <input type="hidden" name="do" value="replace" />
                ${fileInput({ name: "file", label: "Picture", problem: problems["file"] })}
                <button class="second">Put it in its place</button>
              </form>`
          : ""
      }
      ${
        may(caller, at, "screenshot.delete")
          ? html`<details class="more">
              <summary>Remove it…</summary>
              <p>The picture is gone then, for good; the strings stay.</p>
              ${postButton({ action, csrf, words: "Remove", about: screenshot.name, manner: "plain", fields: { ...fields, do: "remove" } })}
            </details>`
          : ""
      }`,
  });
}

interface NamedString {
  readonly id: number;
  /** JSON. */
  readonly source: string;
  readonly context: string;
}

function nameOf({ source, context }: NamedString): string {
  return (context === "" ? (texts(source)[0] ?? "") : context).slice(0, 60);
}

function stringWords({ source, context }: NamedString): Markup {
  const words = (texts(source)[0] ?? "").slice(0, 200);
  return html`<span
    ><span dir="auto">${words}</span
    >${context === "" ? "" : html` <code class="soft" dir="auto">${context}</code>`}</span
  >`;
}

interface Search {
  readonly at: VisibleScreenshot;
  /** Ids of the strings that it shows. */
  readonly known: ReadonlySet<number>;
  readonly csrf: string;
  readonly action: string;
}

/** Finds strings that the screenshot may show: those of its language, by what the search of every list understands. */
async function search(
  { perform, url }: ManagementRequest,
  place: ManagedComponent,
  { at, known, csrf, action }: Search,
): Promise<Markup> {
  const q = (url.searchParams.get("find") ?? "").trim();
  const { id } = at.screenshot;
  const found = q === "" ? undefined : await foundBy({ perform }, at, q);
  return html`<form method="get" action="${action}#strings" class="search">
      <input type="hidden" name="screenshot" value="${id}" />
      <input type="search" name="find" value="${q}" aria-label="Find strings that it shows" placeholder="Checkout" />
      <button class="second">Find strings</button>
    </form>
    ${found === undefined ? "" : foundStrings(found)}`;

  function foundStrings(strings: readonly NamedString[] | string): Content {
    if (typeof strings === "string") return html`<p class="problem" role="alert">${strings}</p>`;
    if (strings.length === 0) return html`<p class="soft">No string is like that.</p>`;
    return html`<ul class="rows" aria-label="Strings that were found">
        ${strings.map(
          (each) =>
            html`<li>
              ${stringWords(each)}
              ${known.has(each.id) ? html`<small class="soft">is on it</small>` : postButton({ action, csrf, words: "Is on it", about: nameOf(each), manner: "second", fields: { screenshot: String(id), do: "show", unit: String(each.id) } })}
            </li>`,
        )}
      </ul>
      ${strings.length === FOUND ? html`<p class="soft">The first ${FOUND}: search for more of the text.</p>` : ""}`;
  }
}

/** @returns what is wrong with the search, where it cannot be read */
async function foundBy(
  { perform }: Pick<ManagementRequest, "perform">,
  { project, component, language }: VisibleScreenshot,
  q: string,
): Promise<readonly NamedString[] | string> {
  const parameters = { project: project.slug, component: component.path, language: language.code };
  try {
    const { results } = await perform(contract.translations.units, parameters, {
      query: { q, page_size: String(FOUND) },
    });
    return results.map(({ id, source, context }) => ({ id, source: JSON.stringify(source), context }));
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message;
    throw error;
  }
}
