import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError, type Format } from "../format.ts";
import { expectLinear, expectLinearChanges } from "../growth.contract.ts";
import { laravel, php } from "./index.ts";

function read(format: Format, text: string, language?: string): Record<string, readonly string[]> {
  const { units } = format.read(Buffer.from(text), language === undefined ? {} : { language });
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

function patched(format: Format, text: string, ...changes: readonly UnitChange[]): string {
  return Buffer.from(format.patch(Buffer.from(text), changes)).toString();
}

function failure(run: () => unknown): { message: string; line: number; column: number } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("passed without an error");
}

const set = (key: string, ...target: readonly string[]): UnitChange => ({ kind: "set", key, target });
const remove = (key: string): UnitChange => ({ kind: "remove", key });
const add = (key: string, text: string, after?: string): UnitChange => ({
  kind: "add",
  unit: aUnit({ key, target: [text] }),
  ...(after !== undefined && { after }),
});

describe("reading PHP", () => {
  it.each([
    ["$a = 'x';", { $a: ["x"] }],
    [`$lang['a']["b"][3] = "x";`, { [`$lang['a']["b"][3]`]: ["x"] }],
    ["define('A', 'x'); DEFINE( \"B\" , 'y', true);", { "define('A'": ["x"], 'DEFINE( "B"': ["y"] }],
    ["return ['a' => 'x', 'b' => array('c' => 'y')];", { "return[]->'a'": ["x"], "return[]->'b'->'c'": ["y"] }],
    ["$l = array(1 => 'x', A::B => 'y', 'z');", { "$l->1": ["x"], "$l->A::B": ["y"], "$l->[0]": ["z"] }],
    ["\u00A0", {}],
    ["$a = 'x'; $a = 'y';", { $a: ["y"] }],
    ["$a = 'x' . $b; $c = FOO; $d = f('x'); $e .= 'x'; $f['a'] == 'x'; echo 'y';", {}],
    ["const A = 'x'; #[Attribute] class B { const C = 'x'; public $d = 'y'; } function f() { return 'z'; }", {}],
    ["return ['a' => 'x' . 'y', 'b' => fn() => 'x', ...$more, 'c' => 'z'] + $rest;", {}],
    ["return ['a' => 'x' . 'y', 'b' => fn() => ['k' => 'x'], ...$more, 'c' => 'z'];", { "return[]->'c'": ["z"] }],
    ["// $a = 'x';\n# $b = 'x';\n/* $c = 'x'; */ $d /* so */ = /* it is */ 'y' // not\n;", { $d: ["y"] }],
    ["$a = 'x' ?> $b = 'y'; <?php $c = 'z' ?>", { $a: ["x"], $c: ["z"] }],
    ["if ($x): ?> it's <?php endif; $a = 'x';", { $a: ["x"] }],
    ["$a = 'x'; __halt_compiler(); it's data", { $a: ["x"] }],
  ])("reads %j", (text, units) => {
    expect(read(php, `<?php ${text}`)).toEqual(units);
  });

  it.each([
    [String.raw`'it\'s \\ \n $x "q"'`, 'it\'s \\ \\n $x "q"'],
    [String.raw`"a\n\r\t\v\e\f\\\$\"\'\q"`, "a\n\r\t\v\u001B\f\\$\"\\'\\q"],
    [String.raw`"\x41\101\u{1F44D}\xC3\xA9"`, "AA👍é"],
    ['"5 $ {a} { $"', "5 $ {a} { $"],
    ['<<<EOT\nx $ \\"\\\\\n  y\nEOT', 'x $ \\"\\\n  y'],
    ['<<<"EOT"\n  x\n\n    y\n  EOT', "x\n\n  y"],
    ["<<<'EOT'\n$x \\n\nEOT", "$x \\n"],
    ["<<<EOT\nEOT", ""],
  ])("reads the text of %j", (literal, text) => {
    expect(read(php, `<?php\n$a = ${literal};\n`)).toEqual({ $a: [text] });
  });

  it.each(['"Hi $name"', '"{$a["b"]}"', '"${a}"', "<<<EOT\n$x\nEOT", String.raw`"\xFF"`, String.raw`"\u{D800}"`])(
    "leaves %s alone, which is more than a text",
    (literal) => {
      expect(read(php, `<?php\n$a = ${literal};\n$b = 'x';\n`)).toEqual({ $b: ["x"] });
    },
  );

  it("takes the comments above and behind for the note, but neither a notice about rights nor a section's", () => {
    const text = `<?php
/* Copyright 2026 */
$a = 'x';
// of a section

/**
 * A button,
 * keep it short
 */
# really
$b = 'x'; // trailing
`;
    const notes = php.read(Buffer.from(text)).units.map(({ key, note, line }) => [key, note, line]);
    expect(notes).toEqual([
      ["$a", "", 3],
      ["$b", "A button,\nkeep it short\nreally\ntrailing", 11],
    ]);
  });

  it.each([
    ["<?php\n$a = 'x'\n$b = 'y';", 'expected ";"', 2, 9],
    ["<?php\nreturn ['a' => 'x' 'b' => 'y'];", 'expected ","', 2, 19],
    ["<?php\nreturn ['a' => 'x',\n", "] is missing", 2, 8],
    ["<?php\n$a = 'x;\n", "a ' is missing", 2, 6],
    ['<?php $a = "x;', 'a " is missing', 1, 12],
    ["<?php\n$a = <<<EOT\nx", "EOT is missing", 2, 6],
    ["<?php\n/* x", "*/ is missing", 2, 1],
    ["<?php f(]);", 'unexpected "]"', 1, 9],
    [`<?php return ${"[".repeat(101)}`, "nested deeper", 1, 115],
  ])("names the place of what is wrong in %j", (text, message, line, column) => {
    const error = failure(() => php.read(Buffer.from(text)));
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ line, column });
  });

  it("reads other encodings where they are named", () => {
    const text = "<?php\n$a = 'é';\n";
    expect(php.read(Buffer.from(text, "latin1"), { charset: "iso-8859-1" }).units[0]?.target).toEqual(["é"]);
    expect(php.read(Buffer.from(text, "utf16le"), { charset: "utf-16le" }).units[0]?.target).toEqual(["é"]);
    const changed = php.patch(Buffer.from(text, "latin1"), [set("$a", "ü")], { charset: "iso-8859-1" });
    expect(Buffer.from(changed).toString("latin1")).toBe("<?php\n$a = 'ü';\n");
  });
});

