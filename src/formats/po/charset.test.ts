import { expect, test } from "vitest";
import { withCharset } from "./charset.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

function template(charset: string): string {
  return `# SOME DESCRIPTIVE TITLE.\nmsgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "Content-Type: text/plain; charset=CHARSET\\n"\nmsgstr ""\n\nmsgid "Naïve – 日本"\nmsgstr ""\n`;
}

test("a template as xgettext leaves it says UTF-8, and not another byte of it is different", () => {
  expect(Buffer.from(withCharset(bytes(template("CHARSET")))).toString()).toBe(template("UTF-8"));
});

test.each([
  ["one that says its charset", template("ISO-8859-1")],
  ["a file without a header", 'msgid "charset=CHARSET"\nmsgstr ""\n'],
  ["what is no gettext", '<xliff version="1.2"><note>Content-Type: charset=CHARSET\\n</note></xliff>'],
])("%s stays as it is", (_, text) => {
  expect(Buffer.from(withCharset(bytes(text))).toString()).toBe(text);
});
