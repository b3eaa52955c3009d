import { stringify } from "yaml";
import { docsPage } from "../pages/docs-page.ts";
import { apiDescription } from "./description.ts";

/** How the contract is shown: as OpenAPI in JSON or YAML, or as a page. */
export type DescriptionForm = "json" | "yaml" | "page";

/** The whole contract in UTF-8. On the thread that answers, all others would wait for it. */
export function writtenDescription({
  form,
  site,
}: {
  readonly form: DescriptionForm;
  readonly site: string;
}): Uint8Array {
  const description = apiDescription();
  switch (form) {
    case "json":
      return Buffer.from(JSON.stringify(description));
    case "yaml":
      return Buffer.from(stringify(description, { aliasDuplicateObjects: false }));
    case "page":
      return Buffer.from(docsPage(site, description));
  }
}
