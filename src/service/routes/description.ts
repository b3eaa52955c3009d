import { stringify } from "yaml";
import { apiDescription } from "../http/description.ts";
import { contract } from "../../contract/index.ts";
import { FileAnswer, route } from "../http/route.ts";
import { docsPage } from "../pages/docs-page.ts";
import { pageHeaders } from "../pages/layout.ts";

export const descriptionRoutes = [
  route(contract.description.schema, async ({ query, headers }) => {
    const isYaml =
      query.format === undefined ? prefersYaml(headers.get("accept") ?? "") : query.format.endsWith("yaml");
    return isYaml
      ? file(
          stringify(apiDescription(), { aliasDuplicateObjects: false }),
          "application/vnd.oai.openapi; charset=utf-8",
          "yaml",
        )
      : file(JSON.stringify(apiDescription()), "application/vnd.oai.openapi+json", "json");
  }),
  route(contract.description.docs, async ({ service }) => {
    const page = docsPage(service.settings.siteTitle, apiDescription());
    return new FileAnswer(Buffer.from(page), pageHeaders);
  }),
];

function file(text: string, type: string, extension: string): FileAnswer {
  const disposition = `inline; filename="openapi.${extension}"`;
  return new FileAnswer(Buffer.from(text), { "Content-Type": type, "Content-Disposition": disposition });
}

/** JSON is for everybody who does not ask for the other by its name. */
function prefersYaml(accept: string): boolean {
  return /\b(?:yaml|vnd\.oai\.openapi(?![+\w]))/i.test(accept) && !/json/i.test(accept);
}
