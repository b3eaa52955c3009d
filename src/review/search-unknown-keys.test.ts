import { describe, expect, it } from "vitest";
import { reviewOf } from "../../test/support/changed-repository.ts";

const android = (names: readonly string[]): string =>
  `<resources>\n${names.map((name) => `    <string name="${name}">Text of it</string>\n`).join("")}</resources>\n`;

describe("keys that code asks for", () => {
  it("may be resources of Android that the mapping does not have, and are asked for by layouts as well", async () => {
    const review = await reviewOf({
      mapping: `components:
  - component: android
    source: app/src/main/res/values/strings.xml
    translations: app/src/main/res/values-{language:android}/strings.xml
`,
      files: {
        "app/src/main/res/values/strings.xml": android(["open", "app.name"]),
        "app/src/main/res/values/donottranslate.xml": android(["endpoint"]),
        "app/src/main/java/Main.kt": "fun main() {}\n",
      },
      change: {
        "app/src/main/java/Main.kt":
          "fun main() {\n  show(R.string.open, R.string.app_name, R.string.endpoint, R.string.opne)\n}\n",
        "app/src/main/res/layout/main.xml": '<TextView android:text="@string/close" />\n',
      },
    });

    expect(review.unknownKeys).toEqual([
      { key: "opne", path: "app/src/main/java/Main.kt", line: 2, call: "R.string", nearest: "open" },
      { key: "close", path: "app/src/main/res/layout/main.xml", line: 1, call: "@string" },
    ]);
  });

  it("are looked for in all sources, and told of none where one of them cannot be read", async () => {
    const mapping = `components:
  - component: "{name}"
    source: "{name}/en.json"
    translations: "{name}/{language}.json"
`;
    const files = {
      "a/en.json": '{ "cart": { "items": "Items" } }\n',
      "b/en.json": '{ "menu": { "open": "Open" } }\n',
    };
    const change = { "src/a.js": 't("cart.items"); t("menu.open"); t("cart.total");\n' };

    expect((await reviewOf({ mapping, files, change })).unknownKeys.map(({ key }) => key)).toEqual(["cart.total"]);
    const broken = { ...files, "b/en.json": "{" };
    expect((await reviewOf({ mapping, files: broken, change })).unknownKeys).toEqual([]);
    const added = { ...change, "a/en.json": '{ "cart": { "items": "Items", "total": "Total" } }\n' };
    expect((await reviewOf({ mapping, files, change: added })).unknownKeys).toEqual([]);
  });

  it("are told of gettext where the change brings its template along", async () => {
    const template = (texts: readonly string[]): string =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${texts.map((text) => `\nmsgid "${text}"\nmsgstr ""\n`).join("")}`;
    const mapping = "components:\n  - component: app\n    source: po/app.pot\n    translations: po/{language}.po\n";
    const files = { "po/app.pot": template(["Open"]), "README.md": "x" };
    const code = { "app/main.py": 'print(_("Open"), _("Close"), _("Quit"))\n' };

    expect((await reviewOf({ mapping, files, change: code })).unknownKeys).toEqual([]);
    const kept = await reviewOf({ mapping, files, change: { ...code, "po/app.pot": template(["Open", "Close"]) } });
    expect(kept.unknownKeys).toEqual([{ key: "Quit", path: "app/main.py", line: 1, call: "_" }]);
  });
});
