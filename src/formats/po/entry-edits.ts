import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type UnitState } from "../../catalog/unit.ts";
import type { Edit } from "../text/source-text.ts";
import { refuseForms } from "../plural-changes.ts";
import { isFuzzy, type Comment, type Entry, type Field } from "./parse.ts";
import { ownStyle, writeField, writeStrings, type WritingStyle } from "./write.ts";

/** What an entry is to say. */
export interface Override {
  readonly target: readonly string[];
  readonly state: UnitState;
  /** Undefined: as it is. */
  readonly previousSource: string | undefined;
}

/** The state that a change leaves behind. */
export function stateAfter(target: readonly string[], wanted: UnitState | undefined): UnitState {
  return isEmpty(target) ? unitStates.untranslated : (wanted ?? unitStates.translated);
}

/** The edits of the file's text that make an entry say something else. */
export function entryEdits(text: string, entry: Entry, override: Override, style: WritingStyle): readonly Edit[] {
  return [...stringEdits(text, entry, override.target, style), ...markEdits(text, entry, override, style)];
}

/** The fuzzy mark, and the previous source that goes with it. */
function markEdits(
  text: string,
  entry: Entry,
  { state, previousSource = entry.previousId }: Override,
  style: WritingStyle,
): readonly Edit[] {
  const isMarked = isFuzzy(text, entry);
  const previous = entry.comments.filter((comment) => comment.kind === "previous");
  const withoutPrevious = previous.map((line) => withoutLine(text, line));
  if (state !== unitStates.needsEditing) {
    const flags = entry.comments.filter((comment) => comment.kind === "flag");
    return isMarked ? [...flags.flatMap((comment) => withoutFuzzy(text, comment)), ...withoutPrevious] : [];
  }
  const mark = isMarked ? [] : [addFuzzy(entry, style)];
  if (previousSource === entry.previousId) return mark;
  return [...mark, ...withoutPrevious, ...addPrevious(entry, previousSource, style)];
}

function addFuzzy(entry: Entry, style: WritingStyle): Edit {
  const flags = entry.comments.find((comment) => comment.kind === "flag");
  if (flags !== undefined) return { start: flags.start + 2, end: flags.start + 2, text: " fuzzy," };
  const below = entry.comments.find((comment) => comment.kind === "previous") ?? entry.context ?? entry.id;
  return { start: below.start, end: below.start, text: `#, fuzzy${style.lineEnd}` };
}

function addPrevious(entry: Entry, source: string, style: WritingStyle): readonly Edit[] {
  if (source === "") return [];
  const { start } = entry.context ?? entry.id;
  return [{ start, end: start, text: writeField("msgid", source, style, "#| ") + style.lineEnd }];
}

function withoutFuzzy(text: string, comment: Comment): readonly Edit[] {
  const flags = text.slice(comment.start + 2, comment.end).split(",");
  const rest = flags.filter((flag) => flag.trim() !== "fuzzy");
  if (rest.length === flags.length) return [];
  if (rest.every((flag) => flag.trim() === "")) return [withoutLine(text, comment)];
  return [{ start: comment.start + 2, end: comment.end, text: rest.join(",") }];
}

/** Deletes a comment with its line break. */
function withoutLine(text: string, { start, end }: Comment): Edit {
  return { start, end: text.indexOf("\n", end) + 1, text: "" };
}

/** Rewrites the msgstr fields whose text differs; forms that are missing are appended, superfluous ones go. */
export function stringEdits(text: string, entry: Entry, target: readonly string[], usual: WritingStyle): Edit[] {
  const { id, strings, plural } = entry;
  const isPlural = plural !== undefined;
  if (!isPlural) refuseForms(id.value, target, { text, offset: entry.start, path: undefined, place: "its entry" });
  const wanted = isPlural && target.length > 0 ? target : [target[0] ?? ""];
  if (wanted.length === strings.length && wanted.every((value, index) => value === strings[index]?.value)) return [];
  const stringKeyword = (index: number): string => (isPlural ? `msgstr[${String(index)}]` : "msgstr");
  const fieldOf = (keyword: string, { value, start, end }: Field): readonly [string, string, string] => [
    keyword,
    value,
    text.slice(start, end),
  ];
  const style = ownStyle(
    [
      ...strings.map((field, index) => fieldOf(stringKeyword(index), field)),
      fieldOf("msgid", id),
      ...(plural === undefined ? [] : [fieldOf("msgid_plural", plural)]),
    ],
    usual,
  );
  const edits: Edit[] = [];
  strings.forEach((field, index) => {
    const value = wanted[index];
    if (value === undefined) {
      edits.push({ start: strings[index - 1]?.end ?? field.start, end: field.end, text: "" });
    } else if (value !== field.value) {
      edits.push({ start: field.start, end: field.end, text: writeField(stringKeyword(index), value, style) });
    }
  });
  const last = strings.at(-1);
  if (last !== undefined && wanted.length > strings.length) {
    const missing = writeStrings(wanted, true, 0, style).slice(strings.length);
    edits.push({ start: last.end, end: last.end, text: missing.map((field) => style.lineEnd + field).join("") });
  }
  return edits;
}
