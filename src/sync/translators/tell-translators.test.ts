import { expect, test } from "vitest";
import { commentOn } from "./tell-translators.ts";

test("a comment says each reason once, mentions nobody and fits", () => {
  const finding = { check: "placeholders", form: 0, message: 'Missing "@jana"\nand more' };

  const comment = commentOn({ findings: [finding, { ...finding, form: 1 }] });

  expect(comment.match(/Missing/g)).toHaveLength(1);
  expect(comment).toContain('- Missing "@\u200bjana" and more\n');
  expect(commentOn({ findings: [{ ...finding, message: "x".repeat(5_000) }] })).toHaveLength(1_000);
});
