import { entryFormat } from "../xml-entries/format.ts";
import type { EntryGrammar } from "../xml-entries/grammar.ts";
import { xmlElement } from "../xml/write.ts";

/** `<root><str key="…">…</str></root>`, the names the service has unless it is told others. */
const grammar: EntryGrammar = {
  id: "flatxml",
  extensions: ["xml"],
  mediaType: "application/xml",
  root: "root",
  empty: '<?xml version="1.0" encoding="utf-8"?>\n<root>\n</root>\n',

  wordingOf(element) {
    const key = element.tag.attributes.get("key");
    return element.tag.name !== "str" || key === undefined ? undefined : { key, place: element, note: "" };
  },

  write: ({ key, content }) => xmlElement("str", { key }, content),
};

/** A flat XML file of keys and texts. */
export const flatxml = entryFormat(grammar);
