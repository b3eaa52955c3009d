import { expect, it } from "vitest";
import { parameterFault, withParameters, type FormatParameters } from "./format-parameters.ts";

const file = '{ "b": "B",\n "a": { "d": "D", "c": ["x", "y"] } }\n';

function written(parameters: FormatParameters, format = "json-nested"): string {
  return new TextDecoder().decode(withParameters(format, parameters, new TextEncoder().encode(file)));
}

it("keeps every byte of a file nothing is set for", () => {
  expect(written({})).toBe(file);
  expect(written({ json_indent: 2 }, "po")).toBe(file);
});

it.each<[FormatParameters, string]>([
  [{ json_indent: 2 }, '{\n  "b": "B",\n  "a": {\n    "d": "D",\n    "c": [\n      "x",\n      "y"\n    ]\n  }\n}\n'],
  [{ json_sort_keys: true, json_indent: 0 }, '{"a": {"c": ["x", "y"], "d": "D"}, "b": "B"}\n'],
  [{ json_use_compact_separators: true }, '{"b":"B","a":{"d":"D","c":["x","y"]}}\n'],
  [
    { json_indent_style: "tabs" },
    '{\n\t"b": "B",\n\t"a": {\n\t\t"d": "D",\n\t\t"c": [\n\t\t\t"x",\n\t\t\t"y"\n\t\t]\n\t}\n}\n',
  ],
])("writes a JSON file as %j says", (parameters, text) => {
  expect(written(parameters)).toBe(text);
});

it.each<[FormatParameters, string, string | undefined]>([
  [{ json_indent: 2 }, "json", undefined],
  [{ bogus: 1 }, "json", 'Unknown file format parameter: "bogus".'],
  [{ json_indent: 2 }, "po", "The parameter 'json_indent' is not applicable for the file format 'po'."],
  [{ po_line_wrap: 77 }, "po", "The parameter 'po_line_wrap' is not supported here."],
  [{ json_indent: "x" }, "json", "json_indent: Enter a whole number from 0 to 10."],
  [{ json_sort_keys: "yes" }, "json", "json_sort_keys: Must be a valid boolean."],
])("says what is wrong with %j for %s", (parameters, format, fault) => {
  expect(parameterFault(format, parameters)).toBe(fault);
});

it("writes every JSON format by them, but none whose comments would be lost", () => {
  const commented = new TextEncoder().encode('{\n  // for buttons\n  "save": { "message": "Save" }\n}\n');

  expect(written({ json_use_compact_separators: true }, "i18nextv4")).toBe('{"b":"B","a":{"d":"D","c":["x","y"]}}\n');
  expect(withParameters("webextension", { json_indent: 2 }, commented)).toBe(commented);
});
