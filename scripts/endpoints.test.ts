import { expect, test } from "vitest";
import { endpoints } from "../src/contract/index.ts";
import { routes } from "../src/service/app.ts";

test("what docs/endpoints.md lists is what the embedded service answers", () => {
  const identifiers = (list: readonly { readonly id: string }[]): readonly string[] =>
    list.map(({ id }) => id).toSorted();

  expect(identifiers(routes.map(({ endpoint }) => endpoint))).toEqual(identifiers(endpoints));
});
