import { contract } from "../../contract/index.ts";
import { formats } from "../../formats/registry.ts";
import { csrfField, fileInput, input, select, type FieldProblems } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { componentLink } from "../components/component-home.ts";
import { lookIn, startLook, type Look, type Looked, type LookSource } from "../components/look.ts";
import type { FoundComponent } from "../components/look-at-files.ts";
import { publicRepository } from "../clone/repository-path.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { InProcessRequest } from "../http/in-process.ts";
import { dropUpload, holdUpload, withHeldUpload } from "../files/held-upload.ts";
import { notFound, required } from "../http/refusal.ts";
import { may, seesComponent } from "../identity/permissions.ts";
import { findTask, waitForTask } from "../jobs/task.ts";
import { pathOf } from "../pages/links.ts";
import { categoriesOf, categoryChoices } from "./categories-page.ts";
import { count } from "./operations.ts";
import {
  manageAddress,
  parametersOf,
  placeAddress,
  progressOf,
  shownPage,
  taskIn,
  taskState,
  type ManagementPage,
} from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** From an address, an archive or a file to components: what is found is shown before anything is made of it. */
export const newComponentPage: ManagementPage = {
  name: "new-component",
  words: "Add a component",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.edit"),
  show: async (management, place) => {
    const making = management.url.searchParams.get("making");
    if (making !== null) return progress(management, place, making.split(" "));
    const look = management.url.searchParams.get("look");
    return look === null ? asked(management, place, {}) : found(management, place, look, {});
  },
  submit: async (management, place, form) =>
    form.text("do") === "look" ? begin(management, place, form) : make(management, place, form),
};

interface Asked {
  /** Which of the forms was sent. */
  readonly sent?: LookSource["kind"];
  readonly repo?: string;
  readonly branch?: string;
  readonly language?: string;
  readonly problems?: FieldProblems;
  readonly status?: number;
}

function asked(
  management: ManagementRequest,
  place: Managed,
  { sent = "repository", repo, branch, language, problems = {}, status }: Asked,
): Response {
  const here = manageAddress(newComponentPage, place);
  const csrf = management.visitor.signedIn?.csrf ?? "";
  const spoken = (id: string) =>
    input({
      name: "language",
      id: `${id}-language`,
      label: "Language of the source texts",
      value: id === sent ? language : "",
      placeholder: "en",
      hint: "Its code. Empty: as the files tell, or the project's.",
      problem: id === sent ? problems["language"] : undefined,
    });
  const head = html`${csrfField(csrf)} <input type="hidden" name="do" value="look" />`;
  const looks = html`<button>Look at it</button>`;
  return shownPage(management, place, {
    page: newComponentPage.name,
    title: "Add a component",
    about:
      "A component is the files of one source in all languages. Nothing is made before you have seen what is found.",
    problems,
    ...(status !== undefined && { status }),
    secret: true,
    content: html`<div class="ways">
      <form method="post" action="${here}" class="card">
        <h2>From a repository</h2>
        ${head}
        ${input({
          name: "repo",
          label: "Address that git clones",
          value: repo,
          required: true,
          placeholder: "https://github.com/acme/shop.git",
          hint: "Private ones with a token in it: https://token@…; it is shown to nobody.",
          problem: problems["repo"],
        })}
        ${input({ name: "branch", label: "Branch", value: branch, hint: "Empty: the repository's own.", problem: problems["branch"] })}
        ${spoken("repository")} ${looks}
      </form>
      <form method="post" action="${here}" class="card" enctype="multipart/form-data">
        <h2>From an archive</h2>
        ${head} ${spoken("archive")}
        ${fileInput({
          name: "archive",
          label: "Zip archive of translation files",
          accept: ".zip,application/zip",
          hint: "In the folders that they have in your program. This service keeps them.",
          problem: problems["archive"],
        })}
        ${looks}
      </form>
      <form method="post" action="${here}" class="card" enctype="multipart/form-data">
        <h2>From one file</h2>
        ${head} ${spoken("document")}
        ${fileInput({
          name: "document",
          label: "File of the source texts",
          hint: "In any format that is read here. Languages are added afterwards.",
          problem: problems["document"],
        })}
        ${looks}
      </form>
    </div>`,
  });
}

