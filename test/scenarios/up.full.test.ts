import { expect, test } from "vitest";
import { layouts } from "../support/layouts.ts";
import { describeUpOn } from "../support/up-on-layouts.ts";

test("there are as many layouts as the set-up is judged by", () => {
  expect(layouts).toHaveLength(49);
});

describeUpOn(layouts);