describe("patching PHP", () => {
  it.each([
    ["$a = 'x';", "it's", String.raw`$a = 'it\'s';`],
    ["$a = 'x';", "C:\\dir\\", String.raw`$a = 'C:\dir\\';`],
    ["$a = 'x';", "a\nb", String.raw`$a = "a\nb";`],
    ['$a = "x";', "a\n$b {$c} ${d} $5", String.raw`$a = "a\n\$b {\$c} \${d} $5";`],
    [String.raw`$a = '\\$t x';`, String.raw`\$t y`, String.raw`$a = '\\$t y';`],
    [String.raw`$a = '\$t x';`, String.raw`\$t y`, String.raw`$a = '\$t y';`],
    [String.raw`$a = '\\\\t \r';`, String.raw`\\t \r \n`, String.raw`$a = '\\\\t \\r \\n';`],
    ['$a = "x";', '\0\u0007"\\n', String.raw`$a = "\x00\x07\"\\n";`],
    ["$a = 'x\n  y';", "a\n  b", "$a = 'a\n  b';"],
    ["$a = <<<T\n  x\n  T;", "a\n\n $b \\", "$a = <<<T\n  a\n\n   \\$b \\\\\n  T;"],
    ["$a = <<<'T'\nx\nT;", "$a \\n", "$a = <<<'T'\n$a \\n\nT;"],
    ["$a = <<<T\nx\nT;", "a\n T", String.raw`$a = "a\n T";`],
    [String.raw`$a = "x\n"; $b = 'y';`, "x", "$a = 'x'; $b = 'y';"],
  ])("writes into %j the text %j", (before, text, after) => {
    expect(patched(php, `<?php\n${before}\n`, set("$a", text))).toBe(`<?php\n${after}\n`);
    expect(read(php, `<?php\n${after}\n`)["$a"]).toEqual([text]);
  });

  it.each([
    [
      "$l['a'] = 'x';\n\n$l['b'] = 'y';\n",
      add("$l['c']", "z", "$l['a']"),
      "$l['a'] = 'x';\n\n$l['c'] = 'z';\n\n$l['b'] = 'y';\n",
    ],
    ['define("A", "x");\n', add('define("B"', "z", 'define("A"'), 'define("A", "x");\ndefine("B", "z");\n'],
    [
      "return array(\n\t'a' => 'x'\n);\n",
      add("return->'b'", "z", "return->'a'"),
      "return array(\n\t'a' => 'x',\n\t'b' => 'z'\n);\n",
    ],
    ["return ['a' => 'x'];\n", add("return[]->'b'->'c'", "z"), "return ['b' => array('c' => 'z'), 'a' => 'x'];\n"],
    [
      "return [\n  'a' => 'x', // no comma\n  'b' => 'y' // either\n];",
      add("return[]->'c'", "z", "return[]->'b'"),
      "return [\n  'a' => 'x', // no comma\n  'b' => 'y', // either\n  'c' => 'z'\n];",
    ],
    ["return ['a' => 'x' // c\n];", remove("return[]->'a'"), "return [\n];"],
    ["return ['a' => 'x', // c\n 'b' => 'y'];", remove("return[]->'b'"), "return ['a' => 'x' // c\n];"],
    [
      "// of a\n$a = 'x'; // of a\n// section\n\n// of b\n$b = 'y';\n",
      remove("$b"),
      "// of a\n$a = 'x'; // of a\n// section\n",
    ],
    [
      "return [\n  'g' => ['a' => 'x'],\n  'l' => ['a', 'b'],\n];",
      remove("return[]->'g'[]->'a'"),
      "return [\n  'l' => ['a', 'b'],\n];",
    ],
    ["return [\n  'l' => ['a', 'b'],\n];", remove("return[]->'l'[]->[0]"), "return [\n  'l' => ['', 'b'],\n];"],
    ["", add("$a", "x"), "$a = 'x';\n"],
    ["// only\n", add("$a", "x"), "// only\n\n$a = 'x';\n"],
    ["$a = 'x' ?>", add("$b", "y", "$a"), "$a = 'x';\n$b = 'y'; ?>"],
  ])("changes %j", (before, change, after) => {
    expect(patched(php, `<?php\n${before}`, change)).toBe(`<?php\n${after}`);
  });

  it("writes a note as a comment that cannot end the code", () => {
    const unit = aUnit({ key: "$b", target: ["y"], note: "Button\n?> <b>" });
    const changed = patched(php, "<?php\n$a = 'x';\n", { kind: "add", unit, after: "$a" });
    expect(changed).toBe("<?php\n$a = 'x';\n// Button\n// ? > <b>\n$b = 'y';\n");
  });

  it("writes a note between items of one line as a comment that ends there", () => {
    const unit = aUnit({ key: "return[]->'b'", target: ["y"], note: "one */\ntwo" });
    const changed = patched(php, "<?php return ['a' => 'x'];", { kind: "add", unit, after: "return[]->'a'" });
    expect(changed).toBe("<?php return ['a' => 'x', /* one * / two */ 'b' => 'y'];");
  });

  it.each([
    "$a[f()]",
    "a",
    "$a = 'x'; f()",
    "define('A', f()",
    "return",
    "return[]->f()",
    "return[]->'a",
    "$a['x'",
    '$a["{$x}"]',
  ])("takes no code for a key: %s", (key) => {
    expect(failure(() => patched(php, "<?php\n", add(key, "x"))).message).toContain("no place");
  });

  it("overwrites no code with a text, and no text with a group", () => {
    const text = "<?php\nreturn [\n  'a' => f(),\n  'b' => 'x',\n];";
    expect(failure(() => patched(php, text, add("return[]->'a'", "x")))).toMatchObject({ line: 3, column: 3 });
    expect(failure(() => patched(php, text, add("return[]->'b'[]->'c'", "x")))).toMatchObject({ line: 4, column: 3 });
  });

  it("changes the one of two equal keys that counts, and removes both", () => {
    const text = "<?php\n$a = 'x';\n$b = 'y';\n$a = 'z';\n";
    expect(patched(php, text, set("$a", "!"))).toBe("<?php\n$a = 'x';\n$b = 'y';\n$a = '!';\n");
    expect(patched(php, text, remove("$a"))).toBe("<?php\n$b = 'y';\n");
    expect(() => patched(php, text, set("$c", "x"))).toThrow(RangeError);
  });

  it("begins an empty file", () => {
    expect(patched(php, "", add("$a", "x"))).toBe("<?php\n$a = 'x';\n");
    expect(patched(laravel, "", add("a.b", "x"))).toBe(
      "<?php\nreturn [\n    'a' => [\n        'b' => 'x',\n    ],\n];\n",
    );
  });
});

