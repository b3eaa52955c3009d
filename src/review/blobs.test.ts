import { describe, expect, it } from "vitest";
import { reviewOf } from "../../test/support/changed-repository.ts";
import { MOST_FILE_BYTES } from "./blobs.ts";

const large = Buffer.alloc(MOST_FILE_BYTES + 1, " ");
const files = {
  "locales/en.json": '{ "cart": { "items": "Items" } }\n',
  "locales/de.json": '{ "cart": { "items": "Artikel" } }\n',
  ".github/interlinear.yml": "version: 1\n",
  "src/a.js": "",
};

describe("files that nobody writes by hand", () => {
  it("are told where they should hold translations, and not taken into memory", async () => {
    const read: number[] = [];
    const change = { "locales/en.json": large, "src/a.js": large, ".github/interlinear.yml": large };
    const review = await reviewOf({ files, change }, (git) => ({
      ...git,
      read: async (blob) => {
        const bytes = await git.read(blob);
        read.push(bytes.length);
        return bytes;
      },
    }));

    expect(review.unreadable).toEqual([
      {
        component: "acme/website",
        path: "locales/en.json",
        line: 1,
        column: 1,
        message: "has more than 20 MB, and was not read",
      },
    ]);
    expect(review.mistakes).toMatchObject([{ code: "IL-M02", message: "has more than 1 MB, and was not read" }]);
    expect(Math.max(...read)).toBeLessThan(1_000);
  });

  it("leave the other languages to be read", async () => {
    const review = await reviewOf({ files, change: { "locales/de.json": large, "locales/fr.json": "{}\n" } });

    expect(review.unreadable).toMatchObject([{ path: "locales/de.json" }]);
    expect(review.languages).toMatchObject([{ language: "fr" }]);
  });
});
