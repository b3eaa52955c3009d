import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, type Scene } from "../support/scene.ts";
import type { Site } from "../support/world.ts";

/*
 * Languages have other plural forms than the source, say one in words, or have no need of a number. A translator saves what is
 * right, and it comes home; what broke the app would stay out.
 */

const plist = (forms: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n\t<key>files</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@files@</string>\n\t\t<key>files</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>d</string>\n${Object.entries(
    forms,
  )
    .map(([category, text]) => `\t\t\t<key>${category}</key>\n\t\t\t<string>${text}</string>\n`)
    .join("")}\t\t</dict>\n\t</dict>\n</dict>\n</plist>\n`;
const xliff = (target: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2">\n  <file original="app" source-language="en" target-language="cs" datatype="plaintext">\n    <body>\n      <trans-unit id="a">\n        <source>{count, plural, one {# file} other {# files}}</source>\n${target}      </trans-unit>\n    </body>\n  </file>\n</xliff>\n`;
const ICU = "{count, plural, one {jeden soubor} few {# soubory} many {# souboru} other {# souborů}}";

const files = {
  "ios/en.lproj/Localizable.stringsdict": plist({ zero: "No files", one: "One file", other: "%d files" }),
  "ios/cs.lproj/Localizable.stringsdict": plist({ one: "", few: "", other: "" }),
  "lang/en/app.php": "<?php\n\nreturn [\n    'apples' => '{0} No apples|{1} One apple|[2,*] :count apples',\n];\n",
  "lang/cs/app.php": "<?php\n\nreturn [\n    'apples' => '',\n];\n",
  "xliff/en.xlf": xliff(""),
  "xliff/cs.xlf": xliff("        <target/>\n"),
  "res/values/strings.xml": '<resources>\n    <string name="hello">Hello %1$s</string>\n</resources>\n',
  "res/values-cs/strings.xml": '<resources>\n    &gt;\n    <string name="hello">Ahoj %1$s</string>\n</resources>\n',
};

let site: Site & AsyncDisposable;
let scene: Scene;
let output: string;

beforeAll(async () => {
  site = await embeddedSite();
  scene = await createScene(site, {
    files,
    components: [
      {
        slug: "ios",
        format: "stringsdict",
        source: "ios/en.lproj/Localizable.stringsdict",
        mask: "ios/*.lproj/Localizable.stringsdict",
      },
      { slug: "laravel", format: "laravel", source: "lang/en/app.php", mask: "lang/*/app.php" },
      { slug: "icu", format: "xliff", source: "xliff/en.xlf", mask: "xliff/*.xlf", isBilingual: true },
      { slug: "android", format: "aresource", source: "res/values/strings.xml", mask: "res/values-*/strings.xml" },
    ],
  });
  await scene.translate("ios", "cs", "files:files", "Jeden soubor", "%d soubory", "%d souborů");
  await scene.translate("laravel", "cs", "apples", "{0} Žádná jablka", "{1} Jedno jablko", "[2,*] :count jablek");
  await scene.translate("icu", "cs", "{count, plural, one {# file} other {# files}}", ICU);
  await scene.translate("android", "cs", "hello", "Nazdar %1$s");
  const run = await scene.sync();
  output = run.output;
  expect(run.exitCode, output).toBe(0);
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test("a plural of Apple's whose language has no form for zero comes home", async () => {
  const home = await scene.proposed("ios/cs.lproj/Localizable.stringsdict");
  expect(home, output).toContain("<string>Jeden soubor</string>");
  expect(home).toContain("<string>%d souborů</string>");
});

test("so do ranges of Laravel's, of which two say their number in words", async () => {
  expect(await scene.proposed("lang/cs/app.php"), output).toContain(
    "{0} Žádná jablka|{1} Jedno jablko|[2,*] :count jablek",
  );
});

test("so does an ICU message with more forms than the source has", async () => {
  expect(await scene.proposed("xliff/cs.xlf"), output).toContain(`<target>${ICU}</target>`);
});

test("a flaw of a file is told by the run, and keeps its bytes", async () => {
  expect(await scene.proposed("res/values-cs/strings.xml")).toContain('    &gt;\n    <string name="hello">Nazdar %1$s');
  expect(output).toMatch(/flawed +res\/values-cs\/strings\.xml\n +line 2: /);
});
