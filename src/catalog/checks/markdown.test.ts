import { testCheck } from "../../../test/support/check-cases.ts";

testCheck({
  check: "md-link",
  flags: "md-text",
  passes: [
    ["de", "[Docs](https://a/en) and ![logo](a.png)", "![Logo](b.png) und [Doku](https://a/de)"],
    ["de", "See [here](#install)", "Siehe [hier](#install)"],
    ["de", "`[a](b)`", "`[a](b)`"],
  ],
  fails: [
    ["de", "[Docs](https://a)", "Doku", "Expected 1 × [text](address) as in the source, found 0"],
    ["de", "[Docs](https://a)", "[Doku] (https://a)", "found 0"],
    ["de", "[here](#install)", "[hier](#einrichten)", 'Missing "#install"; not in the source: "#einrichten"'],
  ],
});

testCheck({
  check: "md-reflink",
  flags: "md-text",
  passes: [["de", "[Docs][docs] [x][]", "[Doku][docs] [y][]"]],
  fails: [["de", "[Docs][docs]", "[Doku][doku]", 'Missing "[docs]"; not in the source: "[doku]"']],
});

testCheck({
  check: "md-syntax",
  flags: "md-text",
  passes: [
    ["de", "**Save** the *file* as `a_b`", "*Datei* als `a_b` **speichern**"],
    ["de", "snake_case_name and 2 * 3 * 4", "snake_case_name und 2 * 3 * 4"],
    ["de", "**a *b* c**", "**d *e* f**"],
    ["de", "~~old~~ <https://a>", "<https://b> ~~alt~~"],
  ],
  fails: [
    ["de", "**Save**", "*Speichern*", 'Missing "**"; not in the source: "*"'],
    ["de", "run `make`", "make ausführen", 'Missing "`"'],
    ["de", "**Save**", "**Speichern", 'Missing "**"'],
    ["de", "__a__", "**b**", 'Missing "__"; not in the source: "**"'],
  ],
});
