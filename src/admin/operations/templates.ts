import { defined } from "../../core/defined.ts";
import { present } from "../../records/records.ts";
import { patternFault } from "../../records/settings/checks.ts";
import { isMailKind, type TemplateKindName } from "../../records/templates/template-kinds.ts";
import { previewOf, type TemplatePreview } from "../../records/templates/template-preview.ts";
import {
  addTemplate,
  changeTemplate,
  listTemplates,
  removeTemplate,
  templateById,
  type NewTemplate,
  type TemplateChange,
  type TemplateRecord,
} from "../../records/templates/templates.ts";
import type { Admin } from "../admin.ts";
import { templates, type PreviewedTemplate } from "../contract/endpoints/templates.ts";
import { operation } from "../http/operation.ts";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import type { Caller } from "../identity/caller.ts";

const list = operation(templates.list, async ({ admin: { records }, query: { page, size, kind } }) => {
  const found = await listTemplates(records, { kind }, { page, size });
  return { ...found, items: found.items.map(shownTemplate) };
});

const get = operation(templates.get, async ({ admin, parameters: { id } }) => {
  const template = await existing(admin, id);
  const preview = previewOf(template.kind, template.body);
  return { ...shownTemplate(template), preview: "fault" in preview ? null : preview, saved: true };
});

const create = operation(templates.create, async ({ admin: { records }, caller, query, body }) => {
  const preview = checked(body);
  if (!query.preview) requireMayWrite(caller, body.kind);
  if (query.preview) {
    const fresh = {
      ...body,
      id: 0,
      isBuiltIn: false,
      isStandard: false,
      updated: present(records),
      updatedBy: caller.login,
    };
    return { ...shownTemplate(fresh), id: null, preview, saved: false };
  }
  return { ...shownTemplate(await addTemplate(records, body, caller.login)), preview, saved: true };
});

const replace = operation(templates.replace, async ({ admin, caller, parameters: { id }, query, body }) =>
  changed({ admin, caller, id, change: body, isTrial: query.preview }),
);

const change = operation(templates.change, async ({ admin, caller, parameters: { id }, query, body }) =>
  changed({ admin, caller, id, change: withoutUndefined(body), isTrial: query.preview }),
);

const remove = operation(templates.remove, async ({ admin, caller, parameters: { id } }) => {
  requireMayWrite(caller, (await existing(admin, id)).kind);
  const template = await removeTemplate(admin.records, id, caller.login);
  if (template === undefined) throw noTemplate(id);
  return shownTemplate(template);
});

/**
 * Whether a role may change the texts of a kind. Whose words carry the link that sets a password could lead it past this
 * server, and take over whoever follows it.
 */
export function mayWriteTemplate({ role }: Pick<Caller, "role">, kind: TemplateKindName): boolean {
  return role === "administrator" || (role === "operator" && kind !== "mail-password-reset");
}

/** @throws 403 */
function requireMayWrite(caller: Caller, kind: TemplateKindName): void {
  if (!mayWriteTemplate(caller, kind))
    throw denied("Only an administrator may change the mail with the password link.");
}

interface Changing {
  readonly admin: Admin;
  readonly caller: Caller;
  readonly id: number;
  readonly change: TemplateChange;
  /** Looked at, not saved. */
  readonly isTrial: boolean;
}

async function changed({ admin, caller, id, change: fields, isTrial }: Changing): Promise<PreviewedTemplate> {
  const former = await existing(admin, id);
  const after = { ...former, ...fields };
  if (former.isBuiltIn) requireSame(former, after);
  const preview = checked(after);
  if (isTrial) return { ...shownTemplate(after), preview, saved: false };
  requireMayWrite(caller, former.kind);
  const isSame = (["name", "repositories", "body"] as const).every((name) => former[name] === after[name]);
  const saved = isSame ? former : await changeTemplate(admin.records, id, fields, caller.login);
  if (saved === undefined) throw noTemplate(id);
  return { ...shownTemplate(saved), preview, saved: true };
}

/** @throws 400 where another name or pattern is asked for */
function requireSame(former: TemplateRecord, after: TemplateRecord): void {
  const different = (["name", "repositories"] as const).filter((name) => former[name] !== after[name]);
  if (different.length === 0) return;
  throw new Refusal(
    400,
    different.map((field) => ({
      code: "fixed",
      detail: `That of a built-in template stays “${former[field]}”: create another one for what differs.`,
      field,
    })),
  );
}

/** What the text becomes. @throws 400 with all that is wrong */
function checked({ kind, repositories, body }: Omit<NewTemplate, "name">): TemplatePreview {
  const errors: FieldError[] = [];
  if (isMailKind(kind) && repositories !== "*") {
    errors.push({ code: "invalid", detail: "Mail is of no repository: expected *.", field: "repositories" });
  }
  const fault = patternFault(repositories);
  if (fault !== undefined) errors.push({ code: "invalid", detail: fault, field: "repositories" });
  const preview = previewOf(kind, body);
  if ("fault" in preview) errors.push({ code: "template", detail: preview.fault, field: "body" });
  if (errors.length > 0 || "fault" in preview) throw new Refusal(400, errors);
  return preview;
}

async function existing({ records }: Admin, id: number): Promise<TemplateRecord> {
  const template = await templateById(records, id);
  if (template === undefined) throw noTemplate(id);
  return template;
}

function noTemplate(id: number): Error {
  return notFound(`There is no template ${String(id)}.`);
}

function withoutUndefined({
  name,
  repositories,
  body,
}: {
  readonly name?: string | undefined;
  readonly repositories?: string | undefined;
  readonly body?: string | undefined;
}): TemplateChange {
  return {
    ...defined({ name, repositories, body }),
  };
}

function shownTemplate(template: TemplateRecord) {
  const { id, kind, name, repositories, body, updated } = template;
  return {
    id,
    kind,
    name,
    repositories,
    body,
    built_in: template.isBuiltIn,
    standard: template.isStandard,
    updated,
    updated_by: template.updatedBy ?? null,
  };
}

export const templateOperations = { list, create, get, replace, change, remove };
