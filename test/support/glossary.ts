import { gettextFile } from "./gettext-file.ts";
import { createComponent, type ServiceUnderTest } from "./service-api.ts";

const COMPONENT = "words";
const terms = [{ text: "cart" }, { text: "order" }];

/** What a glossary of two terms has in its repository. */
export function glossaryFiles(language: string): Readonly<Record<string, string>> {
  return {
    "words/words.pot": gettextFile(terms),
    [`words/${language}.po`]: gettextFile(terms, { language, count: 2, formula: "n != 1" }),
  };
}

/** Makes a glossary of a project. @returns `project/component` */
export async function createGlossary(service: ServiceUnderTest, project: string, repo: string): Promise<string> {
  await createComponent(service, project, {
    name: "Words",
    slug: COMPONENT,
    repo,
    branch: "main",
    file_format: "po",
    filemask: "words/*.po",
    new_base: "words/words.pot",
    is_glossary: true,
    manage_units: true,
  });
  return `${project}/${COMPONENT}`;
}

/** Addresses of pages: a term, and the form that adds one. @param glossary `project/component` */
export function glossaryPages(glossary: string, language: string): readonly string[] {
  const editor = `/translate/${glossary}/${language}/`;
  return [`/projects/${glossary}/${language}/`, `${editor}?q=cart`, `${editor}?view=new-term`];
}
