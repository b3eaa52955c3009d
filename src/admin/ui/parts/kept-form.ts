import { html, type Markup } from "../../../http-api/markup.ts";
import { csrfField } from "../../../http-api/form.ts";
import { BASE } from "../layout.ts";

/** A form that was sent after its session had ended: it goes through the sign-in page, and is sent again by hand. */
export interface KeptForm {
  /** Where it was sent to, from the site's root. */
  readonly path: string;
  readonly fields: readonly (readonly [string, string])[];
  /** Secrets that were in it: they go nowhere. */
  readonly leftOut: readonly string[];
}

const PATH = "kept_path";
const LEFT = "kept_left_out";
const FIELD = "kept.";
const SECRET = /password|secret|token|private_key|^again$/i;

/** Undefined where nothing in it was written by anybody, or it is a script's. */
export function keptFormOf(path: string, form: URLSearchParams): KeptForm | undefined {
  const sent = [...form].filter(([name]) => name !== "csrf_token");
  const isSecret = ([name, value]: readonly [string, string]): boolean => SECRET.test(name) && value !== "";
  const fields = sent.filter((field) => !isSecret(field));
  const leftOut = sent.filter(isSecret).map(([name]) => name);
  return fields.length === 0 || !isPath(path) ? undefined : { path, fields, leftOut };
}

/** What the sign-in page carried along. */
export function keptFormIn(form: URLSearchParams): KeptForm | undefined {
  const path = form.get(PATH) ?? "";
  const fields = [...form].flatMap(([name, value]) =>
    name.startsWith(FIELD) ? [[name.slice(FIELD.length), value] as const] : [],
  );
  return fields.length === 0 || !isPath(path) ? undefined : { path, fields, leftOut: form.getAll(LEFT) };
}

function isPath(path: string): boolean {
  return /^\/admin\/[\w./+-]+$/.test(path) && !path.includes("//") && !path.endsWith("/preview");
}

/** Where somebody who sent a form was: what does something has no page of its own. */
export function pageOfForm(path: string): string {
  if (path.startsWith(`${BASE}/settings/`)) return `${BASE}/settings`;
  return path.replace(/\/(?:\d+\/replay|replay|run|state|remove|preview|reset|sessions|password)$/, "");
}

/** Carries it along in another form. */
export function keptFields(kept: KeptForm | undefined): Markup | string {
  if (kept === undefined) return "";
  return html`${hidden(PATH, kept.path)} ${kept.leftOut.map((name) => hidden(LEFT, name))}
  ${kept.fields.map(([name, value]) => hidden(`${FIELD}${name}`, value))}`;
}

function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Shows what was written, and sends it by its reader's own hand: another page could have made them send it. */
export function keptFormView({ path, fields, leftOut }: KeptForm, csrf: string): Markup {
  return html`<form method="post" action="${path}">
      ${csrfField(csrf)} ${fields.map(([name, value]) => hidden(name, value))}
      <dl class="facts">
        ${fields.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>
                ${value === "" ? html`<span class="soft">empty</span>` : html`<pre class="wrap">${value}</pre>`}
              </dd>`,
        )}
      </dl>
      ${
        leftOut.length === 0
          ? ""
          : html`<p class="soft">
              Not kept, since secrets go in once: ${leftOut.join(", ")}. Give them again afterwards.
            </p>`
      }
      <button>Send it now</button>
    </form>
    <p class="foot"><a href="${pageOfForm(path)}">Leave it, and go on</a></p>`;
}