describe("Laravel's files", () => {
  const text =
    "<?php\n\nreturn [\n    'a' => ['b' => 'x', 'l' => ['y']],\n    'c.d' => ['e' => 'z'],\n    A::B => 'c',\n];\n";

  it("joins the names of groups by a dot, and leaves what is not returned alone", () => {
    expect(read(laravel, text)).toEqual({ "a.b": ["x"], "a.l[0]": ["y"], "c.d.e": ["z"], "A::B": ["c"] });
    expect(read(laravel, "<?php\n$a = 'x';\n$l = ['b' => 'y'];\n")).toEqual({});
  });

  it("puts a new key into the group that is there", () => {
    expect(patched(laravel, text, add("c.d.f", "!", "c.d.e"))).toContain("'c.d' => ['e' => 'z', 'f' => '!'],");
    expect(patched(laravel, text, add("a.b.c", "!", "a.b"))).toContain("['b' => 'x', 'b.c' => '!', 'l' => ['y']]");
    expect(patched(laravel, text, add("a.l[1]", "!"))).toContain("'l' => ['y', '!']");
  });

  it("keeps a constant that is a key when it creates another file like this one", () => {
    const { units } = laravel.read(Buffer.from(text));
    const created = laravel.create({ format: "laravel", units }, { language: "cs" }, Buffer.from(text));
    expect(Buffer.from(created).toString()).toContain("A::B => 'c'");
  });

  it.each([
    ["one|many", undefined, ["one", "many"]],
    ["one|many", "cs", ["one", "many", ""]],
    ["a|b|c|d", "cs", ["a", "b", "c", "d"]],
    ["{0} none|[1,19] some|[20,*] many", "pl", ["{0} none", "[1,19] some", "[20,*] many"]],
    ["{1} one|[2,*] many", "cs", ["{1} one", "[2,*] many"]],
    ["one", "cs", ["one"]],
  ])("reads the forms of %j in %s", (value, language, forms) => {
    expect(read(laravel, `<?php return ['a' => '${value}'];`, language)).toEqual({ a: forms });
  });

  it.each([
    ["one|many", ["one", "many", ""], "one|many"],
    ["one|many", ["1", "2", ""], "1|2"],
    ["one|many", ["1", "", ""], "1|"],
    ["one|many", ["1", "2", "3"], "1|2|3"],
    ["one", ["1", "2", ""], "1|2"],
    ["one|many", ["", "", ""], "|"],
  ])("writes into %j the forms %j as %j", (before, forms, after) => {
    const file = (value: string): string => `<?php return ['a' => '${value}'];`;
    expect(patched(laravel, file(before), set("a", ...forms))).toBe(file(after));
  });
});

