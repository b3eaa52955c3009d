/** A text of a source that people may read: what of a piece of markup is neither tag nor value, or a string. */
export interface SourceText {
  readonly line: number;
  readonly text: string;
}

interface Literal extends SourceText {
  /** `html` in front of it. */
  readonly isMarkup: boolean;
}

const WORD = /\p{L}{2,}/u;
const READ_ATTRIBUTES = /\s(?:aria-label|title|placeholder|alt|label)="([^"]*)"/g;
/** Attributes without a value, as a piece of markup of their own. */
const BARE = /^(?:checked|hidden|readonly|open|autofocus|selected|required|defer)$/;

/**
 * Texts of a script that look like words for people: of markup all that is read, of other strings what has two words or begins like a
 * sentence. No parser: a string, a template and a comment are told apart by their first characters, a regular expression by what stands
 * before it.
 */
export function wordsInSource(source: string): readonly SourceText[] {
  return literalsIn(source).flatMap(({ isMarkup, line, text }) =>
    (isMarkup ? readInMarkup(text) : [text].filter(isSentence)).map((each) => ({ line, text: each })),
  );
}

/** A value in a template. */
const VALUE = "\u0000";

function isSentence(text: string): boolean {
  return (
    /^\p{Lu}\p{Ll}+(?:[\s.,:…]|$)/u.test(text) ||
    /\p{Ll}{2,}[,:;]? \p{L}{2,}|\p{L}{2,} \u0000|\u0000[,:]? \p{L}{2,}/u.test(text)
  );
}

function readInMarkup(template: string): readonly string[] {
  const attributes = [...template.matchAll(READ_ATTRIBUTES)].map(([, value = ""]) => value);
  const texts = template
    .replaceAll(/<!?\/?[a-z][^>]*>?/gi, "\n")
    .replaceAll(/[\w-]+="[^"]*"/g, "\n")
    .replaceAll(/^[^<]*>/g, "\n")
    .replaceAll(/&#?\w+;/g, " ");
  return [...attributes, ...texts.split("\n")]
    .map((text) => text.replaceAll(VALUE, " ").trim())
    .filter((text) => WORD.test(text) && !BARE.test(text));
}

/** Every string and template of a script; in a template each value is one character that nobody writes. */
export function literalsIn(source: string): readonly Literal[] {
  const found: Literal[] = [];
  let at = 0;
  const lineAt = (index: number): number => source.slice(0, index).split("\n").length;
  const code = (until: string | undefined): void => {
    let depth = 0;
    let before = "";
    for (; at < source.length; at += 1) {
      const character = source.charAt(at);
      if (until !== undefined && depth === 0 && character === until) return;
      if (source.startsWith("//", at)) at = Math.max(at, source.indexOf("\n", at)) - 1;
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 1;
      else if (character === "/" && /[(,=:[!&|?{};\n]|return|^$/.test(before)) expression();
      else if (character === '"' || character === "'") string(character);
      else if (character === "`") template(source.slice(0, at).endsWith("html"));
      else if (character === "{") depth += 1;
      else if (character === "}") depth -= 1;
      if (!/\s/.test(character)) before = source.slice(Math.max(0, at - 5), at + 1).replace(/^.*?(return|.)$/s, "$1");
    }
  };
  const expression = (): void => {
    let isClass = false;
    for (at += 1; at < source.length && (isClass || source.charAt(at) !== "/"); at += 1) {
      const character = source.charAt(at);
      if (character === "\\") at += 1;
      else if (character === "[") isClass = true;
      else if (character === "]") isClass = false;
    }
  };
  const string = (quote: string): void => {
    const begin = at + 1;
    for (at += 1; at < source.length && source.charAt(at) !== quote; at += 1) if (source.charAt(at) === "\\") at += 1;
    found.push({ line: lineAt(begin), text: source.slice(begin, at), isMarkup: false });
  };
  const template = (isMarkup: boolean): void => {
    const begin = at;
    let text = "";
    for (at += 1; at < source.length && source.charAt(at) !== "`"; at += 1) {
      if (source.startsWith("${", at)) {
        at += 2;
        code("}");
        text += VALUE;
      } else {
        if (source.charAt(at) === "\\") at += 1;
        text += source.charAt(at);
      }
    }
    found.push({ line: lineAt(begin), text, isMarkup });
  };
  code(undefined);
  return found;
}
