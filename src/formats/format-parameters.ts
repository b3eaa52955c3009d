import { jsonIn } from "../core/json.ts";

/** Settings of how files are written (facts §1.4, `file_format_params`), as far as files are written by them here. */
export type FormatParameters = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly formats: readonly string[];
  readonly accepts: (value: unknown) => boolean;
  readonly expects: string;
}

const json = [
  "json",
  "json-nested",
  "i18next",
  "i18nextv4",
  "webextension",
  "go-i18n-json",
  "go-i18n-json-v2",
  "gotext",
  "arb",
  "formatjs",
  "resjson",
  "nextcloud-json",
];
const flag: Omit<Parameter, "formats"> = {
  accepts: (value) => typeof value === "boolean",
  expects: "Must be a valid boolean.",
};

const parameters: Readonly<Record<string, Parameter>> = {
  json_sort_keys: { formats: json, ...flag },
  json_use_compact_separators: { formats: json, ...flag },
  json_indent: {
    formats: json,
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10,
    expects: "Enter a whole number from 0 to 10.",
  },
  json_indent_style: {
    formats: json,
    accepts: (value) => value === "spaces" || value === "tabs",
    expects: "Must be “spaces” or “tabs”.",
  },
};

/** Parameters of the service that nothing here writes by: who sets one has to know that it would do nothing. */
const notWrittenBy =
  /^(?:po|yaml|xml|xliff|flatxml|csv|csv_simple|strings|properties|gwt|md)_\w+$|^(?:merge_duplicates|dos_eol|line_max_length)$/;

/** What is wrong with the parameters of a format, or undefined. */
export function parameterFault(format: string, sent: FormatParameters): string | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined && notWrittenBy.test(name)) return `The parameter '${name}' is not supported here.`;
    if (parameter === undefined) return `Unknown file format parameter: "${name}".`;
    if (!parameter.formats.includes(format)) {
      return `The parameter '${name}' is not applicable for the file format '${format}'.`;
    }
    if (!parameter.accepts(value)) return `${name}: ${parameter.expects}`;
  }
  return undefined;
}

const DEFAULT_INDENT = 4;

/**
 * A file that is about to be stored, written as the parameters want it. Without any it keeps its own ways, byte for byte:
 * who sets one wants the whole file to follow it.
 */
export function withParameters(format: string, sent: FormatParameters, content: Uint8Array): Uint8Array {
  if (!json.includes(format) || Object.keys(sent).length === 0) return content;
  // Undefined for a file with comments, as browsers' messages may have them: nothing is written anew that would lose them.
  const value = jsonIn(new TextDecoder().decode(content));
  if (value === undefined) return content;
  const { json_sort_keys: sorts, json_use_compact_separators: isCompact } = sent;
  const ordered = sorts === true ? sorted(value) : value;
  const indent = indentOf(sent);
  const text =
    indent === "" || isCompact === true ? oneLine(ordered, isCompact === true) : JSON.stringify(ordered, null, indent);
  return new TextEncoder().encode(`${text}\n`);
}

function indentOf({ json_indent: width, json_indent_style: style }: FormatParameters): string {
  const count = typeof width === "number" ? width : style === "tabs" ? 1 : DEFAULT_INDENT;
  return (style === "tabs" ? "\t" : " ").repeat(count);
}

/** `{"a": 1, "b": 2}`, or without the blanks. */
function oneLine(value: unknown, isCompact: boolean): string {
  if (isCompact || typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => oneLine(item, false)).join(", ")}]`;
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item, false)}`);
  return `{${members.join(", ")}}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return Object.fromEntries(members.map(([key, item]) => [key, sorted(item)]));
}
