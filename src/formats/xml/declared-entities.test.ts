import { describe, expect, it } from "vitest";
import { aresource } from "../aresource/index.ts";
import { aUnit } from "../format.contract.ts";
import type { UnitChange } from "../format.ts";
import { expectLinear } from "../growth.contract.ts";
import { detectFormat } from "../registry.ts";
import { resx } from "../resx/index.ts";
import { xliff } from "../xliff/index.ts";

const android = `<?xml version="1.0" encoding="utf-8"?>
<!-- Ours -->
<!DOCTYPE resources [
  <!ENTITY app "Tea &amp; Co">
  <!ENTITY owner 'the people of &app;'>
  <!-- &app; -->
  <!ELEMENT string (#PCDATA)>
]>
<resources>
    <string name="title">&app;</string>
    <!-- &app; stays -->
    <string name="welcome">Welcome to &app;, by &owner;!</string>
    <string name="raw"><![CDATA[&app;]]></string>
</resources>
`;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(aresource.patch(bytesOf(text), changes));
}

describe("a file that declares entities", () => {
  it("is read with what they stand for", () => {
    const { units } = aresource.read(bytesOf(android));
    expect(units.map(({ key, target, line }) => [key, target[0], line])).toEqual([
      ["title", "Tea & Co", 10],
      ["welcome", "Welcome to Tea & Co, by the people of Tea & Co!", 12],
      ["raw", "&app;", 13],
    ]);
  });

  it.each(["<!--", "<![CDATA[", "<?"])("is refused in step with its size where nothing closes its %s", (opened) => {
    expectLinear(2_000, (size) => {
      const bytes = bytesOf(`<!DOCTYPE resources [<!ENTITY app "Tea">]><resources>&app;${opened.repeat(size)}`);
      return () => expect(() => aresource.read(bytes)).toThrow();
    });
  });

  it("keeps its bytes, and writes the entity wherever the former text had it", () => {
    expect(patched(android)).toBe(android);
    const same = aresource
      .read(bytesOf(android))
      .units.map(({ key, target }): UnitChange => ({ kind: "set", key, target }));
    expect(patched(android, ...same)).toBe(android);
    const target = ["Bei Tea & Co von the people of Tea & Co!"];
    expect(patched(android, { kind: "set", key: "welcome", target })).toBe(
      android.replace("Welcome to &app;, by &owner;!", "Bei &app; von &owner;!"),
    );
    expect(patched(android, { kind: "set", key: "title", target: ["Coffee"] })).toBe(
      android.replace(">&app;<", ">Coffee<"),
    );
  });

  it("gives an added text no entity that only another file declares", () => {
    const plain = '<resources>\n    <string name="a">A</string>\n</resources>\n';
    const unit = aUnit({ key: "welcome", target: ["Tea & Co"] });
    const change = { kind: "add", unit, after: "a", donor: { bytes: bytesOf(android), key: "title" } } as const;
    expect(patched(plain, change)).toBe(
      '<resources>\n    <string name="a">A</string>\n    <string name="welcome">Tea &amp; Co</string>\n</resources>\n',
    );
  });

  it("is found by bilingual keys, and by formats of other roots", () => {
    const unit = '<trans-unit id="1"><source>Quit &app;</source><target>&app; beenden</target></trans-unit>';
    const text = `<!DOCTYPE xliff [<!ENTITY app "Tea">]>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de"><body>${unit}</body></file></xliff>`;
    const [read] = xliff.read(bytesOf(text)).units;
    expect(read).toMatchObject({ source: ["Quit Tea"], target: ["Tea beenden"] });
    const changed = xliff.patch(bytesOf(text), [{ kind: "set", key: read?.key ?? "", target: ["Schluss mit Tea"] }]);
    expect(new TextDecoder().decode(changed)).toContain("<target>Schluss mit &app;</target>");
    const entries = '<!DOCTYPE root [<!ENTITY app "Tea">]>\n<root><data name="a"><value>&app;</value></data></root>';
    expect(resx.read(bytesOf(entries)).units[0]?.target).toEqual(["Tea"]);
  });

  it.each([
    ["a text that stands in itself", '<!ENTITY a "&b;"><!ENTITY b "&a;">', /stands in itself/],
    ["a text that grows and grows", grown(), /longer than/],
    ["a text from elsewhere", '<!ENTITY a SYSTEM "file:///etc/passwd">', /texts alone/],
    ["a declaration of declarations", '<!ENTITY % a "b">', /texts alone/],
    ["no end", '<!ENTITY a "b"> <', /texts alone/],
  ])("is refused where it declares %s, when it is read, not when it is looked at", (_what, declarations, message) => {
    const text = `<!DOCTYPE resources [${declarations}]>\n<resources><string name="x">&a;</string></resources>`;
    expect(() => detectFormat("values/strings.xml", bytesOf(text))).not.toThrow();
    expect(() => aresource.read(bytesOf(text))).toThrow(message);
  });
});

/** Ten of each in the next one. */
function grown(): string {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const first = '<!ENTITY h "0123456789">';
  return (
    names.map((name, index) => `<!ENTITY ${name} "${`&${names[index + 1] ?? "h"};`.repeat(10)}">`).join("") + first
  );
}