async function begin(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const { service, caller } = management;
  const user = caller.user?.id ?? 0;
  const language = form.text("language").trim();
  try {
    const source = await sourceIn(management, form, user);
    const task = await startLook(service, user, { source, language });
    // What is near is looked at while the page comes.
    await waitForTask(service, task, 2 * service.settings.taskMilliseconds);
    return seeOther(`${manageAddress(newComponentPage, place)}?look=${task}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = problemsOf(error, ["repo", "branch", "language", "archive", "document"]);
    return asked(management, place, {
      repo: form.text("repo"),
      branch: form.text("branch"),
      language,
      sent: form.hasFile("archive") ? "archive" : form.hasFile("document") ? "document" : "repository",
      problems,
      status: error.status,
    });
  }
}

async function sourceIn({ service }: ManagementRequest, form: SentForm, user: number): Promise<LookSource> {
  for (const kind of ["archive", "document"] as const) {
    if (!form.hasFile(kind)) continue;
    const file = form.file(kind);
    if (file === undefined || file.content.byteLength === 0) throw required(kind);
    const name = (file.name.split(/[/\\]/).at(-1) ?? "").replaceAll(/[^\w.-]+/g, "-").replace(/^[-.]+/, "");
    return { kind, upload: await holdUpload(service, user, file.content), name: name === "" ? "source" : name };
  }
  return { kind: "repository", repo: form.text("repo").trim(), branch: form.text("branch").trim() };
}

/** The form again, with what was typed, and why it could not be looked at: beside the field that is to be mended. */
function notLookedAt({ source }: Look, words: string): Asked {
  // Tasks tell which parameter was refused; people see the field.
  const reason = words.replace(/^\w+: /, "").trim();
  if (source.kind !== "repository") {
    return {
      sent: source.kind,
      problems: { "": `${source.name} could not be looked at. Nothing was made.`, [source.kind]: reason },
    };
  }
  const { repo, branch } = source;
  const where = publicRepository(repo);
  const lacksBranch = /Remote branch \S+ not found/.test(reason);
  const problems = {
    "": `${where} could not be looked at. Nothing was made.`,
    ...(!lacksBranch
      ? { repo: reason }
      : branch === ""
        ? { repo: "It has no commits yet, or none on its own branch: push one, or enter a branch that has." }
        : { branch: `It has no branch “${branch}”.` }),
  };
  // A token in the address is shown to nobody, not even to who typed it.
  return { repo: where, branch, problems };
}

interface FoundState {
  /** What was typed, where it was refused. */
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  /** Names of the components that were made before one was refused, by their places among those found. */
  readonly made?: ReadonlyMap<number, string>;
  readonly status?: number;
}

/** What was looked for, and its task, of the very person who asks. */
async function lookOf(
  management: ManagementRequest,
  id: string,
): Promise<{ readonly look: Look; readonly task: Awaited<ReturnType<typeof taskState>> }> {
  const task = await taskState(management, id);
  const row = await findTask(management.service, id);
  if (row === undefined || row.user_id !== management.caller.user?.id || row.kind !== "component.look")
    throw notFound();
  return { look: lookIn(JSON.parse(row.payload)), task };
}

async function found(management: ManagementRequest, place: Managed, id: string, state: FoundState): Promise<Response> {
  const { look, task } = await lookOf(management, id);
  const frame = { page: newComponentPage.name, secret: true };
  const where = look.source.kind === "repository" ? publicRepository(look.source.repo) : look.source.name;
  if (!task.completed) {
    return shownPage(management, place, {
      ...frame,
      title: `Looking at ${where}`,
      again: 2,
      content: progressOf(task),
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by lookTask alone, or the words of what broke it off
  const looked = task.result as Looked | string;
  const again = html`<p><a href="${manageAddress(newComponentPage, place)}">Look at something else</a></p>`;
  if (typeof looked === "string" || "refused" in looked) {
    const words = typeof looked === "string" ? looked : looked.refused;
    return asked(management, place, { ...notLookedAt(look, words), language: look.language });
  }
  const { components, left, files } = looked;
  const present = await presentIn(management, place, look, looked.branch);
  const categories = await categoriesOf(management, place);
  const here = manageAddress(newComponentPage, place);
  const csrf = management.visitor.signedIn?.csrf ?? "";
  const { form, problems = {}, made = new Map(), status } = state;
  return shownPage(management, place, {
    ...frame,
    title: components.length === 0 ? `Nothing found in ${where}` : `Found in ${where}`,
    problems,
    ...(status !== undefined && { status }),
    content: html`${made.size === 0 ? "" : html`<div class="flash good" role="status"><p>Made before that: ${[...made.values()].join(", ")}.</p></div>`}
      <p class="soft">
        ${count(files, "file")}${looked.branch === "" ? "" : html` on branch <code>${looked.branch}</code>`}, of which
        ${count(components.length, "component")} can be made.
        ${components.length === 0 && look.source.kind !== "document" ? "Looked for were files whose paths differ in a language's code alone, as locales/de.json beside locales/en.json, and their source." : ""}
      </p>
      ${
        left.length === 0
          ? ""
          : html`<h2>Not understood</h2>
              <ul class="left">
                ${left.map((line) => html`<li>${line}</li>`)}
              </ul>`
      }
      ${
        components.length === 0
          ? ""
          : html`<form method="post" action="${here}">
              ${csrfField(csrf)} <input type="hidden" name="look" value="${id}" />
              ${components.map((component, index) => foundComponent(component, index, { form, problems, isMade: made.has(index), present: present.get(component.filemask) }))}
              ${categories.length === 0 ? "" : select({ name: "category", label: "Put them into", value: form?.text("category") ?? "", choices: categoryChoices(categories, "the project itself"), problem: problems["category"] })}
              <div class="decide">
                <button name="do" value="make">Add what is ticked</button>
                <a href="${here}">Look at something else</a>
              </div>
            </form>`
      }
      ${look.source.kind === "document" ? "" : byHand({ here, csrf, id, form, problems, isOpen: components.length === 0 })}
      ${components.length === 0 ? again : ""}`,
  });
}

/** Components of the project that the caller sees and whose files are those of a branch: file mask → name. */
async function presentIn(
  { service, caller }: ManagementRequest,
  { project }: Managed,
  { source }: Look,
  branch: string,
): Promise<ReadonlyMap<string, string>> {
  if (source.kind !== "repository") return new Map();
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("clone", "clone.id", "component.clone_id")
    .select(["component.id", "component.name", "component.restricted", "component.removing"])
    .select(["component.settings", "clone.repo"])
    .where("component.project_id", "=", project.id)
    .where("clone.branch", "=", branch)
    .execute();
  const where = publicRepository(source.repo);
  return new Map(
    rows
      .filter(({ repo }) => publicRepository(repo) === where)
      .filter((row) => seesComponent(caller, { ...row, settings: { restricted: row.restricted === 1 } }))
      .map(({ name, settings }) => {
        const { filemask = "" }: Partial<ComponentSettings> = JSON.parse(settings);
        return [filemask, name];
      }),
  );
}

function foundComponent(
  component: FoundComponent,
  index: number,
  {
    form,
    problems,
    isMade,
    present,
  }: {
    readonly form: SentForm | undefined;
    readonly problems: FieldProblems;
    readonly isMade: boolean;
    /** The component that has these files already. */
    readonly present: string | undefined;
  },
): Markup {
  const { source, fileFormat, filemask, template, newBase, languages, strings, samples, fault } = component;
  const at = (field: string): string => `${field}:${String(index)}`;
  const isTicked = form === undefined ? fault === undefined && present === undefined : form.has(at("make")) && !isMade;
  const value = (field: "name" | "slug"): string => form?.text(at(field)) ?? component[field];
  const facts: readonly (readonly [string, Content])[] = [
    ["Format", html`<code>${fileFormat}</code>`],
    ...(filemask === "" ? [] : [["Files", html`<code>${filemask}</code>`] as const]),
    ...(template === "" ? [] : [["Source texts", html`<code>${template}</code>`] as const]),
    ...(newBase === "" ? [] : [["New languages begin as", html`<code>${newBase}</code>`] as const]),
    ["Strings", strings === undefined ? "not counted" : count(strings, "string")],
    [
      "Languages",
      languages.length === 0
        ? "none yet: they are added afterwards"
        : `${String(languages.length)}: ${languages.join(", ")}`,
    ],
  ];
  return html`<fieldset class="card found">
    <legend>
      <label
        ><input type="checkbox" name="${at("make")}" value="yes" ${isTicked ? html`checked` : ""} /> ${source}</label
      >
    </legend>
    ${problems[at("whole")] === undefined ? "" : html`<p class="problem" role="alert">${problems[at("whole")]}</p>`}
    ${present === undefined ? "" : html`<p class="soft">“${present}” has these files already.</p>`}
    ${
      fault === undefined
        ? ""
        : html`<div class="flash bad">
            <p>It cannot be read: mend it there, and look again.</p>
            <pre class="log">${fault}</pre>
          </div>`
    }
    <div class="search-fields">
      ${input({ name: at("name"), label: "Name", value: value("name"), problem: problems[at("name")] })}
      ${input({ name: at("slug"), label: "Name in addresses", value: value("slug"), problem: problems[at("slug")] })}
    </div>
    <dl class="about">
      ${facts.map(
        ([name, words]) =>
          html`<dt>${name}</dt>
            <dd>${words}</dd>`,
      )}
    </dl>
    ${
      samples.length === 0
        ? ""
        : html`<details>
            <summary>The first ${samples.length === 1 ? "string" : `${String(samples.length)} strings`}</summary>
            <dl class="samples">
              ${samples.map(
                ({ key, text }) =>
                  html`<dt><code>${key}</code></dt>
                    <dd class="texts" dir="auto">${text}</dd>`,
              )}
            </dl>
          </details>`
    }
  </fieldset>`;
}

const BY_HAND = ["name", "slug", "filemask", "file_format", "template", "new_base"] as const;

/** For files that are named as nobody else names them. */
function byHand({
  here,
  csrf,
  id,
  form,
  problems,
  isOpen,
}: {
  readonly here: string;
  readonly csrf: string;
  readonly id: string;
  readonly form: SentForm | undefined;
  readonly problems: FieldProblems;
  readonly isOpen: boolean;
}): Markup {
  const hints: Readonly<Record<(typeof BY_HAND)[number], readonly [string, string]>> = {
    name: ["Name", "As people read it."],
    slug: ["Name in addresses", "Letters, numbers, - and _."],
    filemask: ["File mask", "Path of the translations with * in place of the language: lang/*/messages.php"],
    file_format: ["Format", ""],
    template: ["Base file", "Path of the source texts, where each file has keys and one language's texts."],
    new_base: ["Template for new languages", "Path of the .pot, where each file has the source texts in it."],
  };
  const choices = [...formats.keys()].toSorted().map((value) => ({ value, words: value }));
  return html`<details class="more" ${isOpen || form?.text("do") === "by-hand" ? html`open` : ""}>
    <summary>Say where the files are yourself</summary>
    <form method="post" action="${here}" class="card narrow">
      ${csrfField(csrf)} <input type="hidden" name="look" value="${id}" />
      ${BY_HAND.map((name) => {
        const [label, hint] = hints[name];
        const field = { name, label, hint, value: form?.text(name) ?? "", problem: problems[name] };
        return name === "file_format" ? select({ ...field, choices }) : input(field);
      })}
      <button name="do" value="by-hand" class="second">Add it</button>
    </form>
  </details>`;
}

/** A component that was made, and the task that still reads its files, if one does. */
interface Made {
  /** Its place among the components that were found. */
  readonly index: number;
  readonly name: string;
  readonly path: string;
  readonly address: string;
  readonly task: string | undefined;
}

const MOST_TASKS = 20;

/** How far new components are read: the page comes again until they are, and leads to the project then. */
async function progress(management: ManagementRequest, place: Managed, ids: readonly string[]): Promise<Response> {
  const tasks = await Promise.all(ids.slice(0, MOST_TASKS).map((id) => taskState(management, id)));
  const open = tasks.filter(({ completed }) => !completed);
  const project = placeAddress(place);
  const failed = tasks.filter(({ result }) => typeof result === "string");
  if (open.length === 0 && failed.length === 0) return seeOther(project);
  return shownPage(management, place, {
    page: "",
    title: open.length === 0 ? "Made" : `Reading ${count(open.length, "component")}`,
    again: open.length === 0 ? undefined : 2,
    content: html`${open.map(progressOf)}
      ${failed.map(
        ({ result }) =>
          html`<div class="flash bad" role="alert">
            <p>A component could not be read.</p>
            <pre class="log">${String(result)}</pre>
          </div>`,
      )}
      <p><a href="${project}">To the project</a>: what is read by now is there already.</p>`,
  });
}

const OTHERS_NOT_MADE = "The others were not made: see what is said at the fields.";

async function make(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const id = form.text("look");
  const { look, task } = await lookOf(management, id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by lookTask alone
  const looked = task.result as Looked | string;
  if (typeof looked === "string" || "refused" in looked) return found(management, place, id, {});
  const { components, branch } = looked;
  const isByHand = form.text("do") === "by-hand";
  const wanted = isByHand
    ? [{ index: -1, body: Object.fromEntries(BY_HAND.map((name) => [name, form.text(name).trim()])) }]
    : components.flatMap((component, index) =>
        form.has(`make:${String(index)}`) ? [{ index, body: bodyOf(component, index, form) }] : [],
      );
  if (wanted.length === 0) {
    return found(management, place, id, { form, problems: { "": "Tick what is to be added." }, status: 400 });
  }
  const made: Made[] = [];
  const category = form.text("category");
  for (const { index, body } of wanted) {
    try {
      const origin = { look, branch, first: made[0]?.path };
      const component = await fromOrigin(management, place, origin, (from) =>
        management.perform(contract.projects.createComponent, parametersOf(place), {
          body: { ...body, ...from.body, ...(category === "" ? {} : { category }) },
          files: from.files,
        }),
      );
      made.push({
        index,
        name: component.name,
        path: decodeURIComponent(pathOf(component.web_url)).split("/").slice(3, -1).join("/"),
        address: pathOf(component.web_url),
        task: taskIn(component),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fields = isByHand ? BY_HAND : (["name", "slug"] as const);
      const problems = problemsOf(error, fields);
      const named = isByHand
        ? problems
        : Object.fromEntries(
            Object.entries(problems).map(([name, words]) => [
              `${name === "" ? "whole" : name}:${String(index)}`,
              words,
            ]),
          );
      return found(management, place, id, {
        form,
        problems: made.length === 0 ? named : { "": OTHERS_NOT_MADE, ...named },
        made: new Map(made.map((each) => [each.index, each.name])),
        status: error.status,
      });
    }
  }
  if (look.source.kind !== "repository")
    await dropUpload(management.service, management.caller.user?.id ?? 0, look.source.upload);
  const [first, ...others] = made;
  const reading = made.flatMap((each) => each.task ?? []);
  if (reading.length > 0) {
    const query = new URLSearchParams({ making: reading.join(" ") });
    return seeOther(`${manageAddress(newComponentPage, place)}?${query.toString()}`);
  }
  return seeOther(first !== undefined && others.length === 0 ? first.address : placeAddress(place));
}

function bodyOf(component: FoundComponent, index: number, form: SentForm): Readonly<Record<string, unknown>> {
  const { fileFormat, filemask, template, newBase, sourceLanguage, languageCodeStyle, languageRegex } = component;
  const said = (field: string): string => form.text(`${field}:${String(index)}`).trim();
  return {
    name: said("name"),
    slug: said("slug"),
    file_format: fileFormat,
    filemask,
    template,
    new_base: newBase,
    // Without a base file no file of a new language can be made.
    ...(filemask !== "" && template === "" && newBase === "" ? { new_lang: "contact" } : {}),
    ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
    ...(languageCodeStyle === "" ? {} : { language_code_style: languageCodeStyle }),
    ...(languageRegex === "" ? {} : { language_regex: languageRegex }),
  };
}

interface Origin {
  readonly body: Readonly<Record<string, string>>;
  readonly files?: InProcessRequest<Endpoint>["files"];
}

/** Makes a component of where its files come from: the second of an archive shares what the first one keeps. */
async function fromOrigin<Result>(
  { service, caller }: ManagementRequest,
  { project }: Managed,
  {
    look: { source },
    branch,
    first,
  }: { readonly look: Look; readonly branch: string; readonly first: string | undefined },
  work: (origin: Origin) => Promise<Result>,
): Promise<Result> {
  if (source.kind === "repository") return work({ body: { repo: source.repo, branch } });
  if (first !== undefined) return work({ body: { repo: componentLink(project.slug, first) } });
  const gone = (): Error => notFound("The uploaded file is not kept any more: choose it again.");
  return withHeldUpload(service, { user: caller.user?.id ?? 0, id: source.upload, gone }, async (content) => {
    const file = { name: source.name, content };
    return work({ body: {}, files: source.kind === "archive" ? { zipfile: file } : { docfile: file } });
  });
}
