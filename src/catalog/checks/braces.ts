import { freely, verbatim, type Placeholder, type PlaceholderStyle, type PlaceholderStyles } from "./placeholders.ts";

const withoutBlanks = (text: string): string => text.replace(/\s+/g, "");

/** `{}`, `{0}`, `{user.name!r:>{width}}` with `{{` and `}}` for the braces themselves. */
const pythonBrace: PlaceholderStyle = {
  find: (text) => {
    let next = 0;
    // What begins with "$" is an expression of Angular's: no field of Python's is called so.
    const fields = fieldsOf(text).fields.filter((field) => !field.startsWith("{$"));
    return fields.map((field) => {
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
  find: (text) => fieldsOf(withoutQuoted(text)).fields.flatMap(messageFields),
  quoted: (text) => fieldsOf(text).fields.flatMap(messageFields),
  mistake: (text) => {
    if (hasLoneApostrophe(text))
      return { message: "A lone apostrophe, expected '' for one that is shown.", severity: "looks-wrong" };
    return fieldsOf(withoutQuoted(text)).mistake;
  },
  isFree: true,
};

export const braceStyles: PlaceholderStyles = {
  python_brace_format: pythonBrace,
  c_sharp_format: cSharp,
  java_format: javaMessage,
  perl_brace_format: verbatim(/\{[A-Za-z_]\w{0,199}\}/g),
  laravel_format: {
    ...freely(/(?<![\w:/]):([A-Za-z]\w{0,199})/g, ([, name = ""]) => name.toLowerCase()),
    // Laravel replaces names wherever they stand, "si:values" too; "mailto:me" is none.
    ifWanted: freely(/(?<=\w):([A-Za-z]\w{0,199})/g, ([, name = ""]) => name.toLowerCase()).find,
  },
  vue_format: freely(/%?\{([^{}']{1,200})\}|@(?:\.\w{1,60})?:(?:\([^()]{1,200}\)|[\w.-]*\w)/g, ([text, name]) =>
    name === undefined ? text.replace(/[()]/g, "") : name.trim(),
  ),
  i18next_interpolation: freely(/\{\{-?([^{}]{1,200})\}\}|\$t\([^()]{1,400}\)/g, ([text, name]) =>
    withoutBlanks(name ?? text),
  ),
  es_format: freely(/\$\{([^{}]{1,200})\}/g, ([, name = ""]) => withoutBlanks(name)),
  automattic_components_format: freely(/\{\{\s*(\/?\s*[\w.-]{1,200}\s*\/?)\s*\}\}/g, ([, name = ""]) =>
    withoutBlanks(name),
  ),
  angularjs_format: freely(/\{\{([^{}]{1,400})\}\}/g, ([, name = ""]) => withoutBlanks(name)),
};

/** `{0,choice,0#no file|1#one file|1<{0} files of {1}}` has fields in some of its texts, and may show its number in none. */
function messageFields(field: string): readonly Placeholder[] {
  const [, value = field, choices] = /^\{\s*([^,\s}]*)\s*(?:,\s*choice\s*,([^]*)\})?/.exec(field) ?? [];
  if (choices === undefined) return [{ text: field, value }];
  const inner = fieldsOf(choices).fields.flatMap(messageFields);
  const isShown = inner.some((other) => other.value === value);
  return [
    { text: field, value, isOptional: !isShown },
    ...inner.filter((other) => other.value !== value).map((other) => ({ ...other, isOptional: true })),
  ];
}

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
