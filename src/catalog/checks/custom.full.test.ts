import { describe, expect, it } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { boundedExpression } from "./bounded-expression.ts";

describe("boundedExpression", () => {
  it.each([
    "^.*.*.*x$",
    ".*.*x",
    "a*a*a*a*a*b",
    String.raw`\w+\s*\w+\s*\w+!`,
    "^x|a*c",
    String.raw`(a*)\1c`,
    String.raw`a\p{L}*\p{L}*\p{L}*c`,
    "a{5000}c",
    `${"a?".repeat(16)}${"a".repeat(16)}c`,
    "(a|a)".repeat(20),
    String.raw`\u{61}*\u{61}*\u{61}*c`,
  ])("bounds the text so that %s ends soon", (pattern) => {
    const bounded = boundedExpression(pattern);
    expect(bounded).toBeDefined();
    expect(processorTime(() => bounded?.expression.test("a".repeat(bounded.longestText)))).toBeLessThan(2_000);
  });
});
