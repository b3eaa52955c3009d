import * as fc from "fast-check";
import { anyKeyedUnit, anyTarget, anyText, describeFormat, distinct } from "../format.contract.ts";
import { ini, islu, joomla } from "./index.ts";

/** Every line without blanks around it, the last one with something in it, and no comment in the first one. */
const heldByIni = (text: string): string =>
  text
    .replaceAll(/[\r;]/g, "")
    .split("\n")
    .map((line) => line.replaceAll(/^[ \t]+|[ \t]+$/g, ""))
    .join("\n")
    .replace(/\n+$/, "");
const anyIniText = anyText.map(heldByIni);
const anyName = fc.oneof(
  fc.constantFrom("a", "b.c", "with space", "Ω", 'q"', "[x", "k]"),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }),
);
const isName = (name: string): boolean => !/^[[;#%\s]|[=:]|\s$/.test(name);

const withoutSections =
  '; all of it\n\na = x\n# b, not seen\nb : y ; seen\nc=\nd = "quoted"\nlong = one\n    two\n\n    three\nlast = 1\n';

describeFormat({
  format: ini,
  texts: anyIniText,
  lines: "one\ntwo\n\nthree",
  units: fc.array(anyKeyedUnit(anyName.filter(isName), anyTarget.map(heldByIni)), { maxLength: 8 }).map(distinct),
  samples: { "without sections": withoutSections },
  duplicates: "a = x\nb = y\na = z\n",
});

describeFormat({
  format: ini,
  isNested: true,
  texts: anyIniText,
  lines: "one\ntwo\n\nthree",
  keyOf: (name) => `[z]${name}`,
  units: fc
    .tuple(
      fc.array(
        anyKeyedUnit(
          anyName.filter(isName).map((name) => `[a b]${name}`),
          anyTarget.map(heldByIni),
        ),
        { maxLength: 4 },
      ),
      fc.array(
        anyKeyedUnit(
          anyName.filter(isName).map((name) => `[z]${name}`),
          anyTarget.map(heldByIni),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([first, second]) => distinct([...first, ...second])),
  samples: {
    sections: `[main]\nSave=Uložit\nCancel=Zrušit\n\n; the rest\n[z]  # last\n${withoutSections}`,
    "blank lines": "[main]\n\n  a = x\n\n  b = y\n\n[empty]\n[z]\n\n  ; c\n  c = z\n\n  d = z\n",
  },
});

const anyJoomlaText = anyText.map((text) => text.replaceAll("\r", ""));

describeFormat({
  format: joomla,
  texts: anyJoomlaText,
  units: fc
    .array(
      anyKeyedUnit(
        anyName.filter(isName),
        anyTarget.map((text) => text.replaceAll("\r", "")),
      ),
      { maxLength: 8 },
    )
    .map(distinct),
  samples: {
    "as it is written": `; Joomla! Project
; Copyright (C) 2005 the authors
; Note : All ini files need to be saved as UTF-8

COM_A="Uložit"
; of B
COM_B = "say \\"no\\"\\n\\\\" ; behind
;COM_OLD="x"
COM_C=bare
COM_D=""
lone
COM_E="<a href=\\"x\\">y</a>"
`,
    "in the old way, with sections": `[main]

COM_A="say "_QQ_"no"_QQ_""

COM_B="b"

[rest]

COM_C="c"
`,
  },
});

const heldByInno = (text: string): string => text.replaceAll(/[\r%]/g, "").replaceAll(/^ +| +$/g, "");
const anyMessage = anyKeyedUnit(
  anyName.filter(isName).map((name) => `[Messages]${name}`),
  anyTarget.map(heldByInno),
);

describeFormat({
  format: islu,
  isNested: true,
  texts: anyText.map(heldByInno),
  keyOf: (name) => `[Messages]${name}`,
  units: fc.array(anyMessage, { maxLength: 6 }).map(distinct),
  samples: {
    messages:
      "; Translation by nobody\n\n[LangOptions]\nLanguageName=<010C>e<0161>tina\n\n[Messages]\n; *** Titles\nSetupAppTitle=Instalace; %1\nAbout=%1 %2%n%nSekce:%tx\nEmpty=\n",
  },
});
