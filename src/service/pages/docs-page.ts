import { titleOfTag, type OpenApiDocument, type Operation, type Parameter } from "../../http-api/openapi.ts";
import { html, prose, type Content, type Markup } from "../../http-api/markup.ts";
import { layout } from "./layout.ts";
import { methodName } from "./write-form.ts";
import type { JsonSchema } from "../../http-api/schemas.ts";

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole API on one page, readable without JavaScript. */
export function docsPage(site: string, document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags?.[0] ?? "");
  const resources = Object.entries(document.components.schemas).filter(
    ([name, { properties }]) => properties !== undefined && !name.endsWith("Request"),
  );
  return layout({
    title: "API documentation",
    site,
    crumbs: [
      ["api", "/api/"],
      ["docs", "/api/docs/"],
    ],
    wide: true,
    content: html`<div class="sides">
      <nav class="index" aria-label="Contents">
        <ul>
          <li><a href="#start">Start here</a></li>
          ${[...groups].map(
            ([tag, own]) =>
              html`<li>
                <a href="#${tag}">${titleOfTag(tag)}</a>
                <ul>
                  ${own.map(indexEntry)}
                </ul>
              </li>`,
          )}
          <li>
            <a href="#resources">Resources</a>
            <ul>
              ${resources.map(([name]) => html`<li><a href="#resource-${name}">${name}</a></li>`)}
            </ul>
          </li>
        </ul>
      </nav>
      <div>
        ${introduction(document, entries.length)}
        ${[...groups].map(
          ([tag, own]) =>
            html`<section>
              <h2 id="${tag}">${titleOfTag(tag)}</h2>
              ${own.map((entry) => described(entry, document))}
            </section>`,
        )}
        <section>
          <h2 id="resources">Resources</h2>
          <p class="soft">What answers are made of. Members that are not always there are marked.</p>
          ${resources.map(([name, schema]) => resource(name, schema))}
        </section>
      </div>
    </div>`,
  });
}

function introduction({ info }: OpenApiDocument, count: number): Markup {
  return html`<h1 id="start">${info.title}</h1>
    <p class="soft">
      ${count} operations · release ${info.version} · the same as <a href="/api/schema/">OpenAPI 3.1</a> (<a
        href="/api/schema/?format=yaml"
        >YAML</a
      >)
    </p>
    <p>${prose(info.description)}</p>
    <div class="operation">
      <h4>A first request</h4>
      <pre><code>curl -H "Authorization: Token svu_…" ${"$SERVICE"}/api/projects/</code></pre>
      <p class="soft">
        Public projects can be read without a token. A token of one project begins with <code>svp_</code>; it sees that
        project alone.
      </p>
    </div>
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Everywhere</th>
            <th>What it does</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td><code>?format=</code></td>
            <td>
              Representation: <code>json</code>, <code>csv</code>, or <code>api</code> for a page like these. Overrides
              <code>Accept</code>.
            </td>
          </tr>
          <tr>
            <td><code>?page=</code> <code>&amp;page_size=</code></td>
            <td>
              Lists answer <code>count</code>, <code>next</code>, <code>previous</code> and <code>results</code>.
              <code>page=last</code> is the last one.
            </td>
          </tr>
          <tr>
            <td><code>Authorization</code></td>
            <td><code>Token …</code> or <code>Bearer …</code></td>
          </tr>
          <tr>
            <td><code>X-RateLimit-Limit</code>, <code>-Remaining</code>, <code>-Reset</code></td>
            <td>
              Requests a window, those left, seconds until it is over. Beyond it: 429 with <code>Retry-After</code>.
            </td>
          </tr>
          <tr>
            <td>Category components</td>
            <td>
              A component in a category is addressed <code>category%252Fcomponent</code>: the slash is encoded twice.
            </td>
          </tr>
          <tr>
            <td>Errors</td>
            <td>
              <code>detail</code> is the text; <code>errors</code> lists <code>code</code>, <code>detail</code> and
              <code>attr</code>, the field, of each.
            </td>
          </tr>
        </tbody>
      </table>
    </div>`;
}

function indexEntry({ method, path, operation }: Entry): Markup {
  const short = path
    .replace(/^\/api\/[^/]+/, "")
    .replace(/^\/\{project\}(?=\/\{component\})/, "")
    .replace(/^\/\{component\}(?=\/\{language\})/, "");
  return html`<li>
    <a href="#${operation.operationId}" title="${operation.summary}">${methodName(method)} <code>${short}</code></a>
  </li>`;
}

