import { applyEdits, type Edit } from "../text/source-text.ts";
import { stringEdits } from "./entry-edits.ts";
import { headerFields, pluralCount } from "./header.ts";
import { parse, type Entry } from "./parse.ts";
import { styleOf, writeField, type WritingStyle } from "./write.ts";

const FIELD = "Plural-Forms";
/** The field as it is written, on as many lines as it takes. */
const WRITTEN = /"Plural-Forms:(?:[^"\\]|\\[^n]|"\s*")*\\n"/;

/**
 * A file's text with the plural forms that another one's header declares, and so many msgstr in each plural entry; obsolete ones stay.
 * No text goes: forms beyond stay where they have one.
 * @throws {FormatError} with line and column.
 */
export function withPluralRule(text: string, like: string, path?: string): string {
  const rule = headerFields(parse(like).header).get(FIELD);
  const forms = pluralCount(rule);
  const { header, entries } = parse(text, path);
  if (rule === undefined || forms === undefined || header === undefined) return text;
  const style = styleOf(text);
  const edits = [...headerEdits(text, header, rule, style)];
  for (const entry of entries) {
    if (entry.plural !== undefined && !entry.obsolete) edits.push(...formEdits(text, entry, forms, style));
  }
  return applyEdits(text, edits);
}

function headerEdits(text: string, header: Entry, rule: string, style: WritingStyle): readonly Edit[] {
  const [field] = header.strings;
  if (field === undefined) return [];
  const line = `${FIELD}: ${rule}\n`;
  const found = WRITTEN.exec(text.slice(field.start, field.end));
  if (found !== null) {
    const start = field.start + found.index;
    return [{ start, end: start + found[0].length, text: linesOf(line, style) }];
  }
  // It shares a line with other fields, or is not there.
  const others = field.value.split("\n").filter((each) => each !== "" && !each.startsWith(`${FIELD}:`));
  return stringEdits(text, header, [[...others, line].join("\n")], style);
}

/** Quoted, as it stands inside of the header. */
function linesOf(line: string, style: WritingStyle): string {
  const rows = writeField("msgstr", line, { ...style, splitLines: true }).split(style.lineEnd);
  return rows.length === 1 ? (rows[0] ?? "").slice("msgstr ".length) : rows.slice(1).join(style.lineEnd);
}

function formEdits(text: string, entry: Entry, forms: number, style: WritingStyle): readonly Edit[] {
  const texts = entry.strings.map(({ value }) => value);
  while (texts.length > forms && texts.at(-1) === "") texts.pop();
  while (texts.length < forms) texts.push("");
  return stringEdits(text, entry, texts, style);
}
