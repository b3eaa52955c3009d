import { expect, it } from "vitest";
import { basicCredentials } from "./basic-credentials.ts";

const encoded = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");

it.each([
  [`Basic ${encoded("7:secret")}`, { user: "7", password: "secret" }],
  [`basic  ${encoded("jana@example.org:a:b")}`, { user: "jana@example.org", password: "a:b" }],
  [`Basic ${encoded("7:žluťoučký")}`, { user: "7", password: "žluťoučký" }],
  [`Basic ${encoded("7:")}`, { user: "7", password: "" }],
  [`Basic ${encoded(":secret")}`, undefined],
  [`Basic ${encoded("secret")}`, undefined],
  [`Basic ${encoded(new Uint8Array([55, 58, 255]))}`, undefined],
  ["Basic ", undefined],
  ["Basic !", undefined],
  [`Bearer ${encoded("7:secret")}`, undefined],
  [null, undefined],
])("%j holds %j", (header, credentials) => {
  expect(basicCredentials(header)).toEqual(credentials);
});
