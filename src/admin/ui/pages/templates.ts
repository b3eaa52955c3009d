import { Hono } from "hono";
import { templateKinds, type TemplateKindName } from "../../../records/templates/template-kinds.ts";
import type { PreviewedTemplate } from "../../contract/endpoints/templates.ts";
import { mayWriteTemplate, templateOperations } from "../../operations/templates.ts";
import { textOf } from "../../http/request-body.ts";
import { BASE } from "../layout.ts";
import { html } from "../../../http-api/markup.ts";
import { input, postButton, select, type FieldProblems } from "../../../http-api/form.ts";
import { emptyState, filter, list } from "../parts/list.ts";
import { editor, ownFields } from "../parts/template-editor.ts";
import { faultView, preview } from "../parts/template-preview.ts";
import { ago } from "../parts/time.ts";
import {
  ask,
  goTo,
  listQuery,
  may,
  numberOf,
  pageHeaders,
  requireAny,
  show,
  tried,
  type PageContext,
  type PageVariables,
  type SignedInRequest,
} from "../page-context.ts";

const PATH = `${BASE}/templates`;
const SIZE = 50;

export const kindWords: Readonly<Record<TemplateKindName, string>> = {
  "pull-request-title": "Title of a pull request",
  "pull-request-body": "Text of a pull request",
  "review-comment": "Comment on a pull request",
  "commit-message": "Headline of a commit",
  "mail-password-reset": "Mail: password link",
  "mail-test": "Mail: test",
  notification: "Notification: something is wrong",
  "notification-resolved": "Notification: it is over",
};

/** What the bot writes, in whose words. */
export function templatesPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/templates", showTemplates);
  app.get("/templates/new", (context) => showNew(context, new URLSearchParams(context.req.query()), {}));
  app.post("/templates", createTemplate);
  app.post("/templates/preview", previewNew);
  app.get("/templates/:id", async (context) => showTemplate(context, await found(context), {}));
  app.post("/templates/:id", saveTemplate);
  app.post("/templates/:id/preview", previewChange);
  app.post("/templates/:id/remove", async (context) => {
    const removed = await ask(context.get("signedIn"), templateOperations.remove, { parameters: idOf(context) });
    return removed.built_in
      ? goTo(`/templates/${String(removed.id)}`, "template-restored")
      : goTo("/templates", "template-deleted");
  });
  return app;
}

function idOf(context: PageContext): { readonly id: string } {
  return { id: String(numberOf(context.req.param("id") ?? "")) };
}

function found(context: PageContext): Promise<PreviewedTemplate> {
  return ask(context.get("signedIn"), templateOperations.get, { parameters: idOf(context) });
}

function mayWrite(signedIn: SignedInRequest): boolean {
  return may(signedIn, "administrator", "operator");
}

async function showTemplates(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const { page, query } = listQuery(signedIn, ["kind"]);
  const shown = await ask(signedIn, templateOperations.list, {
    query: { kind: query.kind ?? "", page: String(page), size: String(SIZE) },
  });
  return show(context, {
    title: "Templates",
    lead: "What the bot writes. One for a pattern of repositories counts before the one for all.",
    ...(mayWrite(signedIn) ? { actions: html`<a class="button" href="${PATH}/new">New template</a>` } : {}),
    content: html`<section class="card" aria-label="Templates">
      ${filter({
        path: PATH,
        query,
        choices: [
          { name: "kind", label: "Kind", choices: templateKinds.map((value) => ({ value, words: kindWords[value] })) },
        ],
      })}
      <div data-region>
        ${list({
          ...shown,
          path: PATH,
          query,
          columns: [
            { heading: "Template" },
            { heading: "Kind" },
            { heading: "Repositories" },
            { heading: "Text" },
            { heading: "Changed" },
          ],
          rows: shown.items.map(
            (template) =>
              html`<tr>
                <th scope="row"><a href="${PATH}/${template.id}">${template.name}</a></th>
                <td>${kindWords[template.kind]}</td>
                <td data-label="For"><code>${template.repositories}</code></td>
                <td>${template.standard ? "built-in" : template.built_in ? "changed" : "own"}</td>
                <td data-label="Changed">
                  ${template.updated_by === null ? html`<span class="soft">–</span>` : ago(template.updated, signedIn.now)}
                </td>
              </tr>`,
          ),
          noun: "template",
          caption: "Templates",
          empty: emptyState("Nothing fits", "There is no template of this kind."),
        })}
      </div>
    </section>`,
  });
}

async function saveTemplate(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const parameters = idOf(context);
  const former = await found(context);
  const body = changeOf(former, context.get("form"));
  const problems = await tried(() => ask(signedIn, templateOperations.change, { parameters, body }));
  if (problems === undefined) return goTo(`/templates/${parameters.id}`, "template-saved");
  return showTemplate(context, { ...former, ...body }, problems, 400);
}

