import { html, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { csrfField, formProblem, input, postButton, type FieldProblems } from "../../../http-api/form.ts";
import { emptyState } from "../parts/list.ts";
import type { TrialResult } from "../../trials.ts";
import { stateBadge } from "../parts/state.ts";
import {
  forgejoFields,
  gitHubFields,
  issueFields,
  mailFields,
  serviceFields,
  slackFields,
  webhookFields,
  type SettingField,
} from "./setting-fields.ts";
import { isObject, patchOf, settingFields, shownFields } from "./setting-form.ts";

/** Settings of which there may be several, each with a name. */
export const entryKinds = ["forges", "services", "notifications"] as const;
export type EntryKind = (typeof entryKinds)[number];

type Values = Readonly<Record<string, unknown>>;
/** What sort of entry: it decides the fields. */
type Sort = "github" | "forgejo" | "service" | "webhook" | "slack" | "mail" | "issue";

const PATH = `${BASE}/settings`;
/** Field names of an entry that is not there yet begin with it; no entry has such a name. */
const NEW = "+";

const words: Readonly<Record<EntryKind, { readonly title: string; readonly about: string; readonly none: string }>> = {
  forges: {
    title: "Forges",
    about: "Where repositories are, and as whom the bot works there.",
    none: "Create the GitHub App in two clicks, or name a Forgejo or Gitea below.",
  },
  services: {
    title: "Translation services",
    about: "Whose token is used for which repositories.",
    none: "Give the address of the service, a token, and the repositories that may use it.",
  },
  notifications: {
    title: "Notifications",
    about: "Who is told what is wrong: one message a cause, and one when it is over. What they say is in Templates.",
    none: "Nobody hears of what goes wrong. Name a chat, a webhook, mail addresses, or a repository for issues.",
  },
};

const sorts: Readonly<
  Record<Sort, { readonly fields: readonly SettingField[]; readonly title: string; readonly add: string }>
> = {
  github: { fields: gitHubFields, title: "GitHub", add: "Name a GitHub App by hand" },
  forgejo: { fields: forgejoFields, title: "Forgejo or Gitea", add: "Add a Forgejo or Gitea" },
  service: { fields: serviceFields, title: "Service", add: "Add a service" },
  slack: { fields: slackFields, title: "Chat", add: "Add a chat (Slack, Mattermost …)" },
  webhook: { fields: webhookFields, title: "Webhook", add: "Add a webhook" },
  mail: { fields: mailFields, title: "Mail", add: "Add mail addresses" },
  issue: { fields: issueFields, title: "Issues", add: "Add a repository for issues" },
};

const sortsOf: Readonly<Record<EntryKind, readonly Sort[]>> = {
  forges: ["forgejo", "github"],
  services: ["service"],
  notifications: ["slack", "webhook", "mail", "issue"],
};

/** The button that tries an entry, and what its result is called. */
const trialWords: Readonly<Record<EntryKind, string>> = {
  forges: "Try it",
  services: "Try it",
  notifications: "Send a test message",
};

export interface EntryPatch {
  readonly patch: Values;
  /** Where the form stands: `forges.+forgejo`, `services.main`. */
  readonly place: string;
  readonly renamed: (field: string) => string;
}

/** What a form of one entry asks to change; entries that are new have their name in the form. */
export function entryPatch(kind: EntryKind, form: URLSearchParams, present: Values): EntryPatch {
  const entry = form.get("entry") ?? "";
  const sort = sortOf(form.get("sort"));
  const isNew = entry === "";
  const name = isNew ? (form.get("name") ?? "").trim() : entry;
  const place = `${kind}.${isNew ? `${NEW}${sort}` : name}`;
  const renamed = (field: string): string => {
    if (!isNew) return field;
    const own = `${kind}.${name}.`;
    return field.startsWith(own) ? `${place}.${field.slice(own.length)}` : "name";
  };
  if (form.get("remove") === "true") return { patch: { [kind]: { [name]: null } }, place, renamed };
  const values = present[name];
  const fields = patchOf(sorts[sort].fields, form, `${place}.`, isObject(values) ? values : {});
  return {
    patch: { [kind]: { [name]: { ...(sort === "service" ? {} : { kind: sort }), ...fields } } },
    place,
    renamed,
  };
}

function sortOf(text: string | null): Sort {
  return (
    Object.values(sortsOf)
      .flat()
      .find((sort) => sort === text) ?? "service"
  );
}

export interface EntriesShown {
  readonly kind: EntryKind;
  readonly values: Values;
  readonly csrf: string;
  /** Where webhooks go. */
  readonly publicUrl: string;
  /** Whether entries can be tried. */
  readonly canTry: boolean;
  /** What came of it, for one entry. */
  readonly tried?: { readonly place: string; readonly results: readonly TrialResult[] } | undefined;
  readonly refused?:
    | { readonly place: string; readonly form: URLSearchParams; readonly problems: FieldProblems }
    | undefined;
}

export function entriesSection(shown: EntriesShown): Markup {
  const { kind, values } = shown;
  const { title, about, none } = words[kind];
  const entries = Object.entries(values);
  const addable = sortsOf[kind];
  return html`<section class="card" id="${kind}" aria-labelledby="${kind}-title">
    <h2 id="${kind}-title">${title}</h2>
    <p class="soft">${about}</p>
    ${entries.length === 0 ? emptyState("None yet", none, kind === "forges" ? appButton : "") : ""}
    ${entries.map(([name, entry]) => entryForm(shown, name, isObject(entry) ? entry : {}))}
    ${kind === "forges" && entries.length > 0 ? html`<p>${appButton}</p>` : ""}
    ${addable.map((sort) => newForm(shown, sort))}
  </section>`;
}

/** The entries for those who may look. */
export function shownEntries(kind: EntryKind, values: Values): Markup {
  const { title, about, none } = words[kind];
  const entries = Object.entries(values);
  return html`<section class="card" id="${kind}" aria-labelledby="${kind}-title">
    <h2 id="${kind}-title">${title}</h2>
    <p class="soft">${about}</p>
    ${entries.length === 0 ? emptyState("None yet", none) : ""}
    ${entries.map(([name, entry]) => {
      const own = isObject(entry) ? entry : {};
      const sort = kind === "services" ? "service" : sortOf(String(own["kind"]));
      return html`<h3>${name} <small class="soft">${sorts[sort].title}</small></h3>
        ${shownFields(sorts[sort].fields, own)}`;
    })}
  </section>`;
}

const appButton = html`<a class="button" href="${BASE}/github-app">Create the GitHub App</a>`;

function entryForm(shown: EntriesShown, name: string, values: Values): Markup {
  const { kind, csrf, refused, publicUrl, canTry } = shown;
  const sort = kind === "services" ? "service" : sortOf(String(values["kind"]));
  const place = `${kind}.${name}`;
  const isRefused = refused?.place === place;
  const problems = isRefused ? refused.problems : {};
  const tried = shown.tried?.place === place ? shown.tried.results : undefined;
  return html`<details ${isRefused || tried !== undefined ? html`open` : ""}>
    <summary>${name} <span class="soft">${sorts[sort].title} · ${addressIn(values)}</span></summary>
    <form method="post" action="${PATH}/entry/${kind}">
      ${csrfField(csrf)} ${formProblem(problems)}
      <input type="hidden" name="entry" value="${name}" />
      <input type="hidden" name="sort" value="${sort}" />
      ${
        kind === "notifications"
          ? ""
          : html`<p class="soft">Webhooks go to <code>${publicUrl}/webhooks/${sort}/${name}</code></p>`
      }
      ${settingFields(sorts[sort].fields, { prefix: `${place}.`, values, problems, sent: isRefused ? refused.form : undefined })}
      <button>Save<span class="hidden"> ${name}</span></button>
    </form>
    ${tried === undefined ? "" : trialView(name, tried)}
    <div class="actions">
      ${
        canTry
          ? postButton({
              action: `${PATH}/try/${kind}`,
              csrf,
              words: trialWords[kind],
              about: name,
              fields: { entry: name },
              manner: "second",
            })
          : ""
      }
      ${postButton({
        action: `${PATH}/entry/${kind}`,
        csrf,
        words: "Remove",
        about: name,
        fields: { entry: name, sort, remove: "true" },
        manner: "danger",
        ask: `Remove ${name} and its secrets?`,
      })}
    </div>
  </details>`;
}

const stateOfTrial: Readonly<Record<TrialResult["state"], string>> = {
  good: "right",
  attention: "warning",
  bad: "wrong",
};

/** What was tried, one line each; what is wrong says what to do. */
function trialView(name: string, results: readonly TrialResult[]): Markup {
  return html`<ul class="problems trial" role="status" aria-label="What came of the trial of ${name}">
    ${results.map(
      ({ state, what, words: said }) =>
        html`<li>
          ${stateBadge(stateOfTrial[state])}
          <div>
            <b>${what}</b>
            <p class="soft">${said}</p>
          </div>
        </li>`,
    )}
  </ul>`;
}

function addressIn({ url, server_url: serverUrl, to, repository }: Values): string {
  if (Array.isArray(to)) return to.join(", ");
  if (typeof repository === "string") return repository;
  return typeof url === "string" ? url : typeof serverUrl === "string" ? serverUrl : "";
}

function newForm({ kind, csrf, refused }: EntriesShown, sort: Sort): Markup {
  const place = `${kind}.${NEW}${sort}`;
  const isRefused = refused?.place === place;
  const problems = isRefused ? refused.problems : {};
  return html`<details ${isRefused ? html`open` : ""}>
    <summary>${sorts[sort].add}</summary>
    <form method="post" action="${PATH}/entry/${kind}">
      ${csrfField(csrf)} ${formProblem(problems)}
      <input type="hidden" name="sort" value="${sort}" />
      <div class="fields">
        ${input({
          name: "name",
          id: `${place}.name`,
          label: "Name",
          value: isRefused ? (refused.form.get("name") ?? "") : "",
          problem: problems["name"],
          required: true,
          hint: "Lower case letters, digits, “.”, “_” and “-”; it stands in the address of the webhooks.",
        })}
      </div>
      ${settingFields(sorts[sort].fields, { prefix: `${place}.`, values: {}, problems, sent: isRefused ? refused.form : undefined })}
      <button>Add</button>
    </form>
  </details>`;
}
