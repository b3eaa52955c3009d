import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, type Scene } from "../support/scene.ts";
import type { Site } from "../support/world.ts";

/*
 * A string that nobody had translated stands in the source file alone, with what the program has to know of it. A translator
 * saves its text, the service writes it into a file that lacked it, and a run brings it home.
 */

const xliff = (units: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2">\n  <file original="app" source-language="en" target-language="cs" datatype="plaintext">\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
const known =
  '      <trans-unit id="a">\n        <source>Close</source>\n        <target>Zavřít</target>\n      </trans-unit>\n';
const told = (target: string): string =>
  `      <trans-unit id="b" datatype="html" maxwidth="20" size-unit="char">\n        <source>Welcome</source>\n${target}        <note from="developer" priority="1">Above the list</note>\n      </trans-unit>\n`;

const files = {
  "_locales/en/messages.json":
    '{\n  "close": {\n    "message": "Close"\n  },\n  "hello": {\n    "message": "Hello $USER$",\n    "description": "Greeting",\n    "placeholders": {\n      "user": {\n        "content": "$1",\n        "example": "Eva"\n      }\n    }\n  }\n}\n',
  "_locales/cs/messages.json": '{\n\t"close": {\n\t\t"message": "Zavřít"\n\t}\n}\n',
  "lib/app_en.arb":
    '{\n  "@@locale": "en",\n  "close": "Close",\n  "hello": "Hello {user}",\n  "@hello": {\n    "description": "Greeting",\n    "placeholders": {\n      "user": {\n        "type": "String"\n      }\n    }\n  }\n}\n',
  "lib/app_cs.arb": '{\n    "@@locale": "cs",\n    "close": "Zavřít"\n}\n',
  "res/values/strings.xml":
    '<resources xmlns:tools="http://schemas.android.com/tools">\n    <string name="close">Close</string>\n    <string name="hello" tools:ignore="Typos"><![CDATA[Hello <b>you</b>]]></string>\n</resources>\n',
  "res/values-cs/strings.xml": '<resources>\n  <string name="close">Zavřít</string>\n</resources>\n',
  "xliff/en.xlf": xliff(known.replace(/ *<target>.*\n/, "") + told("")),
  "xliff/cs.xlf": xliff(known + told("        <target/>\n")),
};

let site: Site & AsyncDisposable;
let scene: Scene;

beforeAll(async () => {
  site = await embeddedSite();
  scene = await createScene(site, {
    files,
    components: [
      { slug: "web", format: "webextension", source: "_locales/en/messages.json", mask: "_locales/*/messages.json" },
      { slug: "flutter", format: "arb", source: "lib/app_en.arb", mask: "lib/app_*.arb" },
      { slug: "android", format: "aresource", source: "res/values/strings.xml", mask: "res/values-*/strings.xml" },
      { slug: "xliff", format: "xliff", source: "xliff/en.xlf", mask: "xliff/*.xlf", isBilingual: true },
    ],
  });
  // In git, the translation has not been brought up to the program's last version yet.
  await scene.repository.write({ "xliff/cs.xlf": xliff(known) });
  await scene.repository.publish("Go back to the strings of the last version");
  await scene.translate("web", "cs", "hello", "Ahoj $USER$");
  await scene.translate("flutter", "cs", "hello", "Ahoj {user}");
  await scene.translate("android", "cs", "hello", "Ahoj <b>ty</b>");
  await scene.translate("xliff", "cs", "Welcome", "Vítejte");
  const { exitCode, output } = await scene.sync();
  expect(exitCode, output).toBe(0);
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test("the placeholders of a browser extension come home with the text", async () => {
  expect(await scene.proposed("_locales/cs/messages.json")).toBe(
    '{\n\t"close": {\n\t\t"message": "Zavřít"\n\t},\n\t"hello": {\n\t\t"message": "Ahoj $USER$",\n\t\t"description": "Greeting",\n\t\t"placeholders": {\n\t\t\t"user": {\n\t\t\t\t"content": "$1",\n\t\t\t\t"example": "Eva"\n\t\t\t}\n\t\t}\n\t}\n}',
  );
});

test("so do those of a Flutter resource", async () => {
  expect(await scene.proposed("lib/app_cs.arb")).toBe(
    '{\n    "@@locale": "cs",\n    "close": "Zavřít",\n    "hello": "Ahoj {user}",\n    "@hello": {\n        "description": "Greeting",\n        "placeholders": {\n            "user": {\n                "type": "String"\n            }\n        }\n    }\n}',
  );
});

test("so do a CDATA section and attributes of an Android string, with the namespace that they need", async () => {
  expect(await scene.proposed("res/values-cs/strings.xml")).toBe(
    '<resources xmlns:tools="http://schemas.android.com/tools">\n  <string name="close">Zavřít</string>\n  <string name="hello" tools:ignore="Typos"><![CDATA[Ahoj <b>ty</b>]]></string>\n</resources>',
  );
});

test("so do the attributes of an XLIFF unit and of its note", async () => {
  expect(await scene.proposed("xliff/cs.xlf")).toBe(
    xliff(known + told("        <target>Vítejte</target>\n")).trimEnd(),
  );
});
