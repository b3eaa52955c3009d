import { expect, it } from "vitest";
import { formatFor } from "./registry.ts";

it.each([
  ["properties", "a=1\n\n# Two\n\n", "c=3\n", "d=4", "c"],
  ["ini", "[s]\na=1\n\n; Two\n\n", "c=3\n", "d=4", "[s]c"],
  ["strings", '"a" = "1";\n\n/* Two */\n\n', '"c" = "3";\n', '"d" = "4";', "c"],
  ["yaml", "a: x\n\n# Two\n\n", "c: y\n", "d: z", "c"],
  ["toml", "a = '1'\n\n# Two\n\n", "c = '3'\n", "d = '4'", "c"],
  ["fluent", "a = 1\n\n# Two\n\n", "c = 3\n", "d = 4", "c"],
  ["php", "<?php\n$a['a'] = '1';\n\n// Two\n\n", "$a['c'] = '3';\n", "$a['d'] = '4';", "$a['c']"],
  [
    "aresource",
    '<resources>\n  <string name="a">1</string>\n\n  <!-- Two -->\n\n',
    '  <string name="c">3</string>\n',
    '  <string name="d">4</string>\n</resources>',
    "c",
  ],
  ["po", 'msgid "a"\nmsgstr "1"\n\n# Two\n\n', 'msgid "c"\nmsgstr "3"\n\n', 'msgid "d"\nmsgstr "4"', "c"],
])("a section's comment stays, apart, when its first entry goes: %s", (id, before, entry, behind, key) => {
  const file = new TextEncoder().encode(`${before}${entry}${behind}\n`);
  const patched = formatFor(id)?.patch(file, [{ kind: "remove", key }]) ?? file;
  expect(new TextDecoder().decode(patched)).toBe(`${before}${behind}\n`);
});
