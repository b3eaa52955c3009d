import { expect, it } from "vitest";
import { readerOf } from "./reader-of.ts";

it.each([
  ["json-nested", "json-nested"],
  ["strings", "strings"],
  ["strings-utf8", "strings"],
  ["properties-utf8", "properties"],
  ["properties-utf16", "properties"],
  ["csv-utf-8", "csv"],
  ["csv-simple-utf-8", "csv-simple"],
  ["odf", undefined],
])("a component of %s is read as %s", async (fileFormat, id) => {
  expect((await readerOf({ fileFormat, template: "" }))?.id).toBe(id);
});
