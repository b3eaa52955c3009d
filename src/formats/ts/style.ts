import { lineEndOf } from "../text/source-text.ts";
import { gapLike } from "../xml/edit.ts";
import { childNamed, type PlacedElement } from "../xml/placed-element.ts";
import { spellingsIn, type Spellings } from "../xml/spelling.ts";
import type { Context, Entry, TsFile } from "./parse.ts";
import { qtSpellings } from "./text.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface TsStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Each: line end and indentation before an element, or before the end tag of one. */
  readonly context: string;
  readonly contextEnd: string;
  readonly message: string;
  readonly messageEnd: string;
  readonly child: string;
  readonly form: string;
  readonly formsEnd: string;
  readonly spellings: Spellings;
}

/** Texts that are looked at for how the file writes quotes. */
const SAMPLE = 200;

export function styleOf({ text, contexts, place }: TsFile): TsStyle {
  const lineEnd = lineEndOf(text);
  const context = contexts.find(({ entries }) => entries.length > 0) ?? contexts[0];
  const entry = context?.entries[0];
  const between = (from: number, to: number): string => gapLike(text.slice(from, to), lineEnd);
  const message = entry === undefined ? `${lineEnd}    ` : before(text, entry.start, lineEnd);
  const [firstChild] = entry?.element.children ?? [];
  const child =
    firstChild === undefined ? `${message}    ` : between(entry?.element.tag.end ?? 0, firstChild.tag.start);
  const plural = contexts.flatMap(({ entries }) => entries).find(({ isPlural, forms }) => isPlural && forms.length > 0);
  const forms = plural?.translation;
  const [firstForm] = forms?.children ?? [];
  const lastForm = forms?.children.at(-1);
  const isOnLines = child.includes("\n");
  return {
    lineEnd,
    context: context === undefined ? lineEnd : between(Math.min(place, context.start), context.start),
    contextEnd: endOfContext(text, context, lineEnd),
    message,
    messageEnd: entry === undefined ? message : endOf(text, entry.element, lineEnd, message),
    child,
    form:
      forms === undefined || firstForm === undefined
        ? isOnLines
          ? `${child}    `
          : ""
        : between(forms.tag.end, firstForm.tag.start),
    formsEnd:
      forms === undefined || lastForm === undefined
        ? isOnLines
          ? child
          : ""
        : between(lastForm.end, forms.contentEnd),
    spellings: spellingsOf(text, contexts),
  };
}

function before(text: string, offset: number, lineEnd: string): string {
  let from = offset;
  while (from > 0 && " \t\r\n".includes(text[from - 1] ?? "")) from -= 1;
  return gapLike(text.slice(from, offset), lineEnd);
}

function endOf(text: string, element: PlacedElement, lineEnd: string, usual: string): string {
  const last = element.children.at(-1);
  return last === undefined ? usual : gapLike(text.slice(last.end, element.contentEnd), lineEnd);
}

function endOfContext(text: string, context: Context | undefined, lineEnd: string): string {
  const last = context?.entries.at(-1);
  if (context?.tag.name !== "context" || last === undefined) return lineEnd;
  return gapLike(text.slice(last.end, context.end - "</context>".length), lineEnd);
}

/** Qt's own unless the file has quotes as they are. */
function spellingsOf(text: string, contexts: readonly Context[]): Spellings {
  const entries: Entry[] = [];
  for (const context of contexts) {
    entries.push(...context.entries.slice(0, SAMPLE - entries.length));
    if (entries.length >= SAMPLE) break;
  }
  const models = entries.flatMap(({ element, forms }) =>
    [childNamed(element, "source"), ...forms].map((one) => (one === undefined ? "" : contentOf(text, one))),
  );
  return spellingsIn(models, qtSpellings);
}

export function contentOf(text: string, { contentStart, contentEnd }: PlacedElement): string {
  return text.slice(contentStart, contentEnd);
}
