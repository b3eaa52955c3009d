import { expect, test } from "vitest";
import { Redactor } from "./redaction.ts";

const SECRET = 'svp_"a/b+c"';

test.each([
  ["as it is", SECRET],
  ["in an address", encodeURIComponent(SECRET)],
  ["in basic authentication", Buffer.from(SECRET).toString("base64")],
  ["in JSON", JSON.stringify({ token: SECRET })],
])("a secret is taken out %s", (_, text) => {
  const redactor = new Redactor();
  redactor.add(SECRET);

  const clean = redactor.redact(`before ${text} after`);

  expect(clean).toContain("***");
  expect(clean).not.toContain("svp_");
  expect(clean).not.toContain(text);
  expect(clean).toMatch(/^before .* after$/);
});

test("a secret that begins like another leaves no end of the longer one", () => {
  const redactor = new Redactor();
  redactor.add("svp_abc");
  redactor.add("svp_abcdef");

  expect(redactor.redact("svp_abcdef svp_abc")).toBe("*** ***");
});

test("what is no secret stays: nothing, and what is too short to be one", () => {
  const redactor = new Redactor();
  redactor.add(undefined);
  redactor.add("");
  redactor.add("abc");

  expect(redactor.redact("abc, nothing")).toBe("abc, nothing");
});
