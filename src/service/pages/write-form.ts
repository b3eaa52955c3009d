import * as z from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { html, prose, type Content, type Markup } from "../../http-api/markup.ts";

/** A form that tries an endpoint that writes; the script of the page sends it. */
export function writeForm(endpoint: Endpoint, address: string): Markup {
  const { method, summary, files = [] } = endpoint;
  const fields = Object.entries(endpoint.body?.().shape ?? {});
  const isDelete = method === "DELETE";
  return html`<details class="try"><summary>${methodName(method)} ${prose(summary)}</summary>
<form class="try" data-method="${method}" data-address="${address}" data-files="${files.length > 0 ? "yes" : "no"}">
<div class="fields">${files.map(
    (name) =>
      html`<label
        ><span>${name}<em>file</em></span
        ><input type="file" name="${name}"
      /></label>`,
  )}${fields.map(([name, schema]) => field(name, schema))}</div>
<button${isDelete ? html` class="delete"` : ""}>${isDelete ? "Delete" : `Send ${method}`}</button>
</form></details>`;
}

export function methodName(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function field(name: string, schema: z.core.$ZodType): Markup {
  const { kind, choices } = kindOf(schema);
  const isRequired = !z.safeParse(schema, undefined).success;
  const hint = `${kind}${isRequired ? ", required" : ""}`;
  const input: Content =
    choices.length > 0
      ? html`<select name="${name}" data-kind="${kind}">
          <option></option>
          ${choices.map((choice) => html`<option>${choice}</option>`)}
        </select>`
      : html`<input
          name="${name}"
          data-kind="${kind}"
          autocomplete="off"
          ${kind === "list" ? html` placeholder="one, or [&quot;…&quot;, …]"` : ""}
        />`;
  return html`<label
    ><span>${name}<em>${hint}</em></span
    >${input}</label
  >`;
}

interface Kind {
  readonly kind: "text" | "number" | "boolean" | "list" | "json";
  readonly choices: readonly string[];
}

/** What a person may type for a field, from the JSON schema of what the endpoint reads. */
function kindOf(schema: z.core.$ZodType): Kind {
  const written = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const json = written.$ref === undefined ? written : (written.$defs?.[written.$ref.replace("#/$defs/", "")] ?? {});
  const forms = [json, ...(json.anyOf ?? [])].filter((form) => typeof form === "object");
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  if (types.has("boolean")) return { kind: "boolean", choices: ["true", "false"] };
  const listed = forms.flatMap((form) => form.enum ?? []).filter((choice) => typeof choice === "string");
  if (listed.length > 0) return { kind: "text", choices: listed };
  if (types.has("array")) return { kind: "list", choices: [] };
  if (types.has("object")) return { kind: "json", choices: [] };
  if (types.has("integer") || types.has("number")) return { kind: "number", choices: [] };
  return { kind: "text", choices: [] };
}
