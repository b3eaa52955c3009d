import { isEmpty } from "../../catalog/texts.ts";
import { charsetOf } from "./charset.ts";
import { headerFields, pluralCount } from "./header.ts";
import { commentTexts, flagsOf, isFuzzy, parse, type CommentKind, type Entry, type PoFile } from "./parse.ts";
import { styleOf, writeField, writeStrings, type WritingStyle } from "./write.ts";

/** What German and English have: for a file that does not say. */
const USUAL_PLURAL_FORMS = 2;

/**
 * Brings a translation file up to its template, as `msgmerge --previous --no-fuzzy-matching` does: translations of ids
 * that survive keep their bytes, new ids come in the template's order, references, notes and flags are the template's,
 * a changed plural is marked fuzzy, and translations of ids that are gone stay as obsolete entries (`#~`).
 */
export function updateFromTemplate(po: Uint8Array, pot: Uint8Array): Uint8Array {
  const charset = charsetOf(po, undefined);
  const file = parse(charset.decode(po, undefined));
  const template = parse(charsetOf(pot, undefined).decode(pot, undefined));
  return charset.encode(new Update(file, template).text(), undefined);
}

/** An entry of the result, with what stands above it. */
interface Piece {
  readonly gap: string;
  readonly text: string;
}

class Update {
  readonly #file: PoFile;
  readonly #template: PoFile;
  readonly #style: WritingStyle;
  readonly #pluralForms: number;
  readonly #blank: string;
  /** Gap above each entry of the translation file. */
  readonly #gaps = new Map<Entry, string>();

  constructor(file: PoFile, template: PoFile) {
    this.#file = file;
    this.#template = template;
    this.#style = styleOf(file.text);
    this.#blank = this.#style.lineEnd + this.#style.lineEnd;
    this.#pluralForms = pluralCount(headerFields(file.header).get("Plural-Forms")) ?? USUAL_PLURAL_FORMS;
    file.entries.forEach((entry, index) => {
      const above = file.entries[index - 1];
      this.#gaps.set(entry, above === undefined ? this.#blank : file.text.slice(above.end, entry.start));
    });
  }

