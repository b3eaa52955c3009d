import { expect, it } from "vitest";
import { LongPage, pagedInParts } from "./paging.ts";

const url = new URL("https://example.org/api/units/?page=2&page_size=2000");
const sizes = { usual: 100, most: 10_000 };

/** What is asked for, and a page of so many numbers in parts of 500. */
async function pageOf(count: number) {
  const asked: [limit: number, offset: number][] = [];
  const page = await pagedInParts(
    { url, sizes },
    () => Promise.resolve(count),
    async function* (limit, offset) {
      asked.push([limit, offset]);
      for (let from = offset; from < Math.min(count, offset + limit); from += 500) {
        yield Array.from({ length: Math.min(500, count - from, offset + limit - from) }, (_, index) => from + index);
      }
    },
  );
  return { page, asked };
}

it("has what is left for a page at once, as long as that is not much", async () => {
  const { page, asked } = await pageOf(3000);

  expect(page).toEqual({
    count: 3000,
    next: null,
    previous: "https://example.org/api/units/?page_size=2000",
    results: Array.from({ length: 1000 }, (_, index) => 2000 + index),
  });
  expect(asked).toEqual([[2000, 2000]]);
});

it("makes a longer page while it is sent", async () => {
  const { page } = await pageOf(3001);

  expect(page).toBeInstanceOf(LongPage);
  expect(page instanceof LongPage && (await page.whole()).results).toEqual(
    Array.from({ length: 1001 }, (_, index) => 2000 + index),
  );
});
