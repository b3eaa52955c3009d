import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agreementPicture } from "./agreement-picture.ts";
import { root } from "./stage.ts";

it("the picture of how agreement is kept is the one that its script draws", async () => {
  expect(await readFile(join(root, "docs/images/agreement.svg"), "utf8")).toBe(agreementPicture());
});

it("it is drawn by elements alone: no script, no address", () => {
  expect(agreementPicture().replace("http://www.w3.org/2000/svg", "")).not.toMatch(/<script|https?:|<image|<a\b/);
});
