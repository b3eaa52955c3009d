import { expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";

testCheck({
  check: "python_brace_format",
  flags: "python-brace-format",
  passes: [
    ["de", "{name} has {count:d} files", "{count:d} Dateien von {name}"],
    ["cs", "{} of {}", "{} z {}"],
    ["cs", "{{name}}", "{{jméno}}"],
    ["cs", "{a[0].b!r:>{width}}", "{a[0].b!r:>{width}}"],
    ["cs", ["{n} file", "{n} files"], ["soubor", "{n} soubory", "{n} souborů"]],
    ["ru", "{$ 'No items' $}", "{$ 'Ничего' $}"],
    ["he", ["{0} (skipped {1})", "{0} (skipped {1})"], ["אחת ({1})", "{0} ({1})"]],
  ],
  fails: [
    ["de", "{name}", "{Name}", 'Missing "{name}"; not in the source: "{Name}"'],
    ["cs", "{} of {}", "{1} z {}", '"{1}"'],
    ["cs", "{0} {1}", "{0}", 'Missing "{1}"'],
    ["cs", "{name}", "{name", 'A "{" that is not closed'],
    ["cs", "{name}", "name}", 'A lone "}"'],
    ["cs", "{size:.2f}", "{size}", 'Written "{size}", in the source "{size:.2f}"'],
    ["cs", "{{name}}", "{name}", 'Not in the source: "{name}"'],
  ],
});

testCheck({
  check: "c_sharp_format",
  flags: "c-sharp-format",
  passes: [
    ["de", "{0} of {1}", "{1} von {0}"],
    ["de", "{0:N2} {{x}}", "{0:C} {{y}}"],
  ],
  fails: [
    ["de", "{0} of {1}", "{0}", 'Missing "{1}"'],
    ["de", "{0}", "{0", "not closed"],
  ],
});

testCheck({
  check: "java_format",
  flags: "java-format",
  passes: [
    ["de", "{0} isn''t {1,number,#.##}", "{1,number,#.##} ist nicht {0}"],
    ["de", "'{'0'}' is {0}", "{0} ist '{'0'}'"],
    ["cs", "Say {0} to John's", "Řekni {0} Janu d'Arc"],
    ["ja", "{0,choice,0#days|1#day|1<days}", "日"],
    ["cs", "{0,choice,0#none|1#one of {1}|1<{0} of {1}}", "{0} z {1}"],
    ["cs", "{0,choice,0#none|1#one of {1}|1<{0} of {1}}", "{0,choice,0#nic|1#jeden z {1}|2#{0} z {1}|5<{0} z {1}}"],
    ["fi", "Between {1} and {2}", "{0}: {1}–{2}"],
    ["es", "'{0}' is wrong", "{0} no es válido"],
  ],
  fails: [
    ["fr", "Delete {0}", "Supprimer l'{0}", 'Missing "{0}"'],
    ["fr", "{0} is here", "{0} n'est pas là", "A lone apostrophe"],
    ["de", "{0} and {1}", "{0} und {2}", 'Missing "{1}"; not in the source: "{2}"'],
    ["de", "{0,choice,0#none|1#one|1<{0}} in {1}", "viele in {1}", 'Missing "{0,choice'],
    ["de", "{0,choice,0#days|1<days} of {1}", "Tage", 'Missing "{1}"'],
  ],
});

it("takes a lower argument in place of another for no break: whoever passes {3} passes {1} too", () => {
  const source = "{0} expires within {3}";
  const judge = (target: string) =>
    runChecks(aText(source, target, { flags: "java-format" }), { severity: "breaks" }).map(({ message }) => message);
  expect(judge("{0} läuft in {1} Minuten ab")).toEqual([]);
  expect(judge("{0} läuft ab")).toEqual(['Missing "{3}".']);
  expect(judge("{0} läuft in {4} ab")).toEqual(['Missing "{3}"; not in the source: "{4}".']);
});

testCheck({
  check: "perl_brace_format",
  flags: "perl-brace-format",
  passes: [["de", "Hello {name}", "Hallo {name}"]],
  fails: [["de", "Hello {name}", "Hallo {vorname}", 'Missing "{name}"; not in the source: "{vorname}"']],
});

testCheck({
  check: "laravel_format",
  flags: "laravel-format",
  passes: [
    ["de", "The :attribute is due at 10:30", ":Attribute ist um 10:30 fällig"],
    ["de", "see https://example.org", "siehe https://example.org"],
    ["fr", "required when :values is not present", "requis si:values n'est pas présent"],
    ["de", "write to :address", "an mailto:me für :address"],
  ],
  fails: [["de", "The :attribute is required", ":attribut wird benötigt", 'Missing ":attribute"']],
});

testCheck({
  check: "vue_format",
  flags: "vue-format",
  passes: [
    ["de", "{count} of {total} @:common.items", "@:common.items: {count} von {total}"],
    ["de", "Mail {'@'} me, @.lower:(a.b)", "@.lower:(a.b) {'@'} mir"],
  ],
  fails: [
    ["de", "Hello {name}", "Hallo {Name}", 'Missing "{name}"'],
    ["de", "@:common.ok", "gut", 'Missing "@:common.ok"'],
  ],
});

testCheck({
  check: "i18next_interpolation",
  flags: "i18next-interpolation",
  passes: [["de", "{{ name }} and $t(other)", "$t(other) und {{name}}"]],
  fails: [
    ["de", "Hi {{name}}", "Hallo {{vorname}}", 'Missing "{{name}}"'],
    ["de", "a $t(nested.key)", "b", 'Missing "$t(nested.key)"'],
  ],
});

testCheck({
  check: "es_format",
  flags: "es-format",
  passes: [["de", "Hi ${ user.name }", "Hallo ${user.name}"]],
  fails: [["de", "Hi ${name}", "Hallo $name", 'Missing "${name}"']],
});

testCheck({
  check: "automattic_components_format",
  flags: "automattic-components-format",
  passes: [["de", "{{link}}Read{{/link}}{{br/}}", "{{ link }}Lesen{{/link}}{{br /}}"]],
  fails: [["de", "{{link}}Read{{/link}}", "{{link}}Lesen", 'Missing "{{/link}}"']],
});

testCheck({
  check: "angularjs_format",
  flags: "angularjs-format",
  passes: [["de", "Hi {{ user.name | uppercase }}", "Hallo {{user.name|uppercase}}"]],
  fails: [["de", "Hi {{name}}", "Hallo {name}", 'Missing "{{name}}"']],
});
