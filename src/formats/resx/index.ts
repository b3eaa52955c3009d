import type { EntryGrammar } from "../xml-entries/grammar.ts";
import { entryFormat } from "../xml-entries/format.ts";
import { readContent, writeContent } from "../xml/content.ts";
import { childNamed, type PlacedElement } from "../xml/placed-element.ts";
import { xmlTag } from "../xml/write.ts";

const HEADERS = [
  ["resmimetype", "text/microsoft-resx"],
  ["version", "2.0"],
  ["reader", "System.Resources.ResXResourceReader, System.Windows.Forms"],
  ["writer", "System.Resources.ResXResourceWriter, System.Windows.Forms"],
] as const;

/** .NET's `<data name="…"><value>…</value><comment>…</comment></data>`; data of a type is no string. */
const grammar: EntryGrammar = {
  id: "resx",
  extensions: ["resx", "resw"],
  mediaType: "text/microsoft-resx",
  root: "root",
  empty:
    '<?xml version="1.0" encoding="utf-8"?>\n<root>\n' +
    HEADERS.map(([name, value]) => `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`).join(
      "",
    ) +
    "</root>\n",

  wordingOf(element, text) {
    const { name, attributes } = element.tag;
    const key = attributes.get("name");
    if (name !== "data" || key === undefined || attributes.has("type") || attributes.has("mimetype")) return undefined;
    // What the designer of forms notes of a control: its name, its parent.
    if (key.startsWith(">>")) return undefined;
    const comment = childNamed(element, "comment");
    return {
      key,
      place: childNamed(element, "value"),
      note: comment === undefined ? "" : contentOf(comment, text).trim(),
    };
  },

  isHeader: ({ tag }) => tag.name !== "data" && tag.name !== "metadata",

  withPlace(former, content, { innerGap, closeGap }) {
    const value = `${innerGap}<value>${content}</value>`;
    return former.includes("<") ? value + former : value + closeGap;
  },

  write({ key, content, note }, { lineEnd, innerGap, closeGap }, _root, model) {
    const keepsSpace = model === undefined || model.tag.attributes.has("xml:space");
    const tag = xmlTag("data", { name: key, "xml:space": keepsSpace ? "preserve" : undefined });
    const comment = note === "" ? "" : `${innerGap}<comment>${writeContent(note, lineEnd)}</comment>`;
    return `${tag}${innerGap}<value>${content}</value>${comment}${closeGap}</data>`;
  },
};

function contentOf({ contentStart, contentEnd }: PlacedElement, text: string): string {
  return readContent(text.slice(contentStart, contentEnd));
}

/** .NET's resources, `.resx` and `.resw`. */
export const resx = entryFormat(grammar);
