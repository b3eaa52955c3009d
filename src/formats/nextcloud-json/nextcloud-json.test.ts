import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { nextcloudJson } from "./index.ts";

const sample = `{ "translations": {
    "Cannot write into the folder" : "Do složky nelze zapisovat",
    "_%n file_::_%n files_" : ["%n soubor","%n soubory","%n souborů"],
    "_%n day_::_%n days_" : ["%n den"],
    "Nothing" : null,
    "Empty" : ""
},"pluralForm" :"nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"
}`;

const anyUnit = fc
  .record({
    name: anyText.filter((key) => !key.startsWith("_")),
    target: fc.oneof(fc.tuple(anyTarget), fc.tuple(anyTarget, anyTarget, anyTarget)),
  })
  .map(({ name, target }) => {
    const source = target.length === 1 ? [name] : ["%n a", name.replaceAll("_", "")];
    const key = target.length === 1 ? name : `_${source.join("_::_")}_`;
    return aUnit({ key, source, target, state: isEmpty(target) ? unitStates.untranslated : unitStates.translated });
  });

describeFormat({
  format: nextcloudJson,
  units: fc.array(anyUnit, { maxLength: 8 }).map(distinct),
  samples: {
    usual: sample,
    indented: `{
  "translations": {
    "a": "x",
    "_%n b_::_%n bs_": [
      "1",
      "2",
      "n"
    ],
    "c": "z"
  },
  "pluralForm": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"
}
`,
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(nextcloudJson.patch(bytes(text), changes));
}

describe("translations of Nextcloud", () => {
  it("have their sources as keys, and as many forms as the file declares", () => {
    const { pluralForms, units } = nextcloudJson.read(bytes(sample));
    expect(pluralForms).toBe(3);
    expect(units.map(({ source, target }) => [source, target])).toEqual([
      [["Cannot write into the folder"], ["Do složky nelze zapisovat"]],
      [
        ["%n file", "%n files"],
        ["%n soubor", "%n soubory", "%n souborů"],
      ],
      [
        ["%n day", "%n days"],
        ["%n den", "", ""],
      ],
      [["Nothing"], [""]],
      [["Empty"], [""]],
    ]);
  });

  it("get the forms they lack", () => {
    expect(patched(sample, { kind: "set", key: "_%n day_::_%n days_", target: ["%n den", "%n dny", "%n dní"] })).toBe(
      sample.replace('["%n den"]', '["%n den", "%n dny", "%n dní"]'),
    );
    expect(patched(sample, { kind: "set", key: "_%n file_::_%n files_", target: ["a", "b"] })).toContain('["a","b"]');
  });

  it("are written over null", () => {
    expect(patched(sample, { kind: "set", key: "Nothing", target: ["Nic"] })).toBe(sample.replace("null", '"Nic"'));
  });

  it("say the plural rule of a new file", () => {
    const plurals = "nplurals=1; plural=0;";
    const units = [aUnit({ key: "a", source: ["a"], target: ["x"] })];
    const file = nextcloudJson.create({ format: "nextcloud-json", units }, { language: "ja", plurals });
    expect(new TextDecoder().decode(file)).toBe(
      '{ "translations": {\n    "a" : "x"\n},"pluralForm" :"nplurals=1; plural=0;"\n}',
    );
  });

  it.each([
    ['{"pluralForm": ""}', /"translations"/],
    ['{"translations": {"a": {}}}', /for "a"/],
    ['{"translations": {"a": [1]}}', /for "a"/],
  ])("are refused where they are none: %s", (text, message) => {
    expect(() => nextcloudJson.read(bytes(text))).toThrow(message);
  });
});
