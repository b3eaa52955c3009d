import { describe, expect, it } from "vitest";
import { UserError } from "../../core/errors.ts";
import { FormatError } from "../../formats/format.ts";
import { formatOf } from "./format-of.ts";

const named = (path: string, text: string): Parameters<typeof formatOf>[0] => ({
  name: path,
  path,
  bytes: new TextEncoder().encode(text),
});

describe("the format of a file that somebody names", () => {
  it("is that of an ending whose file has no strings yet", () => {
    expect(formatOf(named("en.ini", "; nothing\n")).id).toBe("ini");
  });

  it("is what its ending promises, with the mistake that is in it", () => {
    expect(() => formatOf(named("en.json", '{ "a": }'))).toThrow(FormatError);
    expect(formatOf(named("en.ftl", "a = A\n}\n")).id).toBe("fluent");
  });

  it("is none for a template of FreeMarker, which is no broken Fluent", () => {
    const template = named("page.ftl", "<#if user??>\n<h1>${user}</h1>\n</#if>\n");
    expect(() => formatOf(template)).toThrow(UserError);
    expect(() => formatOf(template)).toThrow("page.ftl is no translation file that is read here");
  });
});
