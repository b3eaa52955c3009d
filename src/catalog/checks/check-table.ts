/** `breaks`: the program fails or shows wrong data; `looks-wrong`: people see a flaw. */
export type Severity = "breaks" | "looks-wrong";

interface CheckFacts {
  readonly name: string;
  readonly description: string;
  readonly severity: Severity;
  /** `elsewhere`: one unit alone does not tell (history, other strings, a glossary, a picture of the text, a model). */
  readonly looksAt: "translation" | "source" | "elsewhere";
  /** Others are switched on by a flag: the id with `-` for `_`. */
  readonly onByDefault: boolean;
}

const check =
  (shared: Pick<CheckFacts, "looksAt" | "onByDefault">) =>
  (name: string, description: string, severity: Severity = "looks-wrong"): CheckFacts => ({
    name,
    description,
    severity,
    ...shared,
  });

const always = check({ looksAt: "translation", onByDefault: true });
const byFlag = check({ looksAt: "translation", onByDefault: false });
const onSource = check({ looksAt: "source", onByDefault: true });
const onSourceByFlag = check({ looksAt: "source", onByDefault: false });
const elsewhere = check({ looksAt: "elsewhere", onByDefault: true });
const elsewhereByFlag = check({ looksAt: "elsewhere", onByDefault: false });

