import { testCheck } from "../../../test/support/check-cases.ts";

testCheck({
  check: "rst-references",
  flags: "rst-text",
  passes: [
    ["de", "See :ref:`Install <install>`", "Siehe :ref:`Einrichten <install>`"],
    ["de", "Press :guilabel:`Save`", ":guilabel:`Speichern` drücken"],
    ["de", "`x <https://a>`_ and |product| [1]_", "[1]_ |product| und `y <https://b>`_"],
  ],
  fails: [
    ["de", "See :ref:`install`", "Siehe :ref:`einrichten`", 'Missing ":ref:`install`"'],
    ["de", "See :ref:`install`", "Siehe :ref: `install`", 'Missing ":ref:`install`"'],
    ["de", "|product| here", "|produkt| hier", 'Missing "|product|"; not in the source: "|produkt|"'],
    ["de", "``code`` here", "code hier", "``literal``"],
  ],
});

testCheck({
  check: "rst-syntax",
  flags: "rst-text",
  passes: [
    ["de", "**bold** and *it* and ``x * y``", "*kursiv* und **fett** und ``x * y``"],
    ["de", "2 * 3 and \\*args", "2 * 3 und \\*args"],
  ],
  fails: [
    ["de", "**bold** text", "**fetter Text", "starts with ** is not closed"],
    ["de", "``code`` here", "``code` hier", "not closed"],
    ["de", "See :ref:`a`", "Siehe :ref: `a`", "found a blank"],
  ],
});

testCheck({ check: "rst-references", passes: [["de", ":ref:`a` without the flag", ":ref:`b` ohne"]], fails: [] });
