import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";

testCheck({
  check: "c_format",
  flags: "c-format",
  passes: [
    ["cs", "Opened %s", "Otevřeno %s"],
    ["de", "%s of %d", "%2$d von %1$s"],
    ["ja", "%1$s of %2$d", "%2$d 中の %1$s"],
    ["fr", "%d%% full", "plein à %d %%"],
    ["cs", "%i files", "%d souborů"],
    ["cs", "100% free", "100% volno"],
    ["pl", "%-*s|%.*f", "%-*s|%.*f"],
    ["ja", ["%d file", "%d files"], "%d ファイル"],
    ["fr", ["One file", "%d files"], ["Un fichier", "%d fichiers"]],
    ["cs", ["%d file", "%d files"], ["jeden soubor", "%d soubory", "%d souborů"]],
    ["cs", ["One file", "%d files"], ["%d soubor", "%d soubory", "%d souborů"]],
    ["ar", ["%d file", "%d files"], ["لا ملفات", "ملف واحد", "ملفان", "%d ملفات", "%d ملفًا", "%d ملف"]],
  ],
  fails: [
    ["cs", "Opened %s", "Otevřeno", 'Missing "%s"'],
    ["cs", "Opened", "Otevřeno %s", 'Not in the source: "%s"'],
    ["de", "%s of %d", "%d von %s", 'In another order: found "%d", "%s", expected "%s", "%d"'],
    ["cs", "%d files", "%s souborů", 'Missing "%d"; not in the source: "%s"'],
    ["cs", "%ld bytes", "%d bajtů", 'Missing "%ld"'],
    ["cs", "%1$s", "%1$s a %1$s", '"%1$s" 2 times, expected once'],
    ["fr", "%d%% of the disk", "%d% du disque", 'Not in the source: "% d"'],
    ["fr", "%d%% of the disk", "%d % du disque", '"% d"'],
    ["cs", "Size: %<PRIu64>", "Velikost: %<PRId64>", 'Missing "%<PRIu64>"'],
    ["ru", ["%d file", "%d files"], ["Один файл", "%d файла", "%d файлов"], 'Missing "%d"'],
    [
      "cs",
      ["%s: %d file", "%s: %d files"],
      ["%d soubor", "%s: %d soubory", "%s: %d souborů"],
      'not in the source: "%d"',
    ],
  ],
});

testCheck({
  check: "objc_format",
  flags: "objc-format",
  passes: [
    ["de", "%@ has %lld items", "%@ hat %lld Einträge"],
    ["de", "%1$@ to %2$@", "%2$@ von %1$@"],
  ],
  fails: [["de", "%@ has %lld items", "%s hat %lld Einträge", 'Missing "%@"']],
});

testCheck({
  check: "python_format",
  flags: "python-format",
  passes: [
    ["de", "%(name)s has %(count)d files", "%(count)d Dateien von %(name)s"],
    ["cs", ["%(count)d file", "%(count)d files"], ["soubor", "%(count)d soubory", "%(count)d souborů"]],
    ["cs", "50% off", "50% sleva"],
    ["cs", "%(count)i", "%(count)d"],
  ],
  fails: [
    ["de", "Hello %(name)s", "Hallo %(Name)s", 'Missing "%(name)s"; not in the source: "%(Name)s"'],
    ["de", "Hello %(name)s", "Hallo %(name)d", 'Missing "%(name)s"'],
    ["de", "%s and %s", "%s", 'Missing "%s"'],
  ],
});

testCheck({
  check: "php_format",
  flags: "php-format",
  passes: [
    ["fr", "%1$s by %2$s", "%2$s : %1$s"],
    ["de", "%'.10d|%+d", "%'.10d|%+d"],
  ],
  fails: [
    ["fr", "%1$s by %2$s", "%1$s", 'Missing "%2$s"'],
    ["de", "%s", "%d", 'Missing "%s"'],
  ],
});

testCheck({
  check: "perl_format",
  flags: "perl-format",
  passes: [["de", "%s: %vd", "%s: %vd"]],
  fails: [["de", "%s", "%d", 'Missing "%s"']],
});

testCheck({
  check: "javascript_format",
  flags: "javascript-format",
  passes: [
    ["de", "%s of 100%", "100% von %s"],
    ["de", "%(name)s", "%(name)s"],
    ["de", "%j", "%j"],
  ],
  fails: [["de", "%s %d", "%s", 'Missing "%d"']],
});

testCheck({
  check: "lua_format",
  flags: "lua-format",
  passes: [["de", "%s %q", "%s %q"]],
  fails: [["de", "%s %q", "%q %s", 'In another order: found "%q", "%s"']],
});

testCheck({
  check: "object_pascal_format",
  flags: "object-pascal-format",
  passes: [["de", "%s of %d", "%1:d von %0:s"]],
  fails: [
    ["de", "%s of %d", "%s von", 'Missing "%d"'],
    ["de", "%-10s", "%-10d", 'Missing "%-10s"'],
  ],
});

testCheck({
  check: "scheme_format",
  flags: "scheme-format",
  passes: [["de", "~a: ~d~%", "~a: ~d~%"]],
  fails: [["de", "~a: ~d", "~a", 'Missing "~d"']],
});

testCheck({
  check: "java_printf_format",
  flags: "java-printf-format",
  passes: [
    ["ja", "%1$s has %2$d", "%2$d 個 %1$s"],
    ["de", "Line%nbreak %tY", "Zeile%numbruch %tY"],
  ],
  fails: [
    ["de", "%1$s has %2$d", "%1$s hat %2$s", 'Missing "%2$d"'],
    ["it", "%d%%", "%d%", 'A lone "%"'],
  ],
});

testCheck({
  check: "ruby_format",
  flags: "ruby-format",
  passes: [
    ["de", "%{count} items", "%{count} Posten"],
    ["de", "%<n>.2f of %s", "%<n>.2f von %s"],
  ],
  fails: [["de", "%{count} items", "%{anzahl} Posten", 'Missing "%{count}"; not in the source: "%{anzahl}"']],
});

testCheck({
  check: "percent_placeholders",
  flags: "percent-placeholders",
  passes: [["de", "Hi %name%, 5% off", "5% für %name%"]],
  fails: [["de", "Hi %name%", "Hallo %Name%", 'Missing "%name%"; not in the source: "%Name%"']],
});

testCheck({
  check: "qt_format",
  flags: "qt-format",
  passes: [["de", "%1 of %2", "%2 von %1"]],
  fails: [
    ["de", "%1 of %2", "%1", 'Missing "%2"'],
    ["de", "%L1 left", "%1 übrig", 'Written "%1"'],
  ],
});

testCheck({
  check: "qt_plural_format",
  flags: "qt-plural-format",
  passes: [
    ["cs", "%n file(s)", ["jeden soubor", "%n soubory", "%n souborů"]],
    ["de", "%n files", "%n Dateien"],
  ],
  fails: [["cs", "%n file(s)", ["%n soubor", "%n soubory", "soubory"], 'Missing "%n"']],
});

describe("severity of a placeholder", () => {
  const severities = (source: string, target: string) =>
    runChecks(aText(source, target, { flags: "python-format, c-format" })).map(
      ({ check, severity }) => `${check} ${severity}`,
    );

  it("breaks the program where one is missing", () => {
    expect(severities("Opened %s", "Otevřeno")).toContain("c_format breaks");
  });

  it("only looks wrong where one is written otherwise", () => {
    expect(severities("Opened %5d", "Otevřeno %d")).toContain("c_format looks-wrong");
  });
});
