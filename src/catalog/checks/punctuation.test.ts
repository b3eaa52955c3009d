import { expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";

testCheck({
  check: "end_stop",
  passes: [
    ["de", "Hello world.", "Hallo Welt."],
    ["ja", "Hello world.", "こんにちは世界。"],
    ["hi", "Hello world.", "नमस्ते दुनिया।"],
    ["hy", "Hello world.", "Բարեւ աշխարհ։"],
    ["hy", "Hello world.", "Բարեւ աշխարհ:"],
    ["am", "Hello world.", "ሰላም ልዑል።"],
    ["hi", "Hello world.", "नमस्ते दुनिया |"],
    ["km", "Not correct.", "មិនត្រឹមត្រូវទេ។"],
    ["ur", "Hello world.", "ہیلو دنیا۔"],
    ["th", "Hello world.", "สวัสดีชาวโลก"],
    ["cs", "e.g.", "např"],
    ["cs", "Loading...", "Načítá se…"],
    ["ja", "Hello world:", "こんにちは世界。"],
  ],
  fails: [
    ["de", "Hello world.", "Hallo Welt", "Expected a full stop at the end"],
    ["de", "Hello world", "Hallo Welt.", "Ends with a full stop, the source does not"],
    ["ja", "Hello world.", "こんにちは世界", "Expected a full stop"],
    ["cs", "Hello world.\n", "Ahoj světe\n", "Expected a full stop"],
  ],
});
testCheck({
  check: "end_colon",
  passes: [
    ["zh_Hans", "Name:", "名称："],
    ["fr", "Name:", "Nom :"],
    ["hy", "Your name:", "Ձեր անունը՝"],
    ["hy", "Hello world.", "Բարեւ աշխարհ:"],
  ],
  fails: [["de", "Name:", "Name", "Expected a colon"]],
});
testCheck({
  check: "end_question",
  passes: [
    ["ar", "Are you sure?", "هل أنت متأكد؟"],
    ["el", "Are you sure?", "Είσαι σίγουρος;"],
    ["ja", "Are you sure?", "よろしいですか。"],
    ["hy", "Are you sure?", "Համոզվա՞ծ եք"],
    ["zh_Hant", "Are you sure?", "您確定嗎？"],
  ],
  fails: [
    ["de", "Sure?", "Sicher", "Expected a question mark"],
    ["de", "Sure", "Sicher?", "Ends with a question mark"],
  ],
});
testCheck({
  check: "end_exclamation",
  passes: [
    ["zh_Hans", "Done!", "完成！"],
    ["es", "Done!", "¡Listo!"],
    ["cs", "What?!", "Cože!?"],
  ],
  fails: [["de", "Done!", "Fertig.", "Expected an exclamation mark"]],
});
testCheck({
  check: "end_interrobang",
  passes: [
    ["cs", "What?!", "Cože!?"],
    ["ja", "What?!", "何？！"],
    ["el", "What?!", "Τι;!"],
  ],
  fails: [
    ["cs", "What?!", "Cože!", "Expected an interrobang"],
    ["cs", "What?", "Cože?!", "Ends with an interrobang"],
  ],
});
testCheck({
  check: "end_ellipsis",
  passes: [
    ["cs", "Loading…", "Načítá se…"],
    ["zh_Hans", "Loading…", "加载中……"],
    ["cs", "Loading...", "Načítá se…"],
  ],
  fails: [
    ["cs", "Loading…", "Načítá se", "Expected an ellipsis"],
    ["cs", "Loading…", "Načítá se...", "Expected an ellipsis"],
    ["cs", "Loading", "Načítá se…", "Ends with an ellipsis"],
  ],
});
testCheck({
  check: "end_semicolon",
  passes: [
    ["el", "one;", "ένα·"],
    ["el", "Really?", "Αλήθεια;"],
    ["ar", "one;", "واحد؛"],
    ["de", "1 &lt;", "mehr als &gt;"],
  ],
  fails: [["de", "one;", "eins", "Expected a semicolon"]],
});
testCheck({
  check: "kashida",
  passes: [
    ["ar", "Hello", "مرحبا"],
    ["fa", "Hegira", "۱۴۰۰ هـ"],
    ["ar", "SSH key", "مفتاح الـ SSH"],
  ],
  fails: [["ar", "Hello", "مـــرحبا", "kashidas"]],
});
testCheck({
  check: "punctuation_spacing",
  passes: [
    ["fr", "Hello world!", "Bonjour le monde\u202F!"],
    ["fr", "Name: %s", "Nom\u00A0: %s"],
    ["fr_CA", "Hello world!", "Bonjour le monde!"],
    ["fr", "At 10:30, see https://a:80", "À 10:30, voir https://a:80"],
    ["fr", "Tom &amp; Jerry", "Tom &amp; Jerry"],
    ["de", "Hello world!", "Hallo Welt!"],
  ],
  fails: [
    ["fr", "Hello world!", "Bonjour le monde!", 'before "!"'],
    ["fr", "Name: %s", "Nom: %s", 'before ":"'],
    ["fr", "Invalid JSON: %s", "Erreur dans le JSON: %s", 'before ":"'],
    ["fr", "“World”!", "« Monde»!", 'before "!"'],
  ],
});
testCheck({
  check: "kabyle-characters",
  passes: [
    ["kab", "x", "ɣef ɛ"],
    ["el", "x", "γάμμα"],
  ],
  fails: [["kab", "x", "γef", 'The Greek letter "γ"']],
});
testCheck({
  check: "multiple_capital",
  passes: [
    ["de", "PDFs and IDs", "PDFs und IDs"],
    ["de", "Hello", "McDonald USA BBCode"],
    ["nl", "Icelandic", "IJslands"],
    ["fi", "Its ID", "IDllä"],
    ["de", "Hello {NAMEn}", "Hallo {NAMEn}"],
  ],
  fails: [["de", "Hello world", "HAllo Welt", 'Two capitals at the start of "HAll']],
});

it("finds what a spreadsheet takes for a formula, in spreadsheet formats", () => {
  const checks = (format: string) => runChecks(aText("equal", "=HYPERLINK()", { format })).map(({ check }) => check);
  expect(checks("csv")).toEqual(["prohibited_initial_character"]);
  expect(checks("csv-multi")).toEqual(["prohibited_initial_character"]);
  expect(checks("po")).toEqual([]);
});
