import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { ReadOptions } from "../../src/formats/format.ts";
import { formatFor } from "../../src/formats/registry.ts";
import type { Files } from "../support/repository.ts";
import { createScene, type Scene, type SceneComponent } from "../support/scene.ts";
import type { ApiUnit } from "../support/service-api.ts";
import { downloadsOf, type Site } from "../support/world.ts";

/** A file format as projects use it, and a translation that somebody saves in it. */
interface FormatSample {
  readonly component: SceneComponent;
  readonly files: Files;
  /** Key or source text of the unit that is translated. */
  readonly unit: string;
  readonly target: readonly string[];
  /** What of the Czech file goes, and what comes for it; everything else stays. */
  readonly before: string;
  readonly after: string;
}

const rails: FormatSample = {
  component: { slug: "rails", format: "ruby-yaml", source: "config/locales/en.yml", mask: "config/locales/*.yml" },
  files: {
    "config/locales/en.yml": `# Texts of the shop
en:
  cart:
    title: "Your cart"
    empty: 'There is nothing in it.'
    items:
      one: "%{count} item"
      other: "%{count} items"
  hint: >-
    Free delivery
    from 50 €.
`,
    "config/locales/cs.yml": `# Texty obchodu
cs:
  cart:
    title: 'Košík'   # short
    empty: "Nic v něm není."
    items:
      one: "%{count} položka"
      few: "%{count} položky"
      many: "%{count} položky"
      other: "%{count} položek"
`,
  },
  unit: "cart->title",
  target: ["Váš košík"],
  before: "    title: 'Košík'   # short",
  after: "    title: 'Váš košík'   # short",
};

const i18next: FormatSample = {
  component: { slug: "i18next", format: "i18nextv4", source: "i18n/en.json", mask: "i18n/*.json" },
  files: {
    "i18n/en.json": `{
  "cart": {"title": "Your cart", "owner": "Cart of {{name}}"},

  "item_one": "{{count}} item",
  "item_other": "{{count}} items"
}
`,
    "i18n/cs.json": `{
  "cart": {"title": "Ko\\u0161\\u00edk", "owner": "Košík: {{name}}"},

  "item_one": "{{count}} položka",
  "item_few": "{{count}} položky",
  "item_many": "{{count}} položky",
  "item_other": "{{count}} položek"
}
`,
  },
  unit: "cart.title",
  target: ["Váš košík"],
  before: '  "cart": {"title": "Ko\\u0161\\u00edk", "owner": "Košík: {{name}}"},',
  after: '  "cart": {"title": "Váš košík", "owner": "Košík: {{name}}"},',
};

const angular: FormatSample = {
  component: {
    slug: "angular",
    format: "xliff",
    source: "src/locale/messages.xlf",
    mask: "src/locale/messages.*.xlf",
    isBilingual: true,
  },
  files: {
    "src/locale/messages.xlf": xliffOf("", ["", "", ""]),
    "src/locale/messages.cs.xlf": xliffOf(' target-language="cs"', [
      '\n        <target state="translated">Košík</target>',
      '\n        <target>Dobrý den, <x id="INTERPOLATION" equiv-text="{{ name }}"/>!</target>',
      "\n        <target/>",
    ]),
  },
  unit: "Your cart",
  target: ["Váš košík"],
  before: '        <target state="translated">Košík</target>',
  after: '        <target state="translated">Váš košík</target>',
};

