import { expect, test } from "vitest";
import { detectSourceFormat, formatFor } from "../registry.ts";
import { hasKeysAsSource, xliffKeyed } from "./keyed.ts";
import { xliff } from "./index.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function symfony(language: string, units: string): Uint8Array {
  return encode(`<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="en" target-language="${language}" datatype="plaintext" original="file.ext">
    <body>${units}
    </body>
  </file>
</xliff>
`);
}

const unit = (id: string, key: string, text: string, attributes = ""): string => `
      <trans-unit id="${id}"${attributes}>
        <source>${key}</source>
        <target>${text}</target>
      </trans-unit>`;

const english = symfony(
  "en",
  unit("a1", "cart.title", "Cart", ' resname="cart.title"') + unit("b2", "cart.pay", "Pay"),
);
const german = symfony("de", unit("a1", "cart.title", "Warenkorb", ' resname="cart.title"'));

test("a base file gives its targets as source texts, and units go by their names", () => {
  const template = xliffKeyed.read(english, { path: "messages.en.xlf", language: "en" });
  const { units } = xliffKeyed.read(german, { path: "messages.de.xlf", language: "de", template });

  expect(template.units.map(({ key, target }) => [key, target])).toEqual([
    ["cart.title", ["Cart"]],
    ["file.ext///b2", ["Pay"]],
  ]);
  expect(units.map(({ key, source, target }) => [key, source, target])).toEqual([
    ["cart.title", ["Cart"], ["Warenkorb"]],
  ]);
});

test("a base file without targets has its texts in <source>; a translation without targets has none", () => {
  const bare = symfony("en", '<trans-unit id="a" resname="hello"><source>Hello</source></trans-unit>');

  expect(xliffKeyed.read(bare, { language: "en" }).units[0]?.target).toEqual(["Hello"]);
  expect(xliffKeyed.read(bare, { language: "de" }).units[0]?.target).toEqual([""]);
});

test("a changed text changes its target alone: the key in <source> stays", () => {
  const changed = decode(xliffKeyed.patch(german, [{ kind: "set", key: "cart.title", target: ["Korb"] }]));

  expect(changed).toBe(decode(german).replace("Warenkorb", "Korb"));
});

test("a new string has its key in <source>, whatever the service wrote there", () => {
  const served = symfony(
    "de",
    unit("a1", "Cart", "Warenkorb", ' resname="cart.title"') + unit("b2", "cart.pay", "Zahlen"),
  );
  const key = "file.ext///b2";

  const changed = xliffKeyed.patch(german, [
    { kind: "add", unit: { key, target: ["Zahlen"] }, after: "cart.title", donor: { bytes: served, key } },
  ]);

  expect(decode(changed)).toContain("<source>cart.pay</source>\n        <target>Zahlen</target>");
  expect(xliffKeyed.read(changed).units.map((each) => each.key)).toEqual(["cart.title", key]);
});

test("a new language is like the base file, with its keys", () => {
  const { units } = xliffKeyed.read(english, { language: "en" });
  const catalogue = { format: "xliff", units: units.map((each) => ({ ...each, target: ["x"] })) };

  const created = decode(xliffKeyed.create(catalogue, { language: "fr" }, english));

  expect(created).toContain('target-language="fr"');
  expect(created.match(/<source>.*<\/source>/g)).toEqual(["<source>cart.title</source>", "<source>cart.pay</source>"]);
  expect(created.match(/<target.*<\/target>/g)?.length).toBe(2);
});

test.each([
  ["keys, where the targets say something else", english, true],
  ["texts, where there are no targets", symfony("en", '<trans-unit id="a"><source>Hello</source></trans-unit>'), false],
  [
    "texts, where the targets repeat them",
    symfony("en", unit("a", "Hello", "Hello") + unit("b", "Bye", "Good bye")),
    false,
  ],
])("the sources of a file in the source language are %s", (_what, bytes, expected) => {
  expect(hasKeysAsSource(xliff.read(bytes))).toBe(expected);
  expect(detectSourceFormat("messages.en.xlf", bytes)).toBe(expected ? xliffKeyed : xliff);
});

test("the service's word is XLIFF either way; a base file makes the difference", () => {
  expect(formatFor("xliff")).toBe(xliff);
  expect(formatFor("xliff", "messages.en.xlf")).toBe(xliffKeyed);
});

test("names of units are keys where the English file says each text in its target, even where most names are these texts", () => {
  const named = (text: string, name: string) => unit("x1", text, text, ` resname="${name}"`);
  const validators = symfony("en", named("Not used yet.", "Not used yet.") + named("In use.", "Is used already."));
  const bare = symfony("en", '<trans-unit id="a" resname="Hello"><source>Hello</source></trans-unit>');
  const unnamed = symfony("en", unit("a1", "Hello", "Hello"));

  expect(detectSourceFormat("validators.en.xlf", validators)).toBe(xliffKeyed);
  expect(detectSourceFormat("messages.xlf", bare)).toBe(xliff);
  expect(detectSourceFormat("messages.en.xlf", unnamed)).toBe(xliff);
});
