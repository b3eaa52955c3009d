import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { secretForms } from "./secret-forms.ts";

test("a token is known as it is, and as basic authentication sends it", () => {
  const token = "ghs_exampleOnly";

  expect(secretForms(token)).toEqual([token, Buffer.from(`x-access-token:${token}`).toString("base64")]);
});

test.each(["\n", "\r\n", String.raw`\n`])("every line of a key is known, with %j between them", (end) => {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const lines = privateKey.trim().split("\n");

  const forms = secretForms(lines.join(end));

  for (const line of lines.slice(1, -1)) expect(forms).toContain(line);
  expect(forms).not.toContain(lines[0]);
});

test.each(["", "  ", "\n"])("nothing (%j) is no secret: masking it would mask everything", (secret) => {
  expect(secretForms(secret)).toEqual([]);
});

test("a short secret is masked as a whole", () => {
  expect(secretForms("abc")).toContain("abc");
});
