import type { Finders } from "./check.ts";
import { freely, placeholderFinder, verbatim, type PlaceholderStyle } from "./placeholders.ts";

const withoutBlanks = (text: string): string => text.replace(/\s+/g, "");

/** `{}`, `{0}`, `{user.name!r:>{width}}` with `{{` and `}}` for the braces themselves. */
const pythonBrace: PlaceholderStyle = {
  find: (text) => {
    let next = 0;
    return fieldsOf(text).fields.map((field) => {
      const [name = ""] = /^[^!:]*/.exec(field.slice(1, -1)) ?? [];
      return { text: field, value: name === "" ? `#${String(next++)}` : name.replace(/^\d+$/, "#$&") };
    });
  },
  mistake: (text) => fieldsOf(text).mistake,
};

/** `{0}`, `{1,10:N2}` with `{{` and `}}` for the braces themselves. */
const cSharp: PlaceholderStyle = {
  find: (text) =>
    fieldsOf(text).fields.map((field) => ({ text: field, value: /^\{\s*([^,:\s}]*)/.exec(field)?.[1] ?? field })),
  mistake: (text) => fieldsOf(text).mistake,
  isFree: true,
};

/** `{0}`, `{1,number,#.##}`; apostrophes quote, two of them are one. */
const javaMessage: PlaceholderStyle = {
  find: (text) =>
    fieldsOf(withoutQuoted(text)).fields.map((field) => ({
      text: field,
      value: /^\{\s*([^,\s}]*)/.exec(field)?.[1] ?? field,
    })),
  mistake: (text) => {
    if (hasLoneApostrophe(text))
      return { message: "A lone apostrophe, expected '' for one that is shown.", severity: "looks-wrong" };
    return fieldsOf(withoutQuoted(text)).mistake;
  },
  isFree: true,
};

export const braceFinders: Finders = {
  python_brace_format: placeholderFinder(pythonBrace),
  c_sharp_format: placeholderFinder(cSharp),
  java_format: placeholderFinder(javaMessage),
  perl_brace_format: placeholderFinder(verbatim(/\{[A-Za-z_]\w{0,199}\}/g)),
  laravel_format: placeholderFinder(freely(/(?<![\w:/]):([A-Za-z]\w{0,199})/g, ([, name = ""]) => name.toLowerCase())),
  vue_format: placeholderFinder(
    freely(/%?\{([^{}']{1,200})\}|@(?:\.\w{1,60})?:(?:\([^()]{1,200}\)|[\w.-]*\w)/g, ([text, name]) =>
      name === undefined ? text.replace(/[()]/g, "") : name.trim(),
    ),
  ),
  i18next_interpolation: placeholderFinder(
    freely(/\{\{-?([^{}]{1,200})\}\}|\$t\([^()]{1,400}\)/g, ([text, name]) => withoutBlanks(name ?? text)),
  ),
  es_format: placeholderFinder(freely(/\$\{([^{}]{1,200})\}/g, ([, name = ""]) => withoutBlanks(name))),
  automattic_components_format: placeholderFinder(
    freely(/\{\{\s*(\/?\s*[\w.-]{1,200}\s*\/?)\s*\}\}/g, ([, name = ""]) => withoutBlanks(name)),
  ),
  angularjs_format: placeholderFinder(freely(/\{\{([^{}]{1,400})\}\}/g, ([, name = ""]) => withoutBlanks(name))),
};

interface Fields {
  /** The outermost fields with their braces. */
  readonly fields: readonly string[];
  readonly mistake?: string;
}

function fieldsOf(text: string): Fields {
  const fields: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (depth === 0 && (character === "{" || character === "}") && text[index + 1] === character) {
      index += 1;
    } else if (character === "{") {
      if (depth === 0) start = index;
      depth += 1;
    } else if (character === "}") {
      if (depth === 0) return { fields, mistake: 'A lone "}".' };
      depth -= 1;
      if (depth === 0) fields.push(text.slice(start, index + 1));
    }
  }
  return depth === 0 ? { fields } : { fields, mistake: 'A "{" that is not closed.' };
}

function withoutQuoted(text: string): string {
  return text.replace(/''|'([^']*)(?:'|$)/g, "");
}

/** An apostrophe that opens a quotation without a brace in it: meant as an apostrophe, but it is not shown. */
function hasLoneApostrophe(text: string): boolean {
  return Array.from(text.matchAll(/''|'([^']*)(?:'|$)/g)).some(
    ([quotation, quoted]) => quotation !== "''" && !/[{}]/.test(quoted ?? ""),
  );
}
