import { isPlain } from "../../contract/fields.ts";
import { renderTemplate, unknownIn } from "../clone/message-template.ts";

/** A place in the code. */
export interface Place {
  readonly filename: string;
  readonly line: number;
  readonly branch: string;
}

const example: Place = { filename: "src/a.c", line: 1, branch: "main" };

/** What is wrong with a component's `repoweb`, `https://git.example/{{branch}}/{{filename|parentdir}}#{{line}}`. */
export function repowebFault(repoweb: string): string | undefined {
  const template = inBraces(repoweb);
  const unknown = unknownIn(template, { ...example });
  if (unknown !== undefined) return `There is no “${unknown}”: a place has filename, line and branch.`;
  return isPlain(template) && /^https?:\/\/[^\s/]+(?:\/\S*)?$/i.test(renderTemplate(template, { ...example }))
    ? undefined
    : "Enter a valid URL.";
}

/** The page of a place; undefined where the template has what is not known, as it may from before that was refused. */
export function pageOf(repoweb: string, place: Place): string | undefined {
  if (repowebFault(repoweb) !== undefined) return undefined;
  // What is put in is made part of an address in any case.
  const template = inBraces(repoweb).replaceAll(/\|\s*urlencode\s*(?=[|}])/g, "");
  return renderTemplate(template, { ...place }, (text) => text.split("/").map(encodeURIComponent).join("/"));
}

/** Older settings have `%(file)s`. */
function inBraces(repoweb: string): string {
  return repoweb.replaceAll(/%\((\w+)\)s/g, (_, name: string) => `{{${name === "file" ? "filename" : name}}}`);
}
