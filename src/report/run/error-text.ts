import { InterlinearError, type Place } from "../../core/errors.ts";
import { MappingError, type MappingProblem } from "../../mapping/errors.ts";
import { terminalText } from "../words/escape.ts";

/** An error as a person reads it: place, code, what is wrong; the line with the place marked; what to do. */
export function errorLines(error: InterlinearError, sourceLine?: string): readonly string[] {
  // A mapping's error is several places in one text, laid out already.
  if (error instanceof MappingError) return error.message.split("\n").map(keepTabs);
  const { place, code, hint } = error;
  // The words of git and other programs have lines of their own.
  const [message = "", ...further] = error.message.trimEnd().split("\n");
  const position = [place?.file, place?.line, place?.column]
    .filter((part) => part !== undefined && part !== "")
    .join(":");
  return [
    terminalText(`${position === "" ? "error" : position}  ${code}  ${message}`),
    ...further.map((line) => `   ${terminalText(line)}`),
    ...excerpt(error, sourceLine),
    ...(hint === undefined ? [] : [`   ${terminalText(hint)}`]),
  ];
}

export function errorDocument(error: unknown): object {
  if (error instanceof InterlinearError) {
    const { code, message, hint, place } = error;
    const errors = error instanceof MappingError ? error.problems.map(problemEntry) : [entryOf(error)];
    return { error: { code, message, hint: hint ?? null, place: place ?? null }, errors };
  }
  const bug = { code: "IL-BUG", message: messageOf(error), hint: BUG_HINT, place: null };
  return { error: bug, errors: [bug] };
}

/** One thing that is wrong, as an annotation can be made of it. */
function entryOf({
  code,
  message,
  hint,
  place,
}: Pick<InterlinearError, "code" | "message" | "hint" | "place">): object {
  return { code, message, hint: hint ?? null, place: placeEntry(place) };
}

function problemEntry({ code, message, note, hint, place }: MappingProblem): object {
  const remedy = [note === undefined ? undefined : note.replace(/^./, (first) => first.toUpperCase()), hint]
    .filter((part) => part !== undefined)
    .join(" ");
  return { code, message, hint: remedy === "" ? null : remedy, place: placeEntry(place) };
}

function placeEntry(place: Place | undefined): object | null {
  return place === undefined ? null : { file: place.file, line: place.line ?? null, column: place.column ?? null };
}

const BUG_HINT =
  "This is a bug in Interlinear. Please report it with what you did; INTERLINEAR_DEBUG=1 shows where it happened.";

/** Something nobody foresaw; the stack only for those who asked for it. */
export function bugLines(error: unknown, isDebugging: boolean): readonly string[] {
  const stack = isDebugging && error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return [`error  ${terminalText(messageOf(error))}`, ...stack.map(terminalText), `   ${BUG_HINT}`];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function excerpt({ place }: InterlinearError, sourceLine: string | undefined): readonly string[] {
  if (place?.line === undefined || place.column === undefined || sourceLine === undefined) return [];
  const indent = sourceLine.slice(0, place.column - 1).replace(/[^\t]/g, " ");
  const room = Math.max(1, sourceLine.length - place.column + 1);
  const carets = "^".repeat(Math.max(1, Math.min(place.text?.length ?? 1, room)));
  return [`${String(place.line).padStart(4)} | ${keepTabs(sourceLine)}`, `     | ${indent}${carets}`];
}

/** Harmless, with the tabs that carets are aligned by. */
function keepTabs(line: string): string {
  return line.split("\t").map(terminalText).join("\t");
}
