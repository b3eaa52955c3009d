import { unstorableIn } from "../../http-api/request-body.ts";
import type { FieldProblems } from "../../http-api/form.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";
import { isOwnToken } from "../../http-api/request.ts";
import type { LanguageRecord, ProjectRecord, TranslationRecord } from "../../store/tables.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Scratch } from "../files/archive.ts";
import type { Perform } from "../http/in-process.ts";
import { denied, notAuthenticated, parseError } from "../http/refusal.ts";
import { readPageForm, type PageForm, type UploadedFile } from "../http/request-body.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { ManagementLink } from "../pages/links.ts";
import type { Visitor } from "../pages/layout.ts";
import type { Service } from "../service.ts";

/** Who opens a page on which something is looked after, and with what. */
export interface ManagementRequest {
  readonly service: Service;
  readonly caller: Caller;
  readonly visitor: Visitor;
  readonly request: Request;
  readonly url: URL;
  readonly perform: Perform;
  /** For what a form sends. */
  readonly scratch: Scratch;
  /** Pages of a place that are for the caller. */
  readonly links: (place: Managed) => readonly ManagementLink[];
}

/** What is looked after. */
export interface Managed {
  readonly project: ProjectRecord;
  readonly component?: ComponentRecord | undefined;
  readonly translation?: TranslationRecord | undefined;
  readonly language?: LanguageRecord | undefined;
}

export interface ManagedComponent extends Managed {
  readonly component: ComponentRecord;
}

export function isManagedComponent(place: Managed): place is ManagedComponent {
  return place.component !== undefined;
}

export function isManagedTranslation(place: Managed): place is VisibleTranslation {
  return place.component !== undefined && place.translation !== undefined && place.language !== undefined;
}

/** What a form sent. */
export class SentForm {
  readonly #fields: PageForm["fields"];
  readonly #files: PageForm["files"];
  readonly #tooLarge: string | undefined;
  readonly #limit: number;

  /** @param limit bytes of a file */
  constructor({ fields, files, tooLarge: largest }: PageForm, limit: number) {
    this.#fields = fields;
    this.#files = files;
    this.#tooLarge = largest;
    this.#limit = limit;
  }

  /** Whether there is a field that carries a file, be it too large. */
  hasFile(name: string): boolean {
    return this.#files.has(name) || this.#tooLarge === name;
  }

  /** @returns undefined where none was chosen @throws 400 for one that is too large */
  file(name: string): UploadedFile | undefined {
    if (this.#tooLarge === name) throw fileTooLarge(name, this.#limit);
    const file = this.#files.get(name);
    return file?.name === "" ? undefined : file;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  /** Browsers end lines with CR LF, whatever the text had. */
  text(name: string): string {
    const value = this.all(name).at(-1) ?? "";
    return value.replaceAll("\r\n", "\n");
  }

  all(name: string): readonly string[] {
    const value = this.#fields[name];
    const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return list.filter((each) => typeof each === "string");
  }

  names(): readonly string[] {
    return Object.keys(this.#fields);
  }
}

/** @throws 401 for nobody, 403 for a form of another session, 400 for one that did not arrive whole */
export async function sentForm({ service, visitor, request, scratch }: ManagementRequest): Promise<SentForm> {
  const { signedIn } = visitor;
  if (signedIn === undefined) throw notAuthenticated();
  const { uploadBytes } = service.settings;
  const sent = await readPageForm(request, uploadBytes, scratch);
  if (unstorableIn(sent.fields) !== undefined) throw parseError("The form holds a character that no text may hold.");
  const form = new SentForm(sent, uploadBytes);
  if (!isOwnToken(signedIn.csrf, form.text("csrf_token"))) {
    throw denied("You signed in anew since this page came: open it again, and send the form once more.");
  }
  return form;
}

/** @param most bytes */
function fileTooLarge(name: string, most: number): Refusal {
  const megabytes = String(Math.floor(most / 1_000_000));
  return invalid(name, `The file is larger than ${megabytes} MB. Choose a smaller one.`, "max_length");
}

/** Each at its field of the form; what is of no field is of the whole. */
export function problemsOf(refusal: Refusal, fields: readonly string[]): FieldProblems {
  const problems: Record<string, string> = {};
  for (const { field, detail } of refusal.errors) {
    const name = (field ?? "").split(".")[0] ?? "";
    const at = fields.includes(name) ? name : "";
    const words = at === "" && name !== "" && name !== "non_field_errors" ? `${name}: ${detail}` : detail;
    problems[at] = problems[at] === undefined ? words : `${problems[at]} ${words}`;
  }
  return problems;
}

export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } });
}