it("reads code behind a short tag", () => {
  expect(read(php, "<? $a = 'x' ?> it's <? $b = 'y'; ?>")).toEqual({ $a: ["x"], $b: ["y"] });
  expect(patched(php, "<?\n$a = 'x';\n", add("$b", "y", "$a"))).toBe("<?\n$a = 'x';\n$b = 'y';\n");
});

describe("statements that ?> ends", () => {
  const text = "<html><?php $a['x'] = 'one' ?>\n<p><?php $a['y'] = 'two' /* ?> */ ?>\n<?php $a['z'] = 'three' ?>\n";

  it.each([
    [set("$a['x']", "1"), text.replace("one", "1")],
    [set("$a['z']", "3"), text.replace("three", "3")],
    [remove("$a['z']"), text.replace(" $a['z'] = 'three'", "")],
    [add("$a['n']", "new", "$a['x']"), text.replace("'one'", "'one'; $a['n'] = 'new';")],
  ])("keep their sign where the change is %j", (change, after) => {
    expect(patched(php, text, change)).toBe(after);
  });
});

it("ends code that ?> ended where something now follows it", () => {
  expect(patched(php, "<?php $a = 'x' ?><?= 'y' ?>", add("$b", "z", "nobody knows"))).toBe(
    "<?php $a = 'x' ?><?= 'y'; $b = 'z'; ?>",
  );
  expect(patched(php, "<?php $a = 'x'; if ($c) { } ?>", add("$b", "z", "nobody knows"))).toBe(
    "<?php $a = 'x'; if ($c) { } $b = 'z'; ?>",
  );
});

it("keeps comments apart that a removed text stood between", () => {
  const text = "<?php\n$a = 'x';\n# of no text\n\n$b = 'y'; /* over\nlines */\n$c = 'z';\n";
  const after = patched(php, text, remove("$b"));
  expect(after).toBe("<?php\n$a = 'x';\n# of no text\n /* over\nlines */\n$c = 'z';\n");
  expect(read(php, after)).toEqual({ $a: ["x"], $c: ["z"] });
});

