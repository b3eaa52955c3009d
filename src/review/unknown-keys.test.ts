import { describe, expect, it } from "vitest";
import type { KeyCall } from "./key-calls.ts";
import { KnownKeys } from "./known-keys.ts";
import { unknownKeys, type KeySearch } from "./unknown-keys.ts";

const known = new KnownKeys([
  {
    path: "locales/en/common.json",
    keys: ["cart.items", "cart.total.net", "save", "friend_male_one", "friend_male_other", "cart.piece_one"],
  },
  { path: "config/locales/en.yml", keys: ["menu->open"] },
  { path: "lang/en/messages.php", keys: ["welcome", "mail.subject"] },
  { path: "res/values/strings.xml", keys: ["app.name"] },
  { path: "po/app.pot", keys: ["menu\u0004Open file", "Quit"] },
]);

describe("what the sources have", () => {
  it.each([
    ["cart.items", true],
    ["common:cart.items", true],
    ["cart.total", true],
    ["total.net", true],
    ["friend", true],
    ["friend_male", true],
    ["piece", true],
    ["menu.open", true],
    ["messages.welcome", true],
    ["app_name", true],
    ["Open file", true],
    ["cart.sum", false],
    ["messages.goodbye", false],
    ["Open files", false],
  ])("%s: %s", (key, isKnown) => {
    expect(known.has(key)).toBe(isKnown);
  });
});

function told(
  family: KeyCall["family"],
  keys: readonly string[],
  earlier: readonly string[] | undefined,
  search: Partial<KeySearch> = {},
): readonly string[] {
  const calls = keys.map((key, index) => ({ family, key, line: index + 1, call: "t" }));
  const file = { path: "a", calls, earlier: earlier && new Set(earlier) };
  const all = { known, isTemplateTouched: false, isGettextOnly: false, ...search };
  return unknownKeys([file], all).map(({ key }) => key);
}

describe("keys that no source has", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["are told where the sources know their beginning", ["cart.sum"], ["cart.sum"]],
    ["are told where a file has that name", ["messages.goodbye"], ["messages.goodbye"]],
    ["are told where the same file asks for others that are there", ["nowhere.sum", "save"], ["nowhere.sum"]],
    ["are told once", ["cart.sum", "cart.sum"], ["cart.sum"]],
    ["are another file's where the mapping has none of that name", ["admin:sum", "save"], []],
    ["are somebody else's where nothing of the file is known", ["hello.world", "good.bye"], []],
  ])("%s", (_, keys, expected) => {
    expect(told("web", keys, undefined)).toEqual(expected);
  });

  it("are only those that the change brings, and none where many were unknown before", () => {
    expect(told("web", ["cart.sum", "cart.net"], ["cart.sum"])).toEqual([]);
    expect(told("web", ["save", "cart.sum", "cart.net"], ["cart.sum"])).toEqual(["cart.net"]);
  });

  it("may be a framework's own", () => {
    expect(told("ruby", ["errors.blank", "menu.close", "menu.open"], undefined)).toEqual(["menu.close"]);
    expect(told("php", ["validation.required", "messages.bye"], undefined)).toEqual(["messages.bye"]);
    expect(told("android", ["default_web_client_id", "app_title"], undefined)).toEqual(["app_title"]);
  });

  it("are no texts of several words where keys are names, and none of a file that the mapping does not have", () => {
    const names = new KnownKeys([{ path: "lang/en/messages.php", keys: ["welcome"] }]);
    const keys = ["messages.welcome", "Plain text", "other.title", "messages.bye"];
    expect(told("php", keys, undefined, { known: names })).toEqual(["messages.bye"]);
    expect(told("web", ["welcome", "Plain text"], undefined, { known: names })).toEqual([]);
    expect(told("web", ["save", "Plain text"], undefined)).toEqual(["Plain text"]);
  });

  it("are told of gettext only where the template is kept in step with the code", () => {
    expect(told("gettext", ["Quit", "Help"], ["Quit"])).toEqual(["Help"]);
    expect(told("gettext", ["Quit", "Help", "Undo"], ["Quit", "Undo"])).toEqual([]);
    expect(told("gettext", ["Quit", "Help"], undefined)).toEqual([]);
    expect(told("gettext", ["Quit", "Help"], undefined, { isTemplateTouched: true })).toEqual(["Help"]);
    expect(told("php", ["Quit", "Help"], undefined, { isGettextOnly: true })).toEqual([]);
  });

  it("come with the key that was meant", () => {
    const calls = [{ family: "web", key: "common:cart.itmes", line: 3, call: "t" }] as const;
    expect(
      unknownKeys([{ path: "a.ts", calls, earlier: undefined }], {
        known,
        isTemplateTouched: false,
        isGettextOnly: false,
      }),
    ).toEqual([{ key: "common:cart.itmes", path: "a.ts", line: 3, call: "t", nearest: "cart.items" }]);
  });
});
