import { languageCodeStyles, priorities } from "../../contract/endpoints/component-settings.ts";
import {
  checkbox,
  input,
  plainChoices,
  select,
  textarea,
  type Choice,
  type FieldProblems,
} from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { SentForm } from "./managed-page.ts";
import { visibilities } from "./new-project-page.ts";

/** A setting as a form has it; `name` is the API's. */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "lines" | "truth" | "choice" | "list";
  readonly hint?: string;
  readonly choices?: readonly Choice[];
}

export interface SettingSection {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

const text = (name: string, label: string, hint?: string): SettingField => field("text", name, label, hint);
const lines = (name: string, label: string, hint?: string): SettingField => field("lines", name, label, hint);
const truth = (name: string, label: string, hint?: string): SettingField => field("truth", name, label, hint);

function field(kind: SettingField["kind"], name: string, label: string, hint?: string): SettingField {
  return { kind, name, label, ...(hint !== undefined && { hint }) };
}

function choice(name: string, label: string, choices: readonly Choice[], hint?: string): SettingField {
  return { ...field("choice", name, label, hint), choices };
}

export const projectSections: readonly SettingSection[] = [
  {
    title: "Project",
    fields: [
      text("name", "Name"),
      text("slug", "Name in addresses", "A changed one changes every address of the project: links of others break."),
      text("web", "Web site"),
      lines("instructions", "Instructions for translators"),
      text("source_language", "Language of the source texts", "Of new components; its code."),
      text("language_aliases", "Codes in file names", "What they mean, where they differ: zh:zh_Hans,pt:pt_BR."),
    ],
  },
  {
    title: "Who sees it, and reviews",
    fields: [
      choice("access_control", "Who sees it", visibilities, "To change it you need the right to manage access."),
      truth("translation_review", "Translations are reviewed", "Reviewers approve them; a team “Review” is made."),
      truth("source_review", "Source texts are reviewed", "Strings are translated when their source is approved."),
    ],
  },
  {
    title: "Working together",
    fields: [
      truth("enable_hooks", "Pull when the repository tells of a push"),
      truth("set_language_team", "Name the language’s team in the files"),
      truth("use_shared_tm", "Offer what other projects translated"),
      truth("contribute_shared_tm", "Offer other projects what is translated here"),
    ],
  },
];

const newLanguageRules: readonly Choice[] = [
  { value: "add", words: "whoever may add languages adds it" },
  { value: "existing", words: "those the project has elsewhere, by translators" },
  { value: "contact", words: "translators ask, a manager adds it" },
  { value: "url", words: "translators read the project’s page, a manager adds it" },
  { value: "none", words: "managers alone" },
];

export const componentSections: readonly SettingSection[] = [
  {
    title: "Component",
    fields: [
      text("name", "Name"),
      text("slug", "Name in addresses", "A changed one changes every address of the component."),
      choice(
        "priority",
        "Comes first for translators",
        priorities.map((value) => ({
          value: String(value),
          words: { 60: "very high", 80: "high", 100: "medium", 120: "low", 140: "very low" }[value] ?? "",
        })),
      ),
      truth("restricted", "Only teams that name it see it"),
      truth("is_glossary", "It is a glossary"),
      text("license", "Licence", "Its SPDX identifier, or proprietary."),
      lines("agreement", "Agreement that contributors sign", "Who has not signed this very text cannot save."),
    ],
  },
  {
    title: "Repository",
    fields: [
      text(
        "repo",
        "Address",
        "Shown without what is secret in it. It is changed where you type another one; what waits is committed and pushed first.",
      ),
      text("branch", "Branch"),
      text("push", "Push address", "Empty: nothing is pushed; pull requests bring translations home."),
      text("push_branch", "Branch to push to", "Empty: the same."),
      choice("merge_style", "What is new upstream", [
        { value: "rebase", words: "is rebased onto" },
        { value: "merge", words: "is merged" },
        { value: "merge_noff", words: "is merged with a commit in any case" },
      ]),
      truth("push_on_commit", "Push after every commit"),
      field("number", "commit_pending_age", "Commit after so many hours", "0: only when somebody asks for it."),
      truth("auto_lock_error", "Lock it while something is wrong with the repository"),
      text(
        "repoweb",
        "Address of a file in the browser",
        "https://github.com/acme/shop/blob/{{branch}}/{{filename}}#L{{line}}",
      ),
    ],
  },
  {
    title: "Files and new languages",
    fields: [
      text("filemask", "File mask", "Path with * in place of the language."),
      text("template", "Base file", "Of formats with keys: where the source texts are."),
      text("new_base", "Template for new languages", "Of formats with the source texts in every file: the .pot."),
      choice("new_lang", "A new language", newLanguageRules),
      choice(
        "language_code_style",
        "Codes in new file names",
        plainChoices(languageCodeStyles).map((each) =>
          each.value === "" ? { value: "", words: "as the format has them" } : each,
        ),
      ),
      text("language_regex", "Language filter", "A regular expression: other codes are no languages."),
      truth("edit_template", "Source texts may be edited here"),
      truth("manage_units", "Strings may be added and removed here"),
    ],
  },
  {
    title: "Suggestions, review and checks",
    fields: [
      truth("enable_suggestions", "Suggestions"),
      truth("suggestion_voting", "Votes on suggestions"),
      field("number", "suggestion_autoaccept", "Accepted by so many votes", "0: never by votes; else at least 2."),
      truth("allow_translation_propagation", "A text is taken over by the same source elsewhere in the project"),
      text("check_flags", "Flags for all strings", "python-format, max-length:80"),
      field("list", "enforced_checks", "Checks that must pass", "Names, with spaces: who fails one can only suggest."),
      text("report_source_bugs", "Mail address for faults in the source"),
    ],
  },
  {
    title: "Messages of commits",
    fields: [
      lines("commit_message", "Translations"),
      lines("add_message", "A new language"),
      lines("delete_message", "A removed language"),
      lines("merge_message", "A merge"),
      lines("addon_message", "An add-on’s change"),
    ],
  },
];

/** A value of the API as its field shows it. */
export function shownValue({ kind }: SettingField, value: unknown): string {
  if (kind === "truth") return value === true ? "true" : "";
  if (Array.isArray(value)) return value.map(String).join(" ");
  if (typeof value === "object" && value !== null && "code" in value) return String(value.code);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export interface SettingForm {
  /** As the API has them now. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What was typed, where it was refused. */
  readonly form: SentForm | undefined;
  readonly problems: FieldProblems;
}

export function settingSection({ title, fields }: SettingSection, state: SettingForm): Markup {
  return html`<section class="card settings" aria-label="${title}">
    <h2>${title}</h2>
    ${fields.map((each) => settingField(each, state))}
  </section>`;
}

function settingField(each: SettingField, { values, form, problems }: SettingForm): Content {
  const { name, label, kind, hint, choices = [] } = each;
  const stored = shownValue(each, values[name]);
  // What the page that was refused was made of: a field that nobody touched stays as others leave it.
  const was = form === undefined ? stored : form.text(`was:${name}`);
  const value = form === undefined ? stored : form.text(name);
  const common = { name, label, ...(hint !== undefined && { hint }), problem: problems[name] };
  const entry = {
    text: () => input({ ...common, value }),
    list: () => input({ ...common, value }),
    number: () => input({ ...common, value, type: "number" }),
    lines: () => textarea({ ...common, value, rows: Math.min(8, Math.max(2, value.split("\n").length)) }),
    truth: () => checkbox({ ...common, checked: value === "true" }),
    choice: () => select({ ...common, value, choices }),
  }[kind];
  return html`${entry()} <input type="hidden" name="was:${name}" value="${was}" />`;
}

/** What somebody changed in the form: what they left alone is not sent, so that nobody's change beside them is undone. */
export function changedSettings(
  sections: readonly SettingSection[],
  form: SentForm,
): Readonly<Record<string, unknown>> {
  const changed = sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => form.has(`was:${name}`) && form.text(name).trim() !== form.text(`was:${name}`).trim());
  return Object.fromEntries(changed.map((each) => [each.name, sentValue(each, form.text(each.name))]));
}

function sentValue({ kind }: SettingField, value: string): unknown {
  switch (kind) {
    case "truth":
      return value === "true";
    case "list":
      return value.split(/[\s,]+/).filter((each) => each !== "");
    case "lines":
      return value;
    default:
      return value.trim();
  }
}