/** Every check of the service by its id (facts §1.7), in the order in which findings are told. */
export const checkTable = {
  same: always("Unchanged translation", "The translation is the source text"),
  begin_newline: always("Starting newline", "Only one of source and translation starts with a newline"),
  end_newline: always("Trailing newline", "Only one of source and translation ends with a newline"),
  begin_space: always("Starting spaces", "Source and translation start with different numbers of spaces"),
  end_space: always("Trailing space", "Source and translation end with different numbers of spaces"),
  double_space: always("Double space", "The translation has two spaces in a row, the source has not"),
  end_stop: always("Mismatched full stop", "Only one of source and translation ends with a full stop"),
  end_colon: always("Mismatched colon", "Only one of source and translation ends with a colon"),
  end_question: always("Mismatched question mark", "Only one of source and translation ends with a question mark"),
  end_exclamation: always(
    "Mismatched exclamation mark",
    "Only one of source and translation ends with an exclamation mark",
  ),
  end_interrobang: always("Mismatched interrobang", "Only one of source and translation ends with an interrobang"),
  end_ellipsis: always("Mismatched ellipsis", "Only one of source and translation ends with an ellipsis"),
  end_semicolon: always("Mismatched semicolon", "Only one of source and translation ends with a semicolon"),
  multiple_capital: always("Multiple capitals", "A word starts with two capitals, as if by mistake"),
  kashida: always("Kashida letter used", "Letters are stretched by decorative kashidas"),
  punctuation_spacing: always("Punctuation spacing", "A double punctuation mark lacks its non-breaking space"),
  "kabyle-characters": always("Non-standard characters in Kabyle", "A Greek letter stands for a Latin one of Kabyle"),
  plurals: always("Missing plurals", "Some plural forms are untranslated"),
  "same-plurals": always("Same plurals", "All plural forms are translated alike"),
  escaped_newline: always("Mismatched \\n", "Source and translation have different numbers of \\n"),
  "newline-count": always("Mismatching line breaks", "Source and translation have different numbers of lines"),
  "zero-width-space": always("Zero-width space", "The translation has a zero-width space, the source has not"),
  "xml-invalid": always("XML syntax", "The source is well-formed XML, the translation is not", "breaks"),
  "xml-tags": always("XML markup", "Tags or attributes differ from the source", "breaks"),
  "xml-chars-around-tags": always("Characters around XML tags", "White space or punctuation around a tag differs"),
  "rst-references": always("Inconsistent reStructuredText", "References or roles differ from the source"),
  "rst-syntax": always("reStructuredText syntax error", "Inline markup is not closed"),
  duplicate: always("Consecutive duplicated words", "The same word stands twice in a row"),
  prohibited_initial_character: always(
    "Prohibited initial character",
    "Spreadsheets take a text that starts like this for a formula",
  ),
  optional_plural: onSource("Unpluralised", "The text speaks of one or several, but has no plural forms"),
  ellipsis: onSource("Ellipsis", "Three dots stand for an ellipsis"),
  "source-max-length": onSource("Source too long", "The source exceeds the length that translations are allowed"),
  unnamed_format: onSource("Multiple unnamed variables", "Several variables without names cannot be reordered"),
  accelerator: byFlag("Accelerator", "Source and translation have different numbers of keyboard accelerators"),
  "max-length": byFlag("Maximum length", "The translation is longer than allowed"),
  "max-lines": byFlag("Maximum number of lines", "The translation has more lines than allowed"),
  python_format: byFlag("Python format", "Placeholders differ from the source", "breaks"),
  python_brace_format: byFlag("Python brace format", "Placeholders differ from the source", "breaks"),
  php_format: byFlag("PHP format", "Placeholders differ from the source", "breaks"),
  c_format: byFlag("C format", "Placeholders differ from the source", "breaks"),
  objc_format: byFlag("Objective-C format", "Placeholders differ from the source", "breaks"),
  perl_format: byFlag("Perl format", "Placeholders differ from the source", "breaks"),
  perl_brace_format: byFlag("Perl brace format", "Placeholders differ from the source", "breaks"),
  javascript_format: byFlag("JavaScript format", "Placeholders differ from the source", "breaks"),
  lua_format: byFlag("Lua format", "Placeholders differ from the source", "breaks"),
  object_pascal_format: byFlag("Object Pascal format", "Placeholders differ from the source", "breaks"),
  scheme_format: byFlag("Scheme format", "Placeholders differ from the source", "breaks"),
  c_sharp_format: byFlag("C# format", "Placeholders differ from the source", "breaks"),
  laravel_format: byFlag("Laravel format", "Placeholders differ from the source", "breaks"),
  java_printf_format: byFlag("Java format", "Placeholders differ from the source", "breaks"),
  java_format: byFlag("Java MessageFormat", "Placeholders differ from the source", "breaks"),
  percent_placeholders: byFlag("Percent placeholders", "Placeholders differ from the source", "breaks"),
  vue_format: byFlag("Vue I18n formatting", "Placeholders differ from the source", "breaks"),
  i18next_interpolation: byFlag("i18next interpolation", "Placeholders differ from the source", "breaks"),
  es_format: byFlag("ECMAScript template literals", "Placeholders differ from the source", "breaks"),
  automattic_components_format: byFlag(
    "Automattic components",
    "Component placeholders differ from the source",
    "breaks",
  ),
  angularjs_format: byFlag("AngularJS interpolation string", "Interpolations differ from the source", "breaks"),
  icu_message_format: byFlag(
    "ICU MessageFormat",
    "Syntax, arguments or selectors differ from what the source has",
    "breaks",
  ),
  qt_format: byFlag("Qt format", "Placeholders differ from the source", "breaks"),
  qt_plural_format: byFlag("Qt plural format", "The count placeholder differs from the source", "breaks"),
  ruby_format: byFlag("Ruby format", "Placeholders differ from the source", "breaks"),
  bbcode: byFlag("BBCode markup", "Tags differ from the source", "breaks"),
  "md-reflink": byFlag("Markdown references", "Reference links differ from the source"),
  "md-link": byFlag("Markdown links", "Links differ from the source"),
  "md-syntax": byFlag("Markdown syntax", "Emphasis or code differs from the source"),
  url: byFlag("URL", "The translation is no address"),
  "safe-html": byFlag("Unsafe HTML", "The translation has markup that could run code", "breaks"),
  "asciidoc-markup": byFlag("AsciiDoc markup", "Markup differs from the source"),
  "safe-mdx": byFlag("Unsafe MDX", "The translation has code that the source has not", "breaks"),
  placeholders: byFlag("Placeholders", "The translation lacks placeholders", "breaks"),
  regex: byFlag("Regular expression", "The translation does not match the regular expression"),
  "fluent-target-syntax": byFlag("Fluent translation syntax", "The translation is no Fluent pattern", "breaks"),
  "fluent-parts": byFlag("Fluent parts", "Value or attributes differ from the source", "breaks"),
  "fluent-references": byFlag("Fluent references", "References differ from the source", "breaks"),
  "fluent-target-inner-html": byFlag(
    "Fluent translation inner HTML",
    "The markup is no inner HTML or differs",
    "breaks",
  ),
  icu_message_format_syntax: onSourceByFlag("ICU MessageFormat syntax", "The source is no ICU message", "breaks"),
  "fluent-source-syntax": onSourceByFlag("Fluent source syntax", "The source is no Fluent pattern", "breaks"),
  "fluent-source-inner-html": onSourceByFlag(
    "Fluent source inner HTML",
    "The markup of the source is no inner HTML",
    "breaks",
  ),
  inconsistent: elsewhere("Inconsistent", "The same string is translated differently in the project"),
  reused: elsewhere("Reused translation", "Different strings are translated alike"),
  translated: elsewhere("Has been translated", "The string was translated before"),
  multiple_failures: elsewhere("Multiple failing checks", "Translations into several languages fail checks"),
  long_untranslated: elsewhere("Long untranslated", "The string has been untranslated for a long time"),
  ai_accuracy: elsewhere("Accuracy", "A language model finds the meaning changed"),
  ai_fluency: elsewhere("Fluency", "A language model finds the wording unusual"),
  ai_terminology: elsewhere("Terminology", "A language model finds a term mistranslated"),
  ai_style: elsewhere("Style", "A language model finds the style different"),
  ai_formatting: elsewhere("Formatting", "A language model finds formatting broken"),
  "max-size": elsewhereByFlag("Maximum size", "The rendered text is larger than allowed"),
  check_glossary: elsewhereByFlag("Does not follow glossary", "A term of the glossary is translated differently"),
} satisfies Record<string, CheckFacts>;

export type CheckId = keyof typeof checkTable;
