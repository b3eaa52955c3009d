import { expect, test } from "vitest";
import { aTranslation } from "../../../test/support/observations.ts";
import { defined } from "../../core/defined.ts";
import type { ServiceComponent, ServiceTranslation } from "../../service-client/translation-service.ts";
import { inColumns, printListing, readListing } from "./kept-listing.ts";

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

/** What its getters tell. */
function asObject(translation: ServiceTranslation): unknown {
  const { url, webUrl, translateUrl, fileUrl, changesUrl, language, languageName, languageCode } = translation;
  const { filename, revision, templateRevision, isSource, isTemplate, lastChange, counters } = translation;
  const texts = { url, webUrl, translateUrl, language, languageName, languageCode, filename, revision };
  const more = defined({ fileUrl, changesUrl, templateRevision });
  return { ...texts, ...more, isSource, isTemplate, lastChange, counters };
}

test.each([
  ["of many languages", { translations: LANGUAGES, component: COMPONENT }],
  ["of one language", { translations: LANGUAGES.slice(0, 1), component: undefined }],
  ["of none", { translations: [], component: undefined }],
])("what was listed %s is read as it was", (_, listing) => {
  const read = readListing(printListing(listing));

  expect(read?.component).toEqual(listing.component);
  expect(read?.translations.map(asObject)).toEqual(listing.translations);
  expect(printListing({ translations: read?.translations ?? [], component: read?.component })).toEqual(
    printListing(listing),
  );
});

test("rows of a listing in another order, or some of them, are printed as they are", () => {
  const rows = inColumns(LANGUAGES);

  for (const some of [rows.toReversed(), rows.slice(1), rows.slice(0, -1), [...rows, ...rows]]) {
    const read = readListing(printListing({ translations: some, component: undefined }));
    expect(read?.translations.map(({ language }) => language)).toEqual(some.map(({ language }) => language));
  }
});

test("what languages share is written once", () => {
  const text = Buffer.from(printListing({ translations: LANGUAGES, component: undefined })).toString("utf8");

  expect(text.split("/api/translations/acme/web/")).toHaveLength(2);
});

test("a column in which all languages have the same is one value, and is read as all of them", () => {
  const same = LANGUAGES.map((each) => ({ ...each, lastChange: "2026-11-23T10:00:00Z" }));
  const printed = printListing({ translations: same, component: undefined });

  expect(Buffer.from(printed).toString("utf8").split("2026-11-23T10:00:00Z")).toHaveLength(2);
  expect(readListing(printed)?.translations.map(({ lastChange }) => lastChange)).toEqual(
    same.map(({ lastChange }) => lastChange),
  );
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
