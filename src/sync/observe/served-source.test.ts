import { expect, it } from "vitest";
import { aComponent, aTranslation, aTranslationObservation } from "../../../test/support/observations.ts";
import type { FileVersions } from "../agreement/file-versions.ts";
import { readServedSource } from "./served-source.ts";

const inTranslations = { path: "messages.xlf", blob: "source-blob", translation: aTranslation({ filename: "" }) };
const agreed = { blob: "committed-blob", service: "service-blob" };

async function placeOf(overrides: { readonly blob?: string; readonly versions?: FileVersions }): Promise<string> {
  const translation = aTranslation({ language: "de", revision: "service-blob" });
  const component = aComponent({
    source: inTranslations,
    translations: [aTranslationObservation({ translation, ...overrides })],
  });
  const bytes = await readServedSource(
    {
      git: { read: (blob) => Promise.resolve(Buffer.from(`git ${blob}`)) },
      service: { download: ({ language }) => Promise.resolve(Buffer.from(`service ${language}`)) },
    },
    component,
  );
  return Buffer.from(bytes ?? []).toString();
}

it.each([
  ["a file that is the same in git", { blob: "service-blob" }, "git service-blob"],
  [
    "a file that differs since our commit by bytes alone",
    { blob: "git-blob", versions: { blobs: [], agreed: { ...agreed, merged: false } } },
    "git committed-blob",
  ],
  [
    "a file that kept texts of git, which the service may lack",
    { blob: "git-blob", versions: { blobs: [], agreed: { ...agreed, merged: true } } },
    "service de",
  ],
  ["a file that nobody knows", { blob: "git-blob", versions: { blobs: [] } }, "service de"],
])("source texts that have no file on the service are read from a translation: %s", async (_, overrides, place) => {
  expect(await placeOf(overrides)).toBe(place);
});

it("reads the translation that has most of the source texts", async () => {
  const translations = [
    aTranslationObservation({ translation: aTranslation({ language: "ar" }), blob: "ar" }),
    aTranslationObservation({
      translation: aTranslation({
        language: "de",
        counters: { ...aTranslation().counters, total: aTranslation().counters.total + 7 },
      }),
      blob: "de",
    }),
  ];

  const bytes = await readServedSource(
    {
      git: { read: (blob) => Promise.resolve(Buffer.from(blob)) },
      service: { download: ({ language }) => Promise.resolve(Buffer.from(language)) },
    },
    aComponent({ source: inTranslations, translations }),
  );

  expect(Buffer.from(bytes ?? []).toString()).toBe("de");
});

it("has nothing where the service has no translation either", async () => {
  const component = aComponent({ source: inTranslations, translations: [] });
  const refuse = (): never => expect.fail("nothing is to be read");

  const bytes = await readServedSource({ git: { read: refuse }, service: { download: refuse } }, component);

  expect(bytes).toBeUndefined();
});
