import { contract } from "../../contract/index.ts";
import type { DescriptionForm } from "../http/written-description.ts";
import { FileAnswer, route } from "../http/route.ts";
import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";

export const descriptionRoutes = [
  route(contract.description.schema, async ({ service, query, headers }) => {
    const isYaml =
      query.format === undefined ? prefersYaml(headers.get("accept") ?? "") : query.format.endsWith("yaml");
    return isYaml
      ? file(await written(service, "yaml"), "application/vnd.oai.openapi; charset=utf-8", "yaml")
      : file(await written(service, "json"), "application/vnd.oai.openapi+json", "json");
  }),
  route(contract.description.docs, async ({ service }) => {
    const { pageHeaders } = await import("../pages/layout.ts");
    return new FileAnswer(await written(service, "page"), pageHeaders);
  }),
];

const known = new WeakMap<Service["settings"], Map<DescriptionForm, Promise<Uint8Array>>>();

/** Written once: it changes with the version alone. */
function written({ settings }: Service, form: DescriptionForm): Promise<Uint8Array> {
  const own = known.get(settings) ?? new Map<DescriptionForm, Promise<Uint8Array>>();
  known.set(settings, own);
  const before = own.get(form);
  if (before !== undefined) return before;
  const text = calculate("writtenDescription", { form, site: settings.siteTitle });
  own.set(form, text);
  // Whoever asks next has it tried again.
  text.catch(() => own.delete(form));
  return text;
}

function file(content: Uint8Array, type: string, extension: string): FileAnswer {
  const disposition = `inline; filename="openapi.${extension}"`;
  return new FileAnswer(content, { "Content-Type": type, "Content-Disposition": disposition });
}

/** JSON is for everybody who does not ask for the other by its name. */
function prefersYaml(accept: string): boolean {
  return /\b(?:yaml|vnd\.oai\.openapi(?![+\w]))/i.test(accept) && !/json/i.test(accept);
}
