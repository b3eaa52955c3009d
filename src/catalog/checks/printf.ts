import { verbatim, type Placeholder, type PlaceholderStyle, type PlaceholderStyles } from "./placeholders.ts";

/**
 * A dialect of printf. `directive` matches one directive at its start sign, with groups: `position` (explicit number),
 * `name`, `stars` (parts that may take arguments of their own by `*`), `kind` (length modifier and conversion).
 */
interface Dialect {
  readonly sign: "%" | "~";
  readonly directive: RegExp;
  /** Directives without a value, by kind: `%%`, Java's `%n`. */
  readonly literal: RegExp;
  /** Kinds that take the same value, by one name for them. */
  readonly kind?: (kind: string) => string;
  /** What the first explicit position is called. */
  readonly firstPosition?: 0 | 1;
  /** The sign may stand alone, without a directive behind it. */
  readonly allowsLoneSign?: boolean;
}

const asInteger = (kind: string): string => kind.replace(/i$/, "d");

const dialects = {
  c_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$)?[-+ 0'#I]*(?<stars>(?:\*(?:\d{1,4}\$)?|\d{1,9})?(?:\.(?:\*(?:\d{1,4}\$)?|\d{0,9}))?)(?<kind>(?:hh|ll|[hlLqjzt])?[diouxXeEfFgGaAcCsSpnm]|%|<PRI\w{1,12}>)/y,
    literal: /^[%m]$/,
    kind: asInteger,
  },
  objc_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$)?[-+ 0'#I]*(?<stars>(?:\*(?:\d{1,4}\$)?|\d{1,9})?(?:\.(?:\*(?:\d{1,4}\$)?|\d{0,9}))?)(?<kind>(?:hh|ll|[hlLqjzt])?[diouxXeEfFgGaAcCsSpnDUO@]|%|#@\w{1,60}@)/y,
    literal: /^%$/,
    kind: asInteger,
  },
  perl_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$)?[-+ 0#]*v?(?<stars>(?:\*(?:\d{1,4}\$)?|\d{1,9})?(?:\.(?:\*(?:\d{1,4}\$)?|\d{0,9}))?)(?<kind>(?:hh|ll|[hlLqV])?[csdiuoxXeEfFgGbBpnaADUO]|%)/y,
    literal: /^%$/,
    kind: asInteger,
  },
  python_format: {
    sign: "%",
    directive:
      /%(?:\((?<name>[^()]{1,200})\))?[-+ 0#]*(?<stars>(?:\*|\d{1,9})?(?:\.(?:\*|\d{0,9}))?)(?<kind>[hlL]?[diouxXeEfFgGcrsa]|%)/y,
    literal: /^%$/,
    kind: (kind) => kind.replace(/^[hlL]/, "").replace(/[iu]$/, "d"),
  },
  php_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$)?(?:[-+ 0]|'.)*(?<stars>(?:\*(?:\d{1,4}\$)?|\d{1,9})?(?:\.(?:\*(?:\d{1,4}\$)?|\d{0,9}))?)(?<kind>l?[bcdeEfFgGhHosuxX]|%)/y,
    literal: /^%$/,
    kind: (kind) => kind.replace(/^l/, ""),
  },
  javascript_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$|\((?<name>[^()]{1,200})\))?(?:[-+ 0#]|'.)*(?<stars>(?:\*|\d{1,9})?(?:\.(?:\*|\d{0,9}))?)(?<kind>(?:hh|ll|[hlL])?[bBcdieEfgGjJostTuvxXOr]|%)/y,
    literal: /^%$/,
    kind: asInteger,
    allowsLoneSign: true,
  },
  lua_format: {
    sign: "%",
    directive: /%[-+ 0#]*(?<stars>\d{0,9}(?:\.\d{0,9})?)(?<kind>[aAcdeEfgGioquxXsp]|%)/y,
    literal: /^%$/,
    kind: asInteger,
  },
  object_pascal_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4}):)?-?(?<stars>(?:\*|\d{1,9})?(?:\.(?:\*|\d{0,9}))?)(?<kind>[cdueEfFgGnNmMpPsSxXDUC]|%)/y,
    literal: /^%$/,
    kind: (kind) => kind.toLowerCase(),
    firstPosition: 0,
  },
  scheme_format: {
    sign: "~",
    directive:
      /~(?<stars>(?:(?:[-+]?\d{1,9}|'.|[vV#])?,)*(?:[-+]?\d{1,9}|'.|[vV#])?)[:@]*(?<kind>[aAsSdDxXoObBrRpPcCfFeEgG$iIyYkKwWhH]|[%&|~/tT_\n?*(){}[\];^!qQ])/y,
    literal: /^[%&|~/tT_\n?*(){}[\];^!qQ]$/,
    kind: (kind) => kind.toLowerCase(),
  },
  java_printf_format: {
    sign: "%",
    directive:
      /%(?:(?<position>\d{1,4})\$|(?<name><))?[-#+ 0,(]*(?<stars>\d{0,9}(?:\.\d{1,9})?)(?<kind>[tT][a-zA-Z]|[bBhHsScCdoxXeEfgGaAn%])/y,
    literal: /^[n%]$/,
  },
  ruby_format: {
    sign: "%",
    directive:
      /%(?:[-+ 0#]*\{(?<whole>\w{1,200})\}|(?:[-+ 0#]*<(?<name>\w{1,200})>|(?<position>\d{1,4})\$)?[-+ 0#]*(?<stars>(?:\*(?:\d{1,4}\$)?|\d{1,9})?(?:\.(?:\*|\d{0,9}))?)(?<kind>[bBdiouxXeEfgGaAcps]|%))/y,
    literal: /^%$/,
    kind: asInteger,
  },
} as const satisfies Record<string, Dialect>;

function style(dialect: Dialect): PlaceholderStyle {
  return {
    find: (text) => (text.includes(dialect.sign) ? valuesOf(text, dialect) : []),
    ...(dialect.allowsLoneSign === true ? {} : { mistake: (text: string) => loneSign(text, dialect) }),
  };
}

/** A percentage in prose, `50% off`: by the letter a directive with the flag for a space, by intention none. */
const PERCENTAGE = /\d% /y;

function* directivesOf(text: string, { sign, directive }: Dialect): Generator<RegExpExecArray | number> {
  for (let index = text.indexOf(sign); index !== -1;) {
    PERCENTAGE.lastIndex = index - 1;
    directive.lastIndex = index;
    const match = index > 0 && sign === "%" && PERCENTAGE.test(text) ? null : directive.exec(text);
    yield match ?? index;
    index = text.indexOf(sign, match === null ? index + 1 : index + match[0].length);
  }
}

function valuesOf(text: string, dialect: Dialect): readonly Placeholder[] {
  const values: Placeholder[] = [];
  let next = 1;
  for (const match of directivesOf(text, dialect)) {
    if (typeof match === "number") continue;
    const { position, name, whole, kind = "", stars = "" } = match.groups ?? {};
    if (whole === undefined && dialect.literal.test(kind)) continue;
    const sort = dialect.kind?.(kind) ?? kind;
    const spelling = match[0].slice(0, -kind.length || undefined).replace(/^%\d+[$:]/, "%") + sort;
    const place = { text: match[0], spelling };
    for (const star of stars.matchAll(/\*(?:(\d+)\$)?/g)) {
      values.push({ ...place, value: `${star[1] ?? String(next)}:width` });
      if (star[1] === undefined) next += 1;
    }
    if (whole !== undefined) values.push({ ...place, value: whole });
    else if (name !== undefined) values.push({ ...place, value: `${name}:${sort}` });
    else {
      const number = position === undefined ? next : Number(position) + 1 - (dialect.firstPosition ?? 1);
      if (position === undefined) next += 1;
      values.push({ ...place, value: `${String(number)}:${sort}` });
    }
  }
  return values;
}

function loneSign(text: string, dialect: Dialect): string | undefined {
  const lone = directivesOf(text, dialect).some((match) => typeof match === "number");
  const { sign } = dialect;
  return lone ? `A lone "${sign}", expected "${sign}${sign}" where the sign itself is meant.` : undefined;
}

export const printfStyles: PlaceholderStyles = {
  python_format: style(dialects.python_format),
  php_format: style(dialects.php_format),
  c_format: style(dialects.c_format),
  objc_format: style(dialects.objc_format),
  perl_format: style(dialects.perl_format),
  javascript_format: style(dialects.javascript_format),
  lua_format: style(dialects.lua_format),
  object_pascal_format: style(dialects.object_pascal_format),
  scheme_format: style(dialects.scheme_format),
  java_printf_format: style(dialects.java_printf_format),
  ruby_format: style(dialects.ruby_format),
  percent_placeholders: verbatim(/%[A-Za-z0-9_]{1,200}%/g),
  qt_format: { find: (text) => placesOf(text, /%L?(\d{1,2})/g) },
  qt_plural_format: { find: (text) => placesOf(text, /%L?(n)/g) },
};

/** Qt's, which may be localised by an L. */
function placesOf(text: string, pattern: RegExp): readonly Placeholder[] {
  return Array.from(text.matchAll(pattern), ([place, value = ""]) => ({ text: place, value }));
}