function xliffOf(language: string, targets: readonly [string, string, string]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${language} datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="cartTitle" datatype="html">
        <source>Your cart</source>${targets[0]}
        <note priority="1" from="description">Heading of the page</note>
      </trans-unit>
      <trans-unit id="2045123" datatype="html">
        <source>Hello, <x id="INTERPOLATION" equiv-text="{{ name }}"/>!</source>${targets[1]}
      </trans-unit>
      <trans-unit id="empty" datatype="html">
        <source>There is nothing in it.</source>${targets[2]}
      </trans-unit>
    </body>
  </file>
</xliff>
`;
}

const apple: FormatSample = {
  component: {
    slug: "apple",
    format: "strings",
    source: "en.lproj/Localizable.strings",
    mask: "*.lproj/Localizable.strings",
  },
  files: {
    "en.lproj/Localizable.strings": utf16(`/* Heading of the page */
"cart.title" = "Your cart";

"cart.owner"="Cart of \\"%@\\"";
// MARK: rest
"Nothing here" = "There is nothing in it.";
`),
    "cs.lproj/Localizable.strings": utf16(`/* Heading of the page */
"cart.title"  =  "Košík";

"cart.owner"="Košík: \\"%@\\"";
// MARK: rest
"Nothing here" = "Nic v něm není.";
`),
  },
  unit: "cart.title",
  target: ["Váš košík"],
  before: '"cart.title"  =  "Košík";',
  after: '"cart.title"  =  "Váš košík";',
};

/** As Xcode wrote them for many years, and as the service has them by default. */
function utf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, "utf16le");
}

const android: FormatSample = {
  component: {
    slug: "android",
    format: "aresource",
    source: "res/values/strings.xml",
    mask: "res/values-*/strings.xml",
  },
  files: {
    "res/values/strings.xml": `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- Heading of the page -->
    <string name="cart_title">Your cart</string>
    <string name="owner">%1$s\\'s <b>cart</b></string>
    <plurals name="items">
        <item quantity="one">%d item</item>
        <item quantity="other">%d items</item>
    </plurals>
</resources>
`,
    "res/values-cs/strings.xml": `<?xml version="1.0" encoding="utf-8"?>
<resources>

    <string name="cart_title">"Košík"</string>
    <string name="owner"><b>Košík</b>: %1$s</string>
    <plurals name="items">
        <item quantity="one">%d položka</item>
        <item quantity="few">%d položky</item>
        <item quantity="many">%d položky</item>
        <item quantity="other">%d položek</item>
    </plurals>
</resources>
`,
  },
  unit: "cart_title",
  target: ["Váš košík"],
  before: '    <string name="cart_title">"Košík"</string>',
  after: '    <string name="cart_title">"Váš košík"</string>',
};

const samples: readonly FormatSample[] = [rails, i18next, angular, apple, android];

/**
 * One saved text in each format: the pull request changes that value and nothing else, and the run after it is merged writes nothing.
 * Before, all units of the service are those that we read from the very files.
 */
export async function bringFormatsHome(site: Site, prefix = ""): Promise<void> {
  const files: Files = Object.fromEntries(samples.flatMap((sample) => Object.entries(sample.files)));
  await using scene = await createScene(site, { components: samples.map(({ component }) => component), files, prefix });
  for (const sample of samples) await expectSameUnits(scene, sample);
  for (const { component, unit, target } of samples) await scene.translate(component.slug, "cs", unit, ...target);

  const first = await scene.sync();

  expect(first.exitCode, first.output).toBe(0);
  await scene.merge();
  for (const { component, files: old, before, after } of samples) {
    const path = component.mask.replace("*", "cs");
    const expected = textOf(bytesOf(old, path)).replace(before, after);
    expect(textOf(await readFile(join(scene.repository.path, path))), component.format).toBe(expected);
  }

  site.proxy.clear();
  const second = await scene.sync();
  expect(second.exitCode, second.output).toBe(0);
  expect(site.proxy.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(downloadsOf(site.proxy.requests)).toEqual([]);
}

/** The service has the units that we read: of the Czech file and, with keys, of the English one. */
async function expectSameUnits(scene: Scene, { component, files }: FormatSample): Promise<void> {
  const { format: id, slug, source, mask, isBilingual = false } = component;
  const format = formatFor(id);
  if (format === undefined) throw new Error(`${id} has no reader.`);
  const read = (path: string, options: ReadOptions) => format.read(bytesOf(files, path), { path, ...options });
  const template = isBilingual ? undefined : read(source, { language: "en" });
  const czech = read(mask.replace("*", "cs"), { language: "cs", ...(template !== undefined && { template }) });

  const contexts = new Set(czech.units.map(({ context }) => context));
  const isInFile = ({ context, target }: ShownUnit): boolean =>
    contexts.has(context) || target.some((text) => text !== "");
  const served = (await scene.units(slug, "cs")).filter(isInFile);
  expect(shown(czech.units), `${id} as read here, beside the service's`).toEqual(shown(served));

  if (template === undefined) return;
  const keysAndTexts = template.units.map((unit) => ({ ...unit, source: unit.target }));
  expect(shown(keysAndTexts), `${id}, the source`).toEqual(shown(await scene.units(slug, "en")));
}

type ShownUnit = Pick<ApiUnit, "context" | "source" | "target">;

function shown(units: readonly ShownUnit[]): readonly ShownUnit[] {
  return units
    .map(({ context, source, target }) => ({ context, source, target }))
    .toSorted((a, b) => (a.context < b.context ? -1 : 1));
}

function bytesOf(files: Files, path: string): Uint8Array {
  const content = files[path] ?? "";
  return typeof content === "string" ? Buffer.from(content) : content;
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  return Buffer.from(bytes).toString(first === 0xff && second === 0xfe ? "utf16le" : "utf8");
}
