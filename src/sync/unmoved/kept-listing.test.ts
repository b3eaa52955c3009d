import { expect, test } from "vitest";
import { aTranslation } from "../../../test/support/observations.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { printListing, readListing } from "./kept-listing.ts";

const COMPONENT: ServiceComponent = {
  path: { project: "acme", categories: ["mobile"], component: "web" },
  url: "https://service.test/api/components/acme/web/",
  webUrl: "https://service.test/projects/acme/web/",
  name: "Web",
  fileFormat: "json-nested",
  template: "locales/en.json",
  newBase: "",
  sourceLanguage: "en",
  isGlossary: false,
};

const LANGUAGES = ["en", "de", "zh_Hans", "e", ""].map((language) =>
  aTranslation({
    language,
    url: `https://service.test/api/translations/acme/web/${language}/`,
    filename: language === "" ? "" : `locales/${language}.json`,
    isSource: language === "en",
    lastChange: language === "de" ? "2026-11-23T10:00:00Z" : null,
    ...(language === "de" ? { templateRevision: "a".repeat(40), fileUrl: "https://files.test/de" } : {}),
  }),
);

test.each([
  ["of many languages", { translations: LANGUAGES, component: COMPONENT }],
  ["of one language", { translations: LANGUAGES.slice(0, 1), component: undefined }],
  ["of none", { translations: [], component: undefined }],
])("what was listed %s is read as it was", (_, listing) => {
  expect(readListing(printListing(listing))).toEqual(listing);
});

test("what languages share is written once", () => {
  const text = Buffer.from(printListing({ translations: LANGUAGES, component: undefined })).toString("utf8");

  expect(text.split("/api/translations/acme/web/")).toHaveLength(2);
});

test.each([
  ["nothing", undefined],
  ["no JSON", "x"],
  ["another shape", "[]"],
  ["columns of other lengths", '{"texts":[],"templates":[null],"numbers":[]}'],
])("%s is no listing", (_, text) => {
  expect(readListing(text === undefined ? undefined : Buffer.from(text))).toBeUndefined();
});

test("a listing with a row too few, or a count that is none, is no listing", () => {
  const said = JSON.parse(
    Buffer.from(printListing({ translations: LANGUAGES, component: COMPONENT })).toString("utf8"),
  );

  expect(readListing(Buffer.from(JSON.stringify({ ...said, times: said.times.slice(1) })))).toBeUndefined();
  expect(
    readListing(Buffer.from(JSON.stringify({ ...said, numbers: [["x", 1, 1, 1, 1], ...said.numbers.slice(1)] }))),
  ).toBeUndefined();
  expect(readListing(Buffer.from(JSON.stringify({ ...said, component: { name: "Web" } })))?.component).toBeUndefined();
});
