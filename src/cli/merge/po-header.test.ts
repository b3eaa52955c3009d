import { describe, expect, it } from "vitest";
import { withCommonHeader } from "./po-header.ts";

interface Header {
  readonly revised: string;
  readonly translator: string;
  readonly created?: string;
}

const header = ({ revised, translator, created = "2026-01-01 00:00+0000" }: Header): string =>
  [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: shop\\n"',
    `"POT-Creation-Date: ${created}\\n"`,
    `"PO-Revision-Date: ${revised}\\n"`,
    `"Last-Translator: ${translator}\\n"`,
    "",
  ].join("\n");

function common(base: Header, ours: Header, theirs: Header) {
  const versions = withCommonHeader({
    base: Buffer.from(header(base)),
    ours: Buffer.from(header(ours)),
    theirs: Buffer.from(header(theirs)),
  });
  const texts = Object.values(versions).map((bytes: Uint8Array) => Buffer.from(bytes).toString());
  return { texts: new Set(texts), text: texts[0] };
}

const base = { revised: "2026-01-01 10:00+0000", translator: "Jana" };

describe("header fields that every save changes", () => {
  it.each([
    ["ours is later", "2026-03-02 10:00+0000", "2026-03-01 10:00+0000", "ours"],
    ["theirs is later", "2026-03-01 10:00+0000", "2026-03-01 10:01+0000", "theirs"],
    ["theirs is later in another zone", "2026-03-01 10:00+0200", "2026-03-01 09:00+0000", "theirs"],
    ["both are equal", "2026-03-01 10:00+0000", "2026-03-01 10:00+0000", "ours"],
    ["theirs is no date", "2026-03-01 10:00+0000", "YEAR-MO-DA HO:MI+ZONE", "ours"],
    ["ours is no date", "YEAR-MO-DA HO:MI+ZONE", "2026-03-01 10:00+0000", "theirs"],
  ])("are one side's, with who made it: %s", (_, ourDate, theirDate, winner) => {
    const ours = { revised: ourDate, translator: "Petr" };
    const theirs = { revised: theirDate, translator: "Eva" };

    const { texts, text } = common(base, ours, theirs);

    expect(texts.size).toBe(1);
    expect(text).toBe(header(winner === "ours" ? ours : theirs));
  });

  it("stay changed where one side changed them, whichever is later", () => {
    const ours = { ...base, created: "2026-02-01 00:00+0000" };
    const theirs = { revised: "2026-03-01 10:00+0000", translator: "Eva" };

    expect(common(base, ours, theirs).text).toBe(header({ ...theirs, created: "2026-02-01 00:00+0000" }));
  });

  it("leave files without them alone, and text after them that reads alike", () => {
    const bytes = Buffer.from('msgid "a"\nmsgstr "\\xe9 $& PO-Revision-Date: x"\n', "latin1");

    expect(withCommonHeader({ base: bytes, ours: bytes, theirs: bytes }).ours).toEqual(bytes);
  });
});
