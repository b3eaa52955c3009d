import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogueOf, placesIn } from "../src/service/wording/words.ts";
import { root } from "./stage.ts";

/** The keys of the editor's sentences with the names of their places, as types: what asks for another one does not compile. */
export async function editorSentences(): Promise<Readonly<Record<string, string>>> {
  const json: unknown = JSON.parse(await readFile(join(root, "locales/editor/en.json"), "utf8"));
  const lines = [...catalogueOf(json)].map(([key, sentence]) => {
    const places = placesIn(sentence).map((name) => `"${name}"`);
    return `  "${key}": ${places.length === 0 ? "never" : places.join(" | ")};`;
  });
  return {
    "src/service/wording/sentences.ts": [
      "/** Key of a sentence → names of its places. Made of `locales/editor/en.json` by `npm run generate`. */",
      "export interface Sentences {",
      ...lines,
      "}",
      "",
    ].join("\n"),
  };
}
