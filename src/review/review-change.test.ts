import { expect, it } from "vitest";
import { MemoryRepository } from "../../test/support/memory/memory-repository.ts";
import { loadMapping } from "../mapping/load.ts";
import { MOST_MORE_PATHS, reviewChange } from "./review-change.ts";

const MAPPING = `version: 1
service: https://translate.example.org/api/
project: acme
components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
`;
const KEPT = ["locales/en.json", "locales/de.json", "README.md"];

/** Reviews a head that has some files of the base, and so many others. */
async function reviewed({ kept, added }: { readonly kept: readonly string[]; readonly added: number }) {
  const repository = new MemoryRepository("https://git.example.org/acme/shop.git");
  const blob = repository.store("{}\n");
  const filesAt = (paths: readonly string[]) => new Map(paths.map((path) => [path, blob]));
  const base = repository.commit(filesAt(KEPT), [], "Start");
  const more = Array.from({ length: added }, (_, at) => `n${String(at)}`);
  const head = repository.commit(filesAt([...kept, ...more]), [base], "Add files");
  repository.point("main", base);
  return reviewChange({ git: repository.clone("main") }, loadMapping(MAPPING, "interlinear.yml"), { base, head });
}

it("reads a head of as many paths as the base and 50,000 more, also where it has none of the base's", async () => {
  const review = await reviewed({ kept: [], added: KEPT.length + MOST_MORE_PATHS });

  expect(review.components).toMatchObject([{ component: "acme/website" }]);
});

it("reads no head with one path more", async () => {
  await expect(reviewed({ kept: KEPT, added: MOST_MORE_PATHS + 1 })).rejects.toMatchObject({
    code: "IL-G10",
    message: "too large to review: more than 50,003 paths",
  });
});
