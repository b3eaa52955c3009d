import type { CreateOptions } from "../format.ts";
import { commentTexts, flagsOf, type Entry } from "./parse.ts";
import { gettextStyle, writeField, type WritingStyle } from "./write.ts";

/** `Language: cs` and so on, in file order; the name is case-sensitive as gettext's is. */
export function headerFields(header: Entry | undefined): ReadonlyMap<string, string> {
  const lines = (header?.strings[0]?.value ?? "").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return colon === -1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    }),
  );
}

/** Number of plural forms that a `Plural-Forms` value declares; undefined for a template's `nplurals=INTEGER`. */
export function pluralCount(pluralForms: string | undefined): number | undefined {
  const number = /nplurals\s*=\s*(\d{1,2})/.exec(pluralForms ?? "")?.[1];
  return number === undefined ? undefined : Number(number);
}

const defaultFields: ReadonlyMap<string, string> = new Map([
  ["Project-Id-Version", ""],
  ["Report-Msgid-Bugs-To", ""],
  ["Last-Translator", "Automatically generated"],
  ["Language-Team", "none"],
  ["Language", ""],
  ["MIME-Version", "1.0"],
  ["Content-Type", "text/plain; charset=UTF-8"],
  ["Content-Transfer-Encoding", "8bit"],
]);

/** What a template says about the translation that is to be made of it, and not about itself. */
const isPlaceholder = (value: string): boolean =>
  value.includes("CHARSET") ||
  value.includes("FULL NAME") ||
  value.includes("LL@li.org") ||
  value.includes("YEAR-MO-DA");

/** The header entry of a new file; a template's header lends its comments and its own fields. */
export function writeHeader(
  { language, plurals }: CreateOptions,
  like: { readonly text: string; readonly header: Entry | undefined } | undefined,
  style: WritingStyle = gettextStyle,
): string {
  const fields = new Map(defaultFields);
  for (const [name, value] of headerFields(like?.header)) {
    if (name === "PO-Revision-Date") continue;
    if (!isPlaceholder(value)) fields.set(name, value);
  }
  fields.set("Language", language);
  fields.set("Content-Type", "text/plain; charset=UTF-8");
  fields.delete("Plural-Forms");
  if (plurals !== undefined) fields.set("Plural-Forms", plurals);
  const value = [...fields].map(([name, text]) => `${name}: ${text}\n`).join("");
  return [
    ...headerComments(like),
    writeField("msgid", "", style),
    writeField("msgstr", value, { ...style, splitLines: true }),
  ].join(style.lineEnd);
}

function headerComments(like: { readonly text: string; readonly header: Entry | undefined } | undefined): string[] {
  if (like?.header === undefined) return [];
  const flags = flagsOf(like.text, like.header).filter((flag) => flag !== "fuzzy");
  const comments = commentTexts(like.text, like.header, "translator");
  return [
    ...comments.map((comment) => (comment === "" ? "#" : `# ${comment}`)),
    ...(flags.length === 0 ? [] : [`#, ${flags.join(", ")}`]),
  ];
}