/** Name and pattern of a built-in one stay. */
function changeOf(
  { built_in }: PreviewedTemplate,
  form: URLSearchParams,
): { body: string; name?: string; repositories?: string } {
  const own = built_in ? {} : { name: form.get("name") ?? "", repositories: (form.get("repositories") ?? "").trim() };
  return { ...own, body: textOf(form, "body") };
}

function newBody(form: URLSearchParams): { kind: string; name: string; repositories: string; body: string } {
  return {
    kind: form.get("kind") ?? "",
    name: form.get("name") ?? "",
    repositories: (form.get("repositories") ?? "").trim() || "*",
    body: textOf(form, "body"),
  };
}

async function createTemplate(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const form = context.get("form");
  let id = 0;
  const problems = await tried(async () => {
    const created = await ask(signedIn, templateOperations.create, { body: newBody(form) });
    id = created.id ?? 0;
  });
  if (problems === undefined) return goTo(`/templates/${String(id)}`, "template-created");
  return showNew(context, form, problems, 400);
}

/** What the text becomes, while somebody types: nothing is saved. */
async function previewChange(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const former = await found(context);
  return previewed(() =>
    ask(signedIn, templateOperations.change, {
      parameters: idOf(context),
      query: { preview: "true" },
      body: { body: changeOf(former, context.get("form")).body },
    }),
  );
}

async function previewNew(context: PageContext): Promise<Response> {
  const body = { ...newBody(context.get("form")), name: "preview", repositories: "*" };
  return previewed(() => ask(context.get("signedIn"), templateOperations.create, { query: { preview: "true" }, body }));
}

async function previewed(look: () => Promise<PreviewedTemplate>): Promise<Response> {
  let shown: PreviewedTemplate | undefined;
  const problems = await tried(async () => {
    shown = await look();
  });
  const view = shown === undefined ? faultView(problems ?? {}) : preview(shown.preview);
  return new Response(
    html`<!doctype html>
      <body>
        ${view}
      </body>`.toString(),
    { headers: pageHeaders },
  );
}

function showTemplate(
  context: PageContext,
  template: PreviewedTemplate,
  problems: FieldProblems,
  status = 200,
): Promise<Response> {
  const signedIn = context.get("signedIn");
  const { csrf } = signedIn.caller.session;
  const path = `${PATH}/${String(template.id)}`;
  const { built_in: isBuiltIn, standard: isStandard } = template;
  const isWritable = mayWriteTemplate(signedIn.caller, template.kind);
  return show(
    context,
    {
      title: template.name,
      above: ["Templates", PATH],
      lead: html`${kindWords[template.kind]}, for
        <code>${template.repositories}</code
        >${template.updated_by === null ? "" : html` · changed ${ago(template.updated, signedIn.now)}`}`,
      ...(isWritable && !(isBuiltIn && isStandard)
        ? {
            actions: postButton({
              action: `${path}/remove`,
              csrf,
              words: isBuiltIn ? "Restore the built-in text" : "Delete",
              manner: isBuiltIn ? "second" : "danger",
              ask: isBuiltIn ? "Put the built-in text in the place of this one?" : "Delete this template?",
            }),
          }
        : {}),
      content: isWritable
        ? editor({
            path,
            template,
            problems,
            csrf,
            fields: isBuiltIn ? "" : ownFields(template, problems),
            save: "Save",
          })
        : html`<div class="sides">
            <section class="card" aria-labelledby="text">
              <h2 id="text">Text</h2>
              <pre class="wrap">${template.body}</pre>
            </section>
            <section class="card" aria-labelledby="preview">
              <h2 id="preview">Preview</h2>
              ${preview(template.preview)}
            </section>
          </div>`,
    },
    status,
  );
}

async function showNew(
  context: PageContext,
  form: URLSearchParams,
  problems: FieldProblems,
  status = 200,
): Promise<Response> {
  const signedIn = context.get("signedIn");
  requireAny(signedIn, "administrator", "operator");
  const { kind, name, repositories, body } = newBody(form);
  const kinds = templateKinds.filter((each) => mayWriteTemplate(signedIn.caller, each));
  const known = kinds.find((each) => each === kind) ?? "pull-request-title";
  const fields = html`<section class="card" aria-label="What it is for">
    <div class="fields">
      ${select({ name: "kind", label: "Kind", value: known, choices: kinds.map((value) => ({ value, words: kindWords[value] })), problem: problems["kind"] })}
      ${input({ name: "name", label: "Name", value: name, problem: problems["name"], required: true, hint: "For lists." })}
      ${input({ name: "repositories", label: "Repositories", value: repositories, problem: problems["repositories"], hint: "A pattern of owner/name, such as acme/*. The most exact one counts." })}
    </div>
  </section>`;
  return show(
    context,
    {
      title: "New template",
      above: ["Templates", PATH],
      content: editor({
        path: PATH,
        template: { kind: known, body: body === "" ? "{{ standard }}" : body, preview: null },
        problems,
        csrf: signedIn.caller.session.csrf,
        fields,
        save: "Create the template",
      }),
    },
    status,
  );
}
