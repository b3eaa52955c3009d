import { holdsSourceTexts } from "../translation-sets.ts";
import type { Imported, ImportedEntry } from "./imported.ts";
import type { LeftOut } from "./left-out.ts";

/** What the service tells of a component's files. */
export interface ComponentFiles {
  /** Slugs of its categories and its own. */
  readonly names: readonly string[];
  /** Base file of a monolingual component, or "". */
  readonly template: string;
  /** Template for new translations (`.pot`), or "". */
  readonly newBase: string;
  /** `locales/*.json`; hidden from who may not see the repository. */
  readonly filemask?: string | undefined;
  readonly isGlossary: boolean;
}

/** The components of a project as entries: their paths are those of the repository that the service reads. */
export function importComponents(components: readonly ComponentFiles[]): Imported {
  const read = components.filter(({ isGlossary }) => !isGlossary).map(entryOf);
  return {
    entries: read.flatMap((each) => ("source" in each ? [each] : [])),
    leftOut: read.flatMap((each) => ("why" in each ? [each] : [])),
  };
}

function entryOf({ names, template, newBase, filemask }: ComponentFiles): ImportedEntry | LeftOut {
  const component = names.join("/");
  const source = template === "" ? (newBase === "" ? undefined : newBase) : template;
  if (filemask === undefined)
    return { what: component, why: "the token may not see its file mask: it needs vcs.view." };
  if (source === undefined && !holdsSourceTexts(filemask)) {
    return { what: component, why: `it has no source file of its own, its files are ${filemask}.` };
  }
  if (filemask.split("*").length !== 2) {
    return { what: component, why: `its file mask ${filemask} says by more than one \`*\` where the language stands.` };
  }
  return { component, source, translations: filemask.replace("*", "{language}") };
}
