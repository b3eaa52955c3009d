import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { aText, everyFlag } from "../../../test/support/check-cases.ts";
import { parseFlags } from "../flags.ts";
import { allLanguages } from "../languages.ts";
import { unitStates } from "../unit.ts";
import { checkDefinitions, flagOf, runChecks, type CheckedText } from "./index.ts";

const checksOf = (text: CheckedText) => runChecks(text).map(({ check }) => check);

describe("runChecks", () => {
  it("looks at a translation that needs editing, but at none that is untranslated or read-only", () => {
    const inState = (state: number) => checksOf(aText("Hello.", "Ahoj", { state }));
    expect(inState(unitStates.needsEditing)).toEqual(["end_stop"]);
    expect(inState(unitStates.approved)).toEqual(["end_stop"]);
    expect(inState(unitStates.untranslated)).toEqual([]);
    expect(inState(unitStates.readOnly)).toEqual([]);
  });

  it("looks at a source string by other checks than at its translations", () => {
    expect(checksOf(aText("Hello...", "Hello...", { isSource: true, state: unitStates.readOnly }))).toEqual([
      "ellipsis",
    ]);
    expect(checksOf(aText("Hello...", "Ahoj...", {}))).toEqual([]);
  });

  it("runs the others only by flag, and leaves out what a flag ignores", () => {
    const withFlags = (flags: string) => checksOf(aText("Open %s.", "Otevřít", { flags }));
    expect(withFlags("")).toEqual(["end_stop"]);
    expect(withFlags("c-format")).toEqual(["c_format", "end_stop"]);
    expect(withFlags("c-format, ignore-end-stop")).toEqual(["c_format"]);
    expect(withFlags("c-format, ignore-c-format")).toEqual(["end_stop"]);
    expect(withFlags("c-format, ignore-all-checks")).toEqual([]);
  });

  it("tells which plural form fails", () => {
    expect(
      runChecks(aText(["%d file", "%d files"], ["soubor", "soubory", "%d souborů"], { flags: "c-format" })),
    ).toEqual([{ check: "c_format", form: 1, severity: "breaks", message: 'Missing "%d".' }]);
  });

  it("tells apart what breaks the program and, after it, what looks wrong", () => {
    const found = runChecks(aText("<b>Hi</b>.", "<b>Ahoj"));
    expect(found.map(({ check, severity }) => [check, severity])).toEqual([
      ["xml-invalid", "breaks"],
      ["end_stop", "looks-wrong"],
    ]);
  });
});

describe("only what breaks", () => {
  /** Counts the checks that are thought of: each asks whether a flag turns it off, or on. */
  function considered(severity: "breaks" | undefined): number {
    const asked = new Set<string>();
    const flags = new Map(parseFlags("c-format"));
    flags.has = (name: string) => {
      asked.add(name.replace(/^ignore-/, ""));
      return name === "c-format";
    };
    runChecks({ ...aText("<b>Open</b> %s.", "<b>Otevřít</b> %s"), flags }, severity === undefined ? {} : { severity });
    return asked.size;
  }

  it("is looked for by no check that can find nothing but a flaw", () => {
    const breaking = checkDefinitions.filter((check) => check.severity === "breaks" && !check.onSource).length;
    // A few of them are switched on by the name of a language as well: bbcode-text.
    expect(considered("breaks")).toBeLessThan(breaking + 6);
    expect(considered(undefined)).toBeGreaterThan(considered("breaks") + 25);
  });

  it("is what all checks together find to break", () => {
    const texts = [
      aText("<b>Hi</b> %s.", "<b>Ahoj", { flags: "c-format" }),
      aText("%d files.", "%d souborů", { flags: "c-format" }),
      aText("<b>x</b> <i>y</i>", "<i>y</i> <b>x</b>"),
      aText("{a}", "{a", { flags: "icu-message-format" }),
      aText("{n, plural, one {#} other {#}}", "{n}", { flags: "icu-message-format" }),
    ];
    for (const one of texts) {
      expect(runChecks(one, { severity: "breaks" })).toEqual(
        runChecks(one).filter(({ severity }) => severity === "breaks"),
      );
    }
  });
});

describe("checkDefinitions", () => {
  it("names every check once", () => {
    const ids = checkDefinitions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(85);
  });

  it("says of each that can be told from one unit when it is looked at", () => {
    const elsewhere = checkDefinitions.filter((check) => check.elsewhere).map(({ id }) => id);
    expect(elsewhere.join(" ")).toBe(
      "inconsistent reused translated multiple_failures long_untranslated " +
        "ai_accuracy ai_fluency ai_terminology ai_style ai_formatting max-size check_glossary",
    );
  });

  it("spells the flag of a check with hyphens", () => {
    expect(flagOf("python_brace_format")).toBe("python-brace-format");
  });
});

/** Texts of the signs that the checks care for. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from("%{}<>&;'\"`*_[]()|:$#@~\\/!?.\n \t…=,-")),
      fc.constantFrom(
        "%s",
        "%1$s",
        "%(a)s",
        "{{",
        "}}",
        "{0}",
        "plural, ",
        "other ",
        "<b>",
        "</b>",
        "&amp;",
        ":ref:`",
        "->",
        "{ $x",
        "word",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

const language = fc.constantFrom(...allLanguages().map(({ code }) => code), "", "x-y_z@w");

it("never throws, whatever the texts, flags and languages", () => {
  const unit = fc.record({
    source: fc.array(text, { maxLength: 3 }),
    target: fc.array(text, { maxLength: 6 }),
    state: fc.constantFrom(0, 10, 20, 30, 100),
    flags: fc.oneof(fc.constant(everyFlag), text).map((flags) => parseFlags(flags)),
    sourceLanguage: language,
    language,
    pluralForms: fc.nat(6),
    isSource: fc.boolean(),
  });
  fc.assert(
    fc.property(unit, (one) => {
      for (const { form, message } of runChecks(one)) {
        expect(form).toBeLessThan(Math.max(one.source.length, one.target.length));
        expect(message).not.toBe("");
      }
    }),
    { numRuns: sampled(400) },
  );
});

it("finds no fault with placeholders and markup in a translation that is its source", () => {
  const comparing = new Set(
    checkDefinitions
      .filter(
        ({ id, onSource }) =>
          !onSource && /_format|placeholders|interpolation|^xml|^md|^rst|bbcode|^fluent-(?:parts|ref)/.test(id),
      )
      .filter(({ id }) => id !== "icu_message_format")
      .map(({ id }) => id),
  );
  fc.assert(
    fc.property(text, language, (same, code) => {
      const found = runChecks(aText(same, same, { flags: everyFlag.replace("xml-text", ""), language: code }));
      expect(found.filter(({ check }) => comparing.has(check))).toEqual([]);
    }),
    { numRuns: sampled(400) },
  );
});
