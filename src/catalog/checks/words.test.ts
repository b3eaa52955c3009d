import { testCheck } from "../../../test/support/check-cases.ts";

testCheck({
  check: "same",
  passes: [
    ["cs", "Save file", "Uložit soubor"],
    ["en_GB", "Save file", "Save file"],
    ["de", "OK", "OK"],
    ["de", "%s: %(count)d {name}", "%s: %(count)d {name}"],
    ["de", "https://example.org/save-file", "https://example.org/save-file"],
    ["de", "info@example.org", "info@example.org"],
    ["de", "GitHub, PostgreSQL 17 & LibreOffice", "GitHub, PostgreSQL 17 & LibreOffice"],
    ["de", "<b>12:30</b> &nbsp;", "<b>12:30</b> &nbsp;"],
    ["de", "Version %s", "Version %s"],
    [
      "de",
      "{n, plural, one {# file} other {# files}}",
      "{n, plural, one {# file} other {# files}}",
      "icu-message-format",
    ],
    ["de", "x", "x"],
    ["de", "Ctrl+%s", "Ctrl+%s"],
    ["de", "Esperanto", "Esperanto"],
    ["fr", "Documentation", "Documentation"],
    ["de", "/usr/share/doc/", "/usr/share/doc/"],
  ],
  fails: [
    ["cs", "Save file", "Save file", "The translation is the source text"],
    ["de", "<b>Save</b> %s", "<b>Save</b> %s", "The translation is the source text"],
    ["de", "OK", "OK", "The translation is the source text", "strict-same"],
  ],
});

testCheck({
  check: "duplicate",
  passes: [
    ["de", "The car", "Das Auto, das das-Netz"],
    ["cs", "that that", "ten ten"],
    ["de", "have to enable them", "müssen Sie sie aktivieren"],
    ["fr", "We love each other", "Nous nous aimons"],
    ["id", "children", "anak anak"],
    ["tr", "one by one", "tek tek"],
    ["de", "a %s %s b", "c %s %s d"],
    ["de", "x", "1 1 2 2"],
    ["de", "x", "bis <b>bis</b>"],
  ],
  fails: [
    ["de", "The car", "Das ist das das Auto", '"das" stands twice in a row'],
    ["cs", "the world", "ten ten svět", '"ten" stands twice in a row'],
  ],
});