it("puts a text below the comment of an empty list on the line of its statement", () => {
  const text = "<?php return [ // none yet\n];\n";
  expect(patched(laravel, text, add("a", "x"))).toBe("<?php return [ // none yet\n'a' => 'x'\n];\n");
});

it("writes a line break in quotes as the file does", () => {
  const raw = "<?php\n$s['a'] = '1\n2';\n$s['b'] = '3\n4';\n";
  expect(patched(php, patched(php, raw, set("$s['a']", "x")), set("$s['a']", "1\n2"))).toBe(raw);
  expect(patched(php, raw, set("$s['a']", "1\n2\t"))).toBe(raw.replace("'1\n2'", String.raw`"1\n2\t"`));
  const double = '<?php\r\n$s["a"] = "1\r\n$";\r\n';
  expect(patched(php, double, set('$s["a"]', "3\n$x"))).toBe('<?php\r\n$s["a"] = "3\r\n\\$x";\r\n');
  const escaped = '<?php\n$s["a"] = "1\\n2";\n$s["b"] = "x";\n';
  expect(patched(php, escaped, set('$s["b"]', "3\n4"))).toBe('<?php\n$s["a"] = "1\\n2";\n$s["b"] = "3\\n4";\n');
});

it("writes constants as the key spells them", () => {
  const text = "<?php\ndefine ( 'A' , 'x' ) ;\n";
  expect(patched(php, text, remove("define ( 'A'"), add("define ( 'A'", "y"))).toBe("<?php\ndefine ( 'A', 'y');\n");
});

describe("takes linear time for", () => {
  const keysOf = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `$l['k${String(index)}']`);
  const statements = (count: number): string =>
    `<?php\n${keysOf(count)
      .map((key) => `${key} = 'x';\n`)
      .join("")}`;
  const files: Readonly<Record<string, (count: number) => string>> = {
    statements,
    "elements with comments": (count) => `<?php return [${"'a' => 'x', // c\n".repeat(count)}];`,
    "nested expressions": (count) => `<?php return ${"[".repeat(90)}${"'x', ".repeat(count)}${"] . 'x'".repeat(90)};`,
    comments: (count) => `<?php ${"// c\n".repeat(count * 5)}$a = 'x';`,
    escapes: (count) => `<?php $a = "${"\\x41".repeat(count * 5)}";`,
    blanks: (count) => `<?php $a = 'x'${" ".repeat(count * 20)};`,
    tags: (count) => "<?php ?>".repeat(count * 2),
    "statements without a sign": (count) => "<?php $a = 'x' ?>".repeat(count),
    indexes: (count) => `<?php $a${"['x']".repeat(count * 2)} = 'x';`,
  };

  it.each(Object.entries(files))("%s", (_name, file) => {
    expectLinear(1_000, (size) => {
      const bytes = Buffer.from(file(size));
      return () => void php.patch(bytes, [add("$new", "y", "nobody knows")]);
    });
  });

  it("comments that removed texts leave behind", () => {
    expectLinear(1_000, (size) => {
      const keys = keysOf(size);
      const bytes = Buffer.from(`<?php\n${keys.map((key) => `# of none\n\n${key} = 'x';\n`).join("")}`);
      const changes = keys.map(remove);
      return () => void php.patch(bytes, changes);
    });
  });

  it("many changes", () => {
    expectLinearChanges(php, statements, keysOf);
  });
});

it("puts a string that comes first below the header of the file", () => {
  const header = "<?php\n\n/**\n * @license GPL 2\n *\n * @author Somebody\n */\n";
  const file = `${header}$lang['a']  = 'A';\n$lang['b']  = 'B';\n`;
  const without = patched(php, file, remove("$lang['a']"));
  expect(without).toBe(`${header}$lang['b']  = 'B';\n`);
  const donor = { bytes: Buffer.from(file), key: "$lang['a']" };
  expect(patched(php, without, { kind: "add", unit: { key: "$lang['a']", target: ["A"] }, donor })).toBe(file);
});

describe("backslashes in single quotes", () => {
  it.each([
    ["twice, where the file does so", "<?php\nreturn [\n    'a' => '\\\\$t',\n    'b' => '\\\\d',\n];\n"],
    ["once, where the file does so", "<?php\nreturn [\n    'a' => '\\$t',\n    'b' => '\\d',\n];\n"],
  ])("are written %s", (_, text) => {
    const other = patched(laravel, text, set("a", "short"));
    expect(patched(laravel, other, set("a", String.raw`\$t`))).toBe(text);
  });
});
