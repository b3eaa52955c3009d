import { describe, expect, it } from "vitest";
import { bracketMasks, masked, tagMasks, unmasked } from "./masks.ts";

/** Fixed parts as `%s`, `<b>` and `{name}` stand in a text. */
function parts(text: string) {
  return Array.from(text.matchAll(/%s|<\/?\w+>|\{\w+\}/g), ({ index, 0: part }) => ({
    from: index,
    to: index + part.length,
  }));
}

describe("what goes out to a machine", () => {
  it.each([
    ["plain words", "Save", "Save", "Save"],
    ["a placeholder", "Hello %s!", 'Hello <x id="0"/>!', "Hello [X0X]!"],
    ["markup", "<b>Save</b> %s", '<x id="0"/>Save<x id="1"/> <x id="2"/>', "[X0X]Save[X1X] [X2X]"],
    ["signs that XML has too", "a < b & c", "a &lt; b &amp; c", "a < b & c"],
    ["a text that has such masks itself", "[X0X] %s", '[X0X] <x id="0"/>', "[X0X] [X100X]"],
    ["spaces around", " \n Save %s\n", 'Save <x id="0"/>', "Save [X0X]"],
    ["no words at all", "%s: 12 %", "", ""],
    ["spaces alone", "  \n", "", ""],
  ])("hides %s", (_what, text, tags, brackets) => {
    expect(masked(text, parts(text), tagMasks).sent).toBe(tags);
    expect(masked(text, parts(text), bracketMasks).sent).toBe(brackets);
  });
});

describe("what comes back from a machine", () => {
  const text = "  Hello %s & <b>you</b>\n";
  it.each([
    ["as it went", 'Ahoj <x id="0"/> &amp; <x id="1"/>ty<x id="2"/>', "  Ahoj %s & <b>ty</b>\n", []],
    [
      "in another order and written otherwise",
      `<x id='1'></x>Ty<X ID="2" /> a <x id="0"> </x>`,
      "  <b>Ty</b> a %s\n",
      [],
    ],
    ["with one missing", 'Ahoj &amp; <x id="1"/>ty<x id="2"/>', "  Ahoj & <b>ty</b>\n", ["%s"]],
    ["with one twice", 'Ahoj <x id="0"/><x id="0"/> <x id="1"/>ty<x id="2"/>', "  Ahoj %s%s <b>ty</b>\n", ["%s"]],
    [
      "with one that never went",
      'Ahoj <x id="0"/> <x id="7"/><x id="1"/>ty<x id="2"/>',
      '  Ahoj %s <x id="7"/><b>ty</b>\n',
      ['<x id="7"/>'],
    ],
    ["empty", "", "  \n", ["%s", "<b>", "</b>"]],
  ])("is put together: %s", (_what, answer, whole, broken) => {
    expect(unmasked(answer, masked(text, parts(text), tagMasks), tagMasks)).toEqual({ text: whole, broken });
  });

  it("is put together from brackets that a machine spaced and lowered", () => {
    const sent = masked("Hello {name}, {count} left", parts("Hello {name}, {count} left"), bracketMasks);
    expect(unmasked("Zbývá [ x1x ], ahoj [X 0 X]", sent, bracketMasks).text).toBe("Zbývá {count}, ahoj {name}");
  });
});