  text(): string {
    const { text, entries, header } = this.#file;
    const pieces = [
      ...(header === undefined ? [] : [{ gap: this.#blank, text: this.#header(header) }]),
      ...this.#active(),
      ...this.#obsolete(),
    ];
    const [first, ...rest] = pieces;
    const top = entries.length === 0 ? text.trimEnd() : text.slice(0, entries[0]?.start);
    const tail = entries.length === 0 ? "" : text.slice(entries.at(-1)?.end);
    return [
      top,
      first?.text ?? "",
      ...rest.flatMap((piece) => [piece.gap, piece.text]),
      tail.trim() === "" && tail !== "" ? tail : this.#style.lineEnd + tail.trimStart(),
    ].join("");
  }

  #active(): Piece[] {
    const known = new Map(this.#file.entries.map((entry) => [entry.key, entry]));
    for (const entry of this.#file.entries) if (!entry.obsolete) known.set(entry.key, entry);
    return this.#template.entries
      .filter((entry) => !entry.obsolete && entry !== this.#template.header)
      .map((wanted) => {
        const existing = known.get(wanted.key);
        if (existing === undefined) return { gap: this.#blank, text: this.#newEntry(wanted) };
        const gap = existing.obsolete ? this.#blank : (this.#gaps.get(existing) ?? this.#blank);
        return { gap, text: this.#survivor(existing, wanted) };
      });
  }

  #obsolete(): Piece[] {
    const wanted = new Set(this.#template.entries.filter((entry) => !entry.obsolete).map((entry) => entry.key));
    const gone = this.#file.entries.filter((entry) => !wanted.has(entry.key) && entry !== this.#file.header);
    return gone
      .filter((entry) => entry.obsolete || !isEmpty(valuesOf(entry)))
      .toSorted((one, other) => Number(one.obsolete) - Number(other.obsolete))
      .map((entry) =>
        entry.obsolete
          ? { gap: this.#gaps.get(entry) ?? this.#blank, text: this.#slice(entry) }
          : { gap: this.#blank, text: this.#retired(entry) },
      );
  }

  #slice({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.#file.text.slice(start, end);
  }

  #join(lines: readonly string[]): string {
    return lines.join(this.#style.lineEnd);
  }

  /** Creation date and address for bug reports are the template's. */
  #header(header: Entry): string {
    const [field] = header.strings;
    if (field === undefined) return this.#slice(header);
    const template = headerFields(this.#template.header);
    let value = withHeaderField(field.value, "POT-Creation-Date", template.get("POT-Creation-Date"));
    value = withHeaderField(value, "Report-Msgid-Bugs-To", template.get("Report-Msgid-Bugs-To"));
    if (value === field.value) return this.#slice(header);
    const written = writeField("msgstr", value, { ...this.#style, splitLines: true });
    return this.#file.text.slice(header.start, field.start) + written + this.#file.text.slice(field.end, header.end);
  }

  #newEntry(wanted: Entry): string {
    const flags = flagsOf(this.#template.text, wanted).filter((flag) => flag !== "fuzzy");
    return this.#join([
      ...rawComments(this.#template.text, wanted, "translator"),
      ...this.#templateComments(wanted, flags),
      ...this.#identity(wanted),
      ...writeStrings([""], wanted.plural !== undefined, this.#pluralForms, this.#style),
    ]);
  }

  #survivor(existing: Entry, wanted: Entry): string {
    const isPluralChanged = existing.plural?.value !== wanted.plural?.value;
    const isTranslated = !isEmpty(valuesOf(existing));
    const fuzzy = isFuzzy(this.#file.text, existing) || (isPluralChanged && isTranslated);
    const flags = flagsOf(this.#template.text, wanted).filter((flag) => flag !== "fuzzy");
    if (fuzzy) flags.unshift("fuzzy");
    if (!existing.obsolete && !isPluralChanged && this.#hasSameComments(existing, wanted, flags)) {
      return this.#slice(existing);
    }
    const isRaw = !existing.obsolete && !isPluralChanged;
    return this.#join([
      ...rawComments(this.#file.text, existing, "translator"),
      ...this.#templateComments(wanted, flags),
      ...(fuzzy ? this.#previous(existing, isPluralChanged) : []),
      ...(isRaw ? [this.#slice({ start: (existing.context ?? existing.id).start, end: existing.end })] : []),
      ...(isRaw ? [] : [...this.#identity(wanted), ...this.#strings(existing, wanted)]),
    ]);
  }

  #hasSameComments(existing: Entry, wanted: Entry, flags: readonly string[]): boolean {
    const sameTexts = (kind: CommentKind): boolean =>
      words(commentTexts(this.#file.text, existing, kind)) === words(commentTexts(this.#template.text, wanted, kind));
    return (
      sameTexts("reference") &&
      sameTexts("extracted") &&
      flagsOf(this.#file.text, existing).toSorted().join() === flags.toSorted().join()
    );
  }

  #templateComments(wanted: Entry, flags: readonly string[]): string[] {
    const { text } = this.#template;
    return [
      ...rawComments(text, wanted, "extracted"),
      ...rawComments(text, wanted, "reference"),
      ...(flags.length === 0 ? [] : [`#, ${flags.join(", ")}`]),
    ];
  }

  #previous(existing: Entry, isPluralChanged: boolean): string[] {
    if (!isPluralChanged) {
      return rawComments(this.#file.text, existing, "previous").map((line) => line.replace(/^#~\|/, "#|"));
    }
    const { context, id, plural } = existing;
    return [
      ...(context === undefined ? [] : [writeField("msgctxt", context.value, this.#style, "#| ")]),
      writeField("msgid", id.value, this.#style, "#| "),
      ...(plural === undefined ? [] : [writeField("msgid_plural", plural.value, this.#style, "#| ")]),
    ];
  }

  #identity({ context, id, plural }: Entry): string[] {
    return [
      ...(context === undefined ? [] : [writeField("msgctxt", context.value, this.#style)]),
      writeField("msgid", id.value, this.#style),
      ...(plural === undefined ? [] : [writeField("msgid_plural", plural.value, this.#style)]),
    ];
  }

  /** A text without plural forms stands for all of them; of plural forms the first becomes the one text. */
  #strings(existing: Entry, wanted: Entry): string[] {
    const values = valuesOf(existing);
    const isPlural = wanted.plural !== undefined;
    const target =
      isPlural && existing.plural === undefined
        ? Array.from({ length: this.#pluralForms }, () => values[0] ?? "")
        : values;
    return writeStrings(target, isPlural, this.#pluralForms, this.#style);
  }

  #retired(entry: Entry): string {
    const { text } = this.#file;
    const fields = this.#slice({ start: (entry.context ?? entry.id).start, end: entry.end }).split(/\r?\n/);
    return this.#join([
      ...rawComments(text, entry, "translator"),
      ...rawComments(text, entry, "flag"),
      ...rawComments(text, entry, "previous").map((line) => line.replace(/^#\|/, "#~|")),
      ...fields.map((line) => `#~ ${line.trimStart()}`),
    ]);
  }
}

function valuesOf(entry: Entry): string[] {
  return entry.strings.map((field) => field.value);
}

function rawComments(text: string, entry: Entry, kind: CommentKind): string[] {
  return entry.comments
    .filter((comment) => comment.kind === kind)
    .map((comment) => text.slice(comment.start, comment.end));
}

function words(lines: readonly string[]): string {
  return lines.join(" ").split(/\s+/).join(" ").trim();
}

/** Replaces one field of a header; a new one comes first. */
function withHeaderField(header: string, name: string, value: string | undefined): string {
  if (value === undefined || value === "") return header;
  const line = `${name}: ${value}`;
  const lines = header.split("\n");
  const at = lines.findIndex((candidate) => candidate.startsWith(`${name}:`));
  if (at !== -1) return lines.with(at, line).join("\n");
  const below = lines[0]?.startsWith("Project-Id-Version:") === true ? 1 : 0;
  return lines.toSpliced(below, 0, line).join("\n");
}
