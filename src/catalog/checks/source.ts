import { perSource, type Finders } from "./check.ts";

/** Placeholders without a name or number, of which several cannot change places. */
const UNNAMED_BY_FLAG: Readonly<Record<string, RegExp>> = {
  "c-format": /%[-+ 0#]*\d*(?:\.\d+)?(?:hh|ll|[hlLqjzt])?[diouxXeEfFgGaAcsp]/g,
  "objc-format": /%[-+ 0#]*\d*(?:\.\d+)?(?:hh|ll|[hlLqjzt])?[diouxXeEfFgGaAcsp@]/g,
  "php-format": /%(?:[-+ 0]|'.)*\d*(?:\.\d+)?[bcdeEfFgGosuxX]/g,
  "perl-format": /%[-+ 0#]*\d*(?:\.\d+)?(?:hh|ll|[hlLqV])?[csdiuoxXeEfFgGbp]/g,
  "python-format": /%[-+ 0#]*\d*(?:\.\d+)?[hlL]?[diouxXeEfFgGcrsa]/g,
  "python-brace-format": /(?<!\{)\{(?:![rsa])?(?::[^{}]*)?\}(?!\})/g,
  "javascript-format": /%[-+ 0#]*\d*(?:\.\d+)?[diouxXeEfgGcs]/g,
  "lua-format": /%[-+ 0#]*\d*(?:\.\d+)?[diouxXeEfgGcsq]/g,
  "object-pascal-format": /%-?\d*(?:\.\d+)?[dueEfFgGnNmMpPsSxX]/g,
  "java-printf-format": /%[-#+ 0,(]*\d*(?:\.\d+)?[bBhHsScCdoxXeEfgGaA]/g,
  "ruby-format": /%[-+ 0#]*\d*(?:\.\d+)?[bBdiouxXeEfgGaAcps]/g,
};
const UNNAMED = Object.entries(UNNAMED_BY_FLAG);

export const sourceFinders: Finders = {
  *optional_plural({ source }) {
    if (source.length !== 1) return;
    const found = /\w\((?:s|es|ies)\)(?!\w)/i.exec(source[0] ?? "");
    if (found !== null)
      yield { form: 0, message: `"${found[0].slice(1)}" stands for a plural, expected plural forms.` };
  },

  ellipsis: perSource((source) =>
    source.includes("...") ? 'Three dots ("..."), expected an ellipsis ("…").' : undefined,
  ),

  unnamed_format: perSource((source, { flags }) => {
    for (const [flag, pattern] of UNNAMED) {
      const found = flags.has(flag) ? (source.replaceAll("%%", "").match(pattern) ?? []) : [];
      if (found.length > 1) return `${String(found.length)} placeholders without names: ${found.join(" ")}.`;
    }
    return undefined;
  }),
};