function described({ method, path, operation }: Entry, document: OpenApiDocument): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses, deprecated } = operation;
  const own = parameters
    .filter((parameter): parameter is Parameter => "name" in parameter)
    .filter((parameter) => parameter.in !== "path" || parameter.description !== undefined);
  const statuses = Object.entries(responses);
  const successes = statuses.filter(([status]) => Number(status) < 400);
  const refusals = statuses.filter(([status]) => Number(status) >= 400);
  return html`<article class="operation" id="${operationId}">
<h3>${methodName(method)}<a href="#${operationId}"><code${deprecated === true ? html` class="old"` : ""}>${path}</code></a></h3>
<p>${prose(summary)}</p>
${description === "" ? "" : description.split("\n\n").map((part) => html`<p class="soft">${prose(part)}</p>`)}
${own.length === 0 ? "" : table("Parameters", own.map(parameterRow))}
${requestBody === undefined ? "" : fieldsTable(requestBody.content, document)}
<h4>Answers</h4>
${successes.map(([status, answer]) => html`<p><b>${status}</b> ${answered(answer)}</p>`)}
<p class="soft">Refuses with ${refusals.map(([status], index) => html`${index === 0 ? "" : ", "}${status}`)}.</p>
</article>`;
}

function answered(answer: Operation["responses"][string]): Content {
  if (!("content" in answer) || answer.content === undefined) return "no content";
  const json = answer.content["application/json"];
  return json?.schema === undefined || Object.keys(json.schema).length === 0
    ? html`<code>${Object.keys(answer.content).join(", ")}</code>`
    : typeOf(json.schema);
}

function parameterRow({ name, in: place, required, schema, description }: Parameter): Markup {
  return row(name, html`<span class="soft">${place}</span>`, required, schema, description);
}

function fieldsTable(
  content: Readonly<Record<string, { schema?: JsonSchema }>>,
  { components }: OpenApiDocument,
): Content {
  const multipart = content["multipart/form-data"]?.schema ?? {};
  const parts = multipart.allOf ?? [multipart];
  const rows = parts
    .map((part) => (part.$ref === undefined ? part : (components.schemas[nameOf(part.$ref)] ?? {})))
    .flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([name, schema]) => row(name, "", required.includes(name), schema, undefined)),
    );
  return rows.length === 0 ? "" : table("Fields", rows);
}

function table(title: string, rows: readonly Markup[]): Markup {
  const content = html`<div class="table">
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
  return rows.length > 12
    ? html`<details>
        <summary>${title} (${rows.length})</summary>
        ${content}
      </details>`
    : html`<h4>${title}</h4>
        ${content}`;
}

function row(
  name: string,
  place: Content,
  required: boolean,
  schema: JsonSchema,
  description: string | undefined,
): Markup {
  return html`<tr>
    <td><code>${name}</code> ${place}</td>
    <td>${typeOf(schema)}${required ? html` <b>required</b>` : ""}</td>
    <td class="soft">${prose(description ?? "")}</td>
  </tr>`;
}

function resource(name: string, { properties = {}, required = [] }: JsonSchema): Markup {
  return html`<article class="operation" id="resource-${name}">
    <h3>${name}</h3>
    <div class="table">
      <table>
        <tbody>
          ${Object.entries(properties).map(
            ([member, schema]) =>
              html`<tr>
                <td><code>${member}</code></td>
                <td>
                  ${typeOf(schema)}${required.includes(member) ? "" : html` <span class="soft">may be missing</span>`}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </article>`;
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? reference;
}

/** What is written in several ways and means one thing. */
const plainTypes = new Map([
  ["Boolean", "boolean"],
  ["Integer", "whole number"],
  ["Identifier", "id"],
]);

/** A schema in words: "list of Unit", "text or null", "page of Projects". */
function typeOf(schema: JsonSchema): Content {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return plainTypes.get(name) ?? html`<a href="#resource-${name}">${name}</a>`;
  }
  if (schema.anyOf !== undefined) return formsOf(schema.anyOf);
  if (schema.enum !== undefined) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (types.length === 0) return "anything";
  return joined(types.map((type) => named(type, schema)));
}

/** What a form has to send as text is told as what it means; one that may come alone is a list all the same. */
function formsOf(forms: readonly JsonSchema[]): Content {
  const list = forms.find(({ type }) => type === "array");
  const single = forms.find((form) => form !== list);
  if (list !== undefined && JSON.stringify(single) === JSON.stringify(list.items)) return typeOf(list);
  const isNumber = forms.some(({ type }) => type === "integer");
  return joined(
    forms.filter(({ type, pattern }) => !(isNumber && type === "string" && pattern !== undefined)).map(typeOf),
  );
}

function named(type: string, schema: JsonSchema): Content {
  if (type === "array") return html`list of ${typeOf(schema.items ?? {})}`;
  if (type === "string") return schema.format === "binary" ? "file" : "text";
  if (type === "integer") return "whole number";
  if (type !== "object") return type;
  const { results, ...others } = schema.properties ?? {};
  if (results?.items !== undefined && "next" in others) return html`page of ${typeOf(results.items)}`;
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0 || members.length > 6) return "object";
  return html`{
  ${members.map(([name, member], index) => html`${index === 0 ? "" : ", "}<code>${name}</code>: ${typeOf(member)}`)} }`;
}

function joined(parts: readonly Content[]): Content {
  return parts.map((part, index) => (index === 0 ? part : html` or ${part}`));
}
