import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { parseFlags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { contract } from "../../contract/index.ts";
import { checkbox, csrfField, fileInput, select, type FieldProblems } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { pluralFormulaOf } from "../components/language.ts";
import { asItReads, markedParts } from "../editor/marked-source.ts";
import { inLanguage } from "../editor/parts.ts";
import { markedDifference, wordDifference } from "../editor/word-difference.ts";
import { englishWords } from "../wording/catalogues.ts";
import { exportsOf } from "../files/conversion.ts";
import { dropUpload, holdUpload, withHeldUpload } from "../files/held-upload.ts";
import type { SentBytes } from "../files/sent-bytes.ts";
import { isMonolingual } from "../files/component-files.ts";
import { previewUpload, type PreviewedString, type UploadPreview } from "../files/upload-preview.ts";
import type { UploadMethod, UploadRequest } from "../files/upload-request.ts";
import { invalid } from "../../http-api/refusal.ts";
import { required } from "../http/refusal.ts";
import { may } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { amount } from "../pages/bar.ts";
import { overrideRefusal } from "../units/unit-access.ts";
import { withPlainPlaceholders } from "../units/unit-checks.ts";
import { count } from "./operations.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** Strings of each kind that a preview lists. */
const MOST_SHOWN = 200;

interface Choice<Value extends string> {
  readonly value: Value;
  readonly words: string;
}

const methods: readonly Choice<UploadMethod>[] = [
  { value: "translate", words: "Translate: its texts become translations" },
  { value: "suggest", words: "Suggest: its texts become suggestions, and change nothing" },
  { value: "fuzzy", words: "Mark: its texts become translations that need editing" },
  { value: "approve", words: "Approve: its texts become approved translations" },
  { value: "add", words: "Add: strings that are missing are added" },
  { value: "replace", words: "Replace: it takes the place of the stored file" },
  { value: "source", words: "Sources: it takes the place of the template, in every language" },
];

const conflictChoices: readonly Choice<UploadRequest["conflicts"]>[] = [
  { value: "", words: "keep them, and fill what is untranslated or needs editing" },
  { value: "replace-translated", words: "replace translated ones, and keep approved ones" },
  { value: "replace-approved", words: "replace translated and approved ones" },
];

const fuzzyChoices: readonly Choice<UploadRequest["fuzzy"]>[] = [
  { value: "", words: "leave them out" },
  { value: "process", words: "take them, as needing editing" },
  { value: "approve", words: "take them like the others" },
];

/** A translation's files: down in any form, and up with what would change shown before. */
export const filesPage: ManagementPage<VisibleTranslation> = {
  name: "files",
  words: "Files",
  of: ["translation"],
  isFor: (caller, place) => may(caller, place, "translation.download", "upload.perform", "glossary.upload"),
  show: async (management, place) => {
    const { url } = management;
    const done = url.searchParams.get("accepted");
    return shown(management, place, done === null ? {} : { done: doneWords(url.searchParams) });
  },
  submit: async (management, place, form) => {
    try {
      if (form.text("do") === "cancel") {
        await dropUpload(management.service, management.caller.user?.id ?? 0, form.text("upload"));
        return seeOther(manageAddress(filesPage, place));
      }
      return await (form.text("do") === "upload" ? upload(management, place, form) : looked(management, place, form));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problems = problemsOf(error, ["file", "method", "conflicts"]);
      return shown(management, place, { form, problems, status: error.status });
    }
  },
};

function doneWords(query: URLSearchParams): string {
  const number = (name: string): number => Number(query.get(name) ?? 0);
  const parts = [
    `${count(number("accepted"), "string")} taken over`,
    ...(number("skipped") === 0 ? [] : [`${amount(number("skipped"))} left as they were`]),
    ...(number("not_found") === 0 ? [] : [`${amount(number("not_found"))} not found here`]),
  ];
  return `Done: ${parts.join(", ")}.`;
}

function requestIn(form: SentForm, name: string, content: SentBytes): UploadRequest {
  const chosen = <Value extends string>(field: string, choices: readonly Choice<Value>[], usual: Value): Value =>
    choices.find(({ value }) => value === form.text(field))?.value ?? usual;
  return {
    method: chosen("method", methods, "translate"),
    conflicts: chosen("conflicts", conflictChoices, ""),
    fuzzy: chosen("fuzzy", fuzzyChoices, ""),
    ignoreLanguage: form.text("ignore_language") === "true",
    name,
    content,
  };
}

/** Keeps the file, and shows what it would do. */
async function looked(management: ManagementRequest, place: VisibleTranslation, form: SentForm): Promise<Response> {
  const file = form.file("file");
  if (file === undefined) throw required("file");
  if (file.content.byteLength === 0) throw invalid("file", "The submitted file is empty.", "empty");
  const { service, caller } = management;
  const request = requestIn(form, file.name, file.content);
  const preview = await previewUpload(service, { ...place, caller }, request);
  const id = await holdUpload(service, caller.user?.id ?? 0, file.content);
  return previewPage(management, place, { request, preview, id, isOther: false });
}

async function upload(management: ManagementRequest, place: VisibleTranslation, form: SentForm): Promise<Response> {
  const { service, caller, perform } = management;
  const user = caller.user?.id ?? 0;
  const id = form.text("upload");
  const gone = (): Error => invalid("file", "The file is not kept any more: choose it again.");
  return withHeldUpload(service, { user, id, gone }, async (content) => {
    const request = requestIn(form, form.text("name"), content);
    const preview = await previewUpload(service, { ...place, caller }, request);
    // Somebody saved meanwhile: what was agreed to is something else.
    if (preview.digest !== form.text("seen"))
      return previewPage(management, place, { request, preview, id, isOther: true });
    const { method, conflicts, fuzzy, ignoreLanguage, name } = request;
    const { accepted, skipped, not_found } = await perform(contract.translations.upload, parametersOf(place), {
      body: { method, conflicts, fuzzy, ignore_language: ignoreLanguage },
      files: { file: { name, content } },
    });
    await dropUpload(service, user, id);
    const counts = new URLSearchParams({
      accepted: String(accepted),
      skipped: String(skipped),
      not_found: String(not_found),
    });
    return seeOther(`${manageAddress(filesPage, place)}?${counts.toString()}`);
  });
}

interface ShownFiles {
  readonly form?: SentForm;
  readonly problems?: FieldProblems;
  readonly status?: number;
  readonly done?: string;
}

function shown(
  management: ManagementRequest,
  place: VisibleTranslation,
  { form, problems = {}, status, done }: ShownFiles,
): Response {
  const { caller, visitor } = management;
  const { component, translation, language } = place;
  const mayUpload = may(caller, place, component.settings.is_glossary ? "glossary.upload" : "upload.perform");
  return shownPage(management, place, {
    page: filesPage.name,
    title: `Files of ${language.name}`,
    problems,
    ...(status !== undefined && { status }),
    ...(done !== undefined && { done }),
    content: html`${may(caller, place, "translation.download") ? downloads(place) : ""}
    ${
      !mayUpload
        ? html`<p class="soft">To upload a file you need a team whose role has that right.</p>`
        : component.locked === 1
          ? html`<p>The component is locked: nothing can be uploaded until somebody unlocks it.</p>`
          : overrideRefusal(caller, place) !== undefined
            ? html`<p>
                Only suggestions are allowed in this translation, and votes accept them: to upload a file you need a
                team whose role may override that.
              </p>`
            : uploadForm({
                here: manageAddress(filesPage, place),
                csrf: visitor.signedIn?.csrf ?? "",
                form,
                problems,
                isSource: translation.is_source === 1,
              })
    }`,
  });
}

function downloads(place: VisibleTranslation): Markup {
  const { project, component, language, translation } = place;
  const parts = { project: project.slug, component: component.path, language: language.code };
  const path = `/api/translations/${parts.project}/${component.path.split("/").map(encodeURIComponent).join("%252F")}/${encodeURIComponent(language.code)}/file/`;
  return html`<h2>Download</h2>
    ${
      translation.filename === ""
        ? ""
        : html`<p>
            <a href="${path}">The file as git has it</a> <code>${translation.filename}</code>. What waits is committed
            first.
          </p>`
    }
    <p>For translators, with what was saved to this moment:</p>
    <p class="pages">${exportsOf(place).map((name) => html`<a href="${path}?format=${name}">${name}</a> `)}</p>`;
}

interface UploadForm {
  readonly here: string;
  readonly csrf: string;
  readonly form: SentForm | undefined;
  readonly problems: FieldProblems;
  readonly isSource: boolean;
}

function uploadForm({ here, csrf, form, problems, isSource }: UploadForm): Markup {
  return html`<h2>Upload</h2>
    <form method="post" action="${here}" class="card narrow" enctype="multipart/form-data">
      ${csrfField(csrf)}
      ${select({
        name: "method",
        label: "What is done with it",
        value: form?.text("method") ?? (isSource ? "replace" : "translate"),
        choices: methods,
        problem: problems["method"],
      })}
      ${select({
        name: "conflicts",
        label: "Strings that are translated already",
        value: form?.text("conflicts") ?? "",
        choices: conflictChoices,
        problem: problems["conflicts"],
      })}
      ${select({ name: "fuzzy", label: "Texts that need editing in the file", value: form?.text("fuzzy") ?? "", choices: fuzzyChoices })}
      ${checkbox({ name: "ignore_language", label: "Take it though it says it is in another language", checked: form?.text("ignore_language") === "true" })}
      ${fileInput({
        name: "file",
        label: "File",
        problem: problems["file"],
        hint: "In the component's own format, or as translators exchange it: PO, XLIFF, CSV, TMX, XLSX …",
      })}
      <button name="do" value="preview">Show what would change</button>
      <p class="hint">Nothing is changed before you have seen it.</p>
    </form>`;
}

interface Previewed {
  readonly request: UploadRequest;
  readonly preview: UploadPreview;
  readonly id: string;
  /** It is not what was seen before. */
  readonly isOther: boolean;
}

function previewPage(
  management: ManagementRequest,
  place: VisibleTranslation,
  { request, preview, id, isOther }: Previewed,
): Response {
  const { strings, total, notFound, unchanged, kept, digest } = preview;
  const here = manageAddress(filesPage, place);
  const of = (kind: PreviewedString["kind"]): readonly PreviewedString[] =>
    strings.filter((each) => each.kind === kind);
  const [changed, added, removed] = [of("changed"), of("added"), of("removed")];
  const verb = request.method === "suggest" ? "suggested for" : "changed";
  const numbers = [
    ...(changed.length === 0 ? [] : [`${count(changed.length, "string")} ${verb}`]),
    ...(added.length === 0 ? [] : [`${count(added.length, "string")} added`]),
    ...(removed.length === 0 ? [] : [`${count(removed.length, "string")} removed`]),
  ];
  const table = (title: string, list: readonly PreviewedString[]): Content => changes(title, list, place);
  const waiting = strings.filter(({ pending }) => pending).length;
  const hidden = {
    upload: id,
    name: request.name,
    method: request.method,
    conflicts: request.conflicts,
    fuzzy: request.fuzzy,
    ignore_language: String(request.ignoreLanguage),
    seen: digest,
  };
  return shownPage(management, place, {
    page: "",
    title: numbers.length === 0 ? "Nothing would change" : `What would change`,
    status: isOther ? 409 : 200,
    problems: isOther
      ? { "": "Somebody saved strings since you were shown this. Nothing was changed: look at it once more." }
      : {},
    content: html`<div class="facts">
        <span><b>${request.name}</b></span
        ><span><b>${amount(total)}</b> strings in the file</span>
        ${numbers.map((words) => html`<span><b>${words}</b></span>`)}
        <span>${amount(unchanged)} as they are</span>
        ${notFound === 0 ? "" : html`<span>${amount(notFound)} not found here</span>`}
        ${kept.length === 0 ? "" : html`<span>${amount(kept.length)} kept against the file</span>`}
      </div>
      ${waiting === 0 || request.method === "suggest" ? "" : html`<p>${count(waiting, "text")} that somebody saved and nobody committed yet ${waiting === 1 ? "is" : "are"} committed first: git keeps them.</p>`}
      <form method="post" action="${here}" class="decide">
        ${csrfField(management.visitor.signedIn?.csrf ?? "")}
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${numbers.length === 0 && request.method !== "replace" && request.method !== "source" ? "" : html`<button name="do" value="upload" class="${removed.length > 0 ? "delete" : ""}">Do it: ${numbers.length === 0 ? "store the file" : numbers.join(", ")}</button>`}
        <button name="do" value="cancel" class="plain">No, leave everything</button>
      </form>
      ${table("Removed", removed)} ${table("Changed", changed)} ${table("Added", added)}
      ${table("Kept as it is, though the file says otherwise", kept)}`,
  });
}

const stateWords = new Map<number, string>([
  [unitStates.untranslated, "untranslated"],
  [unitStates.needsEditing, "needs editing"],
  [unitStates.translated, "translated"],
  [unitStates.approved, "approved"],
  [unitStates.readOnly, "read-only"],
]);

/** A string of the file as the checks look at it, which tells its placeholders; whatever flags it has here, it may have them no more. */
function asChecked(
  { component, translation, language }: VisibleTranslation,
  { source, after, stateAfter }: PreviewedString,
): CheckedText {
  const { check_flags: flags, file_format: format } = component.settings;
  return withoutExpressions(
    withPlainPlaceholders({
      source,
      target: after,
      state: stateAfter,
      flags: parseFlags(flags),
      // Of no placeholder the language of the source decides.
      sourceLanguage: "",
      language: language.code,
      pluralForms: translation.plural_number,
      isSource: translation.is_source === 1,
      format,
      pluralFormula: pluralFormulaOf({ translation, language }),
    }),
  );
}

function changes(title: string, list: readonly PreviewedString[], place: VisibleTranslation): Content {
  if (list.length === 0) return "";
  return html`<h2>${title} <span class="soft">${amount(list.length)}</span></h2>
    <div class="table">
      <table class="strings">
        <thead>
          <tr>
            <th>String</th>
            <th>Text</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          ${list.slice(0, MOST_SHOWN).map((each) => changeRow(each, place))}
        </tbody>
      </table>
    </div>
    ${list.length > MOST_SHOWN ? html`<p class="soft">These are the first ${String(MOST_SHOWN)} of ${amount(list.length)}.</p>` : ""}`;
}

function changeRow(each: PreviewedString, place: VisibleTranslation): Markup {
  const { language, component } = place;
  const like = asChecked(place, each);
  const { name, source, before, after, stateBefore, stateAfter, kind } = each;
  const state = (value: number): string => stateWords.get(value) ?? String(value);
  const forms = Math.max(before.length, after.length);
  return html`<tr>
    <td>
      ${isMonolingual(component.settings) || name !== source[0] ? html`<code dir="auto">${name}</code>` : ""}
      ${source.map((text) => html`<div class="texts" dir="auto">${markedParts(text, like)}</div>`)}
    </td>
    <td>
      ${Array.from({ length: forms }, (_, form) =>
        inLanguage(
          language,
          markedDifference(wordDifference(before[form] ?? "", after[form] ?? ""), englishWords, (piece) =>
            asItReads(language.direction, piece, like),
          ),
        ),
      )}
    </td>
    <td>
      ${kind === "removed" ? "gone" : stateBefore === stateAfter ? state(stateAfter) : `${state(stateBefore)} → ${state(stateAfter)}`}
    </td>
  </tr>`;
}
