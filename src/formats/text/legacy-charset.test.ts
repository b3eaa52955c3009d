import { describe, expect, it } from "vitest";
import { po } from "../po/index.ts";
import { aresource } from "../aresource/index.ts";
import { resx } from "../resx/index.ts";
import { xliff } from "../xliff/index.ts";
import { legacyCharset } from "./legacy-charset.ts";

/** Bytes that say what JavaScript's own decoder makes of them. */
const eucJapanese = Uint8Array.of(0xa5, 0xd5, 0xa5, 0xa1); // ファ
const gbk = Uint8Array.of(0xce, 0xc4, 0xbc, 0xfe); // 文件

describe("an encoding from before Unicode", () => {
  it.each([
    ["EUC-JP", eucJapanese, "ファ"],
    ["GBK", gbk, "文件"],
    ["GB2312", gbk, "文件"],
    ["Shift_JIS", Uint8Array.of(0x83, 0x74, 0x61), "フa"],
    ["Big5", Uint8Array.of(0xa4, 0xe5), "文"],
    ["EUC-KR", Uint8Array.of(0xc7, 0xd1), "한"],
    ["windows-1250", Uint8Array.of(0xe8, 0x9a), "čš"],
    ["ISO-8859-1", Uint8Array.of(0xe9), "é"],
  ])("is read and written back: %s", (name, bytes, text) => {
    const charset = legacyCharset(name);
    expect(charset?.decode(bytes, "x")).toBe(text);
    expect(charset?.encode(text, "x")).toEqual(bytes);
  });

  it.each(["utf-16", "iso-2022-jp", "klingon"])("is not known where its bytes could not be kept: %s", (name) => {
    expect(legacyCharset(name)).toBeUndefined();
  });

  it("says the place of a character that it lacks", () => {
    expect(() => legacyCharset("GBK")?.encode("a\nb😀", "x.po")).toThrow(
      expect.objectContaining({ place: expect.objectContaining({ file: "x.po", line: 2, column: 2 }) }),
    );
  });

  it("keeps its bytes in a PO file, and takes a new text", () => {
    const head = Buffer.from(
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=EUC-JP\\n"\n\nmsgid "a"\nmsgstr "',
      "latin1",
    );
    const file = (text: Uint8Array): Uint8Array => Buffer.concat([head, text, Buffer.from('"\n')]);
    expect(po.read(file(eucJapanese)).units).toMatchObject([{ key: "a", target: ["ファ"] }]);
    const other = po.patch(file(Uint8Array.of(0x78)), [{ kind: "set", key: "a", target: ["ファ"] }]);
    expect(Buffer.compare(other, file(eucJapanese))).toBe(0);
  });
});

describe("an XML file in the encoding that it declares", () => {
  const android = (encoding: string, text: string): Buffer =>
    Buffer.from(
      `<?xml version="1.0" encoding="${encoding}"?>\n<resources>\n  <string name="a">${text}</string>\n</resources>\n`,
      "latin1",
    );

  it("is read, and written back in it", () => {
    const file = android("ISO-8859-1", "\u00e9t\u00e9");
    expect(aresource.read(file).units).toMatchObject([{ target: ["été"] }]);
    const patched = aresource.patch(file, [{ kind: "set", key: "a", target: ["où"] }]);
    expect(Buffer.compare(patched, android("ISO-8859-1", "o\u00f9"))).toBe(0);
  });

  it("has what its encoding lacks by number", () => {
    const patched = aresource.patch(android("windows-1252", "x"), [{ kind: "set", key: "a", target: ["č"] }]);
    expect(Buffer.from(patched).toString("latin1")).toContain(">&#x10D;<");
    expect(aresource.read(patched).units).toMatchObject([{ target: ["č"] }]);
  });

  it("may be UTF-16 with its mark", () => {
    const text = '\uFEFF<?xml version="1.0" encoding="utf-16"?><root><data name="a"><value>b</value></data></root>';
    const file = Buffer.from(text, "utf16le");
    expect(resx.read(file).units).toMatchObject([{ key: "a", target: ["b"] }]);
    const patched = resx.patch(file, [{ kind: "set", key: "a", target: ["č"] }]);
    expect(Buffer.from(patched).toString("utf16le")).toBe(text.replace(">b<", ">č<"));
  });

  it("is refused where nothing is known of the encoding", () => {
    const file = Buffer.from('<?xml version="1.0" encoding="klingon"?><xliff version="1.2"/>');
    expect(() => xliff.read(file, { path: "x.xlf" })).toThrow(
      expect.objectContaining({
        message: "the file says that it is klingon; save it as UTF-8 and say so",
        place: expect.objectContaining({ line: 1, column: 1 }),
      }),
    );
  });
});
