import { expect, it } from "vitest";
import {
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
} from "../../../test/support/observations.ts";
import type { FileVersions } from "../agreement/file-versions.ts";
import { doubledKeys } from "./doubled-keys.ts";

const twice = `{
  "title": "Ahoj",
  "about": "O nás",
  "save": "Uložit",
  "about": "O firmě"
}
`;

const git = (text: string) => ({
  prefetch: () => Promise.resolve(),
  read: () => Promise.resolve(new TextEncoder().encode(text)),
});

function czech(versions?: FileVersions) {
  const observed = {
    path: "locales/cs.json",
    blob: "git-blob",
    translation: aTranslation({ language: "cs", revision: "service-blob" }),
    ...(versions !== undefined && { versions }),
  };
  return anObservation({ components: [aComponent({ translations: [aTranslationObservation(observed)] })] });
}

const told = [
  {
    kind: "flawed",
    language: "cs",
    path: "locales/cs.json",
    message: 'line 5: "about" is in line 3 already, and only one of the two texts is ever shown',
  },
];
const agreed = (blob: string): FileVersions => ({ blobs: [], agreed: { blob, service: "older", merged: false } });

it.each<[string, FileVersions | undefined, object[]]>([
  ["that nobody agreed on", { blobs: ["git-blob"] }, told],
  ["that git changed since the agreement", agreed("older-blob"), told],
  ["that only the service changed: somebody was told before", agreed("git-blob"), []],
  ["that is the same on both sides", undefined, []],
])("tells a key that stands twice in a file, with its place: of a file %s", async (_, versions, expected) => {
  expect(await doubledKeys(git(twice), czech(versions))).toMatchObject(expected);
});

it("tells the same of a source that the service does not have yet", async () => {
  const source = {
    path: "locales/en.json",
    blob: "git-blob",
    translation: aTranslation({ language: "en", isSource: true, revision: "service-blob" }),
  };

  const findings = await doubledKeys(git(twice), anObservation({ components: [aComponent({ source })] }));

  expect(findings).toMatchObject([{ path: "locales/en.json", message: expect.stringContaining("line 5") }]);
});

it("leaves a file that cannot be read to who merges it", async () => {
  expect(await doubledKeys(git("{"), czech({ blobs: ["git-blob"] }))).toEqual([]);
});
